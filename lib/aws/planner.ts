// Which partitions of one list are read next: the planner's judgement, without the reading itself. How far the one that
// leads is read, leaderReads.ts says.
//
// A row is a candidate of a list if it stands under all of its terms, so the rows of any one term between two
// positions are all the candidates there are between them. Each round reads a page of the term that leads and a probe
// of the others from the same position; whichever gets furthest in time, which is back where the newest come first,
// sets the position that all go on from, and whichever gets there for the least leads the next round. Where the data of
// the rows is wanted too, a term whose postings hold it is spared what reading the accepted rows would cost. Positions
// are shared, so a change of leader costs nothing, and no frequency is ever guessed: dates in names make a term dense in
// one year and empty in the next.

import type { CandidateQuery, Direction } from '../archive/ports.ts';
import { inDirection, measureOf } from './direction.ts';
import type { Piece } from './stretches.ts';

/**
 * Terms of a list that are read in the first round, in the second, and in each later one; the caller lists those that
 * do not overlap first. The first round is enough for most questions, so it is kept cheap; where it is not, it pays to
 * have tried every term once.
 */
const termsRead = [4, 8, 5];
/**
 * Terms that are enough in the first round where the leader's postings hold data, since a page of it is mostly all that
 * is needed; and in the second where rows enough were accepted to tell how many more are.
 */
const fewTerms = 3;
/**
 * Reads of one round over all lists that go on. Where there are many lists, each reads its leader alone at first, and
 * two others once that was not enough: probes of terms that turn out not to be needed would be most of the cost.
 */
export const mostReads = 32;
const leastTerms = [1, 3];
/** Rows of a probe: about 4 KB of lean postings, the least that is billed, and of such as hold a row's data. */
export const probeRows = 31;
const fullProbeRows = 12;
/**
 * A leader that was read for long is left only for one that costs this much of it, since of several probes the cheapest is
 * mostly one that was lucky.
 */
const worthChanging = 0.75;
const roundsOfTrial = 3;
/** Read units of one row that is read by its key. */
const rowPrice = 0.5;
/** Accepted rows from which their frequency is trusted. */
export const enoughAccepted = 8;
/** Accepted rows of one round from which they tell more than all rounds before. */
const fewAccepted = 3;

/** A row as a term's partition has it. */
export interface Posted {
  readonly sk: string;
  readonly text: string;
  readonly facts: string;
  readonly data?: string;
}

/** What was read of one term in one round. */
export interface TermPage {
  readonly rows: readonly Posted[];
  readonly read: number;
  readonly units: number;
  /** As far as this everything of the term was read; undefined: everything to the end of the range. */
  readonly coveredTo: string | undefined;
}

interface Term {
  readonly pk: string;
  /** Whether its postings hold data that is wanted. */
  readonly isFull: boolean;
  /** Rows and read units per unit of time where it was read last; undefined before. */
  density: number | undefined;
  price: number | undefined;
  /** Rows that a read unit held where it was read last; 0 before. */
  rowsOfUnit: number;
}

/** The state of one list of terms. */
export interface Plan {
  readonly direction: Direction;
  readonly wantsData: boolean;
  readonly terms: readonly Term[];
  leader: number;
  /** Places of the terms that the last round read, those without an end. */
  lastRead: readonly number[];
  round: number;
  /** As far as this everything was read; undefined before the first round. */
  coveredTo: string | undefined;
  /** What was read behind that, beyond gaps, in the direction. */
  ahead: readonly Piece<Posted>[];
  /** coveredTo on the scale of measureOf(). */
  measure: number;
  /** Everything to the end of the range was read. */
  ended: boolean;
  accepted: number;
  /** Rows that were accepted per unit of the scale, in all and of late. */
  rate: number;
  recentRate: number;
  /** How much of the scale was covered. */
  span: number;
}

/** A plan for a list of terms that begins behind a position, or at the end of all. */
export function makePlan(
  terms: readonly string[],
  { direction, full }: Pick<CandidateQuery, 'direction' | 'full'>,
  start: string | undefined,
): Plan {
  return {
    direction,
    wantsData: full !== undefined,
    terms: terms
      .slice(0, Math.max(...termsRead))
      .map(pk => ({ pk, isFull: full?.has(pk) ?? false, density: undefined, price: undefined, rowsOfUnit: 0 })),
    leader: 0,
    lastRead: [],
    round: 0,
    coveredTo: start,
    ahead: [],
    measure: start === undefined ? Number.POSITIVE_INFINITY : measureOf(start, direction),
    ended: false,
    accepted: 0,
    rate: 0,
    recentRate: 0,
    span: 0,
  };
}

/**
 * Places of the terms that the next round reads, the leader first: at first as listed, then the cheapest. `lists` go on
 * in that round.
 */
export function termsToRead(plan: Plan, lists: number): readonly number[] {
  const { terms, leader, round } = plan;
  const isNearEnd = round === 0 ? terms[leader]?.isFull : round === 1 && plan.accepted >= enoughAccepted;
  const most = isNearEnd ? fewTerms : ofRound(termsRead, round);
  const count = Math.max(ofRound(leastTerms, round), Math.min(most, Math.floor(mostReads / lists)));
  const priceOf = (place: number): number => priceOfTerm(plan, terms[place]);
  const others = [...terms.keys()].filter(place => place !== leader);
  if (round >= termsRead.length - 1) others.sort((a, b) => priceOf(a) - priceOf(b) || a - b);
  return [leader, ...others].slice(0, count);
}

/**
 * What a unit of time costs by a term where it was read last, with the rows that are accepted in it; infinite where it
 * was not read.
 */
function priceOfTerm({ wantsData, accepted, span }: Plan, term: Term | undefined): number {
  if (term?.price === undefined) return Number.POSITIVE_INFINITY;
  return term.price + (wantsData && !term.isFull && span > 0 ? (accepted / span) * rowPrice : 0);
}

