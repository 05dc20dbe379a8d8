// The attachments of a mail as files: read of its raw mail, written under its lock, taken away with it. What a mail owns
// of files stands in a row of its own, written before anything it names, so that whoever removes the mail finds all of it.

import type { Part } from '../../mail/message.ts';
import { parseMessage } from '../../mail/parseMessage.ts';
import type { Archive } from '../archive.ts';
import { limited } from '../atOnce.ts';
import { fileOwnerKey, idOfFileOwner, pendingFilesKey } from '../fileKeys.ts';
import { storedEmailIdOf } from '../identity.ts';
import { ownerKey } from '../keys.ts';
import { readMailMetadata } from '../mailMetadata.ts';
import type { Key, Row, Store } from '../ports.ts';
import { type OwnerRow, readOwnerRow } from '../rows.ts';
import {
  type ContentFile,
  contentFileRow,
  duplicateKeys,
  duplicateRows,
  leaveContents,
  loneTwins,
} from './contentFiles.ts';
import { contentOf, fileRowOf, hintsOf } from './fileOfPart.ts';
import { decodeFileOwner, encodeFileOwner, spaceOfFileOwner } from './fileOwner.ts';
import { fileIdOf } from './fileRow.ts';
import { latestGeneration, liveGenerations, readGenerations } from './fileState.ts';
import { getExtraction } from './fileText.ts';
import type { Extract, Indexing } from './indexing.ts';
import { ifFilesFree, withFilesLock } from './pendingFiles.ts';
import { readFileRows } from './readFiles.ts';
import { readText, type TextReading } from './readText.ts';
import { type MadeFile, removeFileRows, writeFiles } from './writeFiles.ts';

/** What was seen of a mail before its texts were read: written only if it is so still. */
interface Seen {
  readonly owner: OwnerRow;
  readonly ownerData: string;
  /** What is pending, by key. */
  readonly pending: readonly Row[];
  /** The latest generation of files. */
  readonly generation: number;
  /** Everything that the mail has. */
  readonly contents: readonly ContentFile[];
}

interface Looked {
  readonly pending: readonly Row[];
  readonly generation: number;
  readonly owner?: Row;
}

async function look(store: Store, accountId: string, storedEmailId: string): Promise<Looked> {
  const state = await readGenerations(store);
  const { building } = state;
  const keys: Key[] = [
    ownerKey(storedEmailId),
    pendingFilesKey(accountId, null, storedEmailId),
    ...(building === null ? [] : [pendingFilesKey(accountId, building, storedEmailId)]),
  ];
  const [owner, ...pending] = await store.get(keys, undefined, { latest: true });
  const generation = latestGeneration(state);
  return { pending: pending.filter(row => row !== undefined), generation, ...(owner && { owner }) };
}

const nothing: Indexing = { outcome: 'nothing', files: 0, extracted: 0, bytes: 0 };

/** Files whose rows are written together, and characters of their texts, which are held until then. */
const filesAtOnce = 20;
const charactersAtOnce = 2_000_000;

/** Indexes the attachments of a mail that are pending. Killed anywhere, the next try completes it. */
export async function indexMailFiles(
  archive: Archive,
  extract: Extract,
  accountId: string,
  storedEmailId: string,
): Promise<Indexing> {
  const { store, blobs } = archive;
  const { pending, generation, owner: ownerRow } = await look(store, accountId, storedEmailId);
  if (pending.length === 0) return nothing;
  const owner = readOwnerRow(ownerRow);
  if (!owner || !ownerRow) return endWithoutOwner(store, accountId, storedEmailId, pending);
  const info = await blobs.info(owner.blobKey);
  const index = () =>
    indexMail(archive, extract, { owner, ownerData: ownerRow.data, pending, generation, contents: [] });
  return info && info.sizeBytes > largeBytes ? largeAlone(index) : index();
}

/** Of mails that are larger one is held at a time. */
const largeBytes = 1024 * 1024;
const largeAlone = limited(1);

