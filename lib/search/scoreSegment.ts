// Which documents of one segment a search by words finds, and how well: every word there, phrases in their order,
// nothing that is excluded. A segment is a sealed batch or the tail; terms come as numbers, postings decoded.

import { isAmong } from '../words/ascending.ts';
import { noPositions, type PositionReader } from '../words/positionCodec.ts';
import type { PhrasePart } from './phraseParts.ts';
import { phraseTest } from './phraseTest.ts';

/** One term of a segment: its documents, ascending, each with its weight and positions. */
export interface TermPostings {
  readonly ordinals: ArrayLike<number>;
  /** 1 to 255. */
  readonly weights: ArrayLike<number>;
  /** Of the document at an index of `ordinals`: ascending, of places beside stop words those alone where it is asked. */
  readonly positionsAt: PositionReader;
  /** Whether places have still to be read, and positionsAt() knows none. */
  readonly isApart: boolean;
}

/** Terms that stand together, each so many positions after the first. */
export interface PhraseTerms {
  readonly terms: readonly number[];
  readonly offsets: readonly number[];
  /** The same as it is found in a sealed batch. */
  readonly parts: readonly PhrasePart<number>[];
  /** A document that has this term has the phrase, whatever else it has; null where there is none such. */
  readonly whole: number | null;
}

/** What is asked of every segment, by the numbers of the terms. */
export interface SegmentQuestion {
  /** Terms that every document has. */
  readonly required: readonly number[];
  /** Terms that add to the score of a document that has them, besides the required. */
  readonly optional: readonly number[];
  readonly phrases: readonly PhraseTerms[];
  readonly excludedTerms: readonly number[];
  readonly excludedPhrases: readonly PhraseTerms[];
  /** Lists of terms of which every document has one at least; they do not score. */
  readonly oneOf: readonly (readonly number[])[];
}

export interface SegmentWords {
  /** Ordinals are below this. */
  readonly size: number;
  /** Whether it is a batch, in which phrases are found by their parts. */
  readonly isSealed: boolean;
  /** By number of term; null where no document has it. */
  readonly postings: readonly (TermPostings | null)[];
  /** 1 for each document that does not count, by ordinal; null where all do. */
  readonly isOut: Uint8Array | null;
}

/** Scores the documents of segment after segment; each that matches is told in ascending order of ordinals. */
export type SegmentScorer = (segment: SegmentWords, found: (score: number, ordinal: number) => void) => void;

const nobody: TermPostings = { ordinals: [], weights: [], positionsAt: noPositions, isApart: false };
const nothing = new Float64Array(256);

/** A term that every document has to have, and what it adds. */
interface Demand {
  readonly own: TermPostings;
  readonly adds: Float64Array;
}

/**
 * @param adds what a term adds to a score, by weight, for each number of term that is required or optional; whole
 *   numbers, so that sums do not hang on their order
 */
