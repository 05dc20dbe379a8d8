// API keys as rows of the archive: made, found by their digest, listed, revoked. A key itself is in no row. When one was
// last used is a row of its own, so that whoever may write that can give nobody a key.

import { apiKeyPk, apiKeyRowKey, keyUsePk, keyUseRowKey } from '../archive/keys.ts';
import type { Row, Store } from '../archive/ports.ts';
import { readAll } from '../archive/readAll.ts';
import { limits } from '../limits.ts';
import type { Scope } from '../tools/caller.ts';
import { digestOfKey, makeApiKey } from './apiKeyText.ts';

/** What a key gives. */
export interface ApiKeyGrant {
  /** What its holder is called by the operator. */
  readonly name: string;
  readonly accounts: '*' | readonly string[];
  /** Whether the documents under `library/` may be read. */
  readonly library: boolean;
  readonly scopes: readonly Scope[];
  /** Epoch milliseconds; null for a key that does not expire. */
  readonly expiresAt: number | null;
}

/** What is stored of a key; the key itself is shown once and not kept. */
export interface ApiKey extends ApiKeyGrant {
  /** Hex SHA-256 of the key. */
  readonly digest: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds, behind by an hour at most; null for a key that was never used. */
  readonly lastUsedAt: number | null;
}

const idLength = 12;

/** The name of a key that a person types and a list shows: the first digits of its digest, by which nobody gets in. */
export const idOfKey = ({ digest }: Pick<ApiKey, 'digest'>): string => digest.slice(0, idLength);

/** Makes a key and stores its digest. */
export async function createApiKey(
  store: Store,
  { name, accounts, library, scopes, expiresAt }: ApiKeyGrant,
  now: number = Date.now(),
): Promise<{ readonly key: string; readonly stored: ApiKey }> {
  const key = makeApiKey();
  const digest = digestOfKey(key);
  const data = JSON.stringify({ name, accounts, library, scopes, expiresAt, createdAt: now });
  if (!(await store.putIfAbsent({ ...apiKeyRowKey(digest), data }))) throw new Error('two keys have one digest');
  return { key, stored: { digest, name, accounts, library, scopes, expiresAt, createdAt: now, lastUsedAt: null } };
}

/** The key of a digest as it is stored now; null where there is none. */
export async function findApiKey(store: Store, digest: string): Promise<ApiKey | null> {
  const [row, use] = await store.get([apiKeyRowKey(digest), keyUseRowKey(digest)], undefined, { latest: true });
  return row ? apiKeyOf(row, use) : null;
}

/** Every key, expired ones too, the oldest first. */
export async function listApiKeys(store: Store): Promise<readonly ApiKey[]> {
  const uses = new Map<string, Row>();
  for await (const use of readAll(store, keyUsePk)) uses.set(use.sk, use);
  const keys: ApiKey[] = [];
  for await (const row of readAll(store, apiKeyPk)) {
    const key = apiKeyOf(row, uses.get(row.sk));
    if (key) keys.push(key);
  }
  return keys.toSorted((a, b) => a.createdAt - b.createdAt);
}

/** Takes a key away: from the next call on nobody gets in by it. */
export async function revokeApiKey(store: Store, { digest }: Pick<ApiKey, 'digest'>): Promise<void> {
  await store.delete([apiKeyRowKey(digest), keyUseRowKey(digest)]);
}

/** Records that a key was used, unless that was recorded within the hour. What another wrote meanwhile stands. */
export async function recordKeyUse(
  store: Store,
  { digest, lastUsedAt }: Pick<ApiKey, 'digest' | 'lastUsedAt'>,
  now: number = Date.now(),
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < limits.keyUseMilliseconds.value) return;
  const row = { ...keyUseRowKey(digest), data: String(now) };
  if (lastUsedAt === null) await store.putIfAbsent(row);
  else await store.replace(row, String(lastUsedAt));
}

function apiKeyOf({ sk, data }: Row, use: Row | undefined): ApiKey | null {
  try {
    const key = JSON.parse(data) as Omit<ApiKey, 'digest' | 'lastUsedAt'>;
    const { name, accounts, library, scopes, expiresAt, createdAt } = key;
    const isKey =
      typeof name === 'string' &&
      (accounts === '*' || isListOfTexts(accounts)) &&
      typeof library === 'boolean' &&
      isListOfTexts(scopes) &&
      (expiresAt === null || typeof expiresAt === 'number') &&
      typeof createdAt === 'number';
    const lastUsedAt = use && /^\d{1,15}$/.test(use.data) ? Number(use.data) : null;
    return isKey ? { digest: sk, name, accounts, library, scopes, expiresAt, createdAt, lastUsedAt } : null;
  } catch {
    return null;
  }
}

const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(one => typeof one === 'string');
