// Taking messages away with everything they own. Each step leaves what the next try completes: the owner row, which
// names the rest, goes last.

import type { Archive } from './archive.ts';
import { attachmentKey, messageKey, objectKey, ownerKey, ownerPk, quarantineKey, readMailBlobKey } from './keys.ts';
import { nameTerms } from './names.ts';
import type { RowKey, Store } from './ports.ts';
import { encodePosition } from './position.ts';
import { decodeOwner, encodeObject, type OwnerRow } from './rows.ts';

/** Keys of the rows a message owns, its owner row excepted. */
export function ownedKeys(owner: OwnerRow): RowKey[] {
  const { accountId, folderAlias, storedEmailId, receivedAt, messageDate, names } = owner;
  return [
    ...names.map(([number, name]) => ({
      ...attachmentKey(accountId, name, encodePosition({ at: messageDate, id: storedEmailId, number })),
      posting: { index: 'names' as const, terms: nameTerms(accountId, name) },
    })),
    messageKey(accountId, folderAlias, receivedAt, storedEmailId),
  ];
}

export async function readOwner(store: Store, storedEmailId: string): Promise<OwnerRow | null> {
  const [row] = await store.get([ownerKey(storedEmailId)]);
  return row ? decodeOwner(row) : null;
}

/** Further keys the same mail lies under. */
export async function extraKeys(store: Store, storedEmailId: string): Promise<string[]> {
  const page = await store.read({ pk: ownerPk(storedEmailId), above: '-', direction: 'ascending', limit: 1000 });
  return page.rows.map(row => row.data);
}

async function removeRows(store: Store, owner: OwnerRow): Promise<void> {
  const { storedEmailId } = owner;
  const extra = await store.read({ pk: ownerPk(storedEmailId), above: '-', direction: 'ascending', limit: 1000 });
  const objects = [owner.blobKey, ...extra.rows.map(row => row.data)].map(objectKey);
  await store.delete([...ownedKeys(owner), ...extra.rows, ...objects]);
  await store.delete([ownerKey(storedEmailId)]);
}

/**
 * Removes messages with their bytes and rows.
 * @returns for each id whether there was such a message
 */
export async function removeMessages(archive: Archive, storedEmailIds: readonly string[]): Promise<boolean[]> {
  const removed: boolean[] = [];
  for (const id of storedEmailIds) {
    const owner = await readOwner(archive.store, id);
    removed.push(owner !== null);
    if (!owner) continue;
    for (const key of [owner.blobKey, ...(await extraKeys(archive.store, id))]) await archive.blobs.remove(key);
    await removeRows(archive.store, owner);
  }
  return removed;
}

/** The message that an object holds, by its name where an importer chose it, else by its row; null if it holds none. */
export async function messageOfObject(store: Store, blobKey: string): Promise<string | null> {
  const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/.exec(readMailBlobKey(blobKey)?.name ?? '');
  if (named?.[1] && (await readOwner(store, named[1]))?.blobKey === blobKey) return named[1];
  const [row] = await store.get([objectKey(blobKey)]);
  return row?.data ?? null;
}

/**
 * Follows the removal of an object: takes its message's rows away, unless the object is there again or the same mail
 * lies under another key, which then takes its place.
 */
export async function forgetObject(archive: Archive, blobKey: string): Promise<'removed' | 'kept' | 'unknown'> {
  const [there] = await archive.blobs.list(blobKey, { limit: 1 });
  if (there?.key === blobKey) return 'kept';
  await archive.store.delete([quarantineKey(blobKey)]);
  return detachObject(archive.store, blobKey);
}

/** forgetObject() for an object whose bytes are gone or are another mail's by now. */
export async function detachObject(store: Store, blobKey: string): Promise<'removed' | 'kept' | 'unknown'> {
  const id = await messageOfObject(store, blobKey);
  const owner = id === null ? null : await readOwner(store, id);
  if (id === null || !owner) return 'unknown';
  const others = await store.read({ pk: ownerPk(id), above: '-', direction: 'ascending', limit: 1000 });
  const own = others.rows.find(row => row.data === blobKey);
  const heir = others.rows.find(row => row.data !== blobKey);
  if (owner.blobKey !== blobKey) {
    await store.delete([objectKey(blobKey), ...(own ? [own] : [])]);
    return 'kept';
  }
  if (!heir) {
    await removeRows(store, owner);
    return 'removed';
  }
  await store.put([{ ...ownerKey(id), data: encodeObject({ ...owner, blobKey: heir.data }) }]);
  await store.delete([objectKey(blobKey), heir]);
  return 'kept';
}
