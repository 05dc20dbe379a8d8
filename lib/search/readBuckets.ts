// Reads the blocks of some words of an index within a budget: those of the batches asked for first, newest first, the
// others after them where frequencies are to be exact. A long word is read in several ranges at once.

import type { Cost, Store } from '../archive/ports.ts';
import type { WordIndex } from '../archive/wordKeys.ts';
import {
  type BlockKind,
  type BlocksReading,
  readBlocks,
  type WordBatch,
  type WordBlock,
} from '../archive/words/readWords.ts';

/** Batches from one place of a list to another, both included. */
export interface BatchRange {
  readonly first: number;
  readonly last: number;
}

export interface BucketQuestion {
  readonly store: Store;
  readonly index: WordIndex;
  /** Newest first, as the manifest has them. */
  readonly batches: readonly WordBatch[];
  /** The batches that are asked for; null for none, where all are read for their frequencies alone. */
  readonly asked: BatchRange | null;
  /** A term of the bucket, and which of its blocks are read. */
  readonly term: string;
  readonly of: BlockKind;
  readonly mostBytes: number;
  readonly cost: Cost;
}

export interface BucketReading {
  /** Parts of the block of each batch, by its place in the list; undefined where it has none. */
  readonly parts: readonly (readonly Uint8Array[] | undefined)[];
  /** By place in the list: 0 for a batch that the budget left out. */
  readonly isRead: Uint8Array;
  /** Readings that had to follow each other. */
  readonly rounds: number;
}

/** What DynamoDB reads at once. */
const pageBytes = 1024 * 1024;
const rangesAtOnce = 4;

export async function readBucket(question: BucketQuestion): Promise<BucketReading> {
  const { batches, asked, mostBytes } = question;
  const places = new Map(batches.map(({ key }, place) => [key, place]));
  const parts: Uint8Array[][] = [];
  const isRead = new Uint8Array(batches.length);
  let bytes = 0;
  let rounds = 0;

  /** Takes what was read of a range; tells the last batch of it that is read. */
  function take({ blocks, coveredTo }: BlocksReading, { first, last }: BatchRange): number {
    for (const block of blocks) {
      bytes += block.bytes.length;
      addPart(parts, places.get(block.batch), block);
    }
    let covered = first - 1;
    while (covered < last && (coveredTo === null || (batches[covered + 1]?.key ?? '') >= coveredTo)) covered++;
    isRead.fill(1, first, covered + 1);
    return covered;
  }

  /** Reads a range as far as the budget goes. */
  async function readRange(range: BatchRange): Promise<void> {
    const { first, last } = range;
    if (first > last || bytes >= mostBytes) return;
    const before = bytes;
    const reached = take(await readBetween(question, range, Math.min(pageBytes, mostBytes - bytes)), range);
    rounds++;
    if (reached >= last || reached < first) return;
    // What is left of the budget is shared by as many batches as it is likely to do for.
    const each = Math.max(1, (bytes - before) / (reached + 1 - first));
    const end = Math.min(last, reached + Math.floor((mostBytes - bytes) / each));
    if (end <= reached) return;
    const count = Math.min(rangesAtOnce, Math.ceil(((end - reached) * each) / pageBytes));
    const length = Math.ceil((end - reached) / count);
    const ranges = Array.from({ length: count }, (_, i) => ({
      first: reached + 1 + i * length,
      last: Math.min(end, reached + (i + 1) * length),
    })).filter(({ first: from, last: to }) => from <= to);
    const readings = await Promise.all(ranges.map(one => readBetween(question, one, 2 * length * each + pageBytes)));
    rounds++;
    for (const [i, reading] of readings.entries()) take(reading, ranges[i] ?? range);
  }

  const { first, last } = asked ?? { first: 0, last: -1 };
  await readRange({ first, last });
  if (question.of === 'positions') return { parts, isRead, rounds };
  await readRange({ first: 0, last: first - 1 });
  await readRange({ first: last + 1, last: batches.length - 1 });
  return { parts, isRead, rounds };
}

function addPart(parts: Uint8Array[][], place: number | undefined, { bytes }: WordBlock): void {
  // A batch that was sealed since the manifest was read: its documents are in the tail.
  if (place === undefined) return;
  const own = parts[place];
  if (own) own.push(bytes);
  else parts[place] = [bytes];
}

const readBetween = (
  { store, index, batches, term, of, cost }: BucketQuestion,
  { first, last }: BatchRange,
  mostBytes: number,
): Promise<BlocksReading> => {
  const newest = batches[first]?.key;
  const oldest = batches[last]?.key;
  return readBlocks(
    store,
    index,
    term,
    { ...(newest !== undefined && { newest }), ...(oldest !== undefined && { oldest }), mostBytes, of },
    cost,
  );
};
