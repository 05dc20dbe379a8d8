// Documents by words, best first: reads what indexes hold of the words, scores every match, and gives them in order as
// far as they are wanted. Knows no mail and no file: what a document is, and whether it may be shown, is for others.
//
// Frequencies are those of all documents of the indexes, whatever is asked of them besides words: a filter leaves
// documents out, and changes the order of none.

import { mapAtOnce } from '../archive/atOnce.ts';
import type { WordIndex } from '../archive/keys.ts';
import type { Cost, Store } from '../archive/ports.ts';
import { instantOf, startOf } from '../archive/position.ts';
import type { DocumentPlace } from '../archive/words/documentPlaces.ts';
import {
  type DocumentsReading,
  readDocuments,
  readWordIndex,
  rowOfOrdinal,
  type TailDocument,
  type WordBatch,
  type WordsReading,
} from '../archive/words/readWords.ts';
import { limits } from '../limits.ts';
import { bucketOf } from '../words/blockCodec.ts';
import { type MatchList, matchList } from './matchList.ts';
import { orderMatches } from './orderMatches.ts';
import { scoreOfSum, termScores, type WordPlan } from './planWords.ts';
import { type BatchRange, readBucket } from './readBuckets.ts';
import { segmentScorer } from './scoreSegment.ts';
import { batchSegment, frequencyIn, postingsFinder, type Segment, tailSegment } from './segments.ts';

export interface RankingQuestion {
  readonly store: Store;
  /** Distinct. */
  readonly indexes: readonly WordIndex[];
  readonly plan: WordPlan;
  /** Inclusive, epoch milliseconds; null for no bound. */
  readonly receivedFrom: number | null;
  /** Exclusive, epoch milliseconds; null for no bound. */
  readonly receivedBefore: number | null;
  /** Bytes of blocks that may be read of one word; limits.ts where left out. */
  readonly wordBytes?: number;
  /** As performance.now() gives it. */
  readonly deadline: number;
  readonly cost: Cost;
}

export interface RankedDocument extends DocumentPlace {
  readonly index: WordIndex;
  /** Comparable within one ranking only. */
  readonly score: number;
}

export interface Ranking {
  /** False where not every batch could be read within the budget: those that were are ranked among themselves. */
  readonly isComplete: boolean;
  /** Why words could not be read that are there: damaged, or of another version; for the log. */
  readonly trouble?: unknown;
  /** How many documents match; those of other dates may be among them. */
  readonly matches: number;
  /**
   * Matches from one place of the order to below another: by score descending, then by position descending. null for
   * one that is gone or of another date.
   */
  documents(from: number, to: number): Promise<(RankedDocument | null)[]>;
}

/** Buckets of an index that are read at once; where there are more, what the first hold may make the rest needless. */
const bucketsAtOnce = 8;
const readsAtOnce = 32;

/** An index and what it consists of. */
interface OpenIndex extends WordsReading {
  readonly index: WordIndex;
  /** Its sealed segments, newest first, as its batches. */
  readonly sealed: readonly Segment[];
  /** By place of batch: 0 where the budget left out the block of some term. */
  readonly isRead: Uint8Array;
  readonly asked: BatchRange | null;
}

/** Words that could not be read: the first reason is kept. */
interface Trouble {
  cause?: unknown;
}

export async function rankDocuments(question: RankingQuestion): Promise<Ranking> {
  const { store, plan, cost } = question;
  const indexes = await mapAtOnce(question.indexes, readsAtOnce, async index => ({
    index,
    reading: await readWordIndex(store, index, cost),
  }));
  cost.rounds++;
  const isAsked = dateFilter(question);
  const open = indexes.map(({ index, reading }, number): OpenIndex => {
    const sealed = reading.batches.map(batch => batchSegment(number, batch));
    const first = reading.batches.findIndex(isAsked.ofBatch);
    return {
      ...reading,
      ...{ index, sealed, isRead: new Uint8Array(sealed.length).fill(1) },
      asked: first < 0 ? null : { first, last: reading.batches.findLastIndex(isAsked.ofBatch) },
    };
  });
  const trouble: Trouble = {};
  const note = (cause: unknown): void => {
    trouble.cause ??= cause;
  };
  const tails = open.map(({ tail }, number) => tailSegment(number, tail, plan.terms, note));
  await readTerms(question, open, tails, note);

  const segments: Segment[] = [
    ...tails,
    ...open.flatMap(({ sealed, isRead }) => sealed.filter((_, place) => isRead[place] === 1)),
  ];
  const documents = segments.reduce((sum, { size, batch }) => sum + size - (batch?.without.size ?? 0), 0);
  const frequencies = plan.terms.map((_, term) =>
    plan.scored.includes(term) ? segments.reduce((sum, segment) => sum + frequencyIn(segment, term), 0) : 0,
  );
  const score = segmentScorer(plan.question, termScores(plan, documents, frequencies));
  const { required, oneOf } = plan.question;
  const most = Math.min(...required.map(term => frequencies[term] ?? 0));
  const matches = matchList(required.length > 0 && oneOf.length === 0 ? most : 0);
  let isCut = false;
  for (const [number, segment] of segments.entries()) {
    if (number > 0 && performance.now() >= question.deadline) {
      isCut = true;
      break;
    }
    const { size, postings, isGone, batch, index } = segment;
    if (batch && !isAsked.ofBatch(batch)) continue;
    const isOut = batch ? isGone : outOf(open[index]?.tail ?? [], isAsked.ofPosition);
    score({ size, postings, isOut }, (sum, ordinal) => matches.add(sum, number, ordinal));
  }
  return ranking(question, { open, segments, matches, isCut, trouble, isAsked: isAsked.ofPosition });
}

