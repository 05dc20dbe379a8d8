// A block: the words of one hash bucket in one batch of documents, each with its postings, as bytes. One word is found
// without reading the others. Knows no storage, and documents by their number in the batch alone.

import {
  type ByteReader,
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
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Documents of a batch are numbered from 0 to below this. */
export const batchDocuments = 1024;
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

/** One document that has a word. */
export interface WordPosting {
  /** The document's number in its batch: 0 to 1023. */
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

/** The words of a block with their postings, ascending by ordinal, as bytes; the same whatever the order of the words. */
export function encodeBlock(words: ReadonlyMap<string, readonly WordPosting[]>): Uint8Array {
  const writer = newWriter();
  writeByte(writer, version);
  writeVarint(writer, words.size);
  const entries = [...words].map(([term, postings]) => ({ bytes: encoder.encode(term), postings }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { bytes, postings } of entries) {
    const body = newWriter(64);
    let ordinal = -1;
    for (const posting of postings) {
      writeVarint(body, posting.ordinal - ordinal - 1);
      ordinal = posting.ordinal;
    }
    for (const { weight } of postings) writeByte(body, weight);
    for (const { positions } of postings) {
      writeVarint(body, positions.length);
      let before = 0;
      for (const position of positions) {
        writeVarint(body, position - before);
        before = position;
      }
    }
    writeVarint(writer, bytes.length);
    writeBytes(writer, bytes);
    writeVarint(writer, postings.length);
    writeVarint(writer, body.length);
    writeBytes(writer, writtenBytes(body));
  }
  return writtenBytes(writer);
}

/** The postings of one word, or null where the block has it not. @throws Error where the bytes are no block of this version */
export function findInBlock(bytes: Uint8Array, term: string): WordPostings | null {
  const sought = encoder.encode(term);
  const reader = openBlock(bytes);
  for (let left = readVarint(reader); left > 0; left--) {
    const found = readBytes(reader, readVarint(reader));
    const df = readVarint(reader);
    const body = readBytes(reader, readVarint(reader));
    if (Buffer.compare(found, sought) === 0) return readPostings(body, df);
  }
  return null;
}

/** Every word of a block with its postings. @throws Error where the bytes are no block of this version */
export function decodeBlock(bytes: Uint8Array): Map<string, WordPosting[]> {
  const words = new Map<string, WordPosting[]>();
  const reader = openBlock(bytes);
  for (let left = readVarint(reader); left > 0; left--) {
    const term = decoder.decode(readBytes(reader, readVarint(reader)));
    const df = readVarint(reader);
    const { ordinals, weights, positionsAt } = readPostings(readBytes(reader, readVarint(reader)), df);
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

function readPostings(body: Uint8Array, df: number): WordPostings {
  if (df > batchDocuments) throw new Error('a block of words is damaged: more postings than documents');
  const reader: ByteReader = { bytes: body, at: 0 };
  const ordinals = new Uint16Array(df);
  let ordinal = -1;
  for (let i = 0; i < df; i++) {
    ordinal += readVarint(reader) + 1;
    ordinals[i] = ordinal;
  }
  const weights = readBytes(reader, df);
  const start = reader.at;
  let next = 0;
  const positionsAt = (index: number): readonly number[] => {
    if (index < next) {
      reader.at = start;
      next = 0;
    }
    for (; next < index; next++) for (let left = readVarint(reader); left > 0; left--) readVarint(reader);
    next = index + 1;
    const positions: number[] = [];
    let position = 0;
    for (let left = readVarint(reader); left > 0; left--) {
      position += readVarint(reader);
      positions.push(position);
    }
    return positions;
  };
  return { df, ordinals, weights, positionsAt };
}
