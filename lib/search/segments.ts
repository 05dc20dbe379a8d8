// The segments that a search by words goes through, as the scorer wants them: the tail of an index, its words looked up
// document by document, and sealed batches, whose blocks hold postings already.

import type { TailDocument, WordBatch } from '../archive/words/readWords.ts';
import { positionLookup, wordLookup } from '../words/blockCodec.ts';
import type { TermPostings } from './scoreSegment.ts';
import { tailReader } from './tailWords.ts';

/** Documents that are scored together. */
export interface Segment {
  /** Which of the indexes that are searched. */
  readonly index: number;
  /** Ordinals are below this. */
  readonly size: number;
  /** null for the tail. */
  readonly batch: WordBatch | null;
  /** 1 for each ordinal that is no document, or not this segment's; null where there is none such. */
  readonly isGone: Uint8Array | null;
  /** By number of term, filled as they are read; null where no document has it. */
  readonly postings: (TermPostings | null)[];
}

/**
 * The tail of an index, with all terms.
 * @param note is told why the words of a document cannot be read; it counts as without any
 */
export function tailSegment(
  index: number,
  tail: readonly TailDocument[],
  terms: readonly string[],
  note: (cause: unknown) => void,
): Segment {
  const read = tailReader(terms);
  const lists = terms.map(() => ({
    ordinals: [] as number[],
    weights: [] as number[],
    positions: [] as (() => readonly number[])[],
  }));
  for (const [ordinal, document] of tail.entries()) {
    try {
      for (const [term, word] of read(document)?.entries() ?? []) {
        const list = lists[term];
        if (!word || !list) continue;
        list.ordinals.push(ordinal);
        list.weights.push(word.weight);
        list.positions.push(word.positions);
      }
    } catch (cause) {
      note(cause);
    }
  }
  const postings = lists.map(({ ordinals, weights, positions }) =>
    ordinals.length === 0
      ? null
      : { ordinals, weights, positionsAt: (at: number) => positions[at]?.() ?? [], isApart: false },
  );
  return { index, size: tail.length, batch: null, isGone: null, postings };
}

/** A sealed batch, none of its terms read yet. */
export function batchSegment(index: number, batch: WordBatch): Segment {
  const { size, without } = batch;
  const isGone = without.size === 0 ? null : new Uint8Array(size);
  for (const ordinal of without) if (isGone && ordinal < size) isGone[ordinal] = 1;
  return { index, size, batch, isGone, postings: [] };
}

/** What finds the postings of a term in the parts of a batch's block; null where none has it. */
export function postingsFinder(term: string): (parts: readonly Uint8Array[]) => TermPostings | null {
  const find = wordLookup(term);
  return parts => {
    for (const part of parts) {
      const found = find(part);
      if (found) return found;
    }
    return null;
  };
}

/**
 * What adds the places of a term to its postings, out of the parts of a batch's block of places.
 * @throws Error (what is returned) where they are not there, or damaged
 */
export function placesFinder(term: string): (own: TermPostings, parts: readonly Uint8Array[]) => TermPostings {
  const find = positionLookup(term);
  return (own, parts) => {
    const positionsAt = find(parts);
    if (!positionsAt) throw new Error('places of a word are missing');
    return { ...own, positionsAt, isApart: false };
  };
}

/** How many documents of a segment have a term. */
export function frequencyIn({ postings, isGone }: Segment, term: number): number {
  const { ordinals } = postings[term] ?? { ordinals: [] };
  if (!isGone) return ordinals.length;
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) if (isGone[ordinals[i] ?? 0] !== 1) count++;
  return count;
}
