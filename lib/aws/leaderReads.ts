// How far a round reads the term that leads a list: how many rows are needed, and in which stretches they are read.
// Which term that is, planner.ts says.

import { enoughAccepted, mostReads, ofRound, type Plan, probeRows, rowsOfUnit } from './planner.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/**
 * A round reads this much more than is predicted to be needed, since a further round costs more than a few rows; the more so
 * where rounds before fell short.
 */
const margins = [1.5, 1.5, 1.5, 1.5, 3];
/** The same of what is more than a page. */
const pagesMargin = 1.25;
/** A page of 1 MB holds hardly more postings than this. */
const fullPage = 10_000;
/**
 * Most rows, round by round, while too few were accepted to tell how many are needed. Behind these rounds the rest of the
 * budget is read at once if nothing was accepted: it is most likely to be needed to its end.
 */
const caps = [64, 500, 2_000, fullPage];
/**
 * Least part of a full page, round by round: where the last row of a page is missing, every round looks as if the next
 * would have it.
 */
const leastParts = [0, 0, 0, 0, 0.0125, 0.1, 0.5];
/** Read units of a page of 1 MB. */
const pageUnits = 128;
/** Stretches of one list that a round reads. */
const mostStretches = 8;

/** Rows that a page of the leader holds. */
const rowsOfPage = (plan: Plan): number =>
  Math.max(probeRows, Math.floor(rowsOfUnit(plan, plan.terms[plan.leader]?.isFull ?? false) * pageUnits));

/** Where the answer is expected to be full, on the scale of measureOf(); minus infinity where nothing tells. */
export interface Horizons {
  /** By all that was read. */
  readonly likely: number;
  /** If rows are found on as they were of late. */
  readonly near: number;
}

/** Rows of the leader that the next round needs; infinite: as many as may be read. */
export function rowsNeeded(plan: Plan, firstPage: number, { likely, near }: Horizons): number {
  const { round, accepted, measure } = plan;
  if (round === 0) return firstPage;
  const page = Math.min(fullPage, rowsOfPage(plan));
  const cap = accepted >= enoughAccepted ? page : Math.min(page, ofRound(caps, round));
  const density = plan.terms[plan.leader]?.density;
  if (density === undefined || likely === Number.NEGATIVE_INFINITY)
    return round < caps.length ? cap : Number.POSITIVE_INFINITY;
  const rows = Math.ceil((measure - likely) * density * ofRound(margins, round));
  // More than a page late, and only where it is needed even if all goes well.
  const pages = round > caps.length ? Math.ceil((measure - near) * density * pagesMargin) : 0;
  return Math.max(probeRows, Math.ceil(page * ofRound(leastParts, round)), Math.min(cap, rows), pages);
}

/**
 * The stretches of the leader that a round reads, the next one first.
 * @param lists that go on in this round
 */
export function leaderStretches(plan: Plan, needed: number, allowed: number, lists: number): readonly Stretch[] {
  const { direction, coveredTo, ahead, terms, leader } = plan;
  const most = Math.max(1, Math.min(mostStretches, Math.floor(mostReads / lists)));
  const cutting = { direction, coveredTo, ahead, density: terms[leader]?.density, pageRows: rowsOfPage(plan), most };
  return stretchesOf(cutting, needed, allowed);
}
