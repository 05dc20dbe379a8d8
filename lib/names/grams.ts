// Grams: the partitions a name stands in. A name's grams and a pattern's grams are made by the same windows over the
// same marked text, so that every name a pattern matches stands under each of the pattern's grams.

import { anyRun, type Token } from './glob.ts';

/** Marks before and behind a name; control characters cannot stand in one. Two before, so that `r*` has a gram. */
const start = '\u0001';
const end = '\u0002';
const lengthMark = '\u0003';
const wholeMark = '\u0004';

/** Whether a gram is more than characters from the middle of a name. */
export const gramMarks = /[\u0001-\u0004]/;

/** What a gram asks of a name, for people to read. */
export interface GramMeaning {
  readonly asks: 'is' | 'beginsWith' | 'endsWith' | 'contains' | 'length' | 'anything';
  /** Folded characters; of `length` their number, of `anything` none. */
  readonly text: string;
}

/** What a gram of a pattern with these tokens asks of a name. */
export function meaningOf({ gram, kind }: PatternGram, tokens: readonly Token[]): GramMeaning {
  if (kind === 'whole') return { asks: 'is', text: tokens.join('') };
  if (kind === 'every') return { asks: 'anything', text: '' };
  if (kind === 'length') return { asks: 'length', text: gram.slice(lengthMark.length) };
  const text = gram.replaceAll(start, '').replaceAll(end, '');
  if (gram.startsWith(start)) return { asks: gram.endsWith(end) ? 'is' : 'beginsWith', text };
  return { asks: gram.endsWith(end) ? 'endsWith' : 'contains', text };
}

/** Names up to this many code points have a gram of their length (`?.pdf`). */
const longestWithLength = 15;
/** Names up to this many UTF-16 units stand under themselves as a whole; longer ones under a digest. */
const longestWhole = 60;

/** The gram that every name has. */
export const everyName = '';

const windowLength = 3;
const digitsLength = 4;
const firstDigit = 0x30;
const lastDigit = 0x39;
const isDigit = (c: string | undefined) => c !== undefined && c >= '0' && c <= '9';
const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const isIdeographic = (c: string | undefined) => c !== undefined && c >= '\u1100' && ideographic.test(c);

/** The gram of a whole name. */
export const wholeGram = (foldedName: string): string =>
  wholeMark + (foldedName.length <= longestWhole ? foldedName : digest(foldedName));

/** Two 32-bit multiplicative hashes as text: a collision only costs a verification. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** The first three code points of a folded name: what its own partition is named by. */
export const prefixOf = (foldedName: string): string =>
  /[\ud800-\udfff]/.test(foldedName.slice(0, 4)) ? [...foldedName].slice(0, 3).join('') : foldedName.slice(0, 3);

/**
 * The distinct grams of a folded name: every window of three code points with its ends marked, every window of four
 * digits, single characters and pairs of Han, kana and Hangul, its length where short, the name as a whole, and the
 * gram that every name has.
 */
export function nameGrams(foldedName: string): string[] {
  const grams = new Set<string>();
  visitGrams(foldedName, (text, from, to) => grams.add(text.slice(from, to)));
  return [...grams];
}

/** Told of a gram as a stretch of a text, from one place to before another. */
export type GramVisitor = (text: string, from: number, to: number) => void;

/** Tells of the grams of nameGrams(), of some more than once, without making a text of each. */
export function visitGrams(foldedName: string, visit: GramVisitor): void {
  visit(everyName, 0, 0);
  const whole = wholeGram(foldedName);
  visit(whole, 0, whole.length);
  if (plain.test(foldedName)) visitPlainGrams(foldedName, visit);
  else visitPoints(foldedName, visit);
}

/** Names whose characters are code units and none of them ideographs: nearly all. */
const plain = /^[\0-\u10ff]*$/;

const lengthGrams = Array.from({ length: longestWithLength + 1 }, (_, length) => lengthMark + length);

function visitLength(length: number, visit: GramVisitor): void {
  const gram = lengthGrams[length];
  if (gram !== undefined) visit(gram, 0, gram.length);
}

/** As visitPoints(), where every code point is one unit. */
function visitPlainGrams(foldedName: string, visit: GramVisitor): void {
  visitLength(foldedName.length, visit);
  const marked = start + start + foldedName + end;
  for (let i = 0; i + windowLength <= marked.length; i++) {
    visit(marked, i, i + windowLength);
    if (areDigits(marked, i)) visit(marked, i, i + digitsLength);
  }
}

function areDigits(text: string, from: number): boolean {
  for (let i = from; i < from + digitsLength; i++) {
    const code = text.charCodeAt(i);
    // Not a number behind the end.
    if (!(code >= firstDigit && code <= lastDigit)) return false;
  }
  return true;
}

function visitPoints(foldedName: string, visit: GramVisitor): void {
  const marked = start + start + foldedName + end;
  const points = [...marked];
  visitLength(points.length - 3, visit);
  /** Where each code point begins, and where the last one ends. */
  const places = [0];
  for (const point of points) places.push((places.at(-1) ?? 0) + point.length);
  const run = (from: number, length: number): void => visit(marked, places[from] ?? 0, places[from + length] ?? 0);
  for (let i = 0; i < points.length; i++) {
    if (i + windowLength <= points.length) run(i, windowLength);
    if (isDigit(points[i]) && isDigit(points[i + 1]) && isDigit(points[i + 2]) && isDigit(points[i + 3]))
      run(i, digitsLength);
    if (isIdeographic(points[i])) {
      run(i, 1);
      if (isIdeographic(points[i + 1])) run(i, 2);
    }
  }
}

/** A gram of a pattern, and the stretch of the marked pattern that it covers: from `from` to before `to`. */
export interface PatternGram {
  readonly gram: string;
  readonly kind: 'whole' | 'window' | 'digits' | 'ideograph' | 'length' | 'every';
  readonly from: number;
  readonly to: number;
}

/** Every gram that each name matching the pattern stands under, in order of place; `every` is always the last. */
export function patternGrams(tokens: readonly Token[]): readonly PatternGram[] {
  const marked: Token[] = [start, start, ...tokens, end];
  const grams: PatternGram[] = [];
  const literal = tokens.every(token => typeof token === 'string');
  if (literal) grams.push({ gram: wholeGram(tokens.join('')), kind: 'whole', from: 0, to: marked.length });
  else if (!tokens.includes(anyRun) && tokens.length <= longestWithLength) {
    grams.push({ gram: lengthMark + tokens.length, kind: 'length', from: 0, to: 0 });
  }
  for (let i = 0; i < marked.length; i++) {
    const first = marked[i];
    if (typeof first !== 'string') continue;
    const second = marked[i + 1];
    if (typeof second === 'string') {
      const third = marked[i + 2];
      if (typeof third === 'string') {
        if (second !== end) grams.push({ gram: first + second + third, kind: 'window', from: i, to: i + windowLength });
        const fourth = marked[i + 3];
        if (typeof fourth === 'string' && isDigit(first) && isDigit(second) && isDigit(third) && isDigit(fourth))
          grams.push({ gram: first + second + third + fourth, kind: 'digits', from: i, to: i + digitsLength });
      }
      if (isIdeographic(first) && isIdeographic(second))
        grams.push({ gram: first + second, kind: 'ideograph', from: i, to: i + 2 });
    }
    if (isIdeographic(first)) grams.push({ gram: first, kind: 'ideograph', from: i, to: i + 1 });
  }
  grams.push({ gram: everyName, kind: 'every', from: 0, to: 0 });
  return grams;
}
