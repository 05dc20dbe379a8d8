// Flags and keywords that an importer sees of messages that are stored already. They go into the metadata beside the
// raw mail, which rows are made from again, and into the message's row; nothing else of a message ever changes.

import type { Archive } from './archive.ts';
import { mapAtOnce } from './atOnce.ts';
import { pendingMail, withFilesLock } from './files/pendingFiles.ts';
import { messageKey, ownerKey } from './keys.ts';
import { changedFlags, readMailMetadata, writeMailMetadata } from './mailMetadata.ts';
import { isUnread, peopleRow } from './people.ts';
import type { Row, Store } from './ports.ts';
import {
  decodeMessage,
  encodeMessage,
  type MessageRow,
  type OwnerRow,
  type RemoteFlags,
  readOwnerRow,
} from './rows.ts';

/** A message that an importer handed over, and what became of it. */
export interface Observation {
  readonly storedEmailId: string;
  readonly outcome: 'stored' | 'duplicate';
  readonly flags: RemoteFlags | null;
}

interface SeenAgain {
  readonly owner: OwnerRow;
  readonly flags: RemoteFlags;
}

/** Raw mails whose metadata is read at once. */
const mailsAtOnce = 8;

/** The flags as they come back from metadata. */
const keptFlags = (flags: RemoteFlags): RemoteFlags =>
  readMailMetadata(writeMailMetadata({ receivedAt: null, flags, storedAt: null, cameAt: null }), 0).flags ?? flags;

/** Whether two say the same of a message, whenever they were observed. */
function isSame(a: RemoteFlags | null, b: RemoteFlags): boolean {
  const stateOf = ({ observedAt: _, ...state }: RemoteFlags) => JSON.stringify(state);
  return a !== null && stateOf(a) === stateOf(b);
}

const isNewer = (a: RemoteFlags, b: RemoteFlags | null): boolean => b === null || a.observedAt > b.observedAt;

/**
 * Takes in what was observed of messages that were there before, of each the newest, where that is newer than what is
 * known and says something else; where it does not, it costs a reading of two rows. Tells how many messages changed.
 */
export async function observeFlags(archive: Archive, observations: readonly Observation[]): Promise<number> {
  const seen = await newestOf(archive, observations);
  if (seen.length === 0) return 0;
  const rows = await archive.store.get(
    seen.map(({ owner }) => messageKey(owner.accountId, owner.folderAlias, owner.receivedAt, owner.storedEmailId)),
  );
  const differing = seen.flatMap(({ owner, flags }, i) => {
    const row = rows[i];
    const known = row && decodeMessage(row).remoteFlags;
    return row && known !== undefined && isNewer(flags, known) && !isSame(known, flags) ? [{ owner, flags, row }] : [];
  });
  const changed = await mapAtOnce(differing, mailsAtOnce, ({ owner, flags, row }) =>
    changeFlags(archive, owner.blobKey, flags, row),
  );
  const put = changed.flatMap(one => one?.rows ?? []);
  // Keywords are tags of the message's files. Before the rows, which are looked at to tell whether this was done.
  for (const one of changed) if (one?.hasOtherKeywords) await pendAnew(archive.store, one.message);
  if (put.length > 0) await archive.store.put(put);
  return changed.filter(one => one !== null).length;
}

/** What was observed last of each message that is whole. */
async function newestOf({ store }: Archive, observations: readonly Observation[]): Promise<SeenAgain[]> {
  const newest = new Map<string, RemoteFlags>();
  for (const { storedEmailId, outcome, flags } of observations) {
    if (flags === null || outcome !== 'duplicate') continue;
    if (isNewer(flags, newest.get(storedEmailId) ?? null)) newest.set(storedEmailId, keptFlags(flags));
  }
  const ids = [...newest.keys()];
  const owners = ids.length > 0 ? await store.get(ids.map(ownerKey)) : [];
  return [...newest.values()].flatMap((flags, i) => {
    const owner = readOwnerRow(owners[i]);
    return owner ? [{ owner, flags }] : [];
  });
}

interface FlagsChange {
  readonly rows: readonly Row[];
  readonly message: MessageRow;
  readonly hasOtherKeywords: boolean;
}

/** Keeps flags beside the raw mail, and gives the message's rows that tell of them as they are made from there. */
async function changeFlags(
  { blobs }: Archive,
  blobKey: string,
  flags: RemoteFlags,
  row: Row,
): Promise<FlagsChange | null> {
  const blob = await blobs.getWithMetadata(blobKey);
  if (!blob) return null;
  const known = readMailMetadata(blob.metadata, blob.modifiedAt).flags;
  // Where the metadata is ahead, someone was stopped before he wrote the row, or will write it.
  const isAhead = !isNewer(flags, known);
  if (!isAhead && !(await blobs.setMetadata(blobKey, changedFlags(blob, flags)))) return null;
  const before = decodeMessage(row);
  const after: MessageRow = { ...before, remoteFlags: isAhead ? known : flags };
  return {
    rows: [{ ...row, data: encodeMessage(after) }, ...(isUnread(before) === isUnread(after) ? [] : [peopleRow(after)])],
    message: after,
    hasOtherKeywords: keywordsOf(before) !== keywordsOf(after),
  };
}

const keywordsOf = ({ remoteFlags }: MessageRow): string => JSON.stringify(remoteFlags?.keywords ?? []);

/** Nobody ends meanwhile what was pending before. */
async function pendAnew(store: Store, message: MessageRow): Promise<void> {
  const rows = pendingMail(message);
  if (rows.length > 0) await withFilesLock(store, message.storedEmailId, () => store.put(rows));
}
