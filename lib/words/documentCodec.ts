// The words of one document as bytes, as the tail keeps them: small, and quick to look words up in. Knows no storage.

import type { DocumentWord, WordDocument } from './documentWords.ts';
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

export function encodeDocument({ words }: WordDocument): Uint8Array {
  const writer = newWriter();
  writeByte(writer, version);
  writeVarint(writer, words.length);
  for (const { term, weight, positions } of words) {
    const bytes = encoder.encode(term);
    writeVarint(writer, bytes.length);
    writeBytes(writer, bytes);
    writeByte(writer, weight);
    writeVarint(writer, positions.length);
    let before = 0;
    for (const position of positions) {
      writeVarint(writer, position - before);
      before = position;
    }
  }
  return writtenBytes(writer);
}

/** @throws Error where the bytes are no document of this version */
export function decodeDocument(bytes: Uint8Array): WordDocument {
  const reader: ByteReader = { bytes, at: 0 };
  if (readByte(reader) !== version) throw new Error('words are of another version');
  const count = readVarint(reader);
  const words: DocumentWord[] = [];
  for (let i = 0; i < count; i++) {
    const term = decoder.decode(readBytes(reader, readVarint(reader)));
    const weight = readByte(reader);
    const positions: number[] = [];
    let before = 0;
    for (let left = readVarint(reader); left > 0; left--) {
      before += readVarint(reader);
      positions.push(before);
    }
    words.push({ term, weight, positions });
  }
  return { words };
}

/** Looks the same words up in documents: for each of the terms, in their order, its word, or null where it has none. */
export type WordFinder = (bytes: Uint8Array) => readonly (DocumentWord | null)[];

/** What looks terms up in document after document without decoding the rest. */
export function wordFinder(terms: readonly string[]): WordFinder {
  return bytes => {
    const byTerm = new Map(decodeDocument(bytes).words.map(word => [word.term, word]));
    return terms.map(term => byTerm.get(term) ?? null);
  };
}
