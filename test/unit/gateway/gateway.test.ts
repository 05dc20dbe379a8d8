import { MailglobError } from '../../../lib/errors.ts';
import { type Authenticate, noAuthentication } from '../../../lib/gateway/authenticate.ts';
import { createGateway, type GatewayOptions } from '../../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../../lib/gateway/hosts.ts';
import { refusal } from '../../../lib/gateway/refusal.ts';
import { readOnly, type Tool, type ToolEnvironment } from '../../../lib/tools/tool.ts';
import { brokenStore, sampleArchive, sampleService } from '../../doubles/toolService.ts';

async function gateway(fields: Partial<GatewayOptions> = {}, environment: Partial<ToolEnvironment> = {}) {
  const service = await sampleService(environment);
  const options = { ...service, path: '/mcp', allowedHosts: loopbackHosts, authenticate: noAuthentication, ...fields };
  return { handle: createGateway(options), entries: service.entries };
}

const request = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const callOf = (args: unknown, name = 'searchAttachments') =>
  request({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

interface Reply {
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}
const textOf = async (response: Response) => ((await response.json()) as Reply).result?.content[0]?.text;

const anyCost = {
  calls: expect.any(Number),
  rounds: expect.any(Number),
  rows: expect.any(Number),
  readUnits: 0,
  writeUnits: 0,
};

describe('the log', () => {
  it('has one line for a call that was answered', async () => {
    const { handle, entries } = await gateway();
    await handle(callOf({ pattern: 'invoice*' }), { requestId: 'r1' });
    expect(entries).toEqual([
      {
        event: 'call',
        tool: 'searchAttachments',
        outcome: 'answered',
        code: null,
        milliseconds: expect.any(Number),
        items: 3,
        requestId: 'r1',
        cost: anyCost,
      },
    ]);
  });

  it('has one line for a call that was refused, for an unknown tool and for a request turned away', async () => {
    const { handle, entries } = await gateway();
    await handle(callOf({ pattern: '*', limit: 0 }), { requestId: 'r1' });
    await handle(callOf({}, 'secretTool'), { requestId: 'r2' });
    await handle(request('{'), { requestId: 'r3' });
    expect(entries).toMatchObject([
      {
        event: 'call',
        tool: 'searchAttachments',
        outcome: 'refused',
        code: 51001,
        items: 0,
        requestId: 'r1',
        cost: null,
      },
      { event: 'call', tool: '(unknown)', outcome: 'unknownTool', code: null, requestId: 'r2' },
      { event: 'refusal', status: 400, requestId: 'r3' },
    ]);
  });

  it('holds nothing of what was asked or found', async () => {
    const { handle, entries } = await gateway();
    const calls = [
      { pattern: 'zqxjkv*' },
      { pattern: 'invoice*', from: 'zqxjkv@example.com' },
      { pattern: 'zqxjkv', accountIds: ['zqxjkv'] },
      { pattern: '*', zqxjkv: 1 },
      { pattern: '*', cursor: 'zqxjkv' },
    ];
    for (const args of calls) await handle(callOf(args));
    await handle(callOf({ pattern: '*' }, 'zqxjkv'));
    await handle(request('{"zqxjkv"'));
    await handle(request({ jsonrpc: '2.0', id: 1, method: 'zqxjkv' }));
    await handle(request({}, { authorization: 'Bearer zqxjkv', origin: 'http://zqxjkv.example' }));
    expect(entries.length).toBeGreaterThanOrEqual(calls.length + 3);
    expect(JSON.stringify(entries)).not.toMatch(/zqxjkv|example|invoice|alpha/i);
  });
});

describe('a failure that nobody foresaw', () => {
  const secret = 'zqxjkv';

  it('is 54001 with the request’s id, and the log says where it came from without its message', async () => {
    const error = Object.assign(new TypeError(`${secret}\n    at ${secret}`), {
      code: 'SQLITE_BUSY',
      cause: new Error(secret),
    });
    const archive = { ...(await sampleArchive()), store: brokenStore(error) };
    const { handle, entries } = await gateway({}, { archive });
    const response = await handle(callOf({ pattern: '*' }), { requestId: 'r9' });
    expect([response.status, await textOf(response)]).toEqual([
      200,
      'mailglob error 54001: the call failed; the log of the server says why under request r9.',
    ]);
    expect(entries).toMatchObject([
      {
        outcome: 'failed',
        code: 54001,
        requestId: 'r9',
        error: { name: 'TypeError', code: 'SQLITE_BUSY', at: expect.any(Array), cause: { name: 'Error', code: null } },
      },
    ]);
    expect(JSON.stringify(entries)).toMatch(/gateway\.test\.ts/);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it.each([['text'], [undefined], [null], [{ message: secret }], [new MailglobError(54001, secret)]])(
    'is the same for whatever was thrown (%j)',
    async thrown => {
      const tool: Tool = {
        name: 'broken',
        title: 'Broken',
        description: '',
        inputSchema: { type: 'object', properties: {} },
        outputSchema: { type: 'object', properties: {} },
        annotations: readOnly,
        call: async () => {
          throw thrown;
        },
      };
      const { handle, entries } = await gateway({ tools: new Map([[tool.name, tool]]) });
      expect(await textOf(await handle(callOf({}, 'broken')))).toMatch(/^mailglob error 54001: the call failed; /);
      expect(JSON.stringify(entries)).not.toContain(secret);
    },
  );

  it('before a call is 500, with as little', async () => {
    const authenticate: Authenticate = async () => {
      throw new Error(secret);
    };
    const { handle, entries } = await gateway({ authenticate });
    const response = await handle(callOf({ pattern: '*' }), { requestId: 'r9' });
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: 'the request failed; the log of the server says why under request r9' },
      },
    ]);
    expect(entries).toMatchObject([
      { event: 'failure', requestId: 'r9' },
      { event: 'refusal', status: 500 },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('in a refusal keeps the cause for the log', async () => {
    const archive = {
      ...(await sampleArchive()),
      store: brokenStore(new MailglobError(55001, 'damaged.', new RangeError(secret))),
    };
    const { handle, entries } = await gateway({}, { archive });
    expect(await textOf(await handle(callOf({ pattern: '*' })))).toBe('mailglob error 55001: damaged.');
    expect(entries).toMatchObject([{ outcome: 'refused', code: 55001, error: { cause: { name: 'RangeError' } } }]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('who may call', () => {
  it('is asked after host, path and method, before the body is read', async () => {
    const authenticate: Authenticate = async () => refusal(401, 'no', { 'www-authenticate': 'Bearer' });
    const { handle } = await gateway({ authenticate });
    expect((await handle(request('{'))).status).toBe(401);
    expect((await handle(request('{}', { host: 'evil.example' }))).status).toBe(403);
    expect((await handle(new Request('http://localhost/x', { headers: { host: 'localhost' } }))).status).toBe(404);
    expect((await handle(new Request('http://localhost/mcp', { headers: { host: 'localhost' } }))).status).toBe(405);
  });

  it('must be allowed to read', async () => {
    const { handle } = await gateway({
      authenticate: async () => ({ id: 'x', accounts: '*', scopes: new Set(['admin']) }),
    });
    const response = await handle(callOf({ pattern: '*' }));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="mailglob", error="insufficient_scope", scope="read"',
    ]);
  });

  it('reads what is granted', async () => {
    const { handle } = await gateway({
      authenticate: async () => ({ id: 'x', accounts: ['beta'], scopes: new Set(['read']) }),
    });
    expect(await textOf(await handle(callOf({ pattern: '*' })))).toMatch(/"returned":1,/);
    expect(await textOf(await handle(callOf({ pattern: '*', accountIds: ['alpha'] })))).toMatch(
      /^mailglob error 53001: account 'alpha'/,
    );
  });
});

describe('replies', () => {
  it('are never kept or guessed at', async () => {
    const { handle } = await gateway();
    for (const body of [{ jsonrpc: '2.0', id: 1, method: 'ping' }, '{']) {
      const { headers } = await handle(request(body));
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    }
  });

  it('carry the same JSON as text and as structured content', async () => {
    const { handle } = await gateway();
    const { result } = (await (await handle(callOf({ pattern: '*' }))).json()) as { result: Record<string, unknown> };
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    expect(result.isError).toBeUndefined();
  });

  it('to a list with a cursor say that there is none', async () => {
    const { handle } = await gateway();
    const reply = await handle(request({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }));
    expect(await reply.json()).toMatchObject({ error: { code: -32602 } });
  });
});
