// Makes an account's index of words what it should be: words that are missing are put, those of no mail go, batches that
// are damaged, of another version, or hold documents that count no more are made anew, small ones together; then the
// tail is sealed. Readers see every mail exactly once meanwhile. Done twice, it changes nothing.

import type { Content } from '../../content/content.ts';
import { limits } from '../../limits.ts';
import { addDocument, newBatchWords } from '../../words/batchWords.ts';
import { encodeDocument } from '../../words/documentCodec.ts';
import type { WordDocument } from '../../words/documentWords.ts';
import type { Archive } from '../archive.ts';
import { mapAtOnce } from '../atOnce.ts';
import { ownerKey } from '../keys.ts';
import type { Blobs, Row, Store } from '../ports.ts';
import { decodePosition } from '../position.ts';
import { type OwnerRow, readOwnerRow } from '../rows.ts';
import type { Settle } from '../secondLook.ts';
import { getContent } from '../storedContent.ts';
import { type WordIndex, wordTailKey, wordTombstoneKey } from '../wordKeys.ts';
import { auditWords, type WordFinding } from './auditWords.ts';
import type { BatchDocuments } from './batchBlocks.ts';
import { blockDocuments } from './blockDocuments.ts';
import type { DocumentPlace } from './documentPlaces.ts';
import { beginSealing, endIntent, type Sealing } from './intent.ts';
import { mailTailRow } from './mailWords.ts';
import { addTombstones, type BatchEntry, latestManifest, latestTombstones, type ManifestRow } from './manifest.ts';
import { readBatchDocuments } from './readWords.ts';
import { removeWords } from './removeWords.ts';
import { addTail, batchRowKeys, inTurns, publish, writeBatch } from './sealing.ts';
import { type SealLease, sealTimes, underSealLease } from './sealLease.ts';
import { finishIntent, sealTail } from './sealTail.ts';
import { wordsVersion } from './wordsVersion.ts';

export interface RebuildWordsOptions {
  readonly settle: Settle;
  readonly signal?: AbortSignal;
  readonly times?: typeof sealTimes;
  /** Told how many documents' words were written since. */
  readonly onProgress?: (documents: number) => void;
}

/** Contents read at once. */
const contentsAtOnce = 32;

/** @returns how many documents' words were put, sealed or made anew */
export async function rebuildWords(archive: Archive, index: WordIndex, options: RebuildWordsOptions): Promise<number> {
  const { store } = archive;
  const { settle, signal, times = sealTimes, onProgress } = options;
  let written = 0;
  const count = (documents: number) => {
    written += documents;
    if (documents > 0) onProgress?.(documents);
  };
  await underSealLease(store, index, lease => finishIntent(store, index, lease), times);
  const replaced: BatchEntry[] = [];
  let isSound = false;
  // What could not be read of a damaged batch is missing when it is made anew: looked for once more.
  for (let round = 0; round < 2 && !isSound && !signal?.aborted; round++) {
    const damaged = new Set<string>();
    for await (const finding of auditWords(store, index, settle)) {
      if (signal?.aborted) return written;
      if (finding.kind === 'damagedBatch') damaged.add(finding.batch);
      else if (finding.kind !== 'outdatedBatch') count(await mend(archive, index, finding, times));
    }
    isSound = damaged.size === 0;
    await sealTail(store, index, { least: 1, times, onSealed: count, ...(signal && { signal }) });
    while (!signal?.aborted) {
      const own = await underSealLease(store, index, lease => remakeNext(archive, index, lease, damaged), times);
      if (!own) break;
      replaced.push(...own.replaced);
      count(own.documents);
    }
  }
  await dropBatches(archive, index, replaced, settle);
  return written;
}

/** Puts one thing right; tells how many documents' words it wrote. */
async function mend(
  { store, blobs }: Archive,
  index: WordIndex,
  finding: Exclude<WordFinding, { readonly batch: string }>,
  times: typeof sealTimes,
): Promise<number> {
  const { kind, position } = finding;
  switch (kind) {
    case 'surplus':
      await removeWords(store, index, [position], times);
      return 0;
    case 'double': {
      if (finding.isInTail) await store.delete([wordTailKey(index, position)]);
      for (const { batch, ordinal } of finding.sealed.slice(0, -1)) await addTombstones(store, index, batch, [ordinal]);
      return 0;
    }
    case 'missing':
    case 'unreadable': {
      const row = await madeRow({ store, blobs }, position);
      if (!row) return 0;
      await store.put([row]);
      return 1;
    }
  }
}

/** The tail row of a mail, made of its content; null where that cannot be had, or it is not there any more. */
async function madeRow({ store, blobs }: Archive, position: string): Promise<Row | null> {
  const { id, at } = decodePosition(position);
  const [row] = await store.get([ownerKey(id)]);
  const owner = readOwnerRow(row);
  if (!owner || owner.receivedAt !== at) return null;
  const content = (await getContent(blobs, owner).catch(() => null)) ?? (await rawContent(blobs, owner));
  return content && mailTailRow(owner, content);
}

/** The parser is loaded where it is needed. */
async function rawContent(blobs: Blobs, owner: OwnerRow): Promise<Content | null> {
  const { readRawContent } = await import('../rawContent.ts');
  return readRawContent(blobs, owner).catch(() => null);
}

interface Remade {
  readonly replaced: readonly BatchEntry[];
  readonly documents: number;
}

