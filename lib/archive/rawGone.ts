// A message whose raw mail is gone, though nobody removed it: it stays listed and says so, until its raw mail is back or
// somebody removes it. What is kept of its content can still be read.

import type { Archive } from './archive.ts';
import { messageKey, ownerKey } from './keys.ts';
import { withLock } from './objectLocks.ts';
import { readOwner } from './owners.ts';
import { decodeMessage, encodeMessage, encodeOwner, type OwnerRow, readOwnerRow } from './rows.ts';

/** Whether a message is whole: its rows are there, and its raw mail was when somebody last looked. */
export const isWhole = (row: Parameters<typeof readOwnerRow>[0]): boolean =>
  row !== undefined && readOwnerRow(row)?.isRawGone !== true;

/**
 * Marks a message in its rows, the owner row last.
 * @returns false where there is no message row to mark: then nothing lists it
 */
export async function markRawGone({ store, blobs }: Archive, { storedEmailId }: OwnerRow): Promise<boolean> {
  return withLock(store, storedEmailId, async () => {
    const owner = await readOwner(store, storedEmailId);
    // Removed, or taken in again, since it was looked at.
    if (!owner || (await blobs.info(owner.blobKey))) return true;
    const key = messageKey(owner.accountId, owner.folderAlias, owner.receivedAt, storedEmailId);
    const [row] = await store.get([key]);
    if (!row) return false;
    await store.put([{ ...key, data: encodeMessage({ ...decodeMessage(row), contentAvailability: 'damaged' }) }]);
    await store.put([{ ...ownerKey(storedEmailId), data: encodeOwner({ ...owner, isRawGone: true }) }]);
    return true;
  });
}
