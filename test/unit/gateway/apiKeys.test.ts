import {
  type ApiKeyGrant,
  createApiKey,
  findApiKey,
  idOfKey,
  listApiKeys,
  recordKeyUse,
  revokeApiKey,
} from '../../../lib/gateway/apiKeys.ts';
import { digestOfKey } from '../../../lib/gateway/apiKeyText.ts';
import { limits } from '../../../lib/limits.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

const ann: ApiKeyGrant = {
  name: 'Ann’s desk',
  accounts: ['billing'],
  library: false,
  scopes: ['read'],
  expiresAt: 5000,
};
const everything: ApiKeyGrant = {
  name: 'all',
  accounts: '*',
  library: true,
  scopes: ['read', 'admin'],
  expiresAt: null,
};
const hour = limits.keyUseMilliseconds.value;

describe('API keys', () => {
  it('are found by their digest, with what they give, until they are revoked', async () => {
    const store = memoryStore();
    const { key, stored } = await createApiKey(store, ann, 1000);
    await createApiKey(store, everything, 2000);
    expect(stored).toEqual({ ...ann, digest: digestOfKey(key), createdAt: 1000, lastUsedAt: null });
    expect(await findApiKey(store, digestOfKey(key))).toEqual(stored);
    await recordKeyUse(store, stored, 3000);
    await revokeApiKey(store, stored);
    expect(await findApiKey(store, digestOfKey(key))).toBeNull();
    expect((await listApiKeys(store)).map(({ name }) => name)).toEqual(['all']);
    expect([...store.rows.values()]).toHaveLength(1);
  });

  it('are in no row, whole or in part', async () => {
    const store = memoryStore();
    const { key, stored } = await createApiKey(store, ann);
    await recordKeyUse(store, stored);
    const rows = JSON.stringify([...store.rows.values()]);
    for (let at = 0; at + 8 <= key.length; at++) expect(rows).not.toContain(key.slice(at, at + 8));
  });

  it('are listed the oldest first, with when they were last used', async () => {
    const store = memoryStore();
    const made = [];
    for (let i = 9; i > 0; i--) made.unshift((await createApiKey(store, { ...ann, name: `n${i}` }, i)).stored);
    const [, second] = made;
    if (second) await recordKeyUse(store, second, 77);
    const listed = await listApiKeys(store);
    expect(listed.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual(
      made.map(({ name }, i) => [name, i === 1 ? 77 : null]),
    );
    expect(new Set(listed.map(idOfKey)).size).toBe(9);
  });

  it('are recorded as used once an hour', async () => {
    const store = memoryStore();
    const { stored } = await createApiKey(store, ann, 0);
    const used = async (at: number) => {
      const found = await findApiKey(store, stored.digest);
      if (found) await recordKeyUse(store, found, at);
      return (await findApiKey(store, stored.digest))?.lastUsedAt;
    };
    expect(await used(1000)).toBe(1000);
    expect(await used(1000 + hour - 1)).toBe(1000);
    expect(await used(1000 + hour)).toBe(1000 + hour);
  });

  it('are not brought back by a use that was going on while they were revoked', async () => {
    const store = memoryStore();
    const { stored } = await createApiKey(store, ann, 0);
    await revokeApiKey(store, stored);
    await recordKeyUse(store, stored, 5);
    expect(await findApiKey(store, stored.digest)).toBeNull();
    expect(await listApiKeys(store)).toEqual([]);
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"name":"x","accounts":"all","library":true,"scopes":["read"],"expiresAt":null,"createdAt":1}',
    '{"name":"x","accounts":"*","library":true,"scopes":"read","expiresAt":null,"createdAt":1}',
    '{"name":"x","accounts":"*","library":true,"scopes":["read"],"createdAt":1}',
    '{"name":"x","accounts":[1],"library":true,"scopes":["read"],"expiresAt":null,"createdAt":1}',
    '{"name":"x","accounts":"*","scopes":["read"],"expiresAt":null,"createdAt":1}',
  ])('let nobody in by a row that is broken: %s', async data => {
    const store = memoryStore();
    const { stored } = await createApiKey(store, everything);
    for (const row of store.rows.values()) await store.put([{ ...row, data }]);
    expect(await findApiKey(store, stored.digest)).toBeNull();
    expect(await listApiKeys(store)).toEqual([]);
  });
});
