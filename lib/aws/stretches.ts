// Which stretches of one term a round reads at once, where a page would not do.
//
// A page holds no more than 1 MB, so the time in which more rows are likely to lie is cut into stretches that are read side
// by side: rounds are what a question waits for. A stretch that held more than a page leaves a gap, and what was read
// behind it is kept until the gap is closed: the rows of any one term between two positions are all the candidates there
// are between them.

import type { Direction } from '../archive/ports.ts';
import { startOf } from '../archive/position.ts';
import { inDirection, measureOf } from './direction.ts';

/** A stretch to read: behind a position, up to a bound, at most so many rows. */
export interface Stretch {
  /** Undefined at the beginning of all. */
  readonly behind: string | undefined;
  /** Undefined: to the end of the range. */
  readonly until: string | undefined;
  readonly rows: number;
}

/** Everything of a term between two positions, kept until all before it is read. */
export interface Piece<Row> {
  readonly behind: string;
  /** Undefined: everything to the end of the range. */
  readonly coveredTo: string | undefined;
  readonly rows: readonly Row[];
}

/** How much of a page a stretch is cut for: names are denser at some times than at others. */
const stretchShare = 0.75;
/** How much of what may be read is cut into stretches: some of them hold more rows than thought. */
const boundShare = 0.9;

export interface Cutting {
  readonly direction: Direction;
  /** As far as this everything was read; undefined before the first round. */
  readonly coveredTo: string | undefined;
  /** What was read behind gaps, in the direction. */
  readonly ahead: readonly Piece<unknown>[];
  /** Rows of the term per unit of measureOf(); undefined before it was read. */
  readonly density: number | undefined;
  /** Rows of the term that a page holds. */
  readonly pageRows: number;
  /** Stretches that may be read. */
  readonly most: number;
}

/**
 * The stretches that are to be read, the next one first.
 * @param needed rows that should be enough; infinite: as many as may be read
 * @param allowed rows that may be read
 */
export function stretchesOf(cutting: Cutting, needed: number, allowed: number): readonly Stretch[] {
  const { direction, coveredTo, ahead, density, pageRows } = cutting;
  const rows = Math.min(needed, allowed);
  if (coveredTo === undefined || density === undefined || rows <= pageRows)
    return [{ behind: coveredTo, until: ahead[0]?.behind, rows }];
  const most = Math.max(1, Math.min(cutting.most, Math.ceil(rows / (pageRows * stretchShare))));
  const stretchRows = Math.min(needed, allowed * boundShare, most * pageRows * stretchShare) / most;
  const isOpen = needed > allowed;
  const stretches: Omit<Stretch, 'rows'>[] = [];
  let behind: string | undefined = coveredTo;
  for (const piece of [...ahead, undefined]) {
    const end = piece?.behind;
    const isBeforeEnd = (bound: string): boolean => end === undefined || inDirection(direction, bound, end) < 0;
    while (behind !== undefined && isBeforeEnd(behind) && stretches.length < most) {
      const bound = boundBehind(behind, stretchRows / density, direction);
      // The last one is read as far as it comes where all is wanted: where rows were fewer than thought, that is further.
      const isLast = stretches.length + 1 === most;
      const isCut = bound !== null && isBeforeEnd(bound) && !(isLast && isOpen);
      stretches.push({ behind, until: isCut ? bound : end });
      behind = isCut ? bound : undefined;
    }
    behind = piece?.coveredTo;
  }
  const share = Math.ceil(Math.min(allowed / stretches.length, stretchRows / stretchShare));
  return stretches.map(stretch => ({ ...stretch, rows: share }));
}

/** The bound that lies so far behind a position; null where no bound is between it and what is next. */
function boundBehind(position: string, span: number, direction: Direction): string | null {
  const measure = measureOf(position, direction) - span;
  const bound = startOf(direction === 'newestFirst' ? Math.floor(measure) : Math.ceil(-measure));
  return inDirection(direction, position, bound) < 0 ? bound : null;
}
