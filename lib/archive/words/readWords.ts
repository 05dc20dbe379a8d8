// Reading an index of words: what it consists of, the postings of a word, and which documents they are of. Whoever reads
// while others store, seal, remove or rebuild sees every document exactly once. Ranking is not known here.

import { limits } from '../../limits.ts';
import { bucketOf } from '../../words/blockCodec.ts';
import type { Cost, Row, Store } from '../ports.ts';
import {
  batchOfTombstone,
  type WordIndex,
  wordBatchLength,
  wordBlocksPk,
  wordDocumentsKey,
  wordManifestKey,
  wordPositionsPk,
  wordStateKey,
  wordsPk,
  wordTombstoneKey,
} from '../wordKeys.ts';
import { type DocumentPlace, readPlaces, unpackPlaces } from './documentPlaces.ts';
import { type BatchEntry, decodeManifest, decodeOrdinals, decodeState, newestOf, sealingOf } from './manifest.ts';
import { folderOfTail, versionOfTail } from './tailRow.ts';
import { wordsVersion } from './wordsVersion.ts';

/** A document that is not sealed. */
export interface TailDocument extends DocumentPlace {
  /** Its words, for documentCodec.ts. */
  readonly bytes: Uint8Array;
}

/** Documents that are sealed together, numbered from 0 in ascending order of their positions. */
export interface WordBatch {
  /** What its blocks and documents are read by; descending is newest first. */
  readonly key: string;
  /** Received dates of its newest and its oldest document, epoch milliseconds. */
  readonly newest: number;
  readonly oldest: number;
  /** Ordinals are 0 to below this. */
  readonly size: number;
  /** Ordinals that do not count: no document, one that was removed, or one that the tail has. Its postings may have them. */
  readonly without: ReadonlySet<number>;
}

/** What an index consists of: every document once, in the tail or in a batch. */
export interface WordsReading {
  /** Ascending by position. */
  readonly tail: readonly TailDocument[];
  /** Newest first. */
  readonly batches: readonly WordBatch[];
  /** Documents in all. */
  readonly documents: number;
  /**
   * False where the tail is longer than is read, of which are the oldest and the newest then, or where words were made
   * by another version, which a rebuild makes anew: they are left out.
   */
  readonly isWhole: boolean;
}

/** Documents of one row of a batch. */
export const documentsInRow = 64;

/** Bytes of the tail that are read at once: what a query of DynamoDB reads. */
const pageBytes = 1024 * 1024;
const pageRows = 5000;

/**
 * Reads the tail and the manifest of an index, in that order: what is sealed meanwhile is in one of them, and is left
 * out of its batch where it is in both. Blocks are read after this.
 */
export async function readWordIndex(store: Store, index: WordIndex, meter?: Cost): Promise<WordsReading> {
  const pk = wordsPk(index);
  const tail: TailDocument[] = [];
  const entries: BatchEntry[] = [];
  const tombstones = new Map<string, Set<number>>();
  let settled = 0;
  const state = wordStateKey(index).sk;
  const firstManifest = wordManifestKey(index, 0).sk;
  const firstTombstone = wordTombstoneKey(index, '').sk;
  let isWhole = true;
  const leaveOut = () => {
    isWhole = false;
  };
  for await (const rows of pagesOf(store, pk, firstManifest, leaveOut, meter))
    for (const row of rows) {
      if (row.sk === state) settled = decodeState(row.data);
      else if (row.sk < firstManifest) {
        if (versionOfTail(row) === wordsVersion) tail.push(tailDocument(row));
        else leaveOut();
      } else if (row.sk >= firstTombstone) tombstones.set(batchOfTombstone(row), decodeOrdinals(row.data));
      else
        for (const entry of decodeManifest(row.data)) {
          if (entry.version === wordsVersion) entries.push(entry);
          else leaveOut();
        }
    }
  const unsettled = entries.filter(({ key }) => sealingOf(key) > settled);
  const doubles =
    tail.length > 0 && unsettled.length > 0 ? await findDoubles(store, index, tail, unsettled, meter) : new Map();
  let documents = tail.length;
  const batches = entries
    .map(({ key, oldest, size }): WordBatch => {
      const without = new Set([...(tombstones.get(key) ?? []), ...(doubles.get(key) ?? [])]);
      documents += size - without.size;
      return { key, newest: newestOf(key), oldest, size, without };
    })
    .toSorted((a, b) => (a.key < b.key ? 1 : -1));
  return { tail, batches, documents, isWhole };
}

