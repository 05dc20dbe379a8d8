import { type ApiKey, createApiKey, findApiKey } from '../../../lib/gateway/apiKeys.ts';
import { digestOfKey, makeApiKey } from '../../../lib/gateway/apiKeyText.ts';
import { apiKeyAuthentication, eitherAuthentication, noAuthentication } from '../../../lib/gateway/authenticate.ts';
import { reasonOf } from '../../../lib/gateway/refusal.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

const key = makeApiKey();
const stored: ApiKey = {
  digest: digestOfKey(key),
  name: 'desk',
  accounts: ['alpha'],
  library: false,
  scopes: ['read'],
  createdAt: 0,
  expiresAt: 1000,
  lastUsedAt: null,
};

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/mcp', { headers });
const bearer = (token: string) => request({ authorization: `Bearer ${token}` });

/** The caller, or status and challenge of the response; how often was looked up; and who was told of. */
async function outcome(sent: Request, { now = 0, found = stored as ApiKey | null } = {}) {
  const asked: string[] = [];
  const used: ApiKey[] = [];
  const result = await apiKeyAuthentication({
    find: async digest => {
      asked.push(digest);
      return found !== null && (digest === stored.digest || found !== stored) ? found : null;
    },
    used: one => void used.push(one),
    now: () => now,
  })(sent);
  const turnedAway = result instanceof Response;
  return {
    result: turnedAway ? [result.status, result.headers.get('www-authenticate'), await result.text()] : result,
    asked: asked.length,
    used: used.length,
    reason: turnedAway ? reasonOf(result) : undefined,
  };
}

const refused = [401, 'Bearer realm="mailglob", error="invalid_token"', expect.stringContaining('not accepted')];

describe('apiKeyAuthentication', () => {
  it('lets a key in, with what it grants, by either header', async () => {
    const id = `key:${stored.digest.slice(0, 16)}`;
    const letIn = { result: { id, accounts: ['alpha'], library: false, scopes: new Set(['read']) }, asked: 1, used: 1 };
    expect(await outcome(bearer(key))).toEqual(letIn);
    expect(await outcome(request({ authorization: `bearer  ${key}` }))).toEqual(letIn);
    expect(await outcome(request({ 'x-api-key': key }))).toEqual(letIn);
  });

  it('asks for a key where there is none', async () => {
    const asks = [401, 'Bearer realm="mailglob"', expect.stringContaining('an API key is needed')];
    expect(await outcome(request())).toEqual({ result: asks, asked: 0, used: 0, reason: 'no credentials' });
    const inUrl = new Request(`http://localhost/mcp?api_key=${key}&authorization=Bearer%20${key}`);
    expect(await outcome(inUrl)).toEqual({ result: asks, asked: 0, used: 0, reason: 'no credentials' });
  });

  it.each([
    ['', 0],
    ['Bearer', 0],
    ['Bearer ', 0],
    [key, 0],
    [`Basic ${key}`, 0],
    [`Bearer ${key}, Bearer ${key}`, 0],
    [`Bearer ${key} x`, 0],
    [`Bearer ${'x'.repeat(10_000)}`, 0],
    [`Bearer ${key}0`, 0],
    [`Bearer ${key.toUpperCase()}`, 0],
    [`Bearer ${digestOfKey(key)}`, 0],
    [`Bearer ${makeApiKey()}`, 1],
  ])('turns %j away', async (authorization, asked) => {
    expect(await outcome(request({ authorization }))).toEqual({
      result: refused,
      asked,
      used: 0,
      reason: 'no such key',
    });
  });

  it('compares what a look-up gives', async () => {
    for (const digest of [digestOfKey('other'), '', stored.digest.toUpperCase(), `${stored.digest}0`]) {
      const found = { ...stored, digest };
      expect(await outcome(bearer(key), { found })).toEqual({
        result: refused,
        asked: 1,
        used: 0,
        reason: 'no such key',
      });
    }
  });

  it('turns an expired key away as it does an unknown one, and tells the log alone which', async () => {
    expect(await outcome(bearer(key), { now: 999 })).toMatchObject({ used: 1 });
    expect(await outcome(bearer(key), { now: 1000 })).toEqual({
      ...(await outcome(bearer(makeApiKey()))),
      reason: 'expired',
    });
    const lasting = { now: 1e15, found: { ...stored, expiresAt: null } };
    expect(await outcome(bearer(key), lasting)).toMatchObject({ used: 1 });
  });

  it('reads a store the same number of times for a key that is there, one that expired and one that is not', async () => {
    const store = memoryStore();
    const counts: number[] = [];
    const grant = { name: 'x', accounts: '*', library: true, scopes: ['read'] } as const;
    const good = await createApiKey(store, { ...grant, expiresAt: null });
    const expired = await createApiKey(store, { ...grant, expiresAt: 1 });
    for (const one of [good.key, expired.key, makeApiKey()]) {
      let gets = 0;
      const get: typeof store.get = async (...args) => {
        gets++;
        return await store.get(...args);
      };
      const counting = { ...store, get };
      await apiKeyAuthentication({ find: digest => findApiKey(counting, digest) })(bearer(one));
      counts.push(gets);
    }
    expect(counts).toEqual([1, 1, 1]);
  });
});

describe('eitherAuthentication', () => {
  const by = (id: string) => async () => ({ id, accounts: [], library: true, scopes: new Set<never>() });
  const either = eitherAuthentication(by('key'), by('token'));

  it('leaves keys to the one and everything else to the other', async () => {
    expect(await either(bearer(key))).toMatchObject({ id: 'key' });
    expect(await either(request({ 'x-api-key': 'x' }))).toMatchObject({ id: 'key' });
    expect(await either(bearer('e30.e30.e30'))).toMatchObject({ id: 'token' });
    expect(await either(request())).toMatchObject({ id: 'token' });
  });
});

it('noAuthentication lets everyone in with everything', async () => {
  expect(await noAuthentication(request())).toEqual({
    id: 'everyone',
    accounts: '*',
    library: true,
    scopes: new Set(['read', 'admin']),
  });
});
