// One sealing of documents into a batch, from its intent to the end of its intent. It may die at any step and is done
// again by whoever takes the lease next: what is written depends on the documents and the intent alone.
//
// What holds together whoever is at work: the intent is there from before the tail is read until the tail rows are gone,
// so that who removes a document after that finds it in the intent or in the manifest, and marks its ordinal; and waits
// for the end of the sealing before he goes on, so that no later tail row of the same document is taken for this one.

import { addDocument, type BatchWords, newBatchWords } from '../../words/batchWords.ts';
import { decodeDocument } from '../../words/documentCodec.ts';
import type { WordDocument } from '../../words/documentWords.ts';
import { fileKeyOfWords } from '../fileKeys.ts';
import { ownerKey } from '../keys.ts';
import type { Key, Row, Store } from '../ports.ts';
import { decodePosition, instantOf } from '../position.ts';
import { readOwnerRow } from '../rows.ts';
import { type WordIndex, wordDocumentsKey, wordManifestKey, wordTailKey, wordTombstoneKey } from '../wordKeys.ts';
import { type BatchDocuments, batchBlocks } from './batchBlocks.ts';
import { readBatchBlocks } from './blockDocuments.ts';
import { type DocumentPlace, packPlaces } from './documentPlaces.ts';
import { endIntent, type Sealing } from './intent.ts';
import {
  addTombstones,
  type BatchEntry,
  encodeManifest,
  latestManifest,
  latestTombstones,
  manifestRowBatches,
} from './manifest.ts';
import { documentsInRow, readBatchDocuments } from './readWords.ts';
import type { SealLease } from './sealLease.ts';
import { versionOfTail } from './tailRow.ts';
import { wordsVersion } from './wordsVersion.ts';

/** Rows of one call of the store, which takes no longer than the lease allows, and calls under one look at it. */
const rowsInCall = 400;
const callsAtOnce = 4;

/** Rows of the tail as they were a moment ago, by position, and their words, each by its number among these. */
export interface ReadTail {
  readonly words: BatchWords;
  readonly rows: Map<string, { readonly row: Row; readonly number: number }>;
}

export const newReadTail = (): ReadTail => ({ words: newBatchWords(), rows: new Map() });

/**
 * Seals the documents of an intent that are in the tail and whole; the others stay where they are.
 * @param isAgain whether someone began before
 * @param known rows that were read already: those that are still the same are not decoded again
 * @returns how many were sealed
 */
export async function sealFromTail(
  store: Store,
  index: WordIndex,
  lease: SealLease,
  sealing: Sealing,
  isAgain: boolean,
  known: ReadTail = newReadTail(),
): Promise<number> {
  if (!(await isPublished(store, index, sealing.key))) {
    const documents = await tailDocuments(store, index, sealing, known);
    await writeBatch(store, index, lease, sealing, documents, isAgain);
  }
  return endSealing(store, index, lease, sealing);
}

async function isPublished(store: Store, index: WordIndex, batch: string): Promise<boolean> {
  return (await latestManifest(store, index)).some(({ entries }) => entries.some(({ key }) => key === batch));
}

/**
 * The documents of an intent as the tail has them now; null for one that is not there, or that may be of a later storing
 * of the same message.
 */
async function tailDocuments(
  store: Store,
  index: WordIndex,
  { key, places }: Sealing,
  { words, rows: known }: ReadTail,
): Promise<BatchDocuments> {
  const latest = { latest: true };
  const positions = places.map(({ position }) => position);
  const rows = await store.get(
    positions.map(position => wordTailKey(index, position)),
    undefined,
    latest,
  );
  const removed = (await latestTombstones(store, index, [key])).get(key);
  const numbers = rows.map((row, ordinal) => {
    if (!row || removed?.has(ordinal)) return null;
    const before = known.get(row.sk);
    return before && isSame(before.row, row) ? before.number : addTail(words, row);
  });
  return { words, numbers };
}

const isSame = (a: Row, b: Row): boolean =>
  a.data === b.data && a.bytes !== undefined && b.bytes !== undefined && Buffer.compare(a.bytes, b.bytes) === 0;

/** Whether documents are whole: messages, received at their dates, or files that have a row. */
export async function areWhole(store: Store, index: WordIndex, positions: readonly string[]): Promise<boolean[]> {
  if (index.kind === 'file') {
    const files = positions.length === 0 ? [] : await store.get(positions.map(one => fileKeyOfWords(index, one)));
    return files.map(row => row !== undefined);
  }
  const asked = positions.map(decodePosition);
  const keys = new Map(asked.map(({ id }) => [id, ownerKey(id)]));
  const rows = keys.size === 0 ? [] : await store.get([...keys.values()]);
  const receivedAt = new Map([...keys.keys()].map((id, i) => [id, readOwnerRow(rows[i])?.receivedAt]));
  return asked.map(({ id, at }) => receivedAt.get(id) === at);
}

/** The words of a tail row; null where they are damaged or of another version, which a rebuild puts right. */
export function documentOf(row: Row): WordDocument | null {
  if (versionOfTail(row) !== wordsVersion || !row.bytes) return null;
  try {
    return decodeDocument(row.bytes);
  } catch {
    return null;
  }
}

/** Adds the words of a tail row: their number, or null as documentOf(). */
export function addTail(words: BatchWords, row: Row): number | null {
  if (versionOfTail(row) !== wordsVersion || !row.bytes) return null;
  try {
    return addDocument(words, row.bytes);
  } catch {
    return null;
  }
}

