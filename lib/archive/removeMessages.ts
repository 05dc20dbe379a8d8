// Taking messages away with everything they own. Each step leaves what the next try completes: the owner row, which
// names the rest, goes last, and says first that the message is whole no more, for who stores it again meanwhile.

import type { Archive } from './archive.ts';
import { endMail } from './files/mailFiles.ts';
import { extraKeyKey, objectKey, ownerKey, quarantineKey } from './keys.ts';
import { everyAccount, holdsMail, idNamedBy, readMailObject, type StoredMail } from './mailObject.ts';
import { withLock } from './objectLocks.ts';
import { extraKeys, ownedRowKeys, readOwner } from './owners.ts';
import type { Blobs, Store } from './ports.ts';
import { encodeOwner, type OwnerRow, readOwnerRow } from './rows.ts';
import { settleMails } from './settleMails.ts';
import { removeContent } from './storedContent.ts';
import { mailIndex, mailPosition } from './words/mailWords.ts';
import { removeWords } from './words/removeWords.ts';

/** Takes every row of a message away, its words and its files; what tells that an object holds another message stays. */
export async function removeRows(archive: Archive, owner: OwnerRow): Promise<void> {
  const { store } = archive;
  const { storedEmailId, blobKey } = owner;
  await removeWords(store, mailIndex(owner.accountId), [mailPosition(owner)]);
  const extras = await extraKeys(store, storedEmailId);
  const objects = await store.get([blobKey, ...extras].map(objectKey));
  await store.delete([
    ...ownedRowKeys(owner),
    ...objects.flatMap(row => (row?.data === storedEmailId ? [row] : [])),
    ...extras.map(key => extraKeyKey(storedEmailId, key)),
  ]);
  await endMail(archive, owner, () => store.delete([ownerKey(storedEmailId)]));
}

/** Takes a message's content away, then its rows. */
export async function removeMessage(archive: Archive, owner: OwnerRow): Promise<void> {
  await removeContent(archive.blobs, owner);
  await removeRows(archive, owner);
}

/**
 * Removes messages with their rows and their bytes, under every key they lie under. A bucket that keeps old versions
 * keeps those for as long as its lifecycle says. Bytes that are another message's stay, whatever a row says.
 * @returns for each id whether there was such a message
 */
export async function removeMessages(archive: Archive, storedEmailIds: readonly string[]): Promise<boolean[]> {
  const { store, blobs } = archive;
  const removed: boolean[] = [];
  for (const id of storedEmailIds) {
    const owner = await readOwner(store, id);
    removed.push(owner !== null);
    if (!owner) continue;
    await store.put([{ ...ownerKey(id), data: encodeOwner({ ...owner, isRawGone: true }) }]);
    for (const key of [...(await extraKeys(store, id)), owner.blobKey])
      if (idNamedBy(key) === id || (await holdsMail(blobs, key, id))) await blobs.remove(key);
    await removeMessage(archive, owner);
  }
  return removed;
}

/**
 * The messages that objects hold as the rows have it, in the order asked: by its name where an importer chose it, else
 * by its row; null for an object that holds none.
 */
export async function messagesOfObjects(store: Store, blobKeys: readonly string[]): Promise<(string | null)[]> {
  const asked = blobKeys.map(blobKey => ({ blobKey, named: idNamedBy(blobKey) }));
  const keys = asked.flatMap(({ blobKey, named }) => [
    objectKey(blobKey),
    ...(named === null ? [] : [ownerKey(named), extraKeyKey(named, blobKey)]),
  ]);
  const rows = (await store.get(keys, undefined, { latest: true })).values();
  return asked.map(({ blobKey, named }) => {
    const object = rows.next().value;
    if (named === null) return object?.data ?? null;
    const owner = readOwnerRow(rows.next().value);
    const extra = rows.next().value;
    return owner && (owner.blobKey === blobKey || extra) ? named : (object?.data ?? null);
  });
}

/**
 * Follows the removal of an object: takes its message's rows away, unless the object is there again or the same mail
 * lies under another key, which then takes its place.
 */
export async function forgetObject(archive: Archive, blobKey: string): Promise<'removed' | 'kept' | 'unknown'> {
  if (await archive.blobs.info(blobKey)) return 'kept';
  await archive.store.delete([quarantineKey(blobKey)]);
  return detachObject(archive, blobKey);
}

/** forgetObject() for an object whose bytes are gone or are another mail's by now. */
export async function detachObject(archive: Archive, blobKey: string): Promise<'removed' | 'kept' | 'unknown'> {
  const { store, blobs } = archive;
  const [id = null] = await messagesOfObjects(store, [blobKey]);
  if (id === null) return 'unknown';
  return withLock(store, id, async () => {
    const owner = await readOwner(store, id);
    if (!owner) {
      await store.delete([objectKey(blobKey)]);
      return 'unknown';
    }
    const heir = owner.blobKey === blobKey ? await heirOf(blobs, id, await extraKeys(store, id)) : null;
    if (owner.blobKey === blobKey && !heir) {
      await removeMessage(archive, owner);
      return 'removed';
    }
    if (heir) await settleMails(archive, [heir]);
    await store.delete([objectKey(blobKey), extraKeyKey(id, blobKey)]);
    return 'kept';
  });
}

/** The first object that still holds a message. */
async function heirOf(blobs: Blobs, storedEmailId: string, keys: readonly string[]): Promise<StoredMail | null> {
  for (const key of keys) {
    const info = await blobs.info(key);
    const object = info ? await readMailObject(blobs, everyAccount, info) : null;
    if (object?.kind === 'mail' && object.mail.storedEmailId === storedEmailId) return object.mail;
  }
  return null;
}
