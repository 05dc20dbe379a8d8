// Owner rows and what they lead to: every key that a message owns.

import { attachmentKey, messageKey, ownerKey, ownerPk } from './keys.ts';
import { nameTerms } from './names.ts';
import { peopleRowKey } from './people.ts';
import type { RowKey, Store } from './ports.ts';
import { encodePosition } from './position.ts';
import { readAll } from './readAll.ts';
import { type OwnerRow, readOwnerRow } from './rows.ts';

/** What is needed to take away the rows a message owns, its owner row and its further keys excepted. */
export function ownedRowKeys(owner: OwnerRow): RowKey[] {
  const { accountId, folderAlias, storedEmailId, receivedAt, messageDate, names } = owner;
  return [
    ...names.map(([number, name]): RowKey => {
      const key = attachmentKey(accountId, name, encodePosition({ at: messageDate, id: storedEmailId, number }));
      return { ...key, posting: { index: 'names', ...nameTerms(accountId, name) } };
    }),
    messageKey(accountId, folderAlias, receivedAt, storedEmailId),
    peopleRowKey(owner),
  ];
}

export async function readOwner(store: Store, storedEmailId: string): Promise<OwnerRow | null> {
  const [row] = await store.get([ownerKey(storedEmailId)]);
  return readOwnerRow(row);
}

/** Further keys that the same mail lies under, sorted. */
export async function extraKeys(store: Store, storedEmailId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const row of readAll(store, ownerPk(storedEmailId), { above: ownerKey(storedEmailId).sk }))
    keys.push(row.data);
  return keys.toSorted();
}
