// The words of one document as bytes, as the tail keeps them: small, since every search reads the whole tail, and quick
// to look words up in. Knows no storage.
//
// In bits: the version; the common terms by their numbers, in tiers; the other terms in order, each by what it shares
// with the one before and the rest of its letters; which weights and counts of positions there are, and which of them
// each term has; the positions.

import {
  type BitReader,
  type BitWriter,
  checkEnd,
  newBitWriter,
  readBits,
  readGamma,
  readRice,
  readUniform,
  riceParameter,
  writeBits,
  writeGamma,
  writeRice,
  writeUniform,
  writtenBits,
} from './bits.ts';
import { commonTerms } from './commonTerms.ts';
import { compareTerms, type DocumentWord, type WordDocument } from './documentWords.ts';
import { readTerm, writeTerm, writeUtf8 } from './termCode.ts';
import { termOfBytes } from './termTexts.ts';

const version = 1;
const encoder = new TextEncoder();

/** Where the tiers of common terms end: within one the gaps between those that a document has are alike. */
const tiers = [128, 512, 1536, commonTerms.length] as const;

let numbers: ReadonlyMap<string, number> | null = null;
const numberOf = (term: string): number | undefined => {
  numbers ??= new Map(commonTerms.map((common, i) => [common, i]));
  return numbers.get(term);
};

/** More than any term has in UTF-8: it is cut, and a filter term stands by a digest. */
const termBytes = 1024;

/** More than any document keeps; what says that it has more is damaged, and is not read to its end. */
const mostPositions = 2 ** 20;

export function encodeDocument({ words }: WordDocument): Uint8Array {
  const common: { readonly number: number; readonly word: DocumentWord }[] = [];
  const others: DocumentWord[] = [];
  for (const word of words) {
    const number = numberOf(word.term);
    if (number === undefined) others.push(word);
    else common.push({ number, word });
  }
  common.sort((a, b) => a.number - b.number);
  const ordered = [...common.map(({ word }) => word), ...others];

  const writer = newBitWriter();
  writeBits(writer, version, 8);
  let first = 0;
  let at = 0;
  for (const end of tiers) {
    let count = 0;
    while (at + count < common.length && (common[at + count]?.number ?? 0) < end) count += 1;
    writeGamma(writer, count + 1);
    const k = riceParameter(end - first - count, count);
    let next = first;
    for (let left = count; left > 0; left--) {
      const number = common[at++]?.number ?? 0;
      writeRice(writer, number - next, k);
      next = number + 1;
    }
    first = end;
  }
  writeGamma(writer, others.length + 1);
  let [bytes, before] = [new Uint8Array(termBytes), new Uint8Array(termBytes)];
  let lengthBefore = 0;
  for (const { term } of others) {
    const length = writeUtf8(term, bytes);
    let shared = 0;
    while (shared < lengthBefore && shared < length && before[shared] === bytes[shared]) shared += 1;
    writeGamma(writer, shared + 1);
    writeTerm(writer, bytes, shared, length);
    [bytes, before] = [before, bytes];
    lengthBefore = length;
  }
  writeKinds(writer, ordered);
  let range = 0;
  for (const { positions } of ordered) range = Math.max(range, (positions.at(-1) ?? -1) + 1);
  writeGamma(writer, range + 1);
  for (const { positions } of ordered) writePositions(writer, positions, 0, positions.length, 0, range);
  return writtenBits(writer);
}

/** What words have in common: few weights go with few counts of positions, and most words are of the same kind. */
function writeKinds(writer: BitWriter, words: readonly DocumentWord[]): void {
  const kinds = new Map<number, number>();
  for (const word of words) kinds.set(kindOf(word), (kinds.get(kindOf(word)) ?? 0) + 1);
  const palette = [...kinds].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([kind]) => kind);
  const ranks = new Map(palette.map((kind, i) => [kind, i + 1]));
  writeGamma(writer, palette.length + 1);
  for (const kind of palette) {
    writeBits(writer, kind & 0xff, 8);
    writeGamma(writer, (kind >>> 8) + 1);
  }
  for (const word of words) writeGamma(writer, ranks.get(kindOf(word)) ?? 1);
}

const kindOf = ({ weight, positions }: DocumentWord): number => (positions.length << 8) | weight;

/** Ascending numbers from `low` to below `high`, the middle one first: each narrows what the others can be. */
function writePositions(
  writer: BitWriter,
  positions: readonly number[],
  from: number,
  to: number,
  low: number,
  high: number,
): void {
  if (from >= to) return;
  const middle = (from + to) >> 1;
  const position = positions[middle] ?? 0;
  const least = low + middle - from;
  writeUniform(writer, position - least, high - (to - 1 - middle) - least);
  writePositions(writer, positions, from, middle, low, position);
  writePositions(writer, positions, middle + 1, to, position + 1, high);
}

/** Kept for the next document. */
const reading = Buffer.alloc(termBytes);

/** @throws Error where the bytes are no document of this version */
export function decodeDocument(bytes: Uint8Array): WordDocument {
  const reader = openDocument(bytes);
  const numbers = readCommon(reader);
  const terms = numbers.map(number => commonTerms[number] ?? '');
  const buffer = reading;
  for (let left = readGamma(reader) - 1; left > 0; left--) {
    const length = readTerm(reader, buffer, readGamma(reader) - 1);
    terms.push(termOfBytes(buffer, length));
    checkEnd(reader);
  }
  const { weights, counts, range } = readFigures(reader, terms.length);
  const words = terms.map((term, i): DocumentWord => {
    const positions = new Array<number>(counts[i] ?? 0);
    readPositions(reader, positions, 0, positions.length, 0, range);
    return { term, weight: weights[i] ?? 0, positions };
  });
  checkEnd(reader);
  return { words: inOrder(words, numbers) };
}

