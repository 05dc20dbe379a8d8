// Which chunk of a file answers a question best, and the passage of it that is shown. Knows no index and no storage.

import type { Chunk } from '../files/extraction.ts';
import type { QueryPhrase, QueryWord, WordQuery } from '../words/parseQuery.ts';
import { snippetsOf } from '../words/snippets.ts';
import { forEachToken } from '../words/tokens.ts';
import { type ExactPhrase, holdsPhrase } from './exactPhrase.ts';

export interface ChunkQuestion {
  /** Words that are looked for; none are required where the name alone is asked for. */
  readonly query: WordQuery;
  /** Must stand in the chunk; null for none. */
  readonly phrase: ExactPhrase | null;
  /** Whether the name of the file answers the question by itself: a chunk needs none of the words then. */
  readonly isNamed: boolean;
}

export interface ChosenChunk {
  readonly heading: string | null;
  /** A passage of its text, else its heading, what matched in `**`. */
  readonly snippet: string | null;
}

/** A heading tells what its chunk is about. */
const headingBoost = 3;
/** Where a further occurrence counts little, and how much longer chunks count for less: k1 and b of BM25. */
const k1 = 1.2;
const b = 0.75;
const usualLength = 1500;

/** The chunk with most of the words, then the one that is most about them, then the first; null where none qualifies. */
export function chooseChunk(chunks: Iterable<Chunk>, { query, phrase, isNamed }: ChunkQuestion): ChosenChunk | null {
  const { required } = query;
  let best: Chunk | null = null;
  let bestWorth = -1;
  for (const chunk of chunks) {
    if (phrase !== null && !holdsPhrase(chunk.text, phrase) && !holdsPhrase(chunk.heading ?? '', phrase)) continue;
    const worth = worthOf(chunk, required);
    if (worth <= bestWorth || (worth === 0 && (phrase === null || !isNamed))) continue;
    best = chunk;
    bestWorth = worth;
  }
  if (best === null) return null;
  const shown = { required: [...required, ...(phrase?.elements ?? [])], excluded: [] };
  const { heading, text } = best;
  return { heading, snippet: snippetsOf(text, shown, 1)[0] ?? snippetsOf(heading ?? '', shown, 1)[0] ?? null };
}

function worthOf({ heading, text }: Chunk, required: readonly (QueryWord | QueryPhrase)[]): number {
  const inText = countElements(text, required);
  const inHeading = heading === null ? null : countElements(heading, required);
  const length = 1 - b + (b * Math.max(text.length, usualLength / 4)) / usualLength;
  let worth = 0;
  for (const [i, count] of inText.entries()) {
    const frequency = (count + headingBoost * (inHeading?.[i] ?? 0)) / length;
    // One word more is worth more than any number of another.
    if (frequency > 0) worth += 1 + frequency / (k1 + frequency);
  }
  return worth;
}

/** How often each element stands in a text. */
export function countElements(text: string, elements: readonly (QueryWord | QueryPhrase)[]): number[] {
  const places = new Map<string, number[]>();
  for (const element of elements) {
    if (element.kind === 'word') places.set(element.term, []);
    else for (const { term } of element.terms) places.set(term, []);
  }
  forEachToken(text, (term, _kind, position) => {
    places.get(term)?.push(position);
  });
  const placesOf = (term: string): readonly number[] => places.get(term) ?? [];
  return elements.map(element => {
    if (element.kind === 'word') return placesOf(element.term).length;
    const [first, ...rest] = element.terms;
    const others = rest.map(({ term, offset }) => ({ offset, at: new Set(placesOf(term)) }));
    return placesOf(first?.term ?? '').filter(start => others.every(({ offset, at }) => at.has(start + offset))).length;
  });
}