async function indexMail(archive: Archive, extract: Extract, before: Seen): Promise<Indexing> {
  const { store, blobs } = archive;
  const { owner, pending, generation } = before;
  const { accountId, storedEmailId } = owner;
  const blob = await blobs.getWithMetadata(owner.blobKey);
  const isThere = blob && storedEmailIdOf(owner.accountId, owner.folderAlias, blob.bytes) === storedEmailId;
  // What is known of its files stays, as the mail itself does.
  if (!isThere) return keepFiles(archive, before);
  const { parts } = await parseMessage(blob.bytes);
  const attachments = parts.filter(({ kind }) => kind === 'attachment');
  const tags = readMailMetadata(blob.metadata, blob.modifiedAt).flags?.keywords ?? [];

  const contents = attachments.map(part => contentOf(owner, part));
  const seen: Seen = { ...before, contents };
  await store.put([
    await fileOwnerRow(store, owner, contents),
    ...(await loneTwins(store, contents)),
    ...contents.map(contentFileRow),
  ]);
  const isAgain = pending.some(({ pk }) => pk !== pendingFilesKey(accountId, null, storedEmailId).pk);
  let extracted = 0;
  let bytes = 0;
  const write = (some: readonly MadeFile[], isLast: boolean) =>
    ifFilesFree(store, storedEmailId, () => writeSeen(archive, seen, some, isLast));
  const stopped = (outcome: Awaited<ReturnType<typeof write>>): Indexing => ({
    ...{ files: attachments.length, extracted, bytes },
    outcome: outcome === 'gone' ? 'removed' : 'later',
  });
  let some: MadeFile[] = [];
  let characters = 0;
  for (const part of attachments) {
    if (some.length >= filesAtOnce || characters >= charactersAtOnce) {
      const outcome = await write(some, false);
      if (outcome !== 'written') return stopped(outcome);
      some = [];
      characters = 0;
    }
    const reading = await readPart(archive, extract, owner, part, { generation, isAgain });
    if (reading.isNew) {
      extracted++;
      bytes += part.sizeBytes;
    }
    characters += reading.extraction.chunks.reduce((sum, { text }) => sum + text.length, 0);
    some.push({ row: fileRowOf(owner, part, reading, tags), extraction: reading.extraction });
  }
  const outcome = await write(some, true);
  return outcome === 'written' ? { outcome: 'indexed', files: attachments.length, extracted, bytes } : stopped(outcome);
}

/** A message that is not there, or not yet: a new generation need not wait for it. */
async function endWithoutOwner(
  store: Store,
  accountId: string,
  storedEmailId: string,
  pending: readonly Row[],
): Promise<Indexing> {
  const { pk } = pendingFilesKey(accountId, null, storedEmailId);
  const lacking = pending.filter(row => row.pk !== pk);
  if (lacking.length > 0) await store.delete(lacking);
  return lacking.length === pending.length ? nothing : { ...nothing, outcome: 'later' };
}

/** A mail whose raw bytes are gone, though nobody removed it: what is known of its files goes on into a new generation. */
async function keepFiles({ store, blobs }: Archive, seen: Seen): Promise<Indexing> {
  const { storedEmailId, accountId } = seen.owner;
  const ended = await ifFilesFree(store, storedEmailId, async () => {
    const { pending, owner } = await look(store, seen.owner.accountId, storedEmailId);
    if (owner?.data !== seen.ownerData) return false;
    const { complete, building } = await readGenerations(store);
    if (complete !== null && building !== null) {
      const [row] = await store.get([fileOwnerKey(storedEmailId)]);
      const positions = [...new Set(decodeFileOwner(storedEmailId, row).files.map(({ position }) => position))];
      const known = await readFileRows(
        store,
        complete,
        positions.map(position => ({ space: accountId, position })),
      );
      for (const file of known) {
        if (!file) continue;
        const extraction = (await getExtraction(blobs, file)) ?? { title: null, chunks: [] };
        await writeFiles(store, [building], [{ row: file, extraction }]);
      }
    }
    const ended = pending.filter(row => isSeen(seen, row));
    if (ended.length > 0) await store.delete(ended);
    return true;
  });
  return ended ? nothing : { ...nothing, outcome: 'later' };
}

const isSeen = ({ pending }: Seen, row: Row): boolean =>
  pending.some(({ pk, sk, data }) => pk === row.pk && sk === row.sk && data === row.data);

/** The row of what a mail owns of files, with what it owned before: that is taken away once the new is written. */
async function fileOwnerRow(store: Store, owner: OwnerRow, contents: readonly ContentFile[]): Promise<Row> {
  const key = fileOwnerKey(owner.storedEmailId);
  const [row] = await store.get([key]);
  const before = decodeFileOwner(owner.storedEmailId, row).files.filter(file => !isAmong(file, contents));
  return { ...key, data: encodeFileOwner(owner.accountId, [...contents, ...before]) };
}

const isAmong = (file: ContentFile, others: readonly ContentFile[]): boolean =>
  others.some(
    ({ position, sha256, textKind }) =>
      position === file.position && sha256 === file.sha256 && textKind === file.textKind,
  );