/** Lets the cheapest of the terms that the last round read lead the next; it does not change for little. */
export function chooseLeader(plan: Plan): void {
  const { leader } = plan;
  const isKnown = plan.round >= roundsOfTrial && plan.lastRead.includes(leader);
  let least = isKnown ? priceOfTerm(plan, plan.terms[leader]) * worthChanging : Number.POSITIVE_INFINITY;
  for (const place of plan.lastRead) {
    const price = priceOfTerm(plan, plan.terms[place]);
    if (price >= least) continue;
    least = price;
    plan.leader = place;
  }
}

/** Rows of a probe of the term at this place. */
export const probeOf = ({ terms }: Plan, place: number): number => (terms[place]?.isFull ? fullProbeRows : probeRows);

/** The value of a round; the last one stands for all later rounds. */
export const ofRound = (values: readonly number[], round: number): number =>
  values[Math.min(round, values.length - 1)] ?? 0;

/** Keeps what was read of the leader behind its first stretch. */
export function keepAhead(plan: Plan, pieces: readonly Piece<Posted>[]): void {
  if (pieces.length === 0) return;
  plan.ahead = [...plan.ahead, ...pieces].sort((a, b) => inDirection(plan.direction, a.behind, b.behind));
}

/**
 * Takes in what a round read, `pages` by the place of their term, and gives the rows that are the candidates of the
 * stretch that the round covered.
 */
export function takeRound(plan: Plan, pages: ReadonlyMap<number, TermPage>): readonly Posted[] {
  let furthest: TermPage | undefined;
  let nearest = Number.NEGATIVE_INFINITY;
  for (const page of pages.values()) {
    if (!furthest || isFurther(page, furthest, plan.direction)) furthest = page;
    const [first] = page.rows;
    if (first) nearest = Math.max(nearest, measureOf(first.sk, plan.direction));
  }
  if (!furthest) return [];
  const start = Number.isFinite(plan.measure) ? plan.measure : nearest;
  judge(plan, pages, start);
  plan.round++;
  const { rows, coveredTo } = closeGaps(plan, furthest);
  if (coveredTo === undefined) {
    plan.ended = true;
    return rows;
  }
  plan.coveredTo = coveredTo;
  plan.measure = measureOf(coveredTo, plan.direction);
  plan.span += Math.max(0, start - plan.measure);
  return rows;
}

/** Notes what was accepted of the rows that a round gave, in order. */
export function countAccepted(plan: Plan, accepted: readonly Pick<Posted, 'sk'>[]): void {
  plan.accepted += accepted.length;
  plan.rate = plan.span > 0 ? plan.accepted / plan.span : 0;
  plan.recentRate = plan.rate;
  const [first] = accepted;
  if (!first || accepted.length < fewAccepted || plan.ended) return;
  // Where nothing was to be found at first, as of a year in the middle, what was found since tells more.
  const span = measureOf(first.sk, plan.direction) - plan.measure;
  if (span > 0) plan.recentRate = Math.max(plan.rate, accepted.length / span);
}

/** A page with the pieces behind it that it reaches. */
function closeGaps(
  plan: Plan,
  { rows, coveredTo }: Pick<TermPage, 'rows' | 'coveredTo'>,
): Pick<TermPage, 'rows' | 'coveredTo'> {
  const { direction } = plan;
  const all = [...rows];
  let end = coveredTo;
  let closed = 0;
  for (const piece of plan.ahead) {
    if (end === undefined || inDirection(direction, piece.behind, end) > 0) break;
    closed++;
    if (piece.coveredTo !== undefined && inDirection(direction, piece.coveredTo, end) <= 0) continue;
    for (const row of piece.rows) if (inDirection(direction, row.sk, end) > 0) all.push(row);
    end = piece.coveredTo;
  }
  plan.ahead = plan.ahead.slice(closed);
  return { rows: all, coveredTo: end };
}

/** Of two that both reach the end of the range, the one with fewer rows to verify is further. */
function isFurther(a: TermPage, b: TermPage, direction: Direction): boolean {
  if (a.coveredTo === undefined) return b.coveredTo !== undefined || a.rows.length < b.rows.length;
  return b.coveredTo !== undefined && inDirection(direction, a.coveredTo, b.coveredTo) > 0;
}

/** Notes how dense and how dear each term was. */
function judge(plan: Plan, pages: ReadonlyMap<number, TermPage>, start: number): void {
  const read: number[] = [];
  for (const [place, page] of pages) {
    const term = plan.terms[place];
    if (!term || page.coveredTo === undefined) continue;
    // Rows of one instant still advance, if only by their ids.
    const span = Math.max(1e-9, start - measureOf(page.coveredTo, plan.direction));
    term.density = page.read / span;
    // Half of the half unit that a page is rounded up by, so that short pages are not thought dearer than they are.
    term.price = Math.max(0.25, page.units - 0.25) / span;
    term.rowsOfUnit = page.read / Math.max(0.5, page.units);
    read.push(place);
  }
  plan.lastRead = read;
  if (plan.round + 1 < roundsOfTrial) return;
  // By now a long page tells what a row of its kind costs: half a unit for a short one tells it badly.
  for (const place of read) {
    const term = plan.terms[place];
    if (term?.density !== undefined) term.price = term.density / rowsOfUnit(plan, term.isFull);
  }
}

/** Rows that a read unit holds: postings of one kind are of one size, and a probe tells too few. */
export function rowsOfUnit({ terms }: Plan, isFull: boolean): number {
  let most = 0;
  for (const term of terms) if (term.isFull === isFull) most = Math.max(most, term.rowsOfUnit);
  return most;
}
