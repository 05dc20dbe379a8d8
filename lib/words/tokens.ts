// The words of a text: folded, stemmed, with their places. Codes, addresses and domains are found whole and by part;
// scripts written without blanks by their characters and pairs of them. Knows no fields, weights or queries.

import { limits } from '../limits.ts';
import { isLetter, isMark, isOfWord, isUnit, type Kind, kind, kindAt, kindOfAstral, kindOfUnit } from './characters.ts';
import { termAt } from './termCache.ts';
import { foldWord, termOfWritten, visitWide } from './wideWords.ts';

/**
 * `word`: a word or a part of a code; `whole`: a code, an address or a domain with its joiners; `character` and `pair`:
 * of a script that is written without blanks.
 */
export type TokenKind = 'word' | 'whole' | 'character' | 'pair';

export interface Token {
  /** Folded and, where it is an English word, stemmed. */
  readonly term: string;
  readonly kind: TokenKind;
  /** Words and characters are counted from 0; a whole stands where its first part does, a pair where its first character does. */
  readonly position: number;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** Is told one token: the fields of Token. */
export type TokenVisitor = (term: string, kind: TokenKind, position: number, start: number, end: number) => void;

/** The tokens of a text, in order of position. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  forEachToken(text, (term, kind, position, start, end) => tokens.push({ term, kind, position, start, end }));
  return tokens.sort((a, b) => a.position - b.position);
}

/** First characters of terms, by their code where it is one of ASCII: 1 for those that are wanted. */
export type Initials = Uint8Array;

/** What terms begin with. */
export function initialsOf(terms: Iterable<string>): Initials {
  const initials = new Uint8Array(0x80);
  for (const term of terms) if (term.charCodeAt(0) < 0x80) initials[term.charCodeAt(0)] = 1;
  return initials;
}

/**
 * Tells a visitor every token of a text, a whole after its parts. Time is linear in the length of the text.
 * @param from the position of the first word
 * @param initials where only terms with these are wanted: of words of ASCII no others are told, which is quicker
 * @returns the position after the last word
 */
export function forEachToken(text: string, visit: TokenVisitor, from = 0, initials: Initials | null = null): number {
  const { length } = text;
  let position = from;
  for (let at = 0; at < length; ) {
    if (!startsWord(text, at)) {
      at += 1;
      continue;
    }
    // A run: words with single joiners between them.
    const runStart = at;
    const runPosition = position;
    let found = 0;
    let domainStart = 0;
    let domainPosition = 0;
    for (;;) {
      const end = endOfWord(text, at);
      found |= end.found;
      if (end.isAscii) {
        // Neither folding nor stemming makes another first letter of one.
        if (initials === null || initials[lowerCase(text.charCodeAt(at))] === 1)
          visit(termAt(text, at, end.at, termOfWritten), 'word', position, at, end.at);
        position += 1;
      } else position = visitWide(text, at, end.at, position, visit);
      at = end.at;
      if (at + 1 >= length || !joins(text, at)) break;
      const joiner = text.charCodeAt(at);
      at += 1;
      if (isAtSign(joiner)) {
        found |= (found & features.sign) === 0 ? features.sign : features.signs;
        domainStart = at;
        domainPosition = position;
      } else if (isCodeJoiner(joiner)) found |= features.code;
    }
    if (position - runPosition < 2 || found === 0 || (found & features.units) !== 0) continue;
    if (isCode(found, text, runStart, at)) visitWhole(text, runStart, at, runPosition, visit);
    if ((found & (features.sign | features.signs)) === features.sign && position - domainPosition > 1) {
      visitWhole(text, domainStart, at, domainPosition, visit);
    }
  }
  return position;
}

/** What a run has, in bits. */
const features = {
  /** A digit, an underscore or a full stop. */
  code: 1,
  /** An at sign. */
  sign: 2,
  /** A further at sign. */
  signs: 4,
  /** A character of a script that is written without blanks. */
  units: 8,
  /** A character beyond ASCII. */
  wide: 16,
} as const;

const longestTerm = limits.wordCharacters.value;

function isCode(found: number, text: string, start: number, end: number): boolean {
  if (end - start > longestTerm) return false;
  if ((found & (features.code | features.sign)) !== 0) return true;
  return /[\p{Nd}._@]/u.test(foldWord(text.slice(start, end)));
}

function visitWhole(text: string, start: number, end: number, position: number, visit: TokenVisitor): void {
  const term = foldWord(text.slice(start, end));
  // Folding may lengthen what was short.
  if (term.length <= longestTerm) visit(term, 'whole', position, start, end);
}

/** Where a word ends, and what it has: the one of these that there is, filled anew for every word. */
const wordEnd = { at: 0, found: 0, isAscii: true };

/** Marks in a row that a word may have. A stranger may put accents on accents without end, and folding sorts them. */
const mostMarks = 30;

/** The end of the word that starts at an offset, its contraction included. */
function endOfWord(text: string, start: number): typeof wordEnd {
  const { length } = text;
  let at = start;
  let found = 0;
  let marks = 0;
  let here: Kind = kind.other;
  for (; at < length; at++) {
    const unit = text.charCodeAt(at);
    here = kindOfUnit(unit);
    if (here === kind.digit) found |= features.code;
    else if (!isOfWord(here)) break;
    else if (unit >= 0x80) {
      const isPair = here === kind.surrogate;
      if (isPair) here = kindOfAstral(text, at);
      if (here === kind.other || (here === kind.compatible && at > start)) break;
      marks = isMark(here) ? marks + 1 : 0;
      if (marks > mostMarks) break;
      if (isPair) at += 1;
      found |= isUnit(here) ? features.wide | features.units : features.wide;
      if (here !== kind.compatible) continue;
      at += 1;
      break;
    }
  }
  if (here === kind.apostrophe && at < length) at = endOfContraction(text, at);
  wordEnd.at = at;
  wordEnd.found = found;
  wordEnd.isAscii = (found & features.wide) === 0;
  return wordEnd;
}

/** Letters after an apostrophe that belong to the word before it. */
const contractions = /^(?:s|t|d|m|ll|re|ve)$/i;

/** The end of the contraction (`'s`, `'ll`) that begins with an apostrophe; the apostrophe's own place where it is none. */
function endOfContraction(text: string, apostrophe: number): number {
  let letters = '';
  let to = apostrophe + 1;
  for (; to < text.length; to += kindOfUnit(text.charCodeAt(to)) === kind.surrogate ? 2 : 1) {
    const here = kindAt(text, to);
    // Whatever folding drops parts no letters here either.
    if (here === kind.ignorable) continue;
    if (!isLetter(here)) break;
    if (letters.length === 2) return apostrophe;
    letters += text[to];
  }
  return contractions.test(letters) ? Math.min(to, text.length) : apostrophe;
}

const isDigit = (text: string, at: number): boolean => kindOfUnit(text.charCodeAt(at)) === kind.digit;
function startsWord(text: string, at: number): boolean {
  const here = kindAt(text, at);
  return isOfWord(here) && here !== kind.ignorable && here !== kind.mark;
}

/** Whether the character at an offset, behind a word, joins it to the next. */
function joins(text: string, at: number): boolean {
  const here = kindOfUnit(text.charCodeAt(at));
  if (here < kind.joiner) return false;
  if (here === kind.comma) return isDigit(text, at - 1) && isDigit(text, at + 1);
  return startsWord(text, at + 1);
}

/** The code of a letter of ASCII in lower case; of a digit its own. */
const lowerCase = (unit: number): number => (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit);

const isAtSign = (unit: number): boolean => unit === 0x40 || unit === 0xff20;
/** Joins what is no plain word: `.` and `_`, wide or not. */
const isCodeJoiner = (unit: number): boolean => unit === 0x2e || unit === 0x5f || unit === 0xff0e || unit === 0xff3f;
