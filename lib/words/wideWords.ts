// Words that are not all ASCII: folded, and read by character where their script is written without blanks. Knows no
// codes.

import { limits } from '../limits.ts';
import { foldRun } from '../names/fold.ts';
import { isLetter, isUnit, kind, kindAt, kindOfUnit } from './characters.ts';
import { stemOf } from './stem.ts';
import { termAt } from './termCache.ts';
import type { Token, TokenVisitor } from './tokens.ts';

/** Folding as names are, and marks of where a line may break dropped too. */
export const foldWord = (written: string): string => foldRun(written).replace(/[\u200b\u2060\ufeff]/g, '');

/** The term of a word as it was written, which may have a contraction at its end. */
export const termOfWritten = (written: string): string =>
  stemOf(foldWord(written).replace('’', "'").slice(0, limits.wordCharacters.value).toWellFormed());

/**
 * Tells the tokens of a run of characters between two offsets of a text, which endOfWord() found.
 * @param from the position of the first
 * @returns the position after the last
 */
export function visitWide(text: string, start: number, end: number, from: number, visit: TokenVisitor): number {
  if (isOneWord(text, start, end)) {
    visit(termAt(text, start, end, termOfWritten), 'word', from, start, end);
    return from + 1;
  }
  const written = text.slice(start, end);
  if (kindAt(text, start) === kind.compatible) return visitCompatible(written, start, from, visit);
  const folded = foldWord(written);
  const made = folded === written ? null : clustersOf(written, folded);
  return visitFolded(folded, from, (term, of, position, begin, to) =>
    made === null
      ? visit(term, of, position, start + begin, start + to)
      : visit(term, of, position, start + (made.starts[begin] ?? 0), start + (made.ends[to - 1] ?? written.length)),
  );
}

/** Tells the tokens of a folded run, with their places in it. */
function visitFolded(folded: string, from: number, visit: TokenVisitor): number {
  let position = from;
  let at = 0;
  while (at < folded.length) {
    const begin = at;
    const here = kindAt(folded, at);
    at = afterPoint(folded, at);
    if (isUnit(here)) {
      visit(folded.slice(begin, at), 'character', position, begin, at);
      if (at < folded.length && isUnit(kindAt(folded, at))) {
        const pairEnd = afterPoint(folded, at);
        visit(folded.slice(begin, pairEnd), 'pair', position, begin, pairEnd);
      }
      position += 1;
    } else if (here === kind.word || here === kind.digit) {
      // An apostrophe within a word is that of its contraction.
      while (at < folded.length && (isLetter(kindAt(folded, at)) || kindAt(folded, at) === kind.apostrophe)) {
        at = afterPoint(folded, at);
      }
      visit(termAt(folded, begin, at, termOfWritten), 'word', position, begin, at);
      position += 1;
    }
  }
  return position;
}

/** What one character is folded to: there are some hundred such, a few of them long. */
const compatibleTokens = new Map<string, readonly Pick<Token, 'term' | 'kind' | 'position'>[]>();

function visitCompatible(character: string, start: number, from: number, visit: TokenVisitor): number {
  let tokens = compatibleTokens.get(character);
  if (tokens === undefined) {
    const found: Pick<Token, 'term' | 'kind' | 'position'>[] = [];
    visitFolded(foldWord(character), 0, (term, of, position) => found.push({ term, kind: of, position }));
    tokens = found;
    compatibleTokens.set(character, tokens);
  }
  for (const { term, kind: of, position } of tokens) visit(term, of, from + position, start, start + character.length);
  return from + (tokens.at(-1)?.position ?? -1) + 1;
}

/** Below this no unit is folded to anything but letters: Latin, Greek, Cyrillic and their like. */
const plainBelow = 0x0590;

/** Whether a run is surely one word, which is told without folding it. */
function isOneWord(text: string, start: number, end: number): boolean {
  if (kindOfUnit(text.charCodeAt(start)) === kind.mark) return false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= plainBelow || !isLetter(kindOfUnit(unit))) return false;
  }
  return true;
}

const afterPoint = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** UTF-16 units. A stranger may put accents on accents without end. */
const longestCluster = 32;

/** For each unit of a folded text, where that begins and ends in what was written of which it was made. */
function clustersOf(written: string, folded: string): { readonly starts: number[]; readonly ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  // A cluster: characters that fold otherwise together than apart, such as a letter and its accent.
  let start = 0;
  let end = 0;
  let foldedCluster = '';
  const add = (): void => {
    for (let left = foldedCluster.length; left > 0; left--) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (const character of written) {
    const alone = foldWord(character);
    const together = alone === '' ? foldedCluster : foldWord(written.slice(start, end) + character);
    if (alone !== '' && (together === foldedCluster + alone || end - start > longestCluster)) {
      add();
      start = end;
      foldedCluster = alone;
    } else foldedCluster = together;
    end += character.length;
  }
  add();
  // Where clusters fold otherwise than the whole, every token has the place of the whole.
  return starts.length === folded.length ? { starts, ends } : { starts: [], ends: [] };
}
