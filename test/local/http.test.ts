// The whole of the local gateway: a listening server, a real client, and requests that no client would send.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tools as served } from '../../lib/tools/tools.ts';
import { messageId } from '../doubles/toolService.ts';
import { call, endpoint, modern, modernMeta, namedTools, post, replyOf, rpc, textOf } from './listeningGateway.ts';

describe('a client of the earlier era', () => {
  it('initializes, lists and calls with JSON replies', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint())));
    expect(client.getServerVersion()).toEqual({ name: 'mailglob', title: 'mailglob', version: '0.0.0' });
    expect(client.getInstructions()).toMatch(/untrusted/);
    const { tools } = await client.listTools();
    expect(tools.map(tool => tool.name)).toEqual([...served.keys()]);
    // The client validates structuredContent against the published schema by itself.
    const answer = await client.callTool({ name: 'searchAttachments', arguments: { pattern: 'invoice*' } });
    expect(answer.structuredContent).toMatchObject({
      data: [{ message_id: messageId(3) }, { message_id: messageId(2) }, { message_id: messageId(1) }],
      returned: 3,
      has_more: false,
      scan_complete: true,
    });
    await client.close();
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('is served %s', async protocolVersion => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const response = await post(JSON.stringify(rpc('initialize', params)));
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await replyOf(response)).result).toMatchObject({ protocolVersion, serverInfo: { name: 'mailglob' } });
    const listed = await post(JSON.stringify(rpc('tools/list')), { 'mcp-protocol-version': protocolVersion });
    expect((await replyOf(listed)).result).toMatchObject({ tools: namedTools });
  });

  it('is answered whatever it accepts, since there is only JSON', async () => {
    for (const accept of ['application/json', '*/*', 'application/json, text/event-stream']) {
      const response = await post(JSON.stringify(rpc('ping')), { accept });
      expect([response.status, await replyOf(response)]).toEqual([200, { jsonrpc: '2.0', id: 7, result: {} }]);
    }
  });

  it('gets 202 for a notification and -32601 for a method that is none', async () => {
    const notified = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    expect([notified.status, await notified.text()]).toEqual([202, '']);
    expect((await replyOf(await post(JSON.stringify(rpc('resources/list'))))).error?.code).toBe(-32601);
  });
});

describe('a client of 2026-07-28', () => {
  it('discovers, lists and calls with JSON replies', async () => {
    const discovered = (await replyOf(await modern('server/discover'))).result;
    expect(discovered?.supportedVersions).toContain('2026-07-28');
    const listed = await modern('tools/list');
    expect(listed.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await replyOf(listed)).result).toMatchObject({
      tools: namedTools,
      ttlMs: 300_000,
      cacheScope: 'public',
      resultType: 'complete',
    });
    const called = await modern('tools/call', { name: 'searchAttachments', arguments: { pattern: 'rxd2*' } });
    expect((await replyOf(called)).result?.structuredContent?.data.map(row => row.filename)).toEqual(['RXD2_SCH.PDF']);
  });

  it('is refused where headers and body disagree', async () => {
    const params = { name: 'searchAttachments', arguments: { pattern: '*' } };
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'other' },
      { 'mcp-protocol-version': '2025-06-18' },
    ]) {
      const response = await modern('tools/call', params, headers);
      expect([response.status, (await replyOf(response)).error?.code]).toEqual([400, -32020]);
    }
  });

  it('gets 404 for a method that is none', async () => {
    for (const method of ['resources/list', 'ping', 'no/such']) {
      const response = await modern(method);
      expect([response.status, (await replyOf(response)).error?.code]).toEqual([404, -32601]);
    }
  });

  it('finds no stream to listen to', async () => {
    const response = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const { id, error } = await replyOf(response);
    expect([response.status, id, error?.code]).toEqual([404, 7, -32601]);
  });

  it('reads the same refusals', async () => {
    const refused = await modern('tools/call', { name: 'searchAttachments', arguments: { pattern: '*', limit: 0 } });
    expect(await replyOf(refused)).toMatchObject({
      result: { isError: true, content: [{ text: 'mailglob error 51001: limit takes a whole number from 1 to 100.' }] },
    });
    const unknown = await replyOf(await modern('tools/call', { name: 'nope' }));
    expect(unknown.error).toEqual({ code: -32602, message: 'Unknown tool: tools/list names those there are' });
  });
});

describe('names that objects inherit', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no tool', async name => {
    const { error } = await replyOf(await call({}, name));
    expect(error).toEqual({ code: -32602, message: 'Unknown tool: tools/list names those there are' });
  });

  it.each(['__proto__', 'constructor', 'toString'])('%s is no argument', async name => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"searchAttachments","arguments":{"pattern":"*","${name}":{"limit":3}}}}`;
    expect(await textOf(await post(body))).toMatch(/^mailglob error 51002: an argument is not one of this tool's/);
    const meta = JSON.stringify(modernMeta);
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'searchAttachments',
    };
    const modernBody = body.replace('"arguments"', `"_meta":${meta},"arguments"`);
    expect(await textOf(await post(modernBody, headers))).toMatch(/^mailglob error 51002: an argument is not one/);
  });

  it('__proto__ among the parameters changes nothing', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"x"},"name":"searchAttachments","arguments":{"pattern":"rxd*"}}}';
    expect(await textOf(await post(body))).toMatch(/RXD2_SCH/);
  });
});