export function segmentScorer(question: SegmentQuestion, adds: readonly Float64Array[]): SegmentScorer {
  const { required, optional, phrases, excludedTerms, excludedPhrases, oneOf } = question;
  const codes = phrases.filter(({ whole }) => whole !== null);
  const isPlain = required.length + optional.length + oneOf.length + phrases.length + excludedPhrases.length === 1;
  // Memory that is kept between segments. What a segment counts in hits is above what those before it counted, so that
  // nothing is to be cleared: a document that is not met has less, and its sum is of no account.
  let out = new Uint8Array(0);
  let hits = new Uint32Array(0);
  let sums = new Float64Array(0);
  let counted = 0;

  /** What every document has to have, the rarest first; null where no document can have all. */
  function demandsOf({ postings }: SegmentWords): Demand[] | null {
    const demands: Demand[] = [];
    for (const term of required) {
      const own = postings[term];
      if (!own) return null;
      demands.push({ own, adds: adds[term] ?? nothing });
    }
    for (const terms of oneOf) {
      const [own, ...more] = terms.flatMap(term => postings[term] ?? []);
      if (!own) return null;
      if (more.length === 0) demands.push({ own, adds: nothing });
    }
    return demands.sort((a, b) => a.own.ordinals.length - b.own.ordinals.length);
  }

  /** Marks the documents that cannot match; false where it is known that none can. */
  function markOut({ size, postings, isOut }: SegmentWords): boolean {
    if (isOut) out.set(isOut.subarray(0, size));
    else out.fill(0, 0, size);
    for (const term of excludedTerms) {
      const { ordinals } = postings[term] ?? nobody;
      for (let i = 0; i < ordinals.length; i++) out[ordinals[i] ?? 0] = 1;
    }
    for (const terms of oneOf) {
      if (terms.filter(term => postings[term]).length < 2) continue;
      if (!keepOnly(marksOf(size, terms, postings), out, size)) return false;
    }
    for (const { terms, whole } of codes) {
      const allowed = marksOf(size, whole === null ? [] : [whole], postings);
      for (const ordinal of inAll(terms, postings)) allowed[ordinal] = 1;
      if (!keepOnly(allowed, out, size)) return false;
    }
    return true;
  }

  /** Counts the demands that each document meets, adding what they score; false where none meets all. */
  function join(demands: readonly Demand[]): boolean {
    const before = counted;
    counted += demands.length;
    for (const [place, { own, adds: add }] of demands.entries()) {
      const { ordinals, weights } = own;
      let alive = 0;
      for (let i = 0; i < ordinals.length; i++) {
        const ordinal = ordinals[i] ?? 0;
        if (out[ordinal] === 1 || (place > 0 && hits[ordinal] !== before + place)) continue;
        hits[ordinal] = before + place + 1;
        sums[ordinal] = (place > 0 ? (sums[ordinal] ?? 0) : 0) + (add[weights[i] ?? 0] ?? 0);
        alive++;
      }
      if (alive === 0) return false;
    }
    return true;
  }

  return (segment, found) => {
    const { size, postings } = segment;
    const demands = demandsOf(segment);
    if (demands === null) return;
    if (out.length < size) {
      out = new Uint8Array(size);
      hits = new Uint32Array(size);
      sums = new Float64Array(size);
    }
    if (!markOut(segment)) return;
    const [only] = demands;
    if (only && isPlain) {
      // One word and nothing else, the commonest query: nothing has to be joined.
      const { own, adds: add } = only;
      for (let i = 0; i < own.ordinals.length; i++) {
        const ordinal = own.ordinals[i] ?? 0;
        if (out[ordinal] === 0) found(add[own.weights[i] ?? 0] ?? 0, ordinal);
      }
      return;
    }
    if (demands.length === 0) sums.fill(0, 0, size);
    if (!join(demands)) return;
    for (const term of optional) {
      const { ordinals, weights } = postings[term] ?? nobody;
      const add = adds[term] ?? nothing;
      for (let i = 0; i < ordinals.length; i++) {
        const ordinal = ordinals[i] ?? 0;
        sums[ordinal] = (sums[ordinal] ?? 0) + (add[weights[i] ?? 0] ?? 0);
      }
    }
    const wanted = phrases.map(phrase => phraseTest(segment, phrase));
    const unwanted = excludedPhrases.map(phrase => phraseTest(segment, phrase));
    const candidates = demands[0]?.own.ordinals ?? Array.from({ length: size }, (_, ordinal) => ordinal);
    for (let i = 0; i < candidates.length; i++) {
      const ordinal = candidates[i] ?? 0;
      if (out[ordinal] === 1 || (demands.length > 0 && hits[ordinal] !== counted)) continue;
      if (wanted.length > 0 && !wanted.every(holds => holds(ordinal))) continue;
      if (unwanted.length > 0 && unwanted.some(holds => holds(ordinal))) continue;
      found(sums[ordinal] ?? 0, ordinal);
    }
  };
}

/** Marks the documents that have one of some terms. */
function marksOf(size: number, terms: readonly number[], postings: SegmentWords['postings']): Uint8Array {
  const marks = new Uint8Array(size);
  for (const term of terms) {
    const { ordinals } = postings[term] ?? nobody;
    for (let i = 0; i < ordinals.length; i++) marks[ordinals[i] ?? 0] = 1;
  }
  return marks;
}

/** Marks out what is not allowed; tells whether anything is left. */
function keepOnly(allowed: Uint8Array, out: Uint8Array, size: number): boolean {
  let isLeft = false;
  for (let ordinal = 0; ordinal < size; ordinal++) {
    if (allowed[ordinal] === 0) out[ordinal] = 1;
    else if (out[ordinal] === 0) isLeft = true;
  }
  return isLeft;
}

/** The documents that have all of some terms. */
function inAll(terms: readonly number[], postings: SegmentWords['postings']): number[] {
  const [first = nobody, ...others] = terms
    .map(term => (postings[term] ?? nobody).ordinals)
    .sort((a, b) => a.length - b.length)
    .map(ordinals => ({ ...nobody, ordinals }));
  return Array.from(first.ordinals).filter(ordinal => others.every(other => isAmong(other.ordinals, ordinal)));
}