/**
 * All rows of a partition in order; where many mails came at once and are not sealed yet, the oldest of the tail and the
 * newest, as much as limits.tailBytes of each.
 */
async function* pagesOf(
  store: Store,
  pk: string,
  tailEnd: string,
  leaveOut: () => void,
  meter?: Cost,
): AsyncGenerator<readonly Row[]> {
  const most = limits.tailBytes.value;
  let bytes = 0;
  let isCut = false;
  for (let above: string | undefined; ; ) {
    const range = { pk, direction: 'ascending', limit: pageRows, mostBytes: pageBytes } as const;
    const page = await store.read(above === undefined ? range : { ...range, above }, meter);
    yield page.rows;
    above = page.rows.at(-1)?.sk;
    if (!page.hasMore || above === undefined) return;
    bytes += sizeOf(page.rows);
    if (bytes < most || above >= tailEnd || isCut) continue;
    isCut = true;
    const { rows, hasMore } = await store.read(
      { pk, above, below: tailEnd, direction: 'descending', limit: 20 * pageRows, mostBytes: most },
      meter,
    );
    if (hasMore) leaveOut();
    yield rows.toReversed();
    above = rows[0]?.sk ?? above;
  }
}

const sizeOf = (rows: readonly Row[]): number => rows.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);

const tailDocument = (row: Row): TailDocument => ({
  position: row.sk,
  folder: folderOfTail(row),
  bytes: row.bytes ?? new Uint8Array(),
});

/** Ordinals of batches whose sealing was not over when the tail was read, of documents that are still in the tail. */
async function findDoubles(
  store: Store,
  index: WordIndex,
  tail: readonly TailDocument[],
  unsettled: readonly BatchEntry[],
  meter?: Cost,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const positions = new Set(tail.map(({ position }) => position));
  const found = await Promise.all(
    unsettled.map(async ({ key, size }) => {
      const documents = await readBatchDocuments(store, index, { key, size }, meter);
      const doubles = documents.flatMap((document, i) => (document && positions.has(document.position) ? [i] : []));
      return [key, doubles] as const;
    }),
  );
  return new Map(found);
}

/** A part of a batch's block of one bucket; the postings of a word are in one of them. */
export interface WordBlock {
  /** Key of the batch. */
  readonly batch: string;
  /** For blockCodec.ts. */
  readonly bytes: Uint8Array;
}

export type BlockKind = 'words' | 'positions';

export interface BlockRange {
  /** Key of the newest batch that is read; the newest there is if left out. */
  readonly newest?: string;
  /** Key of the oldest batch that is read; the oldest there is if left out. */
  readonly oldest?: string;
  /** No further batch once this many bytes are read; a store may read up to 1 MB more at once. */
  readonly mostBytes?: number;
  /** Which blocks: those of words if left out, or those of places that stand apart. */
  readonly of?: BlockKind;
}

export interface BlocksReading {
  /** Newest batch first; parts of one batch follow each other. Of batches that the manifest had not, too. */
  readonly blocks: readonly WordBlock[];
  /** Key of the batch down to which everything in the range was read, itself included; null: to its end. */
  readonly coveredTo: string | null;
}

const blockRows = 20_000;

/**
 * Reads the blocks that a term stands in, newest batch first. A batch without one has none of the bucket's words, or of
 * their places none that stand apart.
 */
