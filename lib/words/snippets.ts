// Snippets: where a query matches in a text, cut at words, the matches marked. A snippet without its marks stands in
// the text as it is. Knows no documents.

import { limits } from '../limits.ts';
import { kind, kindOfUnit } from './characters.ts';
import type { QueryPhrase, QueryWord, WordQuery } from './parseQuery.ts';
import { forEachToken } from './tokens.ts';

const mark = '**';

/** A stretch of the text that an element of the query matched. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly element: number;
}

/**
 * At most three cuts of a text around matches of a query's required words, in the order of the text, each of at most
 * 200 code points without the marks. No cut goes over a `**` of the text itself, so that every `**` is a mark.
 */
export function snippetsOf(text: string, { required }: WordQuery): string[] {
  const read = text.slice(0, limits.wordTextCharacters.value);
  const matches = matchesIn(read, required);
  const cuts: Cut[] = [];
  const seen = new Set<number>();
  while (cuts.length < limits.snippets.value) {
    let best: Cut | null = null;
    let bestWorth = 0;
    for (let i = 0; i < matches.length; i++) {
      const cut = cutAround(read, matches, i);
      if (cut === null || cuts.some(other => cut.start < other.end && other.start < cut.end)) continue;
      const elements = new Set(cut.matches.map(({ element }) => element));
      let worth = elements.size + Math.min(cut.matches.length, 9) / 100;
      for (const element of elements) if (!seen.has(element)) worth += 10;
      if (worth > bestWorth) {
        best = cut;
        bestWorth = worth;
      }
    }
    if (best === null) break;
    cuts.push(best);
    for (const { element } of best.matches) seen.add(element);
  }
  return cuts.sort((a, b) => a.start - b.start).map(cut => markedText(read, cut));
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Match[];
}

/** Enough to choose from; a text may have a word a hundred thousand times. */
const mostMatches = 200;

function matchesIn(text: string, elements: readonly (QueryWord | QueryPhrase)[]): Match[] {
  const places = new Map<string, Map<number, { start: number; end: number }>>();
  for (const element of elements) {
    if (element.kind === 'word') places.set(element.term, new Map());
    else {
      for (const { term } of element.terms) places.set(term, new Map());
      if (element.whole !== null) places.set(element.whole, new Map());
    }
  }
  forEachToken(text, (term, _kind, position, start, end) => {
    places.get(term)?.set(position, { start, end });
  });
  const matches: Match[] = [];
  const wordMatches = (term: string, element: number): void => {
    for (const { start, end } of [...(places.get(term)?.values() ?? [])].slice(0, mostMatches)) {
      matches.push({ start, end, element });
    }
  };
  for (const [element, wanted] of elements.entries()) {
    if (wanted.kind === 'word') {
      wordMatches(wanted.term, element);
      continue;
    }
    if (wanted.whole !== null) wordMatches(wanted.whole, element);
    let left = mostMatches;
    const [head, ...rest] = wanted.terms;
    for (const [position, { start, end }] of places.get(head?.term ?? '') ?? []) {
      if (left === 0) break;
      const others = rest.map(({ term, offset }) => places.get(term)?.get(position + offset));
      if (!others.every(other => other !== undefined)) continue;
      matches.push({ start, end: Math.max(end, ...others.map(other => other.end)), element });
      left -= 1;
    }
  }
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** How much before a match is shown. */
const before = 60;

/** The cut that begins with one match, its surroundings included; null where it is too long for one. */
function cutAround(text: string, matches: readonly Match[], index: number): Cut | null {
  const first = matches[index] as Match;
  const most = limits.snippetCharacters.value;
  if (first.end - first.start > most) return null;
  let start = first.start;
  for (let at = start - 1; at >= 0 && first.start - at <= before; at--) {
    if (text.startsWith(mark, at)) break;
    if (isBoundary(text, at)) start = at;
  }
  let end = first.end;
  for (let at = end + 1; at <= text.length && at - start <= most; at++) {
    if (text.startsWith(mark, at - 2) && at - 2 >= first.end - 1) break;
    if (isBoundary(text, at)) end = at;
  }
  while (start < first.start && isBlank(text, start)) start += 1;
  while (end > first.end && isBlank(text, end - 1)) end -= 1;
  if (text.slice(start, end).includes(mark)) return null;
  return { start, end, matches: matches.filter(match => match.start >= start && match.end <= end) };
}

const isBlank = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

/** Whether a text may be cut before an offset without cutting a word. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length || isBlank(text, at) || isBlank(text, at - 1)) return true;
  const here = text.charCodeAt(at);
  if (here >= 0xdc00 && here <= 0xdfff) return false;
  return kindOfUnit(here) === kind.unit && !/\p{M}/u.test(text.charAt(at));
}

function markedText(text: string, { start, end, matches }: Cut): string {
  let marked = '';
  let at = start;
  for (let i = 0; i < matches.length; i++) {
    let { start: from, end: to } = matches[i] as Match;
    // Matches that overlap or touch are one run.
    while (i + 1 < matches.length && (matches[i + 1] as Match).start <= to) {
      i += 1;
      to = Math.max(to, (matches[i] as Match).end);
    }
    from = Math.max(from, at);
    marked += text.slice(at, from) + mark + text.slice(from, to) + mark;
    at = to;
  }
  return marked + text.slice(at, end);
}