async function readPart(
  { blobs }: Archive,
  extract: Extract,
  owner: OwnerRow,
  part: Part,
  when: { readonly generation: number; readonly isAgain: boolean },
): Promise<TextReading> {
  return readText(blobs, extract, part.content, { place: contentOf(owner, part), hints: hintsOf(part), ...when });
}

/**
 * Under the lock: writes some files of a mail that is as it was seen, and with the last of them ends what was pending.
 * @param isLast whether all others are written
 */
async function writeSeen(
  archive: Archive,
  seen: Seen,
  some: readonly MadeFile[],
  isLast: boolean,
): Promise<'written' | 'changed' | 'gone'> {
  const { store } = archive;
  const { storedEmailId, accountId } = seen.owner;
  const { pending, owner } = await look(store, accountId, storedEmailId);
  if (!owner) {
    await removeMailFiles(archive, accountId, storedEmailId);
    // Texts that were read since it went.
    await leaveContents(store, archive.blobs, seen.contents);
    return 'gone';
  }
  // Taken in anew, or indexed by somebody else, who takes away what it no longer has.
  if (owner.data !== seen.ownerData || !seen.pending.some(row => pending.some(one => one.pk === row.pk)))
    return 'changed';
  const generations = liveGenerations(await readGenerations(store));
  const twins = await Promise.all(
    some.map(({ row }) => duplicateRows(store, { ...row, fileId: fileIdOf(row), space: accountId })),
  );
  const besides = new Map(twins.flat().map(row => [`${row.pk}\0${row.sk}`, row]));
  if (some.length > 0) await writeFiles(store, generations, some, [...besides.values()]);
  if (!isLast) return 'written';
  const { contents } = seen;
  const key = fileOwnerKey(storedEmailId);
  const [row] = await store.get([key]);
  const left = decodeFileOwner(storedEmailId, row).files.filter(file => !isAmong(file, contents));
  if (left.length > 0) {
    await forget(archive, generations, accountId, left, contents);
    await store.put([{ ...key, data: encodeFileOwner(accountId, contents) }]);
  }
  const ended = pending.filter(one => isSeen(seen, one));
  if (ended.length > 0) await store.delete(ended);
  return pending.length === ended.length ? 'written' : 'changed';
}

/** Takes away what a mail had of files, unless it has it still. */
async function forget(
  { store, blobs }: Archive,
  generations: readonly number[],
  space: string,
  files: readonly ContentFile[],
  kept: readonly ContentFile[],
): Promise<void> {
  const positions = new Set(kept.map(({ position }) => position));
  const moved = files.filter(({ position }) => !positions.has(position));
  await removeFileRows(
    store,
    generations,
    space,
    moved.map(({ position }) => position),
  );
  await store.delete(duplicateKeys(moved));
  const users = new Set(kept.map(({ sha256, textKind, fileId }) => `${sha256} ${textKind} ${fileId}`));
  await leaveContents(
    store,
    blobs,
    files.filter(({ sha256, textKind, fileId }) => !users.has(`${sha256} ${textKind} ${fileId}`)),
  );
}

/** Under the lock of a mail: takes away everything of its files, and what is pending of them. */
async function removeMailFiles(archive: Archive, accountId: string, storedEmailId: string): Promise<void> {
  const { store } = archive;
  const state = await readGenerations(store);
  const key = fileOwnerKey(storedEmailId);
  const [row] = await store.get([key]);
  const { files } = decodeFileOwner(storedEmailId, row);
  await store.delete([
    pendingFilesKey(accountId, null, storedEmailId),
    ...(state.building === null ? [] : [pendingFilesKey(accountId, state.building, storedEmailId)]),
  ]);
  if (!row) return;
  await forget(archive, liveGenerations(state), accountId, files, []);
  await store.delete([key]);
}

/** Takes away what a mail had of files that is not there: of a row that says so. */
export async function removeLeftFiles(archive: Archive, row: Row): Promise<void> {
  const id = idOfFileOwner(row);
  const space = spaceOfFileOwner(row);
  await withFilesLock(archive.store, id, async () => {
    const [owner] = await archive.store.get([ownerKey(id)]);
    if (!owner) await removeMailFiles(archive, space, id);
  });
}

/** Ends a mail: its files first, and then, while nobody can index them, what says that it is there. */
export const endMail = (archive: Archive, owner: OwnerRow, end: () => Promise<void>): Promise<void> =>
  withFilesLock(archive.store, owner.storedEmailId, async () => {
    await removeMailFiles(archive, owner.accountId, owner.storedEmailId);
    await end();
  });
