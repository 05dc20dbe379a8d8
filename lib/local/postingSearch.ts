// candidates() over SQLite: lists of tokens joined by FTS5, merged by slot, verified, put into the exact order.
// Each list is read twice over, along its near slots and along its far ones (slots.ts). A near slot is the one that its
// row asks for or one of the next few, a far slot is above the one asked for by at most the largest displacement. So what
// is unread always has a bound, and accepted rows wait until none that is unread can come before them.

import type { CandidateQuery, Candidates, Found } from '../archive/ports.ts';
import { makeHeap } from './heap.ts';
import { unpackPosition } from './packedPosition.ts';
import { farDisplacementOf, nearSlots } from './postingTable.ts';
import {
  endOfFine,
  farSlotOf,
  fineOfFar,
  finePerNatural,
  fineSlot,
  isFar,
  lastNaturalSlot,
  naturalSlot,
  startOfFine,
} from './slots.ts';
import type { Statements } from './statements.ts';
import { tokenOf } from './tokens.ts';

/** Terms joined by one query: more of them narrow little and each costs a cursor. */
const mostTerms = 4;
/** Rows between two looks at the clock. */
const rowsPerLook = 64;

/** One list of the question, read row by row along its near slots or its far ones. */
interface Cursor {
  readonly list: number;
  readonly rows: Iterator<unknown[], undefined>;
  row: [slot: number, sk: Uint8Array, text: string, facts: string];
  /** Fine slots of unread rows are below this one newest first, at or above it oldest first. */
  bound: number;
}

/** An accepted row that an unread one may come before. */
interface Waiting {
  readonly found: Found;
  readonly fine: number;
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
  const cursors = makeHeap<Cursor>((a, b) => (isDown ? a.bound > b.bound : a.bound < b.bound));
  const waiting = makeHeap<Waiting>((a, b) => (isDown ? a.found.sk > b.found.sk : a.found.sk < b.found.sk));
  const found: Found[] = [];
  const { below, above, from, accept, limit, budget } = query;
  const displacement = farDisplacementOf(statements, query.index);
  /** Rows within the bounds of the question: those that are read to find its beginning are not held against it. */
  let spent = 0;

  /** Moves accepted rows that come before every unread one to the answer; true once it is full. */
  function release(bound: number): boolean {
    for (let next = waiting.peek(); next; next = waiting.peek()) {
      if (isDown ? next.fine < bound : next.fine >= bound) break;
      if (found.length >= limit) return true;
      found.push(next.found);
      waiting.pop();
    }
    return found.length >= limit;
  }

  const fullTo = (): Candidates => ({ found, coveredTo: found.at(-1)?.sk ?? null, cost });
  /** What is read once nothing is left on the other side of this bound; null where that is nothing yet. */
  const coveredBefore = (bound: number): string | null => {
    const text = startOfFine(bound);
    const isHeadway = text !== null && (isDown ? below === undefined || text < below : text > (above ?? ''));
    return isHeadway ? text : null;
  };
  const isSpent = (): boolean =>
    spent >= budget.rows || (cost.rows % rowsPerLook === 0 && performance.now() >= budget.deadline);

  /** Puts a cursor back at its next row, if it has one. */
  function advance(cursor: Cursor): void {
    const next = cursor.rows.next();
    if (next.done) return;
    cursor.row = next.value as Cursor['row'];
    cursor.bound = boundOf(cursor.row[0], isDown, displacement ?? 0);
    cursors.push(cursor);
  }

  try {
    for (const rows of openReadings(statements, query, displacement)) advance({ ...rows, ...unread });
    let isOver = false;
    for (let cursor = cursors.peek(); cursor; cursor = cursors.peek()) {
      if (release(cursor.bound)) return fullTo();
      isOver ||= isSpent();
      if (isOver) {
        // Going on all the same until something is covered, or the next call would begin where this one did.
        const coveredTo = coveredBefore(cursor.bound);
        if (coveredTo !== null) return { found, coveredTo, cost };
      }
      cost.rows++;
      if (rowsOf) rowsOf[cursor.list] = (rowsOf[cursor.list] ?? 0) + 1;
      const [, packed, text, facts] = cursor.row;
      const sk = unpackPosition(packed);
      if ((below === undefined || sk < below) && (from === undefined || sk >= from) && sk > (above ?? '')) {
        spent++;
        const candidate: Found = { list: cursor.list, sk, text, facts };
        if (accept(candidate)) waiting.push({ found: candidate, fine: fineSlot(sk) });
      }
      cursors.pop();
      advance(cursor);
    }
    release(isDown ? -1 : Number.POSITIVE_INFINITY);
    return waiting.size > 0 ? fullTo() : { found, coveredTo: null, cost };
  } finally {
    for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) cursor.rows.return?.();
  }
}

const unread: Pick<Cursor, 'row' | 'bound'> = { row: [0, new Uint8Array(), '', ''], bound: 0 };

/** The bound of what is unread, this slot's row among it. */
function boundOf(slot: number, isDown: boolean, displacement: number): number {
  if (isFar(slot)) return isDown ? fineOfFar(slot) + 1 : fineOfFar(slot) - displacement;
  return isDown ? (slot + 1) * finePerNatural : (slot - nearSlots + 1) * finePerNatural;
}

/** Every list's rows between the bounds of the question, along near slots, and along far ones where there are any. */
function* openReadings(
  statements: Statements,
  { index, direction, anyOf, below, above, from }: CandidateQuery,
  displacement: number | null,
): Generator<Pick<Cursor, 'list' | 'rows'>> {
  const lowest = [from, above].filter(bound => bound !== undefined);
  const ranges = [
    {
      newest: (below === undefined ? lastNaturalSlot : naturalSlot(below)) + nearSlots - 1,
      oldest: Math.max(0, ...lowest.map(naturalSlot)),
    },
  ];
  if (displacement !== null)
    ranges.push({
      newest: farSlotOf((below === undefined ? endOfFine : fineSlot(below)) + displacement),
      oldest: farSlotOf(Math.max(0, ...lowest.map(fineSlot))),
    });
  for (const [list, terms] of anyOf.entries()) {
    const match = terms.slice(0, mostTerms).map(tokenOf).join(' AND ');
    for (const { newest, oldest } of ranges) {
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
      yield { list, rows };
    }
  }
}
