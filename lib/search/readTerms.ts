// Reads the postings of a query's terms out of the sealed batches of several indexes, within a budget: as far as they
// tell that nothing matches, else all.

import { mapAtOnce } from '../archive/atOnce.ts';
import type { Cost, Store } from '../archive/ports.ts';
import type { WordIndex } from '../archive/wordKeys.ts';
import type { WordsReading } from '../archive/words/readWords.ts';
import { limits } from '../limits.ts';
import { bucketOf } from '../words/blockCodec.ts';
import type { WordPlan } from './planWords.ts';
import { type BatchRange, readBucket } from './readBuckets.ts';
import { postingsFinder, type Segment } from './segments.ts';

/** Buckets of an index that are read at once; where there are more, what the first hold may make the rest needless. */
const bucketsAtOnce = 8;
const readsAtOnce = 32;

/** Terms that every document of a batch has that matches. */
export const demandedTerms = ({ required, phrases }: WordPlan['question']): readonly number[] => [
  ...new Set([
    ...required,
    ...phrases.flatMap(({ parts, whole }) => (whole === null ? parts.map(({ term }) => term) : [])),
  ]),
];

/** Terms of whose places a phrase may hang. */
export const placedTerms = ({ phrases, excludedPhrases }: WordPlan['question']): readonly number[] => [
  ...new Set(
    [...phrases, ...excludedPhrases]
      .filter(({ parts: [first, ...others] }) => others.length > 0 || !first || first.before + first.after > 0)
      .flatMap(({ parts }) => parts.map(({ term }) => term)),
  ),
];

/** Bytes that may be read of one list of postings, or of places: all of them are held at once. */
export const bytesOfList = ({ sealed, question }: WordPlan, wordBytes = limits.wordBytes.value): number =>
  Math.min(wordBytes, limits.wordBytesOfCall.value / Math.max(1, sealed.length + placedTerms(question).length));

/** An index and what it consists of. */
export interface OpenIndex extends WordsReading {
  readonly index: WordIndex;
  /** Its sealed segments, newest first, as its batches. */
  readonly sealed: readonly Segment[];
  /** By place of batch: 0 where the budget left out the block of some term. */
  readonly isRead: Uint8Array;
  readonly asked: BatchRange | null;
}

export interface TermsQuestion {
  readonly store: Store;
  readonly plan: WordPlan;
  /** Bytes of blocks that may be read of one word; limits.ts where left out. */
  readonly wordBytes?: number;
  /** As performance.now() gives it. */
  readonly deadline: number;
  readonly cost: Cost;
}

/**
 * Fills the postings of every term in every batch, or of as many as tell that nothing matches; batches that are not read
 * are marked so.
 * @param note is told why words that are there cannot be read
 */
export async function readTerms(
  { store, plan, wordBytes, deadline, cost }: TermsQuestion,
  open: readonly OpenIndex[],
  tails: readonly Segment[],
  note: (cause: unknown) => void,
): Promise<void> {
  const { required, oneOf } = plan.question;
  const demanded = demandedTerms(plan.question);
  const place = (term: number): number =>
    oneOf.some(list => list.includes(term)) ? 0 : demanded.includes(term) ? 1 : 2;
  // A long word is likely to be a rare one.
  const order = plan.sealed.toSorted(
    (a, b) => place(a) - place(b) || (plan.terms[b]?.length ?? 0) - (plan.terms[a]?.length ?? 0),
  );
  const buckets = [...Map.groupBy(order, term => bucketOf(plan.terms[term] ?? '')).values()];
  const batches = open.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const mostBytes = bytesOfList(plan, wordBytes);
  const isKnown = new Set<number>();
  const mayMatch = ({ postings, batch }: Segment): boolean =>
    (batch ? demanded : required).every(term => !isKnown.has(term) || postings[term]);

  for (let at = 0; at < buckets.length; at += bucketsAtOnce) {
    if (at > 0) {
      if (!tails.some(mayMatch) && !open.some(({ sealed }) => sealed.some(mayMatch))) return;
      if (performance.now() >= deadline) {
        for (const { isRead } of open) isRead.fill(0);
        return;
      }
    }
    const wave = buckets.slice(at, at + bucketsAtOnce);
    const readings = wave.flatMap(terms => open.filter(({ sealed }) => sealed.length > 0).map(own => ({ terms, own })));
    const rounds = await mapAtOnce(readings, readsAtOnce, async ({ terms, own }) => {
      const reading = await readBucket({
        ...{ store, cost, index: own.index, batches: own.batches, asked: own.asked },
        ...{ term: plan.terms[terms[0] ?? 0] ?? '', of: 'words' },
        mostBytes: (mostBytes * own.sealed.length) / batches,
      });
      for (const [batch, isRead] of reading.isRead.entries()) if (isRead === 0) own.isRead[batch] = 0;
      for (const term of terms) {
        const find = postingsFinder(plan.terms[term] ?? '');
        for (const [batch, { postings }] of own.sealed.entries()) {
          try {
            postings[term] = find(reading.parts[batch] ?? []);
          } catch (cause) {
            own.isRead[batch] = 0;
            note(cause);
          }
        }
      }
      return reading.rounds;
    });
    cost.rounds += Math.max(0, ...rounds);
    for (const terms of wave) for (const term of terms) isKnown.add(term);
  }
}
