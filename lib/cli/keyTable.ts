// API keys as a person reads them. A key itself is nowhere here: only what is kept of it.

import { type ApiKey, idOfKey } from '../gateway/apiKeys.ts';
import { printable } from './printable.ts';
import { type Column, table } from './table.ts';

const columns: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME', cut: 'end' },
  { title: 'ACCOUNTS', cut: 'end' },
  { title: 'SCOPES' },
  { title: 'CREATED', expendable: 2 },
  { title: 'EXPIRES' },
  { title: 'LAST USED (UTC)', expendable: 1 },
];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The accounts of a key as one text. */
export const accountsText = (accounts: ApiKey['accounts']): string =>
  accounts === '*' ? 'all' : accounts.map(printable).join(', ');

function expiryText({ expiresAt }: ApiKey, now: number): string {
  if (expiresAt === null) return 'never';
  return expiresAt <= now ? `expired ${dayOf(expiresAt)}` : dayOf(expiresAt);
}

/** Title line and one line a key. */
export const keyTable = (keys: readonly ApiKey[], width: number | null, now: number = Date.now()): readonly string[] =>
  table(
    columns,
    keys.map(key => [
      idOfKey(key),
      printable(key.name),
      accountsText(key.accounts),
      key.scopes.join(', '),
      dayOf(key.createdAt),
      expiryText(key, now),
      key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
    ]),
    width,
  );

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The same for a program. */
export const keyRecord = (key: ApiKey) => ({
  id: idOfKey(key),
  name: key.name,
  accounts: key.accounts,
  library: key.library,
  scopes: key.scopes,
  createdAt: instant(key.createdAt),
  expiresAt: instant(key.expiresAt),
  lastUsedAt: instant(key.lastUsedAt),
});
