import { type ApiKey, apiKeyAuthentication, digestOfKey, noAuthentication } from '../../../lib/gateway/authenticate.ts';

const key: ApiKey = {
  digest: digestOfKey('mg_0123456789abcdef'),
  accounts: ['alpha'],
  scopes: ['read'],
  expiresAt: 1000,
};

const request = (authorization?: string) =>
  new Request('http://localhost/mcp', { headers: authorization === undefined ? {} : { authorization } });

/** The caller, or status and challenge of the response. */
async function outcome(authorization: string | undefined, { now = 0, found = key as ApiKey | null } = {}) {
  const asked: string[] = [];
  const find = async (digest: string) => {
    asked.push(digest);
    return found !== null && (digest === key.digest || found !== key) ? found : null;
  };
  const result = await apiKeyAuthentication(find, () => now)(request(authorization));
  if (result instanceof Response) return [result.status, result.headers.get('www-authenticate'), asked.length];
  return result;
}

describe('apiKeyAuthentication', () => {
  it('lets a key in, with what it grants', async () => {
    const caller = { id: `key:${key.digest.slice(0, 16)}`, accounts: ['alpha'], scopes: new Set(['read']) };
    expect(await outcome('Bearer mg_0123456789abcdef')).toEqual(caller);
    expect(await outcome('bearer  mg_0123456789abcdef')).toEqual(caller);
  });

  it('asks for a key where there is none', async () => {
    expect(await outcome(undefined)).toEqual([401, 'Bearer realm="mailglob"', 0]);
  });

  it.each([
    ['', 0],
    ['Bearer', 0],
    ['Bearer ', 0],
    ['mg_0123456789abcdef', 0],
    ['Basic mg_0123456789abcdef', 0],
    ['Bearer mg_0123456789abcdef, Bearer mg_0123456789abcdef', 0],
    ['Bearer mg_0123456789abcdef x', 0],
    [`Bearer ${'x'.repeat(257)}`, 0],
    ['Bearer mg_0123456789abcdeg', 1],
    ['Bearer MG_0123456789ABCDEF', 1],
    [`Bearer ${digestOfKey('mg_0123456789abcdef')}`, 1],
  ])('turns %j away', async (authorization, lookUps) => {
    expect(await outcome(authorization)).toEqual([401, 'Bearer realm="mailglob", error="invalid_token"', lookUps]);
  });

  it('compares what a look-up gives', async () => {
    for (const digest of [digestOfKey('other'), '', key.digest.toUpperCase(), `${key.digest}0`]) {
      const refused = await outcome('Bearer mg_0123456789abcdef', { found: { ...key, digest } });
      expect(refused).toEqual(await outcome('Bearer mg_unknown'));
    }
  });

  it('turns an expired key away as it does an unknown one', async () => {
    expect(await outcome('Bearer mg_0123456789abcdef', { now: 999 })).toHaveProperty('accounts');
    const expired = await outcome('Bearer mg_0123456789abcdef', { now: 1000 });
    expect(expired).toEqual(await outcome('Bearer mg_unknown'));
    expect(
      await outcome('Bearer mg_0123456789abcdef', { now: 1e15, found: { ...key, expiresAt: null } }),
    ).toHaveProperty('accounts');
  });
});

it('noAuthentication lets everyone in with everything', async () => {
  expect(await noAuthentication(request())).toEqual({
    id: 'everyone',
    accounts: '*',
    scopes: new Set(['read', 'admin']),
  });
});
