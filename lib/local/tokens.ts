// Terms as tokens of FTS5: short hashes, so that a posting list costs little to name. Two terms with one token only
// cost a verification, since every candidate is verified.

import type { Posting } from '../archive/ports.ts';
import { visitGrams } from '../names/grams.ts';

/** Letters and digits that the ascii tokenizer keeps as they are. */
const digits = '0123456789abcdefghijklmnopqrstuv';

/** Two characters each. */
const pairs = Array.from({ length: 1024 }, (_, i) => digits.charAt(i >> 5) + digits.charAt(i & 31));

const hashBegin = 0x811c9dc5;

/** The hash of a text goes on from that of what is before it. */
function hashOn(hash: number, text: string, from: number, to: number): number {
  let a = hash;
  for (let i = from; i < to; i++) a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
  return a;
}

/** The token of a hash as a number of 30 bits, five for each of its six characters, the first uppermost. */
function tokenNumber(hash: number): number {
  let a = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  a ^= a >>> 13;
  // Groups of five bits change places: the lowest of the hash comes first.
  return (
    ((a & 31) << 25) |
    ((a & 0x3e0) << 15) |
    ((a & 0x7c00) << 5) |
    ((a >>> 5) & 0x7c00) |
    ((a >>> 15) & 0x3e0) |
    ((a >>> 25) & 31)
  );
}

/** The token of a term. */
export function tokenOf(term: string): string {
  const number = tokenNumber(hashOn(hashBegin, term, 0, term.length));
  return `${pairs[number >>> 20]}${pairs[(number >>> 10) & 1023]}${pairs[number & 1023]}`;
}

/** Numbers of tokens, and their text: used by one call after the other. */
let numbers = new Uint32Array(1024);
let count = 0;
let bytes = Buffer.alloc(7 * numbers.length);

function note(hash: number): void {
  if (count === numbers.length) {
    const more = new Uint32Array(2 * count);
    more.set(numbers);
    numbers = more;
    bytes = Buffer.alloc(7 * more.length);
  }
  numbers[count++] = tokenNumber(hash);
}

/** The tokens of some terms, distinct and in order, as FTS5 takes them in. */
export function tokensOf(terms: readonly string[]): string {
  count = 0;
  for (const term of terms) note(hashOn(hashBegin, term, 0, term.length));
  return textOfTokens();
}

/** As tokensOf(), of a row's own partition and the terms of its posting. */
export function tokensOfPosting(pk: string, posting: Pick<Posting, 'terms' | 'grams'>): string {
  // Terms are not made where they are not asked for.
  if (!posting.grams) return tokensOf([pk, ...posting.terms]);
  count = 0;
  note(hashOn(hashBegin, pk, 0, pk.length));
  const { beginning, name } = posting.grams;
  const begun = hashOn(hashBegin, beginning, 0, beginning.length);
  visitGrams(name, (text, from, to) => note(hashOn(begun, text, from, to)));
  return textOfTokens();
}

const space = 0x20;
const digitCodes = Uint8Array.from(digits, digit => digit.charCodeAt(0));
/** So many are sorted by insertion, which is the quickest way for few. */
const fewNumbers = 80;

function textOfTokens(): string {
  if (count <= fewNumbers) insertionSort();
  else numbers.subarray(0, count).sort();
  let at = 0;
  let last = -1;
  for (let i = 0; i < count; i++) {
    const number = numbers[i] ?? 0;
    if (number === last) continue;
    last = number;
    if (at > 0) bytes[at++] = space;
    for (let shift = 25; shift >= 0; shift -= 5) bytes[at++] = digitCodes[(number >>> shift) & 31] ?? 0;
  }
  return bytes.toString('latin1', 0, at);
}

function insertionSort(): void {
  for (let i = 1; i < count; i++) {
    const number = numbers[i] ?? 0;
    let at = i;
    for (; at > 0; at--) {
      const before = numbers[at - 1] ?? 0;
      if (before <= number) break;
      numbers[at] = before;
    }
    numbers[at] = number;
  }
}

/** 32 bits over the tokens of a row: whether its postings must be written again. */
export function digestOf(tokens: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < tokens.length; i++) hash = Math.imul(hash ^ tokens.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
