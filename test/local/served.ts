// An archive served over HTTP by the command, with a client that has seen the schemas and holds every result to them.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Running, startMailglob } from './command.ts';

export interface Served {
  readonly server: Running;
  readonly client: Client;
  /** Ends the client, then the server, and gives its exit status. */
  stop(): Promise<number | null>;
}

export async function serve(data: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const server = startMailglob(['serve', '--port', '0', '--data', data], { env });
  const url = new URL((await server.firstLine).replace('mailglob serving ', ''));
  const client = new Client({ name: 'test', version: '1' });
  // Its types and ours differ in what an optional property may be.
  await client.connect(new StreamableHTTPClientTransport(url) as Parameters<typeof client.connect>[0]);
  await client.listTools();
  return {
    server,
    client,
    async stop() {
      await client.close();
      return server.stop();
    },
  };
}
