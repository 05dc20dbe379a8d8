// Blocks made in the plainest way: of decoded documents, word by word, as objects. What is shipped makes the same bytes of
// packed documents; this says which they are.

import {
  batchDocuments,
  blockVersion,
  bucketOf,
  groupDocuments,
  manyPostings,
  markBits,
  marks,
  type WordPosting,
} from '../../../lib/words/blockCodec.ts';
import type { DocumentWord, WordDocument } from '../../../lib/words/documentWords.ts';
import { pairTerm, stopCode } from '../../../lib/words/stopWords.ts';
import { packTerm } from '../../../lib/words/termCode.ts';
import {
  type ByteWriter,
  newWriter,
  writeByte,
  writeBytes,
  writeVarint,
  writtenBytes,
} from '../../../lib/words/varints.ts';

const apartBytes = 640;
const mostApartBytes = 150 * 1024;
const onlyBefore = 0x40;
const both = 0x80;

/** The codes of stop words by the positions where they stand in a document; 0 where none does. */
type StopCodes = Uint8Array;

/** A posting with the stop words of its document. */
export interface PlainPosting extends WordPosting {
  readonly stops?: StopCodes;
}

/** A word as it stands in a block, and its places where they stand apart. */
export interface PackedWord {
  /** The order of entries in a block. */
  readonly term: Uint8Array;
  readonly entry: Uint8Array;
  /** Entries of blocks of places; none where the places stand in the first entry. */
  readonly apart: readonly Uint8Array[];
}

/** @param postings ascending by ordinal */
export function packWord(term: string, postings: readonly PlainPosting[]): PackedWord {
  const [entry, body, positions] = [newWriter(), newWriter(), newWriter()];
  const packed = packTerm(term);
  const hasStops = stopCode(term) === 0;
  if (postings.some(one => one.positions.length > 0))
    for (const one of postings) writePositions(positions, one.positions, hasStops ? (one.stops ?? null) : null);
  const isApart = positions.length > apartBytes;
  const hasWeights = postings.some(({ weight }) => weight !== 1);
  writeOrdinals(body, postings);
  if (hasWeights) for (const { weight } of postings) writeByte(body, weight);
  if (!isApart) writeBytes(body, positions.bytes.subarray(0, positions.length));
  const head =
    (positions.length === 0 ? 0 : isApart ? marks.apart : marks.positions) + (hasWeights ? 0 : marks.equalWeights);
  writeVarint(entry, packed.length);
  writeBytes(entry, packed);
  writeVarint(entry, (postings.length << markBits) + head);
  writeVarint(entry, body.length);
  writeBytes(entry, body.bytes.subarray(0, body.length));
  return {
    ...{ term: packed, entry: writtenBytes(entry) },
    apart: isApart ? packApart(packed, postings, hasStops, 0, postings.length) : [],
  };
}

/** Places of the postings from one to another, in as many entries as they need. */
function packApart(
  term: Uint8Array,
  postings: readonly PlainPosting[],
  hasStops: boolean,
  from: number,
  to: number,
): Uint8Array[] {
  const [entry, body, positions] = [newWriter(), newWriter(), newWriter()];
  for (let at = from; at < to; at += groupDocuments) {
    const before = positions.length;
    for (const one of postings.slice(at, Math.min(to, at + groupDocuments)))
      writePositions(positions, one.positions, hasStops ? (one.stops ?? null) : null);
    writeVarint(body, positions.length - before);
  }
  if (positions.length > mostApartBytes && to - from > groupDocuments) {
    const middle = from + Math.ceil((to - from) / 2 / groupDocuments) * groupDocuments;
    return [...packApart(term, postings, hasStops, from, middle), ...packApart(term, postings, hasStops, middle, to)];
  }
  writeVarint(entry, term.length);
  writeBytes(entry, term);
  writeVarint(entry, from);
  writeVarint(entry, to - from);
  writeVarint(entry, body.length + positions.length);
  writeBytes(entry, body.bytes.subarray(0, body.length));
  writeBytes(entry, positions.bytes.subarray(0, positions.length));
  return [writtenBytes(entry)];
}

/** A block of some entries, of words or of places. */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  const writer = newWriter();
  writeByte(writer, blockVersion);
  writeVarint(writer, entries.length);
  for (const entry of entries) writeBytes(writer, entry);
  return writtenBytes(writer);
}

/** As differences, or where they are many a bit for every document of the batch. */
function writeOrdinals(writer: ByteWriter, postings: readonly WordPosting[]): void {
  if (postings.length >= manyPostings) {
    const bits = new Uint8Array(batchDocuments / 8);
    for (const { ordinal } of postings) bits[ordinal >> 3] = (bits[ordinal >> 3] ?? 0) | (1 << (ordinal & 7));
    writeBytes(writer, bits);
    return;
  }
  let next = 0;
  for (const { ordinal } of postings) {
    writeVarint(writer, ordinal - next);
    next = ordinal + 1;
  }
}

function writePositions(writer: ByteWriter, positions: readonly number[], stops: StopCodes | null): void {
  if (positions.length === 0) writeVarint(writer, 0);
  const last = positions.length - 1;
  let next = 0;
  for (let i = 0; i <= last; i++) {
    const position = positions[i] ?? 0;
    const before = stops?.[position - 1] ?? 0;
    const after = stops?.[position + 1] ?? 0;
    const marks = (before + after > 0 ? 2 : 0) + (i < last ? 1 : 0);
    writeVarint(writer, (position - next) * 4 + marks + (i === 0 ? 1 : 0));
    next = position + 1;
    if (before === 0 && after === 0) continue;
    if (before === 0) writeByte(writer, after);
    else {
      writeByte(writer, (after === 0 ? onlyBefore : both) | before);
      if (after > 0) writeByte(writer, after);
    }
  }
}

/** The blocks of a bucket, of words and of places. */
export interface PlainBucket {
  readonly bucket: number;
  readonly words: readonly Uint8Array[];
  readonly places: readonly Uint8Array[];
}

/** @param documents by ordinal; null where an ordinal is empty */
export function plainBlocks(documents: readonly (WordDocument | null)[], mostBytes: number): PlainBucket[] {
  const buckets = new Map<number, PackedWord[]>();
  for (const [term, postings] of batchPostings(documents)) {
    const own = buckets.get(bucketOf(term)) ?? [];
    own.push(packWord(term, postings));
    buckets.set(bucketOf(term), own);
  }
  return [...buckets]
    .toSorted(([a], [b]) => a - b)
    .map(([bucket, own]) => {
      own.sort((a, b) => Buffer.compare(a.term, b.term));
      return {
        bucket,
        words: partsOf(
          own.map(({ entry }) => entry),
          mostBytes,
        ),
        places: partsOf(
          own.flatMap(({ apart }) => apart),
          mostBytes,
        ),
      };
    });
}

/** The postings of every word, and of every pair of stop words that stand together. */
function batchPostings(documents: readonly (WordDocument | null)[]): Map<string, PlainPosting[]> {
  const words = new Map<string, PlainPosting[]>();
  const add = (term: string, posting: PlainPosting): void => {
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
function partsOf(entries: readonly Uint8Array[], mostBytes: number): Uint8Array[] {
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
