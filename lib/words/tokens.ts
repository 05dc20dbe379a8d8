// The words of a text: folded, stemmed, with their places. Codes, addresses and domains are found whole and by part;
// scripts written without blanks by their characters and pairs of them. Knows no fields, weights or queries.

import { limits } from '../limits.ts';
import { foldRun } from '../names/fold.ts';
import { kind, kindOfAstral, kindOfUnit } from './characters.ts';
import { stemOf } from './stem.ts';

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

/** Terms of words as they were written; words come again, and stems and folding cost more than a look. */
const termCache = new Map<string, string>();
const cachedTerms = 50_000;
const longestCached = 32;

/** Letters after an apostrophe that belong to the word before it. */
const contractions = /^(?:s|t|d|m|ll|re|ve)$/i;

/** What makes a code of words with joiners, where digits and joiners are not of ASCII. */
const isWholeCode = /[\p{Nd}._@]/u;

const longestTerm = limits.wordCharacters.value;

const isWordKind = (of: number): boolean => of >= kind.word && of <= kind.surrogate;

/**
 * Tells a visitor every token of a text, a whole after its parts.
 * @param from the position of the first word
 * @returns the position after the last word
 */
export function forEachToken(text: string, visit: TokenVisitor, from = 0): number {
  const { length } = text;
  let position = from;
  let at = 0;
  while (at < length) {
    const first = kindOfUnit(text.charCodeAt(at));
    if (!startsWord(first, text, at)) {
      at += 1;
      continue;
    }
    // A run of words with single joiners between them.
    const runStart = at;
    const runPosition = position;
    let isCode = false;
    let isWide = false;
    let hasUnits = false;
    let domainStart = -1;
    let domainPosition = 0;
    let signs = 0;
    for (;;) {
      const wordStart = at;
      let isAscii = true;
      let here: number = kind.other;
      while (at < length) {
        const unit = text.charCodeAt(at);
        here = kindOfUnit(unit);
        if (!isWordKind(here)) break;
        if (here === kind.digit) isCode = true;
        else if (unit >= 0x80) {
          if (here === kind.surrogate) {
            here = kindOfAstral(text, at);
            if (here === kind.other) break;
            at += 1;
          }
          isAscii = false;
          if (here === kind.unit) hasUnits = true;
        }
        at += 1;
      }
      if (at < length && here === kind.apostrophe) {
        const suffixEnd = contractionEnd(text, at + 1);
        if (suffixEnd > 0) {
          at = suffixEnd;
          here = at < length ? kindOfUnit(text.charCodeAt(at)) : kind.other;
        }
      }
      if (isAscii) visit(termOf(text, wordStart, at), 'word', position++, wordStart, at);
      else {
        isWide = true;
        position = visitWide(text.slice(wordStart, at), wordStart, position, visit);
      }
      if (at + 1 >= length || here < kind.joiner) break;
      const next = kindOfUnit(text.charCodeAt(at + 1));
      if (!startsWord(next, text, at + 1)) break;
      const joiner = text[at];
      if (here === kind.comma) {
        if (next !== kind.digit || kindOfUnit(text.charCodeAt(at - 1)) !== kind.digit) break;
      } else if (joiner === '@' || joiner === '＠') {
        isCode = true;
        signs += 1;
        domainStart = at + 1;
        domainPosition = position;
      } else if (joiner === '.' || joiner === '_' || joiner === '．' || joiner === '＿') isCode = true;
      at += 1;
    }
    if ((isCode || isWide) && !hasUnits && position - runPosition > 1 && at - runStart <= longestTerm) {
      const isWhole = isCode || isWholeCode.test(foldWord(text.slice(runStart, at)));
      if (isWhole) visitWhole(text, runStart, at, runPosition, visit);
      if (signs === 1 && position - domainPosition > 1) visitWhole(text, domainStart, at, domainPosition, visit);
    }
  }
  return position;
}

function visitWhole(text: string, start: number, end: number, position: number, visit: TokenVisitor): void {
  const term = foldWord(text.slice(start, end));
  // Folding may lengthen what was short.
  if (term.length <= longestTerm) visit(term, 'whole', position, start, end);
}

