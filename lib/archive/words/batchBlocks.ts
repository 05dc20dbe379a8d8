// The words of a batch of documents as the blocks of its buckets. Pure.

import { crc32 } from 'node:zlib';
import { bucketOf, encodeBlock, type WordPosting } from '../../words/blockCodec.ts';
import type { WordDocument } from '../../words/documentWords.ts';
import { type WordIndex, wordBlockKey } from '../keys.ts';
import type { Row } from '../ports.ts';

/** Bytes of a block; of a larger one some words, or some documents of one word, go into a further part. */
const mostBytes = 200 * 1024;

type Postings = ReadonlyMap<string, readonly WordPosting[]>;

/** What tells that the bytes of a block are not those that were written. */
export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(36);

/**
 * The rows of the blocks of a batch: of the same documents always the same.
 * @param documents by ordinal; null where an ordinal is empty
 */
export function batchBlocks(index: WordIndex, batch: string, documents: readonly (WordDocument | null)[]): Row[] {
  const buckets = new Map<number, Map<string, WordPosting[]>>();
  const postings = new Map<string, WordPosting[]>();
  for (const [ordinal, document] of documents.entries()) {
    for (const { term, weight, positions } of document?.words ?? []) {
      let own = postings.get(term);
      if (!own) {
        own = [];
        postings.set(term, own);
        const bucket = bucketOf(term);
        const words = buckets.get(bucket);
        if (words) words.set(term, own);
        else buckets.set(bucket, new Map([[term, own]]));
      }
      own.push({ ordinal, weight, positions });
    }
  }
  return [...buckets]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([bucket, words]) =>
      partsOf(words).map((bytes, part) => ({
        ...wordBlockKey(index, bucket, batch, part),
        data: checksumOf(bytes),
        bytes,
      })),
    );
}

/** A bucket in parts that fit into rows. */
function partsOf(words: Postings): Uint8Array[] {
  const bytes = encodeBlock(words);
  if (bytes.length <= mostBytes) return [bytes];
  const entries = [...words];
  const [[term, postings] = ['', []]] = entries;
  if (entries.length === 1 && postings.length === 1) return [bytes];
  const halves =
    entries.length > 1
      ? [entries.slice(0, entries.length >> 1), entries.slice(entries.length >> 1)]
      : [[[term, postings.slice(0, postings.length >> 1)]], [[term, postings.slice(postings.length >> 1)]]];
  return halves.flatMap(half => partsOf(new Map(half as (readonly [string, readonly WordPosting[]])[])));
}
