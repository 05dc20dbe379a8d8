// The words of a batch of documents as the rows of the blocks of its buckets. Pure.

import { crc32 } from 'node:zlib';
import type { BatchWords } from '../../words/batchWords.ts';
import { packBlocks } from '../../words/packBlocks.ts';
import type { Key, Row } from '../ports.ts';
import { type WordIndex, wordBlockKey, wordPositionsKey } from '../wordKeys.ts';

/** Bytes of a block's entries; what is more goes into a further part. */
const mostBytes = 200 * 1024 - 16;

/** What tells that the bytes of a block are not those that were written. */
export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(36);

/** Documents by ordinal, as they are numbered among their words; null where an ordinal is empty. */
export interface BatchDocuments {
  readonly words: BatchWords;
  readonly numbers: readonly (number | null)[];
}

/** The rows of the blocks of a batch, of words and of places: of the same documents always the same. */
export function batchBlocks(index: WordIndex, batch: string, { words, numbers }: BatchDocuments): Row[] {
  const rows: Row[] = [];
  const add = (blocks: readonly Uint8Array[], keyOf: (part: number) => Key): void => {
    for (const [part, bytes] of blocks.entries()) rows.push({ ...keyOf(part), data: checksumOf(bytes), bytes });
  };
  for (const { bucket, words: own, places } of packBlocks(words, numbers, mostBytes)) {
    add(own, part => wordBlockKey(index, bucket, batch, part));
    add(places, part => wordPositionsKey(index, bucket, batch, part));
  }
  return rows;
}
