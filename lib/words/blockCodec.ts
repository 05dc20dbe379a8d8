// A block: the words of one hash bucket in one batch of documents, each with its postings, as bytes. One word is found
// without reading the others. Where the places of a word are many they stand in a block of their own, of places alone,
// so that who asks for no phrase does not read them. Knows no storage, and documents by their number in the batch alone.
// Blocks are written by packBlocks.ts.

import { noPositions, type PositionReader, positionReader } from './positionCodec.ts';
import { isPairTerm } from './stopWords.ts';
import { packTerm, unpackTerm } from './termCode.ts';
import { type ByteReader, readByte, readBytes, readVarint } from './varints.ts';

export const blockVersion = 2;

/** Documents of a batch are numbered from 0 to below this; a word that many have takes a bit for each. */
export const batchDocuments = 1408;
/** How many buckets the words of a batch are spread over, and the places that stand apart. */
export const bucketCount = 4096;

/** The bucket a term stands in: 0 to below bucketCount, the same for ever. */
export function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % bucketCount;
}

/** A word that more documents have than this has its postings as bits. */
export const manyPostings = batchDocuments / 8;
/** Places that stand apart are found by so many documents. */
export const groupDocuments = 32;

/** One document that has a word. */
export interface WordPosting {
  /** The document's number in its batch: 0 to below batchDocuments. */
  readonly ordinal: number;
  /** As DocumentWord has it. */
  readonly weight: number;
  readonly positions: readonly number[];
}

/** The postings of one word in one block, positions not read yet. */
export interface WordPostings {
  /** How many documents have the word. */
  readonly df: number;
  /** Ascending. */
  readonly ordinals: Uint16Array;
  /** Of the same documents. */
  readonly weights: Uint8Array;
  /** The positions of the word; of one whose places stand apart, none. */
  readonly positionsAt: PositionReader;
  readonly isApart: boolean;
}

/** What the head of an entry says besides how many documents there are. */
export const marks = { positions: 1, apart: 2, equalWeights: 4 } as const;
export const markBits = 3;

/**
 * What looks one word up in block after block: its postings, or null where a block has it not.
 * @throws Error where the bytes are no block of this version
 */
export function wordLookup(term: string): (bytes: Uint8Array) => WordPostings | null {
  const sought = packTerm(term);
  return bytes => {
    const reader = openBlock(bytes);
    for (let left = readVarint(reader); left > 0; left--) {
      const length = readVarint(reader);
      const start = reader.at;
      reader.at += length;
      const head = readVarint(reader);
      const bodyLength = readVarint(reader);
      if (length === sought.length && isAt(bytes, start, sought))
        return readPostings(readBytes(reader, bodyLength), head);
      reader.at += bodyLength;
    }
    return null;
  };
}

function isAt(bytes: Uint8Array, start: number, sought: Uint8Array): boolean {
  for (let i = 0; i < sought.length; i++) if (bytes[start + i] !== sought[i]) return false;
  return true;
}

/** Places of some of a word's documents, which stand apart. */
interface ApartPositions {
  readonly first: number;
  readonly count: number;
  readonly read: PositionReader;
}

/** What looks the places of one word up in the blocks of places of batch after batch; null where those have it not. */
export function positionLookup(term: string): (blocks: readonly Uint8Array[]) => PositionReader | null {
  const sought = packTerm(term);
  return blocks => {
    const found: ApartPositions[] = [];
    for (const bytes of blocks) {
      const reader = openBlock(bytes);
      for (let left = readVarint(reader); left > 0; left--) {
        const length = readVarint(reader);
        const start = reader.at;
        reader.at += length;
        const isSought = length === sought.length && isAt(bytes, start, sought);
        const [first, count] = [readVarint(reader), readVarint(reader)];
        const bodyLength = readVarint(reader);
        if (isSought) found.push({ first, count, read: readApart(readBytes(reader, bodyLength), count) });
        else reader.at += bodyLength;
      }
    }
    const [only] = found;
    if (!only) return null;
    if (found.length === 1) return only.read;
    return (index, before, after) => {
      const own = found.find(({ first, count }) => index >= first && index < first + count);
      return own?.read(index - own.first, before, after) ?? [];
    };
  };
}

function readApart(body: Uint8Array, count: number): PositionReader {
  if (count > batchDocuments) throw new Error('a block of words is damaged: more postings than documents');
  const reader: ByteReader = { bytes: body, at: 0 };
  const starts = new Uint32Array(Math.ceil(count / groupDocuments));
  let at = 0;
  for (let group = 0; group < starts.length; group++) {
    starts[group] = at;
    at += readVarint(reader);
  }
  for (let group = 0; group < starts.length; group++) starts[group] = (starts[group] ?? 0) + reader.at;
  return positionReader(body, starts, groupDocuments);
}

/**
 * Every word of a block of words with its postings, without the pairs of stop words, which are made of those.
 * @param positionsOf the places of those that stand apart
 * @throws Error where the bytes are no block of this version
 */
export function decodeBlock(
  bytes: Uint8Array,
  positionsOf: (term: string) => PositionReader | null = () => null,
): Map<string, WordPosting[]> {
  const words = new Map<string, WordPosting[]>();
  const reader = openBlock(bytes);
  for (let left = readVarint(reader); left > 0; left--) {
    const term = unpackTerm(readBytes(reader, readVarint(reader)));
    const head = readVarint(reader);
    const { ordinals, weights, ...own } = readPostings(readBytes(reader, readVarint(reader)), head);
    if (isPairTerm(term)) continue;
    const positionsAt = own.isApart ? (positionsOf(term) ?? noPositions) : own.positionsAt;
    words.set(
      term,
      Array.from(ordinals, (ordinal, i) => ({ ordinal, weight: weights[i] ?? 0, positions: positionsAt(i) })),
    );
  }
  return words;
}

function openBlock(bytes: Uint8Array): ByteReader {
  const reader: ByteReader = { bytes, at: 0 };
  if (readByte(reader) !== blockVersion) throw new Error('a block of words is of another version');
  return reader;
}

/** @param head how many there are, and marks */
function readPostings(body: Uint8Array, head: number): WordPostings {
  const df = head >>> markBits;
  const reader: ByteReader = { bytes: body, at: 0 };
  const ordinals = readOrdinals(reader, df);
  const weights = (head & marks.equalWeights) === 0 ? readBytes(reader, df) : new Uint8Array(df).fill(1);
  const positionsAt = (head & marks.positions) === 0 ? noPositions : positionReader(body, [reader.at], batchDocuments);
  return { df, ordinals, weights, positionsAt, isApart: (head & marks.apart) !== 0 };
}

function readOrdinals(reader: ByteReader, df: number): Uint16Array {
  if (df > batchDocuments) throw new Error('a block of words is damaged: more postings than documents');
  const ordinals = new Uint16Array(df);
  if (df >= manyPostings) {
    const bits = readBytes(reader, batchDocuments / 8);
    let i = 0;
    for (let at = 0; at < bits.length; at++) {
      // The lowest bit that is left, one after the other.
      for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1)
        ordinals[i++] = at * 8 + 31 - Math.clz32(rest & -rest);
    }
    if (i !== df) throw new Error('a block of words is damaged: it counts otherwise');
    return ordinals;
  }
  const { bytes } = reader;
  let next = 0;
  for (let i = 0; i < df; i++) {
    // Most differences are of one byte.
    const byte = bytes[reader.at] ?? 0x80;
    if (byte < 0x80) {
      reader.at += 1;
      next += byte;
    } else next += readVarint(reader);
    ordinals[i] = next;
    next += 1;
  }
  return ordinals;
}