/** A document of a batch that is to be made anew. */
interface Counted {
  readonly place: DocumentPlace;
  readonly entry: BatchEntry;
  readonly ordinal: number;
}

/** Under the lease: makes the next batches anew that have to be; null where none has. */
async function remakeNext(
  archive: Archive,
  index: WordIndex,
  lease: SealLease,
  damaged: Set<string>,
): Promise<Remade | null> {
  const { store } = archive;
  await finishIntent(store, index, lease);
  const group = await nextGroup(archive, index, damaged);
  if (!group) return null;
  const keys = group.map(({ key }) => key);
  const counted = (await Promise.all(group.map(entry => countedOf(store, index, entry)))).flat();
  for (const key of keys) damaged.delete(key);
  if (counted.length === 0) {
    await lease.hold();
    await publish(store, index, [], keys);
    return { replaced: group, documents: 0 };
  }
  const documents = new Map(counted.map(one => [one.place.position, one]));
  const sealing = await beginSealing(
    store,
    index,
    lease,
    [...documents.values()].map(({ place }) => place),
    keys,
  );
  const words = await wordsOf(archive, index, sealing, group, documents);
  await writeBatch(store, index, lease, sealing, words, false);
  await endIntent(store, index, lease, sealing.key);
  return { replaced: group, documents: words.numbers.filter(one => one !== null).length };
}

/** Documents of a batch that count, as far as they can be read: of those that cannot, the next audit tells. */
async function countedOf(store: Store, index: WordIndex, entry: BatchEntry): Promise<Counted[]> {
  const removed = (await latestTombstones(store, index, [entry.key])).get(entry.key);
  const documents = await readBatchDocuments(store, index, entry);
  return documents.flatMap((place, ordinal) => (place && !removed?.has(ordinal) ? [{ place, entry, ordinal }] : []));
}

/** The batches of one row of the manifest that are made into one: the first that has to be, and small ones beside it. */
async function nextGroup(
  { store }: Archive,
  index: WordIndex,
  damaged: ReadonlySet<string>,
): Promise<BatchEntry[] | null> {
  const most = limits.sealedDocuments.value;
  for (const row of await latestManifest(store, index)) {
    const sized = await sizedEntries(store, index, row);
    const isDue = ({ entry, count }: Sized) =>
      damaged.has(entry.key) || entry.version !== wordsVersion || count < entry.size;
    const small = sized
      .filter(({ count }) => count < most / 2)
      .toSorted((a, b) => (a.entry.key < b.entry.key ? -1 : 1));
    const first = sized.find(isDue) ?? (small.length > 1 ? small[0] : undefined);
    if (!first) continue;
    const group = [first];
    let count = first.count;
    for (const one of small) {
      if (one === first || count + one.count > most) continue;
      group.push(one);
      count += one.count;
    }
    if (isDue(first) || group.length > 1) return group.map(({ entry }) => entry);
  }
  return null;
}

interface Sized {
  readonly entry: BatchEntry;
  /** Documents that count. */
  readonly count: number;
}

async function sizedEntries(store: Archive['store'], index: WordIndex, { entries }: ManifestRow): Promise<Sized[]> {
  const removed = await latestTombstones(
    store,
    index,
    entries.map(({ key }) => key),
  );
  return entries.map(entry => ({ entry, count: entry.size - (removed.get(entry.key)?.size ?? 0) }));
}

/** Words of the documents of a batch that is made anew: out of the blocks of those it replaces, else of the mails. */
async function wordsOf(
  archive: Archive,
  index: WordIndex,
  { places, key }: Sealing,
  group: readonly BatchEntry[],
  documents: ReadonlyMap<string, Counted>,
): Promise<BatchDocuments> {
  const { store } = archive;
  const words = newBatchWords();
  const blocks = new Map<string, readonly WordDocument[] | null>();
  for (const entry of group)
    blocks.set(entry.key, entry.version === wordsVersion ? await blockDocuments(store, index, entry) : null);
  const made = await mapAtOnce(places, contentsAtOnce, async ({ position }) => {
    const counted = documents.get(position);
    const known = counted && blocks.get(counted.entry.key)?.[counted.ordinal];
    if (known) return addDocument(words, encodeDocument(known));
    const row = await madeRow(archive, position);
    return row && addTail(words, row);
  });
  // Who removes one of them since the intent was there marks it where it was and where it will be.
  const removed = await latestTombstones(store, index, [key, ...group.map(entry => entry.key)]);
  const numbers = made.map((number, ordinal) => {
    const counted = documents.get(places[ordinal]?.position ?? '');
    const isGone = counted && removed.get(counted.entry.key)?.has(counted.ordinal);
    return isGone || removed.get(key)?.has(ordinal) ? null : number;
  });
  return { words, numbers };
}

/** Takes the rows of batches away that others took the place of, once nobody reads them any more. */
async function dropBatches(
  { store }: Archive,
  index: WordIndex,
  batches: readonly BatchEntry[],
  settle: Settle,
): Promise<void> {
  if (batches.length === 0) return;
  await settle();
  for (const entry of batches) {
    const keys = [...(await batchRowKeys(store, index, entry)), wordTombstoneKey(index, entry.key)];
    await inTurns(keys, { hold: async () => {}, release: async () => {} }, some => store.delete(some));
  }
}
