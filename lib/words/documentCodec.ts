// The words of one document as bytes, as the tail keeps them: small, since every search reads the whole tail, and quick
// to look words up in. Knows no storage.
//
// In bits: the version; the common terms by their numbers, in tiers; the other terms in order, each by what it shares
// with the one before and the rest of its letters; which weights and counts of positions there are, and which of them
// each term has; the positions.

import {
  type BitWriter,
  checkEnd,
  newBitWriter,
  readGamma,
  riceParameter,
  writeBits,
  writeGamma,
  writeRice,
  writeUniform,
  writtenBits,
} from './bits.ts';
import { commonTerms } from './commonTerms.ts';
import {
  documentVersion,
  openDocument,
  readCommon,
  readFigures,
  readPositions,
  termBytes,
  tiers,
} from './documentReader.ts';
import { compareTerms, type DocumentWord, type WordDocument } from './documentWords.ts';
import { readTerm, writeTerm, writeUtf8 } from './termCode.ts';
import { termOfBytes } from './termTexts.ts';

let numbers: ReadonlyMap<string, number> | null = null;
/** The number of a common term. */
export const commonNumber = (term: string): number | undefined => {
  numbers ??= new Map(commonTerms.map((common, i) => [common, i]));
  return numbers.get(term);
};

export function encodeDocument({ words }: WordDocument): Uint8Array {
  const common: { readonly number: number; readonly word: DocumentWord }[] = [];
  const others: DocumentWord[] = [];
  for (const word of words) {
    const number = commonNumber(word.term);
    if (number === undefined) others.push(word);
    else common.push({ number, word });
  }
  common.sort((a, b) => a.number - b.number);
  const ordered = [...common.map(({ word }) => word), ...others];

  const writer = newBitWriter();
  writeBits(writer, documentVersion, 8);
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
  const { weights, counts, most, range } = readFigures(reader, terms.length);
  const read = new Int32Array(most);
  const words = terms.map((term, i): DocumentWord => {
    const count = counts[i] ?? 0;
    readPositions(reader, read, 0, count, 0, range);
    return { term, weight: weights[i] ?? 0, positions: Array.from(read.subarray(0, count)) };
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
