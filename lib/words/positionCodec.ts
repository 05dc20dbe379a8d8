// The places of one word in document after document, as bytes, each with the stop words beside it; those of any
// document are read without the others. Knows no terms and no blocks.

import { type ByteReader, type ByteWriter, readVarint, writeByte, writeVarint } from './varints.ts';

/** The codes of stop words in a document, each by its position and 1; 0 where none stands. */
export type StopCodes = Uint8Array;

/** So many more than the last position of a stop word they have at least. */
export const stopMargin = 4;

const onlyBefore = 0x40;
const both = 0x80;

/**
 * Writes positions from a place of an array to another: each as the difference to the one before, times four, 1 more
 * where another follows and 2 more where a stop word stands beside it, whose code comes behind; 1 more the first, since 0
 * alone says that there is none.
 */
export function writePositions(
  writer: ByteWriter,
  positions: ArrayLike<number>,
  from: number,
  to: number,
  stops: StopCodes | null,
): void {
  if (from >= to) {
    writeByte(writer, 0);
    return;
  }
  const marked = stops === null ? 0 : stops.length - 2;
  let next = 0;
  let first = 1;
  for (let i = from; i < to; i++) {
    const position = positions[i] ?? 0;
    const isNear = stops !== null && position < marked;
    const before = isNear ? (stops[position] ?? 0) : 0;
    const after = isNear ? (stops[position + 2] ?? 0) : 0;
    const marks = (before + after > 0 ? 2 : 0) + (i + 1 < to ? 1 : 0);
    writeVarint(writer, (position - next) * 4 + marks + first);
    next = position + 1;
    first = 0;
    if (before === 0 && after === 0) continue;
    if (before === 0) writeByte(writer, after);
    else {
      writeByte(writer, (after === 0 ? onlyBefore : both) | before);
      if (after > 0) writeByte(writer, after);
    }
  }
}

/**
 * The positions in the document at an index of a word's documents, ascending: all, or those that have the stop words of
 * these codes right before and after them; 0 for any. Quick for ascending indexes.
 */
export type PositionReader = (index: number, before?: number, after?: number) => readonly number[];

export const noPositions: PositionReader = () => [];

/**
 * Reads what writePositions() wrote of one document after the other.
 * @param starts where the documents begin whose index is a multiple of `each`
 */
export function positionReader(bytes: Uint8Array, starts: ArrayLike<number>, each: number): PositionReader {
  const reader: ByteReader = { bytes, at: starts[0] ?? bytes.length };
  let next = 0;
  let [lastIndex, lastAt] = [-1, 0];
  return (index, before = 0, after = 0) => {
    if (index === lastIndex) reader.at = lastAt;
    else {
      const group = Math.floor(index / each);
      if (index < next || group > Math.floor(next / each)) {
        reader.at = starts[group] ?? bytes.length;
        next = group * each;
      }
      for (; next < index; next++) skipPositions(reader);
    }
    [lastIndex, lastAt] = [index, reader.at];
    next = index + 1;
    return readPositions(reader, before, after);
  };
}

function readPositions(reader: ByteReader, before: number, after: number): readonly number[] {
  const { bytes } = reader;
  const positions: number[] = [];
  if (reader.at >= bytes.length) return positions;
  let value = readVarint(reader) - 1;
  if (value < 0) return positions;
  for (let position = -1; ; value = readVarint(reader)) {
    position += (value >>> 2) + 1;
    let [ownBefore, ownAfter] = [0, 0];
    if ((value & 2) !== 0) {
      const code = bytes[reader.at++] ?? 0;
      if (code < onlyBefore) ownAfter = code;
      else {
        ownBefore = code & (onlyBefore - 1);
        if (code >= both) ownAfter = bytes[reader.at++] ?? 0;
      }
    }
    if ((before === 0 || before === ownBefore) && (after === 0 || after === ownAfter)) positions.push(position);
    if ((value & 1) === 0) return positions;
  }
}

/** Moves over the positions of one document: what follows is in the two lowest bits of each first byte. */
function skipPositions(reader: ByteReader): void {
  const { bytes } = reader;
  let { at } = reader;
  const first = bytes[at] ?? 0;
  let marks = first === 0 ? 0 : (first + 3) & 3;
  for (;;) {
    while ((bytes[at++] ?? 0) >= 0x80);
    if ((marks & 2) !== 0 && (bytes[at++] ?? 0) >= both) at++;
    if ((marks & 1) === 0) break;
    marks = (bytes[at] ?? 0) & 3;
  }
  reader.at = at;
}
