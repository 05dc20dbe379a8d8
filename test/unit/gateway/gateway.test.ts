import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { MailglobError } from '../../../lib/errors.ts';
import type { Admission } from '../../../lib/gateway/admission.ts';
import { type Authenticate, noAuthentication } from '../../../lib/gateway/authenticate.ts';
import { createGateway, type GatewayOptions } from '../../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../../lib/gateway/hosts.ts';
import { refusal } from '../../../lib/gateway/refusal.ts';
import { limits } from '../../../lib/limits.ts';
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

  it('of a thousand requests before a call does not fill the log', async () => {
    const authenticate: Authenticate = async () => {
      throw new Error(secret);
    };
    const { handle, entries } = await gateway({ authenticate });
    // Within one second, however long it takes.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      for (let i = 0; i < 1_000; i++) expect((await handle(callOf({ pattern: '*' }))).status).toBe(500);
    } finally {
      jest.useRealTimers();
    }
    expect(entries).toHaveLength(2 * limits.refusalLines.value);
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
      authenticate: async () => ({ id: 'x', accounts: '*', library: true, scopes: new Set(['admin']) }),
    });
    const response = await handle(callOf({ pattern: '*' }));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="mailglob", error="insufficient_scope", scope="read"',
    ]);
  });

  it('reads what is granted', async () => {
    const { handle } = await gateway({
      authenticate: async () => ({ id: 'x', accounts: ['beta'], library: true, scopes: new Set(['read']) }),
    });
    expect(await textOf(await handle(callOf({ pattern: '*' })))).toMatch(/"returned":1,/);
    expect(await textOf(await handle(callOf({ pattern: '*', accountIds: ['alpha'] })))).toMatch(
      /^mailglob error 53001: account 'alpha'/,
    );
  });
});

describe('what tools are handed', () => {
  it('is fetched for requests that were let in, and for no others', async () => {
    const { environment } = await sampleService();
    let fetched = 0;
    const { handle } = await gateway({
      environment: async () => {
        fetched++;
        return environment;
      },
    });
    expect((await handle(request('{}', { host: 'evil.example' }))).status).toBe(403);
    expect((await handle(new Request('http://localhost/mcp', { headers: { host: 'localhost' } }))).status).toBe(405);
    expect((await handle(request('{'))).status).toBe(400);
    expect(fetched).toBe(0);
    expect(await textOf(await handle(callOf({ pattern: 'invoice*' })))).toMatch(/"returned":3,/);
    expect(fetched).toBe(1);
  });

  it.each([
    ['not to be had', 500, async () => Promise.reject(new Error('zqxjkv'))],
    ['late', 504, () => new Promise<never>(() => {})],
  ])('and is %s is %i, and the log says why', async (_, status, environment) => {
    const { handle, entries } = await gateway({ environment, responseMilliseconds: 20 });
    const response = await handle(callOf({ pattern: '*' }), { requestId: 'r9' });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining('r9')]);
    expect(entries).toMatchObject([
      { event: 'failure', requestId: 'r9' },
      { event: 'refusal', status },
    ]);
    expect(JSON.stringify(entries)).not.toContain('zqxjkv');
  });
});

describe('what one caller may ask', () => {
  const authenticate: Authenticate = async () => ({
    id: 'ann',
    accounts: '*',
    library: true,
    scopes: new Set(['read']),
  });

  it('is bounded after who it is was told, before the body is read', async () => {
    const asked: string[] = [];
    const admission: Admission = {
      admit: async ({ id }) => {
        asked.push(id);
        return refusal(429, 'too many', { 'retry-after': '9' });
      },
    };
    const { handle, entries } = await gateway({ authenticate, admission });
    const response = await handle(request('{'));
    expect([response.status, response.headers.get('retry-after'), asked]).toEqual([429, '9', ['ann']]);
    expect(entries).toEqual([{ event: 'refusal', status: 429, requestId: expect.any(String) }]);
    expect((await handle(new Request('http://localhost/mcp', { headers: { host: 'localhost' } }))).status).toBe(405);
    const { handle: closed } = await gateway({ admission, authenticate: async () => refusal(401, 'no') });
    expect((await closed(request('{}'))).status).toBe(401);
    expect(asked).toEqual(['ann']);
  });

  it('has headers of a bounded size', async () => {
    const { handle } = await gateway();
    const withHeaders = (length: number) =>
      handle(request({ jsonrpc: '2.0', id: 1, method: 'ping' }, { x: 'x'.repeat(length) }));
    expect((await withHeaders(15_000)).status).toBe(200);
    expect((await withHeaders(limits.requestHeaderBytes.value)).status).toBe(431);
  });
});

describe('what takes too long', () => {
  const never = () => new Promise<never>(() => {});
  const slow: Tool = {
    name: 'slow',
    title: 'Slow',
    description: '',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: {} },
    annotations: readOnly,
    call: never,
  };

  it('in a call is given up with 54001, and the log says so', async () => {
    const { handle, entries } = await gateway({ tools: new Map([['slow', slow]]), callMilliseconds: 5 });
    expect(await textOf(await handle(callOf({}, 'slow'), { requestId: 'r9' }))).toBe(
      'mailglob error 54001: the call took too long and was given up; the log of the server says why under request r9.',
    );
    expect(entries).toMatchObject([
      { event: 'call', tool: 'slow', outcome: 'failed', code: 54001, error: { name: 'DeadlinePassed' } },
    ]);
  });

  it('elsewhere is 504', async () => {
    const { handle, entries } = await gateway({ authenticate: never, responseMilliseconds: 5 });
    const response = await handle(callOf({ pattern: '*' }), { requestId: 'r9' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([504, 'no-store']);
    expect(entries).toMatchObject([
      { event: 'failure', error: { name: 'DeadlinePassed' } },
      { event: 'refusal', status: 504 },
    ]);
  });

  it('is given up before the function is, and that before API Gateway cuts', () => {
    const { callMilliseconds, responseMilliseconds, sideWorkMilliseconds } = limits;
    expect(callMilliseconds.value).toBeLessThan(responseMilliseconds.value);
    const timeout = Number(/query:[\s\S]*?timeout: (\d+)/.exec(readFileSync('serverless.yml', 'utf8'))?.[1]) * 1000;
    expect(responseMilliseconds.value + sideWorkMilliseconds.value).toBeLessThan(timeout);
    expect(timeout).toBeLessThan(30_000);
  });
});

describe('replies', () => {
  it('are never kept, framed, guessed at or told of', async () => {
    const { handle } = await gateway();
    const over = (scheme: string, body: unknown) => {
      const { headers } = request(body);
      return handle(new Request(`${scheme}://localhost/mcp`, { method: 'POST', headers, body: JSON.stringify(body) }));
    };
    for (const body of [{ jsonrpc: '2.0', id: 1, method: 'ping' }, [1]]) {
      const expected = {
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      };
      const plain = Object.fromEntries((await over('http', body)).headers);
      expect(plain).toEqual({ 'content-type': expect.stringMatching(/^application\/json/), ...expected });
      const secure = Object.fromEntries((await over('https', body)).headers);
      expect(secure).toEqual({ ...plain, 'strict-transport-security': 'max-age=63072000' });
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
