import { call, endpoint, json, post, raw, replyOf, rpc, server, textOf } from './listeningGateway.ts';

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
    ['TRACE', 'TRACE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
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
