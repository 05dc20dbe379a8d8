// A call by @modelcontextprotocol/client: `node callByClient.mjs URL PATTERN [HEADER VALUE]`. Prints what it saw.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, pattern, header, value] = process.argv.slice(2);
const client = new Client({ name: 'mailglob-test', version: '1.0.0' });
const headers = header === undefined ? {} : { [header]: value };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
const { tools } = await client.listTools();
const { structuredContent } = await client.callTool({ name: 'searchAttachments', arguments: { pattern } });
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), result: structuredContent }));
await client.close();
