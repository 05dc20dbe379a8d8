// Store.candidates() on DynamoDB: rounds of parallel reads over every list, merged in the order asked, within a budget.
// What each list reads is the planner's judgement; here it is read, verified and put in order.

import { isSpent } from '../archive/budget.ts';
import type { CandidateQuery, Candidates, Cost, Direction, Found, TermsReading } from '../archive/ports.ts';
import { patience, ThrottledError } from './backoff.ts';
import type { Table } from './batches.ts';
import { inDirection, measureOf } from './direction.ts';
import type { Item } from './items.ts';
import { type Horizons, leaderStretches, rowsNeeded } from './leaderReads.ts';
import {
  chooseLeader,
  countAccepted,
  keepAhead,
  makePlan,
  type Plan,
  type Posted,
  probeOf,
  probeRows,
  type TermPage,
  takeRound,
  termsToRead,
} from './planner.ts';
import { readSlice, type Stretch, stretchOf } from './slice.ts';
import type { Piece, Stretch as TermStretch } from './stretches.ts';
import { noCost } from './units.ts';

/** Rows of a first page: what was asked and a quarter more, at least a probe and at most a moderate page. */
const firstPageLimits = { least: probeRows, most: 500, late: 64 } as const;

interface List {
  readonly index: number;
  readonly plan: Plan;
}

/** Answers the port's question. At least one round is read whatever the budget, so that every call makes headway. */
export async function findCandidates(table: Table, query: CandidateQuery): Promise<Candidates> {
  const { limit, budget, direction } = query;
  const cost = noCost();
  const start = direction === 'newestFirst' ? query.below : query.above;
  const lists: List[] = query.anyOf.map((terms, index) => ({ index, plan: makePlan(terms, query, start) }));
  const late = table.clock.now() >= budget.deadline;
  let found: Found[] = [];
  if (!stretchOfTerm(query, '-', start)) return { found, coveredTo: null, cost };

  for (let first = true; ; first = false) {
    const frontier = frontierOf(lists, direction);
    if (!first && isFull(found, frontier, query)) break;
    const open = lists.filter(({ plan }) => !plan.ended);
    if (open.length === 0) break;
    const rowsLeft = budget.rows - cost.rows;
    if (!first && (isSpent(cost.rows, budget.rows) || table.clock.now() >= budget.deadline)) break;
    const horizons = {
      likely: horizonOf(open, found, query, ({ rate }) => rate),
      near: horizonOf(open, found, query, ({ recentRate }) => recentRate),
    };
    // The list that is furthest behind always goes on; others only where the answer is not expected to be full before.
    const going = open.filter(({ plan }) => plan.coveredTo === frontier || plan.measure > horizons.likely);
    const share = Math.max(1, Math.floor(rowsLeft / going.length));
    const began = table.clock.now();
    const firstPage = firstPageRows(limit, going.length, late);
    const round = await readRound(table, query, going, { share, firstPage, horizons, first }, cost);
    if (!round) break;
    cost.rounds++;
    query.watch?.({ milliseconds: table.clock.now() - began, reads: round.flatMap(readsOf) });
    for (const { list, pages, ahead } of round) {
      const { index, plan } = list;
      const before = found.length;
      keepAhead(plan, ahead);
      for (const posted of takeRound(plan, pages)) {
        const candidate: Found = { list: index, ...posted };
        if (query.accept(candidate)) found.push(candidate);
      }
      countAccepted(plan, found.slice(before));
      chooseLeader(plan);
    }
    found.sort((a, b) => inDirection(direction, a.sk, b.sk));
  }

  const frontier = frontierOf(lists, direction);
  // Rows behind the frontier are found again by whoever goes on from it; to name them now would leave gaps.
  if (frontier !== null) found = found.filter(({ sk }) => inDirection(direction, sk, frontier) <= 0);
  if (found.length <= limit) return { found, coveredTo: frontier, cost };
  found = found.slice(0, limit);
  return { found, coveredTo: found.at(-1)?.sk ?? null, cost };
}

/** What a round read of one list, before the plan has taken it in: the leader is the one that led it. */
function readsOf({ list: { index, plan }, pages, ahead }: ListRead): TermsReading[] {
  const readingOf = (place: number, { read, units, coveredTo }: Omit<TermPage, 'rows'>): TermsReading => ({
    list: index,
    terms: [place],
    leads: place === plan.leader,
    rows: read,
    readUnits: units,
    coveredTo: coveredTo ?? null,
  });
  return [
    ...[...pages].map(([place, page]) => readingOf(place, page)),
    ...ahead.map(piece => readingOf(plan.leader, piece)),
  ];
}

/** The furthest position as far as which every list was read; null where all have ended. */
function frontierOf(lists: readonly List[], direction: Direction): string | null {
  let frontier: string | null = null;
  for (const { plan } of lists) {
    if (plan.ended || plan.coveredTo === undefined) continue;
    if (frontier === null || inDirection(direction, plan.coveredTo, frontier) < 0) frontier = plan.coveredTo;
  }
  return frontier;
}

/** Whether enough rows are found that no list can put another before. `found` is in order. */
function isFull(found: readonly Found[], frontier: string | null, { limit, direction }: CandidateQuery): boolean {
  const last = found[limit - 1];
  return last !== undefined && (frontier === null || inDirection(direction, last.sk, frontier) <= 0);
}

function firstPageRows(limit: number, lists: number, late: boolean): number {
  const { least, most } = firstPageLimits;
  return Math.max(least, Math.min(late ? firstPageLimits.late : most, Math.ceil((limit * 1.25) / lists)));
}

/**
 * The measure at which the answer is expected to be full, from how often each list's rows were accepted so far;
 * minus infinity where nothing tells.
 */
