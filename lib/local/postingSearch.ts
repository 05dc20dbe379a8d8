// candidates() over SQLite: lists of tokens joined by FTS5, merged by slot, verified, put into the exact order.
// Slots are in order of time but for rows that found their natural slot taken, which are higher by at most the largest
// displacement: reading begins that much above, and accepted rows wait until no newer one can come.

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
  const cost = { calls: 1, rounds: 1, rows: 0, readUnits: 0, writeUnits: 0 };
  const cursors = makeHeap<Cursor>((a, b) => a.row[0] > b.row[0]);
  const waiting = makeHeap<Found>((a, b) => a.sk > b.sk);
  const found: Found[] = [];
  const { below, from, accept, limit, budget } = query;

  /** Moves accepted rows whose natural slot is above this one to the answer; true once it is full. */
  function release(slot: number): boolean {
    for (let next = waiting.peek(); next && naturalSlot(next.sk) > slot; next = waiting.peek()) {
      if (found.length >= limit) return true;
      found.push(next);
      waiting.pop();
    }
    return found.length >= limit;
  }

  const fullTo = (): Candidates => ({ found, coveredTo: found.at(-1)?.sk ?? null, cost });
  const isSpent = (): boolean =>
    cost.rows >= budget.rows || (cost.rows % rowsPerLook === 0 && performance.now() >= budget.deadline);

  try {
    openCursors(statements, query, cursors);
    let isOver = false;
    for (let cursor = cursors.peek(); cursor; cursor = cursors.peek()) {
      const [slot, packed, text, facts] = cursor.row;
      // What is unread has this slot or a lower one, and no natural slot is above a row's own.
      if (release(slot)) return fullTo();
      isOver ||= isSpent();
      if (isOver) {
        // Going on all the same until something is covered, or the next call would begin where this one did.
        const coveredTo = startOfSlot(slot + 1);
        if (coveredTo !== null && (below === undefined || coveredTo < below)) return { found, coveredTo, cost };
      }
      cost.rows++;
      const sk = unpackPosition(packed);
      if ((below === undefined || sk < below) && (from === undefined || sk >= from)) {
        const candidate: Found = { list: cursor.list, sk, text, facts };
        if (accept(candidate)) waiting.push(candidate);
      }
      cursors.pop();
      advance(cursor, cursors);
    }
    release(-1);
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
  { anyOf, below, from }: CandidateQuery,
  cursors: { push(cursor: Cursor): void },
): void {
  const newest = (below === undefined ? lastNaturalSlot : naturalSlot(below)) + displacementOf(statements);
  const oldest = from === undefined ? 0 : naturalSlot(from);
  for (const [list, terms] of anyOf.entries()) {
    const match = terms.slice(0, mostTerms).map(tokenOf).join(' AND ');
    // Numbers are bound as REAL, and FTS5 passes over bounds that are not integers.
    const rows = statements.iterate(
      `SELECT n.slot, n.sk, n.text, n.facts
       FROM names_terms AS t CROSS JOIN names AS n ON n.slot = t.rowid
       WHERE t.names_terms MATCH ? AND t.rowid <= CAST(? AS INTEGER) AND t.rowid >= CAST(? AS INTEGER)
       ORDER BY t.rowid DESC`,
      match,
      newest,
      oldest,
    );
    advance({ list, rows, row: [0, new Uint8Array(), '', ''] }, cursors);
  }
}