/** Which batches may hold, and which positions are, what was received between the dates. */
function dateFilter({ receivedFrom, receivedBefore }: Pick<RankingQuestion, 'receivedFrom' | 'receivedBefore'>) {
  const from = receivedFrom ?? Number.NEGATIVE_INFINITY;
  const before = receivedBefore ?? Number.POSITIVE_INFINITY;
  return {
    ofBatch: ({ newest, oldest }: WordBatch): boolean => newest >= from && oldest < before,
    ofPosition: (position: string): boolean => {
      const at = instantOf(position);
      return at >= from && at < before;
    },
  };
}

function outOf(tail: readonly TailDocument[], isAsked: (position: string) => boolean): Uint8Array {
  return Uint8Array.from(tail, ({ position }) => (isAsked(position) ? 0 : 1));
}

/** Fills the postings of every term, or of as many as tell that nothing matches. */
async function readTerms(
  { store, plan, wordBytes = limits.wordBytes.value, deadline, cost }: RankingQuestion,
  open: readonly OpenIndex[],
  tails: readonly Segment[],
  note: (cause: unknown) => void,
): Promise<void> {
  const { required, oneOf } = plan.question;
  const place = (term: number): number =>
    oneOf.some(list => list.includes(term)) ? 0 : required.includes(term) ? 1 : 2;
  // A long word is likely to be a rare one.
  const order = [...plan.terms.keys()].sort(
    (a, b) => place(a) - place(b) || (plan.terms[b]?.length ?? 0) - (plan.terms[a]?.length ?? 0),
  );
  const buckets = [...Map.groupBy(order, term => bucketOf(plan.terms[term] ?? '')).values()];
  const batches = open.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const mostBytes = Math.min(wordBytes, limits.wordBytesOfCall.value / buckets.length);
  const isKnown = new Set<number>();
  const mayMatch = ({ postings }: Segment): boolean => required.every(term => !isKnown.has(term) || postings[term]);

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
        term: plan.terms[terms[0] ?? 0] ?? '',
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

interface Ranked {
  readonly open: readonly OpenIndex[];
  readonly segments: readonly Segment[];
  readonly matches: MatchList;
  /** Whether time ended before all segments were scored. */
  readonly isCut: boolean;
  readonly trouble: Trouble;
  readonly isAsked: (position: string) => boolean;
}

const nothing: DocumentsReading = () => null;

function ranking(
  { store, cost }: RankingQuestion,
  { open, segments, matches, isCut, trouble, isAsked }: Ranked,
): Ranking {
  const isRead = open.every(({ isWhole, isRead: read }) => isWhole && !read.includes(0));
  /** Rows of documents that were read, by segment and row. */
  const rows = new Map<number, Map<number, DocumentsReading>>();

  function placeOf(segment: number, ordinal: number): DocumentPlace | null {
    const { batch = null, index = 0 } = segments[segment] ?? {};
    if (batch === null) return open[index]?.tail[ordinal] ?? null;
    return rows.get(segment)?.get(rowOfOrdinal(ordinal))?.(ordinal) ?? null;
  }

  async function load(some: readonly number[]): Promise<void> {
    const wanted = new Map(
      some.map(match => {
        const segment = matches.segmentOf(match);
        const row = rowOfOrdinal(matches.ordinalOf(match));
        const { index = 0, batch = null } = segments[segment] ?? {};
        return [`${segment} ${row}`, { segment, row, index, batch: batch?.key ?? '' }] as const;
      }),
    );
    const byIndex = Map.groupBy(wanted.values(), ({ index }) => index);
    await mapAtOnce([...byIndex], readsAtOnce, async ([index, own]) => {
      const target = open[index]?.index;
      const found = target ? await readDocuments(store, target, own, cost) : [];
      for (const [i, { segment, row }] of own.entries()) {
        const known = rows.get(segment) ?? new Map<number, DocumentsReading>();
        rows.set(segment, known.set(row, found[i] ?? nothing));
      }
    });
    cost.rounds++;
  }

  const positions = {
    boundOf: (segment: number): string => {
      const batch = segments[segment]?.batch;
      return batch ? `${startOf(batch.newest)}~` : '~';
    },
    positionOf: (segment: number, ordinal: number): string | null => placeOf(segment, ordinal)?.position ?? null,
    load,
  };

  return {
    isComplete: isRead && !isCut && trouble.cause === undefined,
    ...(trouble.cause !== undefined && { trouble: trouble.cause }),
    matches: matches.length,
    async documents(from, to) {
      if (from >= Math.min(to, matches.length)) return [];
      const order = await orderMatches(matches, positions, to);
      return order.slice(from).map((match): RankedDocument | null => {
        const segment = matches.segmentOf(match);
        const place = placeOf(segment, matches.ordinalOf(match));
        const index = open[segments[segment]?.index ?? 0]?.index;
        if (!place || !index || !isAsked(place.position)) return null;
        return { ...place, index, score: scoreOfSum(matches.scoreOf(match)) };
      });
    },
  };
}
