// A document under `library/` as a file: read of its object, written under its lock, taken away when the object is gone.
// Its own row names every version that rows may tell of, and is written before any of them.

import { createHash } from 'node:crypto';
import { endingOf } from '../../files/documentType.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../archive.ts';
import { libraryDocumentKey, librarySpace, pendingFilesKey } from '../fileKeys.ts';
import type { BlobInfo, Row, Store } from '../ports.ts';
import { contentFileRow, duplicateKeys, duplicateRows, leaveContents, loneTwins } from './contentFiles.ts';
import { dateInName } from './fileDates.ts';
import type { FileRow } from './fileRow.ts';
import { type Generations, latestGeneration, liveGenerations, readGenerations } from './fileState.ts';
import { textKindOf } from './fileText.ts';
import type { Extract, Indexing } from './indexing.ts';
import {
  decodeLibraryDocument,
  contentFileOf as fileOf,
  type LibraryDocument,
  type LibraryVersion,
  libraryDocumentRow,
  libraryNameKeys,
  libraryNameRows,
} from './libraryDocuments.ts';
import { nameOfPath } from './libraryPaths.ts';
import { followReferences, forgetReferences, forgetTold, targetsOf } from './libraryReferences.ts';
import { ifFilesFree } from './pendingFiles.ts';
import { readText, type TextReading } from './readText.ts';
import { tagsOf } from './tagsOf.ts';
import { removeFileRows, writeFiles } from './writeFiles.ts';

const later: Indexing = { outcome: 'later', files: 1, extracted: 0, bytes: 0 };

/** What is pending of a document, for arrivals and for the generation that is being built. */
async function readPending(store: Store, path: string, { building }: Generations): Promise<Row[]> {
  const keys = [null, ...(building === null ? [] : [building])].map(one => pendingFilesKey(librarySpace, one, path));
  return (await store.get(keys, undefined, { latest: true })).filter(row => row !== undefined);
}

/** Brings everything of a document to what lies at its path now. Killed anywhere, the next try completes it. */
export async function indexLibraryDocument(archive: Archive, extract: Extract, path: string): Promise<Indexing> {
  const { store, blobs } = archive;
  const generations = await readGenerations(store);
  const pending = await readPending(store, path, generations);
  const info = await blobs.info(path);
  if (!info) return (await ifFilesFree(store, path, () => removeIfGone(archive, path, pending))) ?? later;
  const isTooLarge = info.sizeBytes > limits.documentBytes.value;
  const bytes = isTooLarge ? new Uint8Array() : await blobs.get(path);
  if (!bytes) return later;
  const version = versionOf(path, info, bytes, isTooLarge);
  const before = await ifFilesFree(store, path, () => begin(store, path, version));
  if (!before) return later;
  const reading = isTooLarge
    ? { extraction: tooLarge(info), isNew: false }
    : await readText(blobs, extract, bytes, {
        ...{ place: version, hints: hintsOf(path), generation: latestGeneration(generations) },
        isAgain: pending.some(({ pk }) => pk !== pendingFilesKey(librarySpace, null, path).pk),
      });
  const isWritten = await ifFilesFree(store, path, () => writeIfSame(archive, path, info, version, reading, pending));
  if (!isWritten) return later;
  return {
    ...{ outcome: 'indexed', files: 1 },
    ...{ extracted: reading.isNew ? 1 : 0, bytes: reading.isNew ? bytes.length : 0 },
  };
}

const hintsOf = (path: string) => ({ fileName: nameOfPath(path), mediaType: null });

/** Of one that is too large to be read a digest of what is known stands for that of its bytes. */
function versionOf(path: string, info: BlobInfo, bytes: Uint8Array, isTooLarge: boolean): LibraryVersion {
  const digest = createHash('sha256').update(isTooLarge ? `${path}\0${info.sizeBytes}\0${info.modifiedAt}` : bytes);
  return {
    ...{ modified: info.modifiedAt, sizeBytes: info.sizeBytes, sha256: digest.digest('hex') },
    textKind: isTooLarge ? 'large' : textKindOf(hintsOf(path)),
  };
}

/** What is said of a document that is larger than is read: its bytes are not fetched. */
const tooLarge = ({ key, sizeBytes }: BlobInfo): TextReading['extraction'] => ({
  ...{ type: endingOf(key), outcome: 'tooBig', title: null, date: null, tags: [], references: [], chunks: [] },
  reason: `it has ${sizeBytes} bytes; ${limits.documentBytes.value} are read`,
});

const isSame = (a: LibraryVersion, b: LibraryVersion): boolean =>
  a.modified === b.modified && a.sha256 === b.sha256 && a.textKind === b.textKind;

