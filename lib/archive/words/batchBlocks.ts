// The words of a batch of documents as the blocks of its buckets. Pure.

import { crc32 } from 'node:zlib';
import { bucketOf, joinEntries, type PackedWord, packWord, type WordPosting } from '../../words/blockCodec.ts';
import type { DocumentWord, WordDocument } from '../../words/documentWords.ts';
import type { StopCodes } from '../../words/positionCodec.ts';
import { pairTerm, stopCode } from '../../words/stopWords.ts';
import { type WordIndex, wordBlockKey, wordPositionsKey } from '../keys.ts';
import type { Key, Row } from '../ports.ts';

/** Bytes of a block's entries; what is more goes into a further part. */
const mostBytes = 200 * 1024 - 16;

/** What tells that the bytes of a block are not those that were written. */
export const checksumOf = (bytes: Uint8Array): string => crc32(bytes).toString(36);

/**
 * The rows of the blocks of a batch, of words and of places: of the same documents always the same.
 * @param documents by ordinal; null where an ordinal is empty
 */
export function batchBlocks(index: WordIndex, batch: string, documents: readonly (WordDocument | null)[]): Row[] {
  const buckets = new Map<number, PackedWord[]>();
  for (const [term, postings] of batchPostings(documents)) {
    const bucket = bucketOf(term);
    const own = buckets.get(bucket);
    const word = packWord(term, postings);
    if (own) own.push(word);
    else buckets.set(bucket, [word]);
  }
  const rowsOf = (entries: readonly Uint8Array[], keyOf: (part: number) => Key): Row[] =>
    partsOf(entries).map((bytes, part) => ({ ...keyOf(part), data: checksumOf(bytes), bytes }));
  return [...buckets]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([bucket, words]) => {
      words.sort((a, b) => Buffer.compare(a.term, b.term));
      const [entries, places] = [words.map(({ entry }) => entry), words.flatMap(({ apart }) => apart)];
      return [
        ...rowsOf(entries, part => wordBlockKey(index, bucket, batch, part)),
        ...rowsOf(places, part => wordPositionsKey(index, bucket, batch, part)),
      ];
    });
}

/** The postings of every word, and of every pair of stop words that stand together. */
function batchPostings(documents: readonly (WordDocument | null)[]): Map<string, WordPosting[]> {
  const words = new Map<string, WordPosting[]>();
  const add = (term: string, posting: WordPosting): void => {
    const own = words.get(term);
    if (own) own.push(posting);
    else words.set(term, [posting]);
  };
  for (const [ordinal, document] of documents.entries()) {
    if (!document) continue;
    const stopWords = document.words.filter(({ term }) => stopCode(term) > 0);
    const stops = stopCodesOf(stopWords);
    for (const { term, weight, positions } of document.words) add(term, { ordinal, weight, positions, stops });
    for (const [term, positions] of pairsOf(stopWords, stops)) add(term, { ordinal, weight: 1, positions });
  }
  return words;
}

function stopCodesOf(stopWords: readonly DocumentWord[]): StopCodes {
  let length = 0;
  for (const { positions } of stopWords) length = Math.max(length, (positions.at(-1) ?? -1) + 1);
  const codes = new Uint8Array(length);
  for (const { term, positions } of stopWords) {
    const code = stopCode(term);
    for (const position of positions) codes[position] = code;
  }
  return codes;
}

/** Where the first of two stop words stands that follow each other, by the term of the two. */
function pairsOf(stopWords: readonly DocumentWord[], stops: StopCodes): Map<string, number[]> {
  const pairs = new Map<string, number[]>();
  const second = new Map(stopWords.map(({ term }) => [stopCode(term), term]));
  for (const { term: first, positions } of stopWords)
    for (const position of positions) {
      const code = stops[position + 1] ?? 0;
      if (code === 0) continue;
      const term = pairTerm(first, second.get(code) ?? '');
      const own = pairs.get(term);
      if (own) own.push(position);
      else pairs.set(term, [position]);
    }
  return pairs;
}

/** Entries as blocks that fit into rows; none of none. */
function partsOf(entries: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[][] = entries.length > 0 ? [[]] : [];
  let bytes = 0;
  for (const entry of entries) {
    if (bytes > 0 && bytes + entry.length > mostBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += entry.length;
  }
  return parts.map(joinEntries);
}
