// Snippets: where a query matches in a text, cut at words, the matches marked. A snippet without its marks stands in
// the text as it is. Knows no documents.

import { limits } from '../limits.ts';
import { placeFrom } from './ascending.ts';
import { kind, kindOfUnit } from './characters.ts';
import { type QueryPhrase, type QueryWord, termsOf, type WordQuery } from './parseQuery.ts';
import { forEachToken, initialsOf, type TokenVisitor } from './tokens.ts';

const star = '*';
const mark = star + star;

/** A stretch of the text that an element of the query, told by number, matched. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly element: number;
}

/** Enough to choose from. A text may have a word a hundred thousand times. */
const mostMatches = 400;

/** How much before a match is shown, in UTF-16 units. */
const leadCharacters = 60;

/**
 * The best cuts of a text around matches of a query's required words, in the order of the text, each of at most 200
 * characters without the marks; none where nothing matches. No cut goes over a `**` of the text itself, so that every
 * `**` is a mark.
 * @param most three where left out
 */
export function snippetsOf(text: string, query: WordQuery, most: number = limits.snippets.value): string[] {
  const read = text.slice(0, limits.mailTextCharacters.value);
  const matches = matchesIn(read, query);
  const blocked = starsBeside(read, matches);
  const cuts = matches.map((match, i) => cutAround(read, matches, match, i, blocked)).filter(cut => cut !== null);
  const chosen: Cut[] = [];
  let shown = 0;
  while (chosen.length < most) {
    const best = bestOf(cuts, chosen, shown);
    if (best === null) break;
    chosen.push(best);
    shown |= best.elements;
  }
  return chosen.sort((a, b) => a.start - b.start).map(cut => markedText(read, matches, cut));
}

interface Cut {
  readonly start: number;
  readonly end: number;
  /** Numbers of the first and behind the last of the matches in it, some of which may reach over its end. */
  readonly from: number;
  readonly to: number;
  /** How many of them are whole in it. */
  readonly count: number;
  /** Bits of the elements that these are of; there are at most limits.queryWords, which is 32. */
  readonly elements: number;
}

/** The cut that shows most of the query that is not shown yet, then most of it, then most matches; the first of those. */
function bestOf(cuts: readonly Cut[], chosen: readonly Cut[], shown: number): Cut | null {
  let best: Cut | null = null;
  let bestWorth = 0;
  for (const cut of cuts) {
    const { count, elements } = cut;
    const worth = bitsOf(elements & ~shown) * 10_000 + bitsOf(elements) * 100 + Math.min(count, 99);
    if (worth <= bestWorth || chosen.some(other => cut.start < other.end && other.start < cut.end)) continue;
    best = cut;
    bestWorth = worth;
  }
  return best;
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a query's required words match, in the order of the text. */
function matchesIn(text: string, { required }: WordQuery): Match[] {
  /** By term and position. */
  const places = new Map<string, Map<number, Place>>();
  for (const term of termsOf({ required, excluded: [] })) places.set(term, new Map());
  const note: TokenVisitor = (term, _kind, position, start, end) => {
    places.get(term)?.set(position, { start, end });
  };
  forEachToken(text, note, 0, initialsOf(places.keys()));
  const most = Math.ceil(mostMatches / required.length);
  const placesOf = (term: string): ReadonlyMap<number, Place> => places.get(term) ?? new Map();
  const matches = required.flatMap((wanted, element) =>
    [...placesOfElement(wanted, placesOf, most)].map(({ start, end }): Match => ({ start, end, element })),
  );
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

function placesOfElement(
  wanted: QueryWord | QueryPhrase,
  placesOf: (term: string) => ReadonlyMap<number, Place>,
  most: number,
): Iterable<Place> {
  if (wanted.kind === 'word') return placesOf(wanted.term).values().take(most);
  const [first, ...rest] = wanted.terms;
  const runs: Place[] = [];
  for (const [position, { start, end }] of placesOf(first?.term ?? '')) {
    const others = rest.map(({ term, offset }) => placesOf(term).get(position + offset));
    if (!others.every(other => other !== undefined)) continue;
    runs.push({ start, end: Math.max(end, ...others.map(other => other.end)) });
    if (runs.length === most) break;
  }
  return runs;
}

/** Where the stars of a text stand that could be taken for marks, or for parts of them; ascending. */
function starsBeside(text: string, matches: readonly Match[]): number[] {
  const stars: number[] = [];
  let at = text.indexOf(star);
  if (at < 0) return stars;
  const starts = new Set(matches.map(({ start }) => start));
  const ends = new Set(matches.map(({ end }) => end));
  for (; at >= 0; at = text.indexOf(star, at + 1)) {
    if (text[at - 1] === star || text[at + 1] === star || starts.has(at + 1) || ends.has(at)) stars.push(at);
  }
  return stars;
}

/**
 * The cut that has one match as its first or after a lead; null where the match alone is too long.
 * @param blocked where no cut may go over
 */
function cutAround(
  text: string,
  matches: readonly Match[],
  match: Match,
  index: number,
  blocked: readonly number[],
): Cut | null {
  const most = limits.snippetCharacters.value;
  if (match.end - match.start > most) return null;
  const lead = Math.min(leadCharacters, most - (match.end - match.start));
  // As far before the match as the lead goes, and from there on to where a word begins.
  const before = blocked[placeFrom(blocked, match.start) - 1] ?? -1;
  let start = Math.max(0, match.start - lead);
  if (before >= start) start = before + 1;
  else while (start < match.start && !isBoundary(text, start)) start += 1;
  // As far behind it as there is room, and from there back to where one ends.
  const behind = blocked[placeFrom(blocked, match.end)] ?? text.length;
  let end = Math.min(text.length, start + most);
  if (behind < end) end = behind;
  else while (end > match.end && !isBoundary(text, end)) end -= 1;
  while (start < match.start && isBlank(text, start)) start += 1;
  while (end > match.end && isBlank(text, end - 1)) end -= 1;
  const from = firstAfter(matches, index, start);
  let to = from;
  let count = 0;
  let elements = 0;
  for (; to < matches.length && (matches[to] as Match).start < end; to++) {
    const other = matches[to] as Match;
    if (other.end > end) continue;
    count += 1;
    elements |= 1 << other.element;
  }
  return { start, end, from, to, count, elements };
}

/** The number of the first match that starts at an offset or behind it, which is at most `index`. */
function firstAfter(matches: readonly Match[], index: number, start: number): number {
  let first = index;
  while (first > 0 && (matches[first - 1] as Match).start >= start) first -= 1;
  return first;
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit <= 0x20 || (unit >= 0x80 && /\s/.test(text.charAt(at)));
}

/** Whether a text may be cut before an offset without cutting a word. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length || isBlank(text, at) || isBlank(text, at - 1)) return true;
  // Scripts written without blanks are cut between characters, with the marks that belong to them.
  return kindOfUnit(text.charCodeAt(at)) === kind.unit;
}

/** The text of a cut with its matches marked, those that overlap or touch as one. */
function markedText(text: string, all: readonly Match[], cut: Cut): string {
  const { start, end } = cut;
  const matches = all.slice(cut.from, cut.to).filter(match => match.end <= end);
  let marked = '';
  let at = start;
  for (let i = 0; i < matches.length; ) {
    const from = (matches[i] as Match).start;
    let to = from;
    for (; i < matches.length && (matches[i] as Match).start <= Math.max(to, from); i++) {
      to = Math.max(to, (matches[i] as Match).end);
    }
    marked += text.slice(at, from) + mark + text.slice(from, to) + mark;
    at = to;
  }
  return marked + text.slice(at, end);
}