/** Under the lock: notes a version that is about to be written. */
async function begin(store: Store, path: string, version: LibraryVersion): Promise<true> {
  const [row] = await store.get([libraryDocumentKey(path)]);
  const known = decodeLibraryDocument(row);
  const before = known?.versions.filter(one => !isSame(one, version)) ?? [];
  const document: LibraryDocument = { path, versions: [version, ...before], targets: known?.targets ?? [] };
  const file = fileOf(path, version);
  await store.put([libraryDocumentRow(document), ...(await loneTwins(store, [file])), contentFileRow(file)]);
  return true;
}

function fileRowOf(path: string, version: LibraryVersion, { extraction }: TextReading): FileRow {
  const filename = nameOfPath(path);
  const { sha256, textKind, sizeBytes, modified } = version;
  return {
    ...{ space: librarySpace, storedEmailId: null, number: 0, position: fileOf(path, version).position },
    ...{ path, filename, sizeBytes, modified, sha256, textKind },
    date: extraction.date ?? dateInName(filename),
    tags: tagsOf(extraction.tags),
    ...{ type: extraction.type, outcome: extraction.outcome, reason: extraction.reason },
    chunks: extraction.chunks.length,
  };
}

/** Under the lock: writes a version, if it is what lies there still, and takes the versions before it away. */
async function writeIfSame(
  archive: Archive,
  path: string,
  seen: BlobInfo,
  version: LibraryVersion,
  reading: TextReading,
  pending: readonly Row[],
): Promise<boolean> {
  const { store, blobs } = archive;
  const now = await blobs.info(path);
  const [row] = await store.get([libraryDocumentKey(path)]);
  const document = decodeLibraryDocument(row);
  const [last, ...others] = document?.versions ?? [];
  if (now?.modifiedAt !== seen.modifiedAt || now.sizeBytes !== seen.sizeBytes) return false;
  if (!document || !last || !isSame(last, version)) return false;
  const generations = liveGenerations(await readGenerations(store));
  const file = fileOf(path, version);
  const { extraction } = reading;
  const besides = [...libraryNameRows(path, version), ...(await duplicateRows(store, file))];
  await writeFiles(store, generations, [{ row: fileRowOf(path, version, reading), extraction }], distinctRows(besides));
  await forgetVersions(archive, generations, path, others, [version]);
  const targets = targetsOf(path, extraction.references);
  // Both are named until what no longer holds is gone.
  const all = [...new Set([...document.targets, ...targets])];
  const current: LibraryDocument = { path, versions: [version], targets: all };
  await store.put([libraryDocumentRow(current)]);
  await followReferences(store, current, extraction.references, document.targets);
  await store.put([libraryDocumentRow({ ...current, targets })]);
  const ended = (await readPending(store, path, await readGenerations(store))).filter(one =>
    pending.some(({ pk }) => pk === one.pk),
  );
  if (ended.length > 0) await store.delete(ended);
  return true;
}

const distinctRows = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [`${row.pk}\0${row.sk}`, row])).values(),
];

/** Takes away what tells of versions of a document, except what it has still. */
async function forgetVersions(
  { store, blobs }: Archive,
  generations: readonly number[],
  path: string,
  versions: readonly LibraryVersion[],
  kept: readonly LibraryVersion[],
): Promise<void> {
  const positions = new Set(kept.map(version => fileOf(path, version).position));
  const moved = versions.map(version => fileOf(path, version)).filter(({ position }) => !positions.has(position));
  const left = [...new Set(moved.map(({ position }) => position))];
  await removeFileRows(store, generations, librarySpace, left);
  await store.delete(duplicateKeys(moved));
  for (const position of left) {
    await store.delete(libraryNameKeys(path, position));
    await forgetTold(store, position);
  }
  const gone = versions.filter(
    one => !kept.some(({ sha256, textKind }) => sha256 === one.sha256 && textKind === one.textKind),
  );
  await leaveContents(
    store,
    blobs,
    gone.map(version => fileOf(path, version)),
  );
}

/** Under the lock: takes everything of a document away whose object is gone. */
async function removeIfGone(archive: Archive, path: string, pending: readonly Row[]): Promise<Indexing> {
  const { store, blobs } = archive;
  if (await blobs.info(path)) return later;
  const [row] = await store.get([libraryDocumentKey(path)]);
  const document = decodeLibraryDocument(row);
  if (document) {
    const generations = liveGenerations(await readGenerations(store));
    await forgetVersions(archive, generations, path, document.versions, []);
    // Others judge by this row whether it is there.
    await store.put([libraryDocumentRow({ ...document, isGone: true })]);
    await forgetReferences(store, document);
    await store.delete([libraryDocumentKey(path)]);
  }
  if (pending.length > 0) await store.delete(pending);
  return { outcome: document ? 'removed' : 'nothing', files: 0, extracted: 0, bytes: 0 };
}
