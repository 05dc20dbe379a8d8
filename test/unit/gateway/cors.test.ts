import { noAuthentication } from '../../../lib/gateway/authenticate.ts';
import { createGateway } from '../../../lib/gateway/gateway.ts';
import { loopbackHosts } from '../../../lib/gateway/hosts.ts';
import { refusal } from '../../../lib/gateway/refusal.ts';
import { sampleService } from '../../doubles/toolService.ts';

const page = 'https://app.example.com';

async function send(
  method: string,
  headers: Record<string, string>,
  { corsOrigins = [page] as readonly string[] | null, authenticate = noAuthentication } = {},
) {
  const options = { ...(await sampleService()), path: '/mcp', allowedHosts: loopbackHosts, authenticate };
  const gateway = createGateway(corsOrigins === null ? options : { ...options, corsOrigins });
  const body = method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : null;
  const all = { host: 'localhost', 'content-type': 'application/json', ...headers };
  return await gateway(new Request('http://localhost/mcp', { method, headers: all, body }));
}

const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
const corsOf = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'));

describe('pages of other origins', () => {
  it('are turned away where none is named', async () => {
    for (const corsOrigins of [null, []]) {
      const asked = await send('OPTIONS', { origin: page, ...asks }, { corsOrigins });
      const called = await send('POST', { origin: page }, { corsOrigins });
      expect([asked.status, corsOf(asked), called.status, corsOf(called)]).toEqual([403, [], 403, []]);
    }
  });

  it('are told what they may send, and read what is answered, refusals too, where they are named', async () => {
    const asked = await send('OPTIONS', { origin: page, ...asks });
    expect([asked.status, await asked.text()]).toEqual([204, '']);
    expect(Object.fromEntries(corsOf(asked))).toEqual({
      'access-control-allow-headers': expect.stringContaining('authorization, content-type'),
      'access-control-allow-methods': 'POST',
      'access-control-allow-origin': page,
      'access-control-expose-headers': expect.stringContaining('www-authenticate'),
      'access-control-max-age': '600',
    });
    const called = await send('POST', { origin: page });
    expect([called.status, called.headers.get('access-control-allow-origin')]).toEqual([200, page]);
    const authenticate = async () => refusal(401, 'no');
    const refused = await send('POST', { origin: page }, { authenticate });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, page]);
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    expect(called.headers.get('vary')).toBe('origin');
  });

  it.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'HTTPS://APP.EXAMPLE.COM',
    'null',
    `${page}, https://evil.example`,
  ])('such as %s are turned away where another is named', async origin => {
    const asked = await send('OPTIONS', { origin, ...asks });
    const called = await send('POST', { origin });
    expect([asked.status, corsOf(asked), called.status, corsOf(called)]).toEqual([403, [], 403, []]);
  });

  it('change nothing for those who send no origin', async () => {
    const called = await send('POST', {});
    expect([called.status, corsOf(called)]).toEqual([200, []]);
    expect((await send('OPTIONS', asks)).status).toBe(405);
    expect((await send('OPTIONS', { origin: page })).status).toBe(405);
  });
});
