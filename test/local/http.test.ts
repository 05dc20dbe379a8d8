// The whole of the local gateway: a listening server, a real client, and requests that no client would send.

import { connect, type Socket } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { noAuthentication } from '../../lib/gateway/authenticate.ts';
import { createGateway } from '../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../lib/gateway/hosts.ts';
import { type HttpServer, startHttpServer } from '../../lib/local/httpServer.ts';
import { tools as served } from '../../lib/tools/tools.ts';
import { type LoggedService, messageId, sampleService } from '../doubles/toolService.ts';

let service: LoggedService;
let server: HttpServer;

beforeAll(async () => {
  service = await sampleService();
  const handle = createGateway({
    ...service,
    path: '/mcp',
    allowedHosts: loopbackHosts,
    authenticate: noAuthentication,
  });
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    handle,
  });
});

afterAll(async () => {
  await server.close();
});

const namedTools = [...served.keys()].map(name => ({ name }));
const endpoint = () => `${server.origin}/mcp`;
const json = { 'content-type': 'application/json' };

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(endpoint(), { method: 'POST', headers: { ...json, ...headers }, body });

const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, params });

/** A tools/call as a client of 2025-06-18 sends it. */
const call = (args: unknown, name: unknown = 'searchAttachments') =>
  post(JSON.stringify(rpc('tools/call', { name, arguments: args })));

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as a client of 2026-07-28 sends it. */
const modern = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post(JSON.stringify(rpc(method, { ...params, _meta: modernMeta })), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    accept: 'application/json, text/event-stream',
    ...headers,
  });

interface Reply {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: { readonly data: readonly { readonly filename: string }[] };
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
  readonly id: unknown;
}
const replyOf = async (response: Response) => (await response.json()) as Reply;
const textOf = async (response: Response) => (await replyOf(response)).result?.content[0]?.text;

/** Sends bytes as they are and gives what comes back until the server closes. */
function raw(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', error => (received === '' ? reject(error) : resolve(received)));
    for (const piece of pieces) socket.write(piece);
  });
}

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

describe('bodies', () => {
  it('is refused with 413 over 1 MB, declared or not, and the connection goes on', async () => {
    const large = new Uint8Array(3 * 1024 * 1024).fill(0x20);
    const declared = await post(large);
    expect(declared.status).toBe(413);
    await declared.text();
    const streamed = await fetch(endpoint(), {
      method: 'POST',
      headers: json,
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await call({ pattern: 'rxd*' })).status).toBe(200);
  });

  it('takes exactly 1 MB', async () => {
    const message = JSON.stringify(rpc('ping'));
    expect((await post(message.padEnd(1024 * 1024))).status).toBe(200);
    expect((await post(message.padEnd(1024 * 1024 + 1))).status).toBe(413);
  });

  it('takes JSON of 64 levels and refuses 65', async () => {
    const nested = (levels: number) => {
      // The message, params, arguments and the list make up the rest.
      const inner = '['.repeat(levels - 3) + ']'.repeat(levels - 3);
      return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"searchAttachments","arguments":{"pattern":${inner}}}}`;
    };
    expect(await textOf(await post(nested(64)))).toMatch(/^mailglob error 51002/);
    const deep = await post(nested(65));
    expect([deep.status, (await replyOf(deep)).error?.code]).toEqual([400, -32600]);
    expect((await post('['.repeat(500_000))).status).toBe(400);
    expect((await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).status).toBe(400);
  });

  it('does not count brackets in strings', async () => {
    const pattern = `${'['.repeat(100)}\\"{{{*`;
    expect(await textOf(await call({ pattern }))).toMatch(/"returned":0/);
  });

  it.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), -32700],
    ['a batch', `[${JSON.stringify(rpc('ping'))}]`, -32600],
    ['an empty batch', '[]', -32600],
    ['a number', '1', -32600],
    ['null', 'null', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ])('%s is 400', async (_, body, code) => {
    const response = await post(body);
    expect([response.status, (await replyOf(response)).error?.code]).toEqual([400, code]);
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp']])(
    'of type %s is 415',
    async type => {
      expect((await post(JSON.stringify(rpc('ping')), { 'content-type': type })).status).toBe(415);
    },
  );

  it('takes a charset, and nothing compressed', async () => {
    const body = JSON.stringify(rpc('ping'));
    expect((await post(body, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect((await post(body, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it.each([[[]], ['x'], [3], [true]])('arguments %j are no object', async args => {
    expect((await replyOf(await call(args))).error).toEqual({
      code: -32602,
      message: 'Invalid params: arguments is an object',
    });
  });

  it('arguments left out or null are none', async () => {
    expect(await textOf(await call(undefined))).toMatch(/^mailglob error 51002: pattern is required/);
    expect(await textOf(await call(null))).toMatch(/^mailglob error 51002: pattern is required/);
  });
});

describe('what is not for the gateway', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('%s is 405', async method => {
    const response = await fetch(endpoint(), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['/', '/mcp/', '/MCP', '/mcp/x', '//mcp'])('%s is 404', async path => {
    expect((await fetch(`${server.origin}${path}`, { method: 'POST', headers: json, body: '{}' })).status).toBe(404);
  });

  it('ignores a query', async () => {
    const response = await fetch(`${endpoint()}?x=1`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(rpc('ping')),
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['TRACE', 'TRACE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'an absolute target',
      'POST http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /mcp HTTP/1.0\r\n\r\n', 403],
    [
      'a foreign host',
      'POST /mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      403,
    ],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['headers without end', `POST /mcp HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is turned away', async (_, request, status) => {
    expect(await raw(request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