/** Writes a batch and lets the manifest name it, in the place of those it replaces. */
export async function writeBatch(
  store: Store,
  index: WordIndex,
  lease: SealLease,
  { key, places, replaces }: Sealing,
  documents: BatchDocuments,
  isAgain: boolean,
): Promise<void> {
  const blocks = batchBlocks(index, key, documents);
  const there = places.map((place, ordinal) => (documents.numbers[ordinal] == null ? null : place));
  const gaps = there.flatMap((place, ordinal) => (place ? [] : [ordinal]));
  const isEmpty = gaps.length === there.length;
  const rows = isEmpty ? [] : [...blocks, ...documentRows(index, key, there)];
  await inTurns(rows, lease, some => store.put(some));
  if (isAgain) await removeOthers(store, index, lease, { key, size: places.length }, rows);
  if (isEmpty && replaces.length === 0) return;
  await lease.hold();
  if (gaps.length > 0 && !isEmpty) await addTombstones(store, index, key, gaps);
  const entry: BatchEntry = {
    key,
    oldest: instantOf(places[0]?.position ?? ''),
    ...{ size: places.length, blocks: blocks.length, version: wordsVersion },
  };
  await lease.hold();
  await publish(store, index, isEmpty ? [] : [entry], replaces);
}

function documentRows(index: WordIndex, key: string, there: readonly (DocumentPlace | null)[]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < there.length; at += documentsInRow)
    rows.push({
      ...wordDocumentsKey(index, key, rows.length),
      ...packPlaces(there.slice(at, at + documentsInRow)),
    });
  return rows;
}

/**
 * Does something with many rows, some at once, each time sure of the lease. What is asked for together shares a wait for
 * the disk where there is one. When it fails nothing is under way any more.
 */
export async function inTurns<T>(
  items: readonly T[],
  lease: SealLease,
  work: (some: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; ) {
    await lease.hold();
    const calls: Promise<unknown>[] = [];
    for (; calls.length < callsAtOnce && at < items.length; at += rowsInCall)
      calls.push(work(items.slice(at, at + rowsInCall)));
    const failed = (await Promise.allSettled(calls)).find(call => call.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Takes away what someone who died wrote of the batch and the documents of now do not give. */
async function removeOthers(
  store: Store,
  index: WordIndex,
  lease: SealLease,
  batch: Pick<BatchEntry, 'key' | 'size'>,
  rows: readonly Key[],
): Promise<void> {
  const nameOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;
  const kept = new Set(rows.map(nameOf));
  const others = (await batchRowKeys(store, index, batch)).filter(key => !kept.has(nameOf(key)));
  await inTurns(others, lease, some => store.delete(some));
}

/** Keys of the blocks there are of a batch, and of its documents. */
export async function batchRowKeys(
  store: Store,
  index: WordIndex,
  { key, size }: Pick<BatchEntry, 'key' | 'size'>,
): Promise<Key[]> {
  const blocks = (await readBatchBlocks(store, index, key)).map(({ pk, sk }) => ({ pk, sk }));
  const documents = Array.from({ length: Math.ceil(size / documentsInRow) }, (_, i) => wordDocumentsKey(index, key, i));
  return [...blocks, ...documents];
}

/** Changes the manifest in one write of one row: readers see the batches of before, or those of after. */
export async function publish(
  store: Store,
  index: WordIndex,
  added: readonly BatchEntry[],
  replaced: readonly string[],
): Promise<void> {
  const rows = await latestManifest(store, index);
  const gone = new Set([...replaced, ...added.map(({ key }) => key)]);
  const holder = rows.find(({ entries }) => entries.some(({ key }) => gone.has(key)));
  const last = rows.at(-1);
  const target = holder ?? (last && last.entries.length < manifestRowBatches ? last : null);
  const kept = target?.entries.filter(({ key }) => !gone.has(key)) ?? [];
  const data = encodeManifest([...kept, ...added]);
  const row = { ...wordManifestKey(index, target?.number ?? rows.length), data };
  if (!(await (target ? store.replace(row, target.row.data) : store.putIfAbsent(row))))
    throw new Error('another is sealing the same documents');
}

/** Takes the documents of a batch out of the tail and ends the intent; tells how many they are. */
async function endSealing(store: Store, index: WordIndex, lease: SealLease, { key, places }: Sealing): Promise<number> {
  const isThere = await isPublished(store, index, key);
  if (!isThere) await store.delete([wordTombstoneKey(index, key)]);
  const documents = isThere ? await readBatchDocuments(store, index, { key, size: places.length }) : [];
  const sealed = documents.filter(place => place !== null);
  await inTurns(
    sealed.map(({ position }) => wordTailKey(index, position)),
    lease,
    some => store.delete(some),
  );
  await endIntent(store, index, lease, key);
  return sealed.length;
}

/** Ends an intent whose batch nobody goes on with, and leaves nothing of it unless the manifest names it. */
export async function giveUp(
  store: Store,
  index: WordIndex,
  lease: SealLease,
  { key, places }: Sealing,
): Promise<void> {
  if (!(await isPublished(store, index, key))) {
    const keys = await batchRowKeys(store, index, { key, size: places.length });
    await inTurns([...keys, wordTombstoneKey(index, key)], lease, some => store.delete(some));
  }
  await endIntent(store, index, lease, key);
}
