// The words of one document read bit by bit, as documentCodec.ts packs them: their terms by numbers and bytes, their figures,
// their positions. Knows no terms.

import { type BitReader, checkEnd, readBits, readGamma, readRice, readUniform, riceParameter } from './bits.ts';
import { commonTerms } from './commonTerms.ts';

export const documentVersion = 1;

/** Where the tiers of common terms end: within one the gaps between those that a document has are alike. */
export const tiers = [128, 512, 1536, commonTerms.length] as const;

/** More than any term has in UTF-8: it is cut, and a filter term stands by a digest. */
export const termBytes = 1024;

/** More than any document keeps; what says that it has more is damaged, and is not read to its end. */
const mostPositions = 2 ** 20;
/** Positions are below this: a text of two million characters has no more. */
const mostRange = 2 ** 26;

/** @throws Error where the bytes are no document of this version */
export function openDocument(bytes: Uint8Array): BitReader {
  const reader: BitReader = { bytes, at: 0 };
  if (readBits(reader, 8) !== documentVersion) throw new Error('words are of another version');
  return reader;
}

/** Numbers of the common terms, ascending. @throws Error where they are damaged */
export function readCommon(reader: BitReader): number[] {
  const found: number[] = [];
  let first = 0;
  for (const end of tiers) {
    const count = readGamma(reader) - 1;
    if (count > end - first) throw new Error('words are damaged: more than there are');
    const k = riceParameter(end - first - count, count);
    let next = first;
    for (let left = count; left > 0; left--) {
      next += readRice(reader, k);
      found.push(next);
      next += 1;
    }
    first = end;
  }
  checkEnd(reader);
  return found;
}

/** Of the words of a document, common ones first. */
export interface Figures {
  readonly weights: Uint8Array;
  /** How many positions each has. */
  readonly counts: Int32Array;
  /** How many any has at most, and all together. */
  readonly most: number;
  readonly positions: number;
  /** Positions are below it. */
  readonly range: number;
}

/** @throws Error where they are damaged */
export function readFigures(reader: BitReader, count: number): Figures {
  const kinds = readGamma(reader) - 1;
  const palette: number[] = [];
  for (let left = kinds; left > 0; left--) {
    const weight = readBits(reader, 8);
    palette.push(((readGamma(reader) - 1) << 8) | weight);
    checkEnd(reader);
  }
  const weights = new Uint8Array(count);
  const counts = new Int32Array(count);
  let most = 0;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const kind = palette[readGamma(reader) - 1] ?? 0;
    const positions = kind >>> 8;
    weights[i] = kind & 0xff;
    counts[i] = positions;
    most = Math.max(most, positions);
    sum += positions;
  }
  const range = readGamma(reader) - 1;
  if (most > range || range > mostRange || sum > mostPositions)
    throw new Error('words are damaged: more positions than there are');
  checkEnd(reader);
  return { weights, counts, most, positions: sum, range };
}

/** Reads as many positions as there are from a place of an array to another, ascending. */
export function readPositions(
  reader: BitReader,
  into: Int32Array,
  from: number,
  to: number,
  low: number,
  high: number,
): void {
  if (from >= to) return;
  const middle = (from + to) >> 1;
  const least = low + middle - from;
  const position = least + readUniform(reader, high - (to - 1 - middle) - least);
  into[middle] = position;
  readPositions(reader, into, from, middle, low, position);
  readPositions(reader, into, middle + 1, to, position + 1, high);
}
