// The words of a sealed batch's documents out of its blocks, and whether the blocks are those that were written.

import { bucketCount, bucketOf, decodeBlock, positionLookup } from '../../words/blockCodec.ts';
import { compareTerms, type DocumentWord, type WordDocument } from '../../words/documentWords.ts';
import { mapAtOnce } from '../atOnce.ts';
import type { Row, Store } from '../ports.ts';
import { type WordIndex, wordBatchLength, wordBlocksPk, wordPositionsPk } from '../wordKeys.ts';
import { checksumOf } from './batchBlocks.ts';
import type { BatchEntry } from './manifest.ts';

/** Buckets read at once. */
const bucketsAtOnce = 16;
/** Of one bucket of one batch, numbered in two digits. */
const mostParts = 4096;

/** The partitions of all blocks of an index, of words and of places. */
const partitionsOf = (index: WordIndex): string[] => [
  ...Array.from({ length: bucketCount }, (_, bucket) => wordBlocksPk(index, bucket)),
  ...Array.from({ length: bucketCount }, (_, bucket) => wordPositionsPk(index, bucket)),
];

/** Rows of the blocks there are of a batch, of words and of places. */
export async function readBatchBlocks(store: Store, index: WordIndex, batch: string): Promise<Row[]> {
  const rows = await mapAtOnce(partitionsOf(index), bucketsAtOnce, async pk => {
    const range = { pk, from: batch, below: `${batch}~` } as const;
    return (await store.read({ ...range, direction: 'ascending', limit: mostParts })).rows;
  });
  return rows.flat();
}

const isIntact = ({ data, bytes }: Row): boolean => bytes !== undefined && data === checksumOf(bytes);

/** Words of a batch's documents by ordinal; null where its blocks are not all there, or not what was written. */
export async function blockDocuments(
  store: Store,
  index: WordIndex,
  { key, size, blocks }: BatchEntry,
): Promise<readonly WordDocument[] | null> {
  const rows = await readBatchBlocks(store, index, key);
  if (rows.length !== blocks || !rows.every(isIntact)) return null;
  const words: DocumentWord[][] = Array.from({ length: size }, () => []);
  const positions = new Set(Array.from({ length: bucketCount }, (_, bucket) => wordPositionsPk(index, bucket)));
  const byPk = Map.groupBy(rows, ({ pk }) => pk);
  const places = (term: string) => {
    const own = byPk.get(wordPositionsPk(index, bucketOf(term))) ?? [];
    return positionLookup(term)(own.map(({ bytes = new Uint8Array() }) => bytes));
  };
  for (const { pk, bytes = new Uint8Array() } of rows)
    for (const [term, postings] of positions.has(pk) ? [] : decodeBlock(bytes, places))
      for (const { ordinal, weight, positions } of postings) words[ordinal]?.push({ term, weight, positions });
  return words.map(own => ({ words: own.sort((a, b) => compareTerms(a.term, b.term)) }));
}

/** Rows read at once of a bucket. */
const pageRows = 1000;

/** Keys of the batches, among these, whose blocks are not all there, or not what was written: one look at every block. */
export async function damagedBatches(
  store: Store,
  index: WordIndex,
  entries: readonly BatchEntry[],
): Promise<Set<string>> {
  if (entries.length === 0) return new Set();
  const intact = new Map(entries.map(({ key }) => [key, 0]));
  const damaged = new Set<string>();
  await mapAtOnce(partitionsOf(index), bucketsAtOnce, async pk => {
    for (let above = ''; ; ) {
      const range = { pk, ...(above && { above }) };
      const page = await store.read({ ...range, direction: 'ascending', limit: pageRows });
      for (const row of page.rows) {
        const batch = row.sk.slice(0, wordBatchLength);
        if (!isIntact(row)) damaged.add(batch);
        const count = intact.get(batch);
        if (count !== undefined) intact.set(batch, count + 1);
      }
      above = page.rows.at(-1)?.sk ?? '';
      if (!page.hasMore || !above) return;
    }
  });
  return new Set(entries.flatMap(({ key, blocks }) => (damaged.has(key) || intact.get(key) !== blocks ? [key] : [])));
}