const startsWord = (first: number, text: string, at: number): boolean =>
  first === kind.surrogate
    ? isWordKind(kindOfAstral(text, at)) && kindOfAstral(text, at) !== kind.ignorable
    : isWordKind(first) && first !== kind.ignorable;

/** Where a contraction (`'s`, `'ll`) that begins at an offset ends; 0 where there is none. */
function contractionEnd(text: string, from: number): number {
  let to = from;
  while (to < from + 3 && to < text.length && isWordKind(kindOfUnit(text.charCodeAt(to)))) to += 1;
  return contractions.test(text.slice(from, to)) ? to : 0;
}

/** The term of a word of ASCII, which may have a contraction at its end. */
function termOf(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  const known = termCache.get(written);
  if (known !== undefined) return known;
  return keep(written, stemOf(written.toLowerCase().replace('’', "'").slice(0, longestTerm)));
}

function keep(written: string, term: string): string {
  if (written.length > longestCached) return term;
  if (termCache.size >= cachedTerms) termCache.clear();
  // A slice would keep the whole text alive.
  termCache.set(copied(written), copied(term));
  return term;
}

const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** Tells the tokens of a run of characters that are not all ASCII. */
function visitWide(written: string, start: number, from: number, visit: TokenVisitor): number {
  const known = written.length <= longestCached ? termCache.get(written) : undefined;
  if (known !== undefined) {
    visit(known, 'word', from, start, start + written.length);
    return from + 1;
  }
  const folded = foldWord(written);
  const made = folded === written || folded === written.toLowerCase() ? null : clustersOf(written, folded);
  const placeBefore = (offset: number): number => start + (made === null ? offset : (made.starts[offset] ?? 0));
  const placeAfter = (offset: number): number =>
    start + (made === null ? offset : (made.ends[offset - 1] ?? written.length));
  let position = from;
  let at = 0;
  let isWord = false;
  while (at < folded.length) {
    const here = kindAt(folded, at);
    const begin = at;
    if (here === kind.unit) {
      at = afterPoint(folded, at);
      visit(folded.slice(begin, at), 'character', position, placeBefore(begin), placeAfter(at));
      if (at < folded.length && kindAt(folded, at) === kind.unit) {
        const end = afterPoint(folded, at);
        visit(folded.slice(begin, end), 'pair', position, placeBefore(begin), placeAfter(end));
      }
      position += 1;
    } else if (here === kind.word || here === kind.digit) {
      while (at < folded.length && (kindAt(folded, at) === kind.word || kindAt(folded, at) === kind.digit)) {
        at = afterPoint(folded, at);
      }
      isWord = begin === 0 && at === folded.length;
      const term = stemOf(folded.slice(begin, at).slice(0, longestTerm).toWellFormed());
      if (isWord) keep(written, term);
      visit(term, 'word', position, placeBefore(begin), placeAfter(at));
      position += 1;
    } else at = afterPoint(folded, at);
  }
  return position;
}

function kindAt(text: string, at: number): number {
  const here = kindOfUnit(text.charCodeAt(at));
  return here === kind.surrogate ? kindOfAstral(text, at) : here;
}

const afterPoint = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Folding as names are, and marks of where a line may break dropped too. */
const foldWord = (written: string): string => foldRun(written).replace(/[\u200b\u2060\ufeff]/g, '');

/** For each unit of a folded text, where that begins and ends in what was written of which it was made. */
function clustersOf(written: string, folded: string): { readonly starts: number[]; readonly ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  for (const [cluster] of written.matchAll(clusters)) {
    const to = from + cluster.length;
    for (let left = foldWord(cluster).length; left > 0; left--) {
      starts.push(from);
      ends.push(to);
    }
    from = to;
  }
  // Where clusters fold otherwise than the whole, every token has the place of the whole.
  return starts.length === folded.length ? { starts, ends } : { starts: [], ends: [] };
}

/** What folding may change together: a character and the marks behind it, the jamo of a syllable. */
const clusters = /.(?:\p{M}|[\uff9e\uff9f\u1160-\u11ff]|\u00ad|\u200b|\u200c|\u200d)*/gsu;