export async function readBlocks(
  store: Store,
  index: WordIndex,
  term: string,
  { newest, oldest, mostBytes = Number.POSITIVE_INFINITY, of = 'words' }: BlockRange,
  meter?: Cost,
): Promise<BlocksReading> {
  const pk = of === 'words' ? wordBlocksPk(index, bucketOf(term)) : wordPositionsPk(index, bucketOf(term));
  const blocks: WordBlock[] = [];
  let bytes = 0;
  // Parts of the newest batch sort above its key, and below this.
  let to: { readonly below?: string } = newest === undefined ? {} : { below: `${newest}~` };
  for (;;) {
    const page = await store.read(
      {
        ...{ pk, direction: 'descending', limit: blockRows },
        ...(oldest !== undefined && { from: oldest }),
        ...to,
        ...(mostBytes !== Number.POSITIVE_INFINITY && { mostBytes: Math.max(1, mostBytes - bytes) }),
      },
      meter,
    );
    for (const row of page.rows) {
      const block = { batch: row.sk.slice(0, wordBatchLength), bytes: row.bytes ?? new Uint8Array() };
      bytes += block.bytes.length;
      blocks.push(block);
    }
    const last = page.rows.at(-1)?.sk;
    if (!page.hasMore || last === undefined) return { blocks, coveredTo: null };
    if (bytes >= mostBytes) {
      // Its first part has the bare key: whatever else there is of the batch was read before it.
      if (last.length === wordBatchLength) return { blocks, coveredTo: last };
      const whole = blocks.findLast(({ batch }) => !last.startsWith(batch))?.batch;
      if (whole !== undefined)
        return { blocks: blocks.filter(({ batch }) => !last.startsWith(batch)), coveredTo: whole };
    }
    to = { below: last };
  }
}

/** Names a document in a batch. */
export interface Ordinal {
  /** Key of the batch. */
  readonly batch: string;
  readonly ordinal: number;
}

/** The row that a document stands in, among those of its batch. */
export const rowOfOrdinal = (ordinal: number): number => Math.floor(ordinal / documentsInRow);

/** Names some tens of documents of a batch. */
export interface DocumentsName {
  /** Key of the batch. */
  readonly batch: string;
  /** As rowOfOrdinal() gives it. */
  readonly row: number;
}

/** Tells the document of an ordinal of the batch; null where there is none. */
export type DocumentsReading = (ordinal: number) => DocumentPlace | null;

/** The documents of some rows, of any batches, in the order asked. */
export async function readDocuments(
  store: Store,
  index: WordIndex,
  asked: readonly DocumentsName[],
  meter?: Cost,
): Promise<DocumentsReading[]> {
  const keys = asked.map(({ batch, row }) => wordDocumentsKey(index, batch, row));
  const rows = keys.length === 0 ? [] : await store.get(keys, meter);
  return rows.map((row, i) => {
    const places = row && readPlaces(row);
    const first = (asked[i]?.row ?? 0) * documentsInRow;
    return ordinal => places?.at(ordinal - first) ?? null;
  });
}

/** All documents of a batch by ordinal; null where an ordinal is empty. Of those that do not count, too. */
export async function readBatchDocuments(
  store: Store,
  index: WordIndex,
  { key, size }: Pick<WordBatch, 'key' | 'size'>,
  meter?: Cost,
): Promise<(DocumentPlace | null)[]> {
  const keys = Array.from({ length: Math.ceil(size / documentsInRow) }, (_, i) => wordDocumentsKey(index, key, i));
  const rows = keys.length === 0 ? [] : await store.get(keys, meter, { latest: true });
  const documents = rows.flatMap((row, i) => {
    const places = placesOf(row);
    return Array.from(
      { length: Math.min(documentsInRow, size - i * documentsInRow) },
      (_, ordinal) => places[ordinal] ?? null,
    );
  });
  return documents;
}

/** None of a row that is damaged: what is told of it is for whoever verifies. */
function placesOf(row: Row | undefined): readonly (DocumentPlace | null)[] {
  try {
    return row ? unpackPlaces(row).places : [];
  } catch {
    return [];
  }
}