let ranks: Uint16Array | null = null;
/** Places of the common terms in the order of terms, by number. */
function ranksOfCommon(): Uint16Array {
  if (ranks === null) {
    ranks = new Uint16Array(commonTerms.length);
    const ordered = [...commonTerms.keys()].sort((a, b) => compareTerms(commonTerms[a] ?? '', commonTerms[b] ?? ''));
    for (const [rank, number] of ordered.entries()) ranks[number] = rank;
  }
  return ranks;
}

/** Words in the order of their terms: the common ones, whose numbers are given, come first, then the others in order. */
function inOrder(words: readonly DocumentWord[], numbers: readonly number[]): DocumentWord[] {
  const rankOf = ranksOfCommon();
  const common = [...numbers.keys()].sort((a, b) => (rankOf[numbers[a] ?? 0] ?? 0) - (rankOf[numbers[b] ?? 0] ?? 0));
  const ordered: DocumentWord[] = [];
  let other = numbers.length;
  for (const place of common) {
    const word = words[place] as DocumentWord;
    for (; other < words.length; other++) {
      const next = words[other] as DocumentWord;
      if (compareTerms(next.term, word.term) > 0) break;
      ordered.push(next);
    }
    ordered.push(word);
  }
  for (; other < words.length; other++) ordered.push(words[other] as DocumentWord);
  return ordered;
}

/** Looks the same words up in documents: for each of the terms, in their order, its word, or null where it has none. */
export type WordFinder = (bytes: Uint8Array) => readonly (DocumentWord | null)[];

/**
 * What looks terms up in document after document without decoding the rest.
 * @throws Error (the finder) where the bytes are no document of this version
 */
export function wordFinder(terms: readonly string[]): WordFinder {
  const soughtNumbers = terms.map(term => numberOf(term) ?? -1);
  const soughtOthers = terms
    .map((term, i) => ({ bytes: encoder.encode(term), i }))
    .filter(({ i }) => soughtNumbers[i] === -1)
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const buffer = new Uint8Array(termBytes);
  return bytes => {
    const places = new Int32Array(terms.length).fill(-1);
    let lastPlace = -1;
    const reader = openDocument(bytes);
    const numbers = readCommon(reader);
    for (let i = 0; i < terms.length; i++) {
      const number = soughtNumbers[i] ?? -1;
      const place = number < 0 ? -1 : numbers.indexOf(number);
      places[i] = place;
      lastPlace = Math.max(lastPlace, place);
    }
    const others = readGamma(reader) - 1;
    const count = numbers.length + others;
    let next = 0;
    for (let place = numbers.length; place < count; place++) {
      const length = readTerm(reader, buffer, readGamma(reader) - 1);
      for (; next < soughtOthers.length; next++) {
        const sought = soughtOthers[next] as (typeof soughtOthers)[number];
        const order = compareBytes(sought.bytes, buffer, length);
        if (order > 0) break;
        if (order < 0) continue;
        places[sought.i] = place;
        lastPlace = place;
      }
      checkEnd(reader);
    }
    if (lastPlace < 0) return terms.map(() => null);
    const { weights, counts, range } = readFigures(reader, count);
    const words = new Array<DocumentWord | null>(terms.length).fill(null);
    const skipped: number[] = [];
    for (let place = 0; place <= lastPlace; place++) {
      const positions = places.includes(place) ? new Array<number>(counts[place] ?? 0) : skipped;
      readPositions(reader, positions, 0, counts[place] ?? 0, 0, range);
      if (positions === skipped) continue;
      for (let i = 0; i < terms.length; i++) {
        if (places[i] === place) words[i] = { term: terms[i] as string, weight: weights[place] ?? 0, positions };
      }
    }
    checkEnd(reader);
    return words;
  };
}

function openDocument(bytes: Uint8Array): BitReader {
  const reader: BitReader = { bytes, at: 0 };
  if (readBits(reader, 8) !== version) throw new Error('words are of another version');
  return reader;
}

function readCommon(reader: BitReader): number[] {
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

interface Figures {
  readonly weights: Uint8Array;
  readonly counts: Int32Array;
  readonly range: number;
}

function readFigures(reader: BitReader, count: number): Figures {
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
  if (most > range || sum > mostPositions) throw new Error('words are damaged: more positions than there are');
  checkEnd(reader);
  return { weights, counts, range };
}

function readPositions(
  reader: BitReader,
  positions: number[],
  from: number,
  to: number,
  low: number,
  high: number,
): void {
  if (from >= to) return;
  const middle = (from + to) >> 1;
  const least = low + middle - from;
  const position = least + readUniform(reader, high - (to - 1 - middle) - least);
  positions[middle] = position;
  readPositions(reader, positions, from, middle, low, position);
  readPositions(reader, positions, middle + 1, to, position + 1, high);
}

/** The order of bytes and the first of others. */
function compareBytes(a: Uint8Array, b: Uint8Array, length: number): number {
  const shorter = Math.min(a.length, length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - length;
}
