// Store.candidates() on DynamoDB: rounds of parallel reads over every list, merged in the order asked, within a budget.
// What each list reads is the planner's judgement; here it is read, verified and put in order.

import type { CandidateQuery, Candidates, Cost, Direction, Found, TermsReading } from '../archive/ports.ts';
import { patience, ThrottledError } from './backoff.ts';
import type { Table } from './batches.ts';
import type { Item } from './items.ts';
import {
  chooseLeader,
  inDirection,
  makePlan,
  measureOf,
  type Plan,
  type Posted,
  pageRows,
  probeOf,
  probeRows,
  type TermPage,
  takeRound,
  termsToRead,
} from './planner.ts';
import { readSlice, type Stretch, stretchOf } from './slice.ts';
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
    if (!first && (rowsLeft <= 0 || table.clock.now() >= budget.deadline)) break;
    const horizon = horizonOf(open, found, query);
    // The list that is furthest behind always goes on; others only where the answer is not expected to be full before.
    const going = open.filter(({ plan }) => plan.coveredTo === frontier || plan.measure > horizon);
    const share = Math.max(1, Math.floor(rowsLeft / going.length));
    const began = table.clock.now();
    const firstPage = firstPageRows(limit, going.length, late);
    const round = await readRound(table, query, going, { share, firstPage, horizon, first }, cost);
    if (!round) break;
    cost.rounds++;
    query.watch?.({ milliseconds: table.clock.now() - began, reads: round.flatMap(readsOf) });
    for (const [{ index, plan }, pages] of round) {
      const before = found.length;
      for (const posted of takeRound(plan, pages)) {
        const candidate: Found = { list: index, ...posted };
        if (query.accept(candidate)) found.push(candidate);
      }
      plan.accepted += found.length - before;
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
const readsOf = ([{ index, plan }, pages]: readonly [List, ReadonlyMap<number, TermPage>]): TermsReading[] =>
  [...pages].map(([place, { read, units, coveredTo }]) => ({
    list: index,
    terms: [place],
    leads: place === plan.leader,
    rows: read,
    readUnits: units,
    coveredTo: coveredTo ?? null,
  }));

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
): number {
  const last = found[limit - 1];
  if (last) return measureOf(last.sk, direction);
  const rates = open
    .map(({ plan }) => ({ measure: plan.measure, rate: plan.span > 0 ? plan.accepted / plan.span : 0 }))
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

interface Round {
  /** Rows that one list may read. */
  readonly share: number;
  readonly firstPage: number;
  readonly horizon: number;
  readonly first: boolean;
}

/** Reads one round of every list that goes on, all at once; null where the table refuses past the deadline. */
async function readRound(
  table: Table,
  query: CandidateQuery,
  going: readonly List[],
  { share, firstPage, horizon, first }: Round,
  cost: Cost,
): Promise<(readonly [List, ReadonlyMap<number, TermPage>])[] | null> {
  const { clock } = table;
  // The first round must end somehow; a later one is given up with the budget, and what was covered is the answer.
  const milliseconds = first ? undefined : Math.max(0, query.budget.deadline - clock.now());
  const read = async (list: List): Promise<readonly [List, ReadonlyMap<number, TermPage>]> => {
    const { plan } = list;
    const places = termsToRead(plan, going.length);
    const page = Math.min(share, pageRows(plan, firstPage, horizon));
    const most = Math.floor((share - page) / Math.max(1, places.length - 1));
    const pages = await Promise.all(
      places.map(async place => {
        const pk = plan.terms[place]?.pk;
        const rows = place === plan.leader ? page : Math.min(probeOf(plan, place), most);
        if (pk === undefined || rows < 1) return [place, null] as const;
        const waiting = patience('a search', clock, milliseconds);
        return [place, await readTerm(table, query, { pk, behind: plan.coveredTo, rows, waiting }, cost)] as const;
      }),
    );
    return [list, new Map(pages.flatMap(([place, termPage]) => (termPage ? [[place, termPage] as const] : [])))];
  };
  try {
    return await Promise.all(going.map(read));
  } catch (error) {
    if (!first && error instanceof ThrottledError) return null;
    throw error;
  }
}

interface TermRead {
  readonly pk: string;
  /** Position that it goes on behind; undefined at the beginning of all. */
  readonly behind: string | undefined;
  readonly rows: number;
  readonly waiting: ReturnType<typeof patience>;
}

/** What is left of a term between the bounds of the question; null where that is nothing. */
function stretchOfTerm(
  { direction, from, above, below }: CandidateQuery,
  pk: string,
  behind: string | undefined,
): Stretch | null {
  const isDescending = direction === 'newestFirst';
  const high = isDescending ? (behind ?? below) : below;
  const low = isDescending ? above : (behind ?? above);
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
  { pk, behind, rows, waiting }: TermRead,
  cost: Cost,
): Promise<TermPage> {
  const stretch = stretchOfTerm(query, pk, behind);
  if (!stretch) return { rows: [], read: 0, units: 0, coveredTo: undefined };
  const projection = query.full?.has(pk) ? 'sk, n, f, r, d' : 'sk, n, f';
  const options = { limit: rows, projection, patience: waiting };
  const { items, read, next, units } = await readSlice(table, stretch, options, cost);
  return { rows: postedOf(items), read, units, coveredTo: next };
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