function horizonOf(
  open: readonly List[],
  found: readonly Found[],
  { limit, direction }: Pick<CandidateQuery, 'limit' | 'direction'>,
  rateOf: (plan: Plan) => number,
): number {
  const last = found[limit - 1];
  if (last) return measureOf(last.sk, direction);
  const rates = open
    .map(({ plan }) => ({ measure: plan.measure, rate: rateOf(plan) }))
    .filter(({ rate }) => rate > 0)
    .toSorted((a, b) => b.measure - a.measure);
  let missing = limit - found.length;
  let rate = 0;
  for (const [i, list] of rates.entries()) {
    rate += list.rate;
    const next = rates[i + 1]?.measure ?? Number.NEGATIVE_INFINITY;
    const expected = (list.measure - next) * rate;
    if (expected >= missing) return list.measure - missing / rate;
    missing -= expected;
  }
  return Number.NEGATIVE_INFINITY;
}

/** What a round read of one list. */
interface ListRead {
  readonly list: List;
  /** By the place of their term. */
  readonly pages: ReadonlyMap<number, TermPage>;
  /** Stretches of the leader behind its page. */
  readonly ahead: readonly (TermPage & Piece<Posted>)[];
}

interface Round {
  /** Rows that one list may read. */
  readonly share: number;
  readonly firstPage: number;
  readonly horizons: Horizons;
  readonly first: boolean;
}

/** Reads one round of every list that goes on, all at once; null where the table refuses past the deadline. */
async function readRound(
  table: Table,
  query: CandidateQuery,
  going: readonly List[],
  { share, firstPage, horizons, first }: Round,
  cost: Cost,
): Promise<readonly ListRead[] | null> {
  const { clock } = table;
  // The first round must end somehow; a later one is given up with the budget, and what was covered is the answer.
  const milliseconds = first ? undefined : Math.max(0, query.budget.deadline - clock.now());
  const waiting = () => patience('a search', clock, milliseconds);
  const read = async (list: List): Promise<ListRead> => {
    const { plan } = list;
    const [leader, ...others] = termsToRead(plan, going.length).flatMap(place => {
      const term = plan.terms[place];
      return term ? [{ place, pk: term.pk }] : [];
    });
    if (!leader) return { list, pages: new Map(), ahead: [] };
    const needed = rowsNeeded(plan, firstPage, horizons);
    const allowed = share - Math.min(others.length * probeRows, Math.floor(share / 2));
    const most = Math.floor((share - Math.min(allowed, needed)) / Math.max(1, others.length));
    const probes =
      most < 1
        ? []
        : others.map(async ({ place, pk }) => {
            const stretch = { behind: plan.coveredTo, until: undefined, rows: Math.min(probeOf(plan, place), most) };
            return [place, await readTerm(table, query, { pk, ...stretch, waiting: waiting() }, cost)] as const;
          });
    const stretches = leaderStretches(plan, needed, allowed, going.length).map(async stretch => ({
      behind: stretch.behind ?? '',
      ...(await readTerm(table, query, { pk: leader.pk, ...stretch, waiting: waiting() }, cost)),
    }));
    const [[page, ...ahead], probed] = await Promise.all([Promise.all(stretches), Promise.all(probes)]);
    return { list, pages: new Map([...(page ? [[leader.place, page] as const] : []), ...probed]), ahead };
  };
  try {
    return await Promise.all(going.map(read));
  } catch (error) {
    if (!first && error instanceof ThrottledError) return null;
    throw error;
  }
}

interface TermRead extends TermStretch {
  readonly pk: string;
  readonly waiting: ReturnType<typeof patience>;
}

/** What is left of a term between the bounds of the question; null where that is nothing. */
function stretchOfTerm(
  { direction, from, above, below }: CandidateQuery,
  pk: string,
  behind: string | undefined,
  until?: string,
): Stretch | null {
  const isDescending = direction === 'newestFirst';
  const high = isDescending ? (behind ?? below) : (until ?? below);
  const low = isDescending ? (until ?? above) : (behind ?? above);
  return stretchOf({
    pk,
    direction: isDescending ? 'descending' : 'ascending',
    limit: 1,
    ...(from === undefined ? {} : { from }),
    ...(low === undefined ? {} : { above: low }),
    ...(high === undefined ? {} : { below: high }),
  });
}

async function readTerm(
  table: Table,
  query: CandidateQuery,
  { pk, behind, until: asked, rows, waiting }: TermRead,
  cost: Cost,
): Promise<TermPage> {
  const until = asked !== undefined && isWithin(query, asked) ? asked : undefined;
  const stretch = stretchOfTerm(query, pk, behind, until);
  if (!stretch) return { rows: [], read: 0, units: 0, coveredTo: until };
  const projection = query.full?.has(pk) ? 'sk, n, f, r, d' : 'sk, n, f';
  const options = { limit: rows, projection, patience: waiting };
  const { items, read, next, units } = await readSlice(table, stretch, options, cost);
  return { rows: postedOf(items), read, units, coveredTo: next ?? until };
}

/** Whether the question asks for anything behind a bound. */
function isWithin({ direction, from, above, below }: CandidateQuery, bound: string): boolean {
  const ends = direction === 'newestFirst' ? [from, above] : [below];
  return ends.every(end => end === undefined || inDirection(direction, bound, end) < 0);
}

function postedOf(items: readonly Item[]): Posted[] {
  const rows: Posted[] = [];
  for (const { sk, n, f, r, d } of items) {
    if (sk?.S === undefined || n?.S === undefined) continue;
    // The row's own item is its posting in its own partition.
    const data = r?.S ?? d?.S;
    rows.push({ sk: sk.S, text: n.S, facts: f?.S ?? '', ...(data !== undefined && { data }) });
  }
  return rows;
}
