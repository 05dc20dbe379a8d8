import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import type { HttpEvent, HttpResult } from '../../../lib/aws/lambdaHttp.ts';
import { encodeAccessRules } from '../../../lib/gateway/accessRules.ts';
import { limits } from '../../../lib/limits.ts';

/** Services that refuse everything, in words that no log may have. */
const services = createServer((request: IncomingMessage, response) => {
  asked.push(String(request.headers['x-amz-target']));
  request.resume();
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify({ __type: 'AccessDeniedException', message: 'zqxjkv' }));
});
const asked: string[] = [];
let handler: (event: HttpEvent) => Promise<HttpResult>;
const logged: string[] = [];
const write = jest.spyOn(process.stderr, 'write').mockImplementation(text => logged.push(String(text)) > 0);

beforeAll(async () => {
  await new Promise<void>(resolve => services.listen(0, '127.0.0.1', resolve));
  const { port } = services.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    MAILGLOB_ACCESS_RULES: encodeAccessRules({ modes: [], oauth: null, grants: [] }),
    MAILGLOB_TABLE: 't',
    MAILGLOB_BUCKET: 'b',
    MAILGLOB_ACCOUNTS: '["a"]',
    MAILGLOB_EXTRACT_QUEUE: 'q',
    MAILGLOB_VERSION: '0',
    MAILGLOB_TIME_ZONE: 'UTC',
    MAILGLOB_HOSTS: '[]',
    MAILGLOB_SCAN_ROWS: '1000',
    MAILGLOB_SCAN_MILLISECONDS: '1000',
    MAILGLOB_REPRESENTATION_CHARACTERS: '1000',
    MAILGLOB_READ_CHARACTERS: '1000',
    MAILGLOB_CALLS_PER_MINUTE: '100',
    MAILGLOB_CORS_ORIGINS: '[]',
    MAILGLOB_CURSOR_KEY_SECRET: 's',
    MAILGLOB_URL: 'https://api.example.com/mcp',
    MAILGLOB_EDGE_MARK: '',
  });
  ({ handler } = await import('../../../functions/query.ts'));
});
afterAll(async () => {
  write.mockRestore();
  services.closeAllConnections();
  await new Promise(resolve => services.close(resolve));
});

const eventOf = (fields: Partial<HttpEvent> = {}): HttpEvent => ({
  rawPath: '/mcp',
  headers: { host: 'api.example.com', 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"searchAttachments","arguments":{"pattern":"*"}}}',
  requestContext: { domainName: 'api.example.com', requestId: 'r1', http: { method: 'POST' } },
  ...fields,
});

it('answers for itself where the secret of cursors cannot be read, and says nothing of why', async () => {
  const { statusCode, body, headers } = await handler(eventOf());
  expect([statusCode, body]).toEqual([500, expect.stringMatching(/the log of the server says why under request r1/)]);
  expect(headers['cache-control']).toBe('no-store');
  expect(logged.join('')).toMatch(/"event":"failure","requestId":"r1"/);
  expect(body + logged.join('')).not.toContain('zqxjkv');
});

it('turns away whom it need not know without a question to any service', async () => {
  const before = asked.length;
  expect((await handler(eventOf({ headers: { host: 'evil.example' } }))).statusCode).toBe(403);
  expect((await handler(eventOf({ rawPath: '/admin' }))).statusCode).toBe(404);
  expect((await handler(eventOf({ body: '{' }))).statusCode).toBe(400);
  expect(asked.slice(before)).toEqual([]);
});

it('lists so many refusals a second and counts the others, however many events they come by', async () => {
  logged.length = 0;
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    // Later than whatever the other tests had listed.
    jest.advanceTimersByTime(1e9);
    for (let i = 0; i < 3 * limits.refusalLines.value; i++) await handler(eventOf({ rawPath: '/admin' }));
  } finally {
    jest.useRealTimers();
  }
  expect(logged.filter(line => line.includes('"event":"refusal"'))).toHaveLength(limits.refusalLines.value);
});
