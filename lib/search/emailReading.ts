// What the two ways of reading messages in order have in common: what they are asked, what they answer, what they may
// spend. Types, and the bounds of positions.

import type { Cost, Direction, Store } from '../archive/ports.ts';
import { instantOf, startOf } from '../archive/position.ts';
import type { MessageRow } from '../archive/rows.ts';
import type { EmailFilters } from './emailFilters.ts';

/** Between which positions messages are read; exclusive but for `from`. */
export interface EmailBounds {
  readonly below?: string;
  readonly above?: string;
  readonly from?: string;
}

export interface EmailReading {
  readonly store: Store;
  readonly filters: EmailFilters;
  readonly direction: Direction;
  readonly bounds: EmailBounds;
  /** Stop after this many messages that match. */
  readonly limit: number;
  readonly spending: Spending;
}

/** What a call may read, and what it has read. */
export interface Spending {
  readonly rows: number;
  /** As performance.now() gives it. */
  readonly deadline: number;
  /** Rows and postings read so far; not every store counts rows in its cost. */
  spent: number;
  readonly cost: Cost;
}

export const isSpent = ({ rows, spent, deadline }: Spending): boolean => spent >= rows || performance.now() >= deadline;

export interface FoundEmail {
  /** Position. */
  readonly sk: string;
  readonly message: MessageRow;
}

export interface FoundEmails {
  /** Messages that match, in the order asked, none left out as far as `coveredTo`. */
  readonly found: readonly FoundEmail[];
  /** As far as this everything was read; null: everything to the end. Always behind where the reading began. */
  readonly coveredTo: string | null;
}

/** The bounds of a page that goes on behind a position, or begins. */
export function emailBounds(
  { receivedFrom, receivedBefore }: EmailFilters,
  direction: Direction,
  behind: string | null,
): EmailBounds {
  const before = receivedBefore === null ? null : startOf(receivedBefore);
  // Beyond what a position can say, everything is before it.
  const end = before !== null && receivedBefore !== null && instantOf(before) < receivedBefore ? null : before;
  const below = direction === 'newestFirst' ? (behind ?? end) : end;
  return {
    ...(below !== null && { below }),
    ...(behind !== null && direction === 'oldestFirst' && { above: behind }),
    ...(receivedFrom !== null && { from: startOf(receivedFrom) }),
  };
}

/** Negative where `a` comes before `b`; positions are ASCII. */
export const inOrder = (direction: Direction, a: string, b: string): number => {
  if (a === b) return 0;
  return a < b === (direction === 'oldestFirst') ? -1 : 1;
};
