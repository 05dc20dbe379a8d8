// Documents by words, best first: reads what indexes hold of the words, scores every match, and gives them in order as
// far as they are wanted. Knows no mail and no file: what a document is, and whether it may be shown, is for others.
//
// Frequencies are those of all documents of the indexes, whatever is asked of them besides words: a filter leaves
// documents out, and changes the order of none.

import { mapAtOnce } from '../archive/atOnce.ts';
import { instantOf, startOf } from '../archive/position.ts';
import type { WordIndex } from '../archive/wordKeys.ts';
import type { DocumentPlace } from '../archive/words/documentPlaces.ts';
import {
  type DocumentsReading,
  readDocuments,
  readWordIndex,
  rowOfOrdinal,
  type TailDocument,
  type WordBatch,
} from '../archive/words/readWords.ts';
import { type MatchList, matchList } from './matchList.ts';
import { orderMatches } from './orderMatches.ts';
import { scoreOfSum, termScores } from './planWords.ts';
import { readPlaces } from './readPlaces.ts';
import { type OpenIndex, readTerms, type TermsQuestion } from './readTerms.ts';
import { segmentScorer } from './scoreSegment.ts';
import { batchSegment, frequencyIn, type Segment, tailSegment } from './segments.ts';

export interface RankingQuestion extends TermsQuestion {
  /** Distinct. */
  readonly indexes: readonly WordIndex[];
  /** The date that documents are sorted by: inclusive, epoch milliseconds; null for no bound. */
  readonly dateFrom: number | null;
  /** Exclusive, epoch milliseconds; null for no bound. */
  readonly dateBefore: number | null;
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
  /** How many documents there are, whether they match or not. */
  readonly searched: number;
  /** How many documents match; those of other dates may be among them. */
  readonly matches: number;
  /**
   * Matches from one place of the order to below another: by score descending, then by position descending. null for
   * one that is gone or of another date.
   */
  documents(from: number, to: number): Promise<(RankedDocument | null)[]>;
}

/** Indexes that are read at once. */
const indexesAtOnce = 32;

/** Words that could not be read: the first reason is kept. */
interface Trouble {
  cause?: unknown;
}

export async function rankDocuments(question: RankingQuestion): Promise<Ranking> {
  const { store, plan, cost } = question;
  const indexes = await mapAtOnce(question.indexes, indexesAtOnce, async index => ({
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
  await readPlaces(question, open, note);

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
    const isOut = batch || isAsked.always ? isGone : outOf(open[index]?.tail ?? [], isAsked.ofPosition);
    score({ size, isSealed: batch !== null, postings, isOut }, (sum, ordinal) => matches.add(sum, number, ordinal));
  }
  return ranking(question, { open, segments, matches, isCut, trouble, isAsked: isAsked.ofPosition });
}

/** Which batches may hold documents between the dates, and which positions are. */
function dateFilter({ dateFrom, dateBefore }: Pick<RankingQuestion, 'dateFrom' | 'dateBefore'>) {
  const from = dateFrom ?? Number.NEGATIVE_INFINITY;
  const before = dateBefore ?? Number.POSITIVE_INFINITY;
  return {
    always: dateFrom === null && dateBefore === null,
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
    await mapAtOnce([...byIndex], indexesAtOnce, async ([index, own]) => {
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
    searched: open.reduce((sum, { documents }) => sum + documents, 0),
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
