// The syntax of a query: words, which must all match; `"words that stand together"`; `-word` and `-"words"`, which
// must not. What is written with joiners or without blanks is a phrase of its parts. Knows no documents.

import { MailglobError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface QueryWord {
  readonly kind: 'word';
  readonly term: string;
}

/** Words that stand at fixed distances from the first. */
export interface QueryPhrase {
  readonly kind: 'phrase';
  /** At least two, ascending by offset from 0. A document has the phrase at p if it has each term at p + offset. */
  readonly terms: readonly PhraseTerm[];
  /** For a code: a document that has this term has the phrase too. */
  readonly whole: string | null;
}

export interface PhraseTerm {
  readonly term: string;
  readonly offset: number;
}

export interface WordQuery {
  /** All must match; at least one, where parseQuery() read it. Distinct. */
  readonly required: readonly (QueryWord | QueryPhrase)[];
  /** None may match. */
  readonly excluded: readonly (QueryWord | QueryPhrase)[];
}

const refusal = (sentence: string): MailglobError => new MailglobError(51002, sentence);

const quotationMark = /["“”„‟＂]/u;
const blank = /\s/u;

/** A word as it was written, or what stands between quotation marks. */
interface Piece {
  readonly text: string;
  readonly isExcluded: boolean;
}

/** @throws MailglobError 51002 where a quotation mark has no partner */
function piecesOf(text: string, argument: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (blank.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const isExcluded = text[at] === '-';
    if (isExcluded) at += 1;
    const isQuoted = quotationMark.test(text.charAt(at));
    const start = isQuoted ? at + 1 : at;
    let end = start;
    while (end < text.length && !quotationMark.test(text.charAt(end)) && (isQuoted || !blank.test(text.charAt(end))))
      end += 1;
    if (isQuoted && end === text.length) {
      throw refusal(
        `${argument} has a quotation mark without its partner; quote words that must stand together as "two words"`,
      );
    }
    pieces.push({ text: text.slice(start, end), isExcluded });
    at = isQuoted ? end + 1 : end;
  }
  return pieces;
}

/**
 * Reads a query.
 * @param argument what it was sent as
 * @throws MailglobError 51002 where it has no words, only excluded ones, more than limits.queryWords, or a quotation mark without its partner
 */
export function parseQuery(text: string, argument = 'queryText'): WordQuery {
  const query = readElements(text, argument);
  if (query.required.length === 0) {
    throw refusal(
      query.excluded.length > 0
        ? `${argument} has only words that must not match; give at least one word without a minus before it`
        : `${argument} must have at least one word, of letters or digits`,
    );
  }
  return query;
}

/**
 * The same of a text that may be without required words: it is no query then, but may be looked for otherwise.
 * @throws MailglobError 51002 where it has more words than limits.queryWords, or a quotation mark without its partner
 */
export function readElements(text: string, argument: string): WordQuery {
  const required = new Map<string, QueryWord | QueryPhrase>();
  const excluded = new Map<string, QueryWord | QueryPhrase>();
  for (const piece of piecesOf(text, argument)) {
    const element = elementOf(piece.text);
    if (element !== null) (piece.isExcluded ? excluded : required).set(JSON.stringify(element), element);
  }
  const query = { required: [...required.values()], excluded: [...excluded.values()] };
  if (termsOf(query).length > limits.queryWords.value) {
    throw refusal(
      `${argument} may have at most ${limits.queryWords.value} words; of Chinese, Japanese, Korean and Thai two characters count as one`,
    );
  }
  return query;
}

/** Every distinct term that a query looks for. */
export function termsOf({ required, excluded }: WordQuery): string[] {
  const terms = new Set<string>();
  for (const element of [...required, ...excluded]) {
    if (element.kind === 'word') terms.add(element.term);
    else {
      for (const { term } of element.terms) terms.add(term);
      if (element.whole !== null) terms.add(element.whole);
    }
  }
  return [...terms];
}

function elementOf(text: string): QueryWord | QueryPhrase | null {
  const tokens = tokensOf(text);
  const parts = coveringParts(tokens);
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return { kind: 'word', term: first.term };
  const start = Math.min(...tokens.map(token => token.start));
  const end = Math.max(...tokens.map(token => token.end));
  const whole =
    tokens.find(token => token.kind === 'whole' && token.start === start && token.end === end)?.term ?? null;
  // A whole address is looked for as it is: its parts would find longer ones, and `com` is in every mail.
  if (whole !== null && /^[^@]+@[^@]+\.[^@.]+$/.test(whole)) return { kind: 'word', term: whole };
  return {
    kind: 'phrase',
    terms: parts.map(({ term, position }) => ({ term, offset: position - first.position })),
    whole,
  };
}

/** Words, and of a run of characters as few pairs as hold them all. */
function coveringParts(tokens: readonly Token[]): Token[] {
  const parts: Token[] = [];
  let covered = -1;
  const pairs = new Map<number, Token>(
    tokens.filter(({ kind }) => kind === 'pair').map(token => [token.position, token]),
  );
  for (const token of tokens) {
    if (token.kind === 'word') parts.push(token);
    if (token.kind !== 'character' || token.position <= covered) continue;
    const pair = pairs.get(token.position);
    const before = pairs.get(token.position - 1);
    // The last character of an odd run stands in the pair that ends with it.
    parts.push(pair ?? before ?? token);
    covered = pair === undefined ? token.position : token.position + 1;
  }
  return parts;
}
