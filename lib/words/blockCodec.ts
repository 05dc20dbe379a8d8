// A block: the words of one hash bucket in one batch of documents, each with its postings, as bytes. One word is found
// without reading the others. Knows no storage, and documents by their number in the batch alone.

import { packTerm, unpackTerm } from './termCode.ts';
import {
  type ByteReader,
  type ByteWriter,
  newWriter,
  readByte,
  readBytes,
  readVarint,
  writeByte,
  writeBytes,
  writeVarint,
  writtenBytes,
} from './varints.ts';

const version = 1;

/** Documents of a batch are numbered from 0 to below this; a word that many have takes a bit for each. */
export const batchDocuments = 1408;
/** How many buckets the words of a batch are spread over. */
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
const manyPostings = batchDocuments / 8;

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
  /** The positions of the word in the document at an index of `ordinals`; quick for ascending indexes. */
  positionsAt(index: number): readonly number[];
}

/** Kept for the next block: what is made of one is a copy. */
const writing = { block: newWriter(), body: newWriter() };

/** The words of a block with their postings, ascending by ordinal, as bytes; the same whatever the order of the words. */
export function encodeBlock(words: ReadonlyMap<string, readonly WordPosting[]>): Uint8Array {
  const { block: writer, body } = writing;
  writer.length = 0;
  writeByte(writer, version);
  writeVarint(writer, words.size);
  const entries = Array.from(words, ([term, postings]) => ({ term: packTerm(term), postings }));
  entries.sort((a, b) => Buffer.compare(a.term, b.term));
  for (const { term, postings } of entries) {
    const hasPositions = postings.some(({ positions }) => positions.length > 0);
    body.length = 0;
    writeOrdinals(body, postings);
    for (const { weight } of postings) writeByte(body, weight);
    if (hasPositions) for (const { positions } of postings) writePositions(body, positions);
    writeVarint(writer, term.length);
    writeBytes(writer, term);
    writeVarint(writer, postings.length * 2 + (hasPositions ? 1 : 0));
    writeVarint(writer, body.length);
    writeBytes(writer, body.bytes.subarray(0, body.length));
  }
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

/** Each as the difference to the one before, doubled, and 1 more where another follows; 0 alone says that there is none. */
function writePositions(writer: ByteWriter, positions: readonly number[]): void {
  if (positions.length === 0) writeVarint(writer, 0);
  const last = positions.length - 1;
  let next = 0;
  for (let i = 0; i <= last; i++) {
    const position = positions[i] ?? 0;
    writeVarint(writer, (position - next) * 2 + (i < last ? 1 : 0) + (i === 0 ? 1 : 0));
    next = position + 1;
  }
}

/** The postings of one word, or null where the block has it not. @throws Error where the bytes are no block of this version */
export function findInBlock(bytes: Uint8Array, term: string): WordPostings | null {
  return wordLookup(term)(bytes);
}

/** What looks one word up in block after block. */
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

/** Every word of a block with its postings. @throws Error where the bytes are no block of this version */
export function decodeBlock(bytes: Uint8Array): Map<string, WordPosting[]> {
  const words = new Map<string, WordPosting[]>();
  const reader = openBlock(bytes);
  for (let left = readVarint(reader); left > 0; left--) {
    const term = unpackTerm(readBytes(reader, readVarint(reader)));
    const head = readVarint(reader);
    const { ordinals, weights, positionsAt } = readPostings(readBytes(reader, readVarint(reader)), head);
    words.set(
      term,
      Array.from(ordinals, (ordinal, i) => ({ ordinal, weight: weights[i] ?? 0, positions: positionsAt(i) })),
    );
  }
  return words;
}

function openBlock(bytes: Uint8Array): ByteReader {
  const reader: ByteReader = { bytes, at: 0 };
  if (readByte(reader) !== version) throw new Error('a block of words is of another version');
  return reader;
}

/** @param head how many there are, doubled, and 1 more where they have positions */
function readPostings(body: Uint8Array, head: number): WordPostings {
  const df = head >>> 1;
  const reader: ByteReader = { bytes: body, at: 0 };
  const ordinals = readOrdinals(reader, df);
  const weights = readBytes(reader, df);
  if ((head & 1) === 0) return { df, ordinals, weights, positionsAt: () => [] };
  const start = reader.at;
  let next = 0;
  const positionsAt = (index: number): readonly number[] => {
    if (index < next) {
      reader.at = start;
      next = 0;
    }
    for (; next < index; next++) skipPositions(reader);
    next = index + 1;
    return readPositions(reader);
  };
  return { df, ordinals, weights, positionsAt };
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

function readPositions(reader: ByteReader): readonly number[] {
  const first = readVarint(reader);
  if (first === 0) return [];
  let position = (first - 1) >>> 1;
  const positions = [position];
  for (let more = (first - 1) & 1; more === 1; ) {
    const value = readVarint(reader);
    position += (value >>> 1) + 1;
    positions.push(position);
    more = value & 1;
  }
  return positions;
}

/** Moves over the positions of one document: which of them is the last is in the lowest bit of each first byte. */
function skipPositions(reader: ByteReader): void {
  const { bytes } = reader;
  let { at } = reader;
  let byte = bytes[at++] ?? 0;
  // The first is 1 more.
  let more = byte !== 0 && (byte & 1) === 0;
  while (byte >= 0x80) byte = bytes[at++] ?? 0;
  while (more) {
    byte = bytes[at++] ?? 0;
    more = (byte & 1) === 1;
    while (byte >= 0x80) byte = bytes[at++] ?? 0;
  }
  reader.at = at;
}
