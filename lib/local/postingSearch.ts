// candidates() over SQLite: lists of tokens joined by FTS5, merged by slot, verified, put into the exact order.
// Slots are in order of time but for rows that found their natural slot taken, which are higher by at most the largest
// displacement. Newest first, reading begins that much above; oldest first, it ends that much above and lags that much
// behind. Either way accepted rows wait until none that is unread can come before them.

import type { CandidateQuery, Candidates, Found } from '../archive/ports.ts';
import { makeHeap } from './heap.ts';
import { unpackPosition } from './packedPosition.ts';
import { displacementOf } from './postingTable.ts';
import { lastNaturalSlot, naturalSlot, startOfSlot } from './slots.ts';
import type { Statements } from './statements.ts';
import { tokenOf } from './tokens.ts';

/** Terms joined by one query: more of them narrow little and each costs a cursor. */
const mostTerms = 4;
/** Rows between two looks at the clock. */
const rowsPerLook = 64;

/** One list of the question, read row by row. */
interface Cursor {
  readonly list: number;
  readonly rows: Iterator<unknown[], undefined>;
  row: [slot: number, sk: Uint8Array, text: string, facts: string];
}

/** Answers a question; the caller holds one snapshot of the database meanwhile. */
export function searchPostings(statements: Statements, query: CandidateQuery): Candidates {
  if (!query.watch) return search(statements, query, null);
  const began = performance.now();
  const rowsOf = query.anyOf.map(() => 0);
  const answer = search(statements, query, rowsOf);
  query.watch({
    milliseconds: performance.now() - began,
    reads: query.anyOf.map((terms, list) => ({
      list,
      terms: [...terms.slice(0, mostTerms).keys()],
      leads: true,
      rows: rowsOf[list] ?? 0,
      readUnits: 0,
      coveredTo: answer.coveredTo,
    })),
  });
  return answer;
}

/** @param rowsOf counts the rows of each list, where somebody wants to know */
function search(statements: Statements, query: CandidateQuery, rowsOf: number[] | null): Candidates {
  const cost = { calls: 1, rounds: 1, rows: 0, readUnits: 0, writeUnits: 0 };
  const isDown = query.direction === 'newestFirst';
  const cursors = makeHeap<Cursor>((a, b) => (isDown ? a.row[0] > b.row[0] : a.row[0] < b.row[0]));
  const waiting = makeHeap<Found>((a, b) => (isDown ? a.sk > b.sk : a.sk < b.sk));
  const found: Found[] = [];
  const { below, above, from, accept, limit, budget } = query;
  const displacement = displacementOf(statements, query.index);

  /** Moves accepted rows that come before every row of this natural slot to the answer; true once it is full. */
  function release(slot: number): boolean {
    const isBefore = ({ sk }: Found) => (isDown ? naturalSlot(sk) > slot : naturalSlot(sk) < slot);
    for (let next = waiting.peek(); next && isBefore(next); next = waiting.peek()) {
      if (found.length >= limit) return true;
      found.push(next);
      waiting.pop();
    }
    return found.length >= limit;
  }

  const fullTo = (): Candidates => ({ found, coveredTo: found.at(-1)?.sk ?? null, cost });
  /** What is read once no row is left of this natural slot or one that comes after it; null where no bound says it. */
  const coveredBefore = (slot: number): string | null => {
    const bound = startOfSlot(isDown ? slot + 1 : slot);
    const isHeadway = bound !== null && (isDown ? below === undefined || bound < below : bound > (above ?? ''));
    return isHeadway ? bound : null;
  };
  const isSpent = (): boolean =>
    cost.rows >= budget.rows || (cost.rows % rowsPerLook === 0 && performance.now() >= budget.deadline);

  try {
    openCursors(statements, query, displacement, cursors);
    let isOver = false;
    for (let cursor = cursors.peek(); cursor; cursor = cursors.peek()) {
      const [slot, packed, text, facts] = cursor.row;
      // What is unread has this slot or one behind it. A row's natural slot is its own, or lower by the displacement.
      const natural = isDown ? slot : slot - displacement;
      if (release(natural)) return fullTo();
      isOver ||= isSpent();
      if (isOver) {
        // Going on all the same until something is covered, or the next call would begin where this one did.
        const coveredTo = coveredBefore(natural);
        if (coveredTo !== null) return { found, coveredTo, cost };
      }
      cost.rows++;
      if (rowsOf) rowsOf[cursor.list] = (rowsOf[cursor.list] ?? 0) + 1;
      const sk = unpackPosition(packed);
      if ((below === undefined || sk < below) && (from === undefined || sk >= from) && sk > (above ?? '')) {
        const candidate: Found = { list: cursor.list, sk, text, facts };
        if (accept(candidate)) waiting.push(candidate);
      }
      cursors.pop();
      advance(cursor, cursors);
    }
    release(isDown ? -1 : Number.POSITIVE_INFINITY);
    return waiting.size > 0 ? fullTo() : { found, coveredTo: null, cost };
  } finally {
    for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) cursor.rows.return?.();
  }
}

/** Puts a cursor back at its next row, if it has one. */
function advance(cursor: Cursor, cursors: { push(cursor: Cursor): void }): void {
  const next = cursor.rows.next();
  if (next.done) return;
  cursor.row = next.value as Cursor['row'];
  cursors.push(cursor);
}

function openCursors(
  statements: Statements,
  { index, direction, anyOf, below, above, from }: CandidateQuery,
  displacement: number,
  cursors: { push(cursor: Cursor): void },
): void {
  const newest = (below === undefined ? lastNaturalSlot : naturalSlot(below)) + displacement;
  const oldest = Math.max(...[from, above].map(bound => (bound === undefined ? 0 : naturalSlot(bound))));
  for (const [list, terms] of anyOf.entries()) {
    const match = terms.slice(0, mostTerms).map(tokenOf).join(' AND ');
    // Numbers are bound as REAL, and FTS5 passes over bounds that are not integers.
    const rows = statements.iterate(
      `SELECT n.slot, n.sk, n.text, n.facts
       FROM ${index}_terms AS t CROSS JOIN ${index} AS n ON n.slot = t.rowid
       WHERE t.${index}_terms MATCH ? AND t.rowid <= CAST(? AS INTEGER) AND t.rowid >= CAST(? AS INTEGER)
       ORDER BY t.rowid ${direction === 'newestFirst' ? 'DESC' : 'ASC'}`,
      match,
      newest,
      oldest,
    );
    advance({ list, rows, row: [0, new Uint8Array(), '', ''] }, cursors);
  }
}
