// candidates() over SQLite: lists of tokens joined by FTS5, merged by slot, verified, put into the exact order.
// Each list is read twice over, along its near slots and along its far ones (slots.ts). A near slot is the one that its
// row asks for or one of the next few, a far slot is above the one asked for by at most the largest displacement. So what
// is unread always has a bound, and accepted rows wait until none that is unread can come before them.

import type { CandidateQuery, Candidates, Found } from '../archive/ports.ts';
import { makeHeap } from './heap.ts';
import { farDisplacementOf } from './postingTable.ts';
import { searchSql } from './searchSql.ts';
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
import { nearSlots } from './takenSlots.ts';
import { tokenOf } from './tokens.ts';

/**
 * Terms joined by one query: at first those that are worth it of two, since the postings of a third are passed over for
 * each of the rarest whether the second has it or not; then three where few of the rows that came were accepted.
 */
const firstTerms = 2;
const mostTerms = 3;
/** Few are fewer than one in so many: to pass over postings of one more term costs about what some rows do. */
const few = 8;
/** Rows between two looks at the clock. */
const rowsPerLook = 64;
/**
 * Rows of a chunk, all lists together: at first a page and a little, since most questions are answered by that, then ever
 * more, since to begin a chunk costs as much as dozens of rows.
 */
const chunkGrowth = 4;
/** A row is known to be next once one is read that is of another moment. */
const chunkMargin = 4;
const mostInChunk = 4_000;
/** All rows are read, whatever their terms, while at least one in so many is accepted: to ask FTS5 for them costs as much again. */
const mostly = 2;
/** A list's rows are read without their data where fewer than one in so many was accepted. */
const sparse = 8;

type SlotRow = readonly [slot: number, sk: string, text: string, facts: string, data?: string];

/** One list of the question, read chunk by chunk along its near slots or its far ones. */
interface Cursor {
  readonly list: number;
  /** How many terms of the list are joined; 0: every row is read, whatever its terms. */
  terms: number;
  /** Slots that are left to read, both included. */
  newest: number;
  oldest: number;
  chunk: readonly SlotRow[];
  /** Place in the chunk of the row that is next. */
  at: number;
  /** Rows of the next chunk. */
  size: number;
  accepted: number;
  /** Fine slots of unread rows are below this one newest first, at or above it oldest first. */
  bound: number;
}

/** An accepted row that an unread one may come before. */
interface Waiting {
  readonly found: Found;
  readonly fine: number;
  /** Where its data is, if that is wanted and did not come with it. */
  readonly slot: number | null;
}

const matchOf = ({ anyOf }: CandidateQuery, { list, terms }: Cursor): string =>
  (anyOf[list] ?? []).slice(0, terms).map(tokenOf).join(' AND ');

/** Answers a question; the caller holds one snapshot of the database meanwhile. */
export function searchPostings(statements: Statements, query: CandidateQuery): Candidates {
  if (!query.watch) return search(statements, query, null);
  const began = performance.now();
  const tallies = query.anyOf.map(() => ({ rows: 0, terms: 0 }));
  const answer = search(statements, query, tallies);
  query.watch({
    milliseconds: performance.now() - began,
    reads: tallies.map(({ rows, terms }, list) => ({
      list,
      terms: (query.anyOf[list] ?? []).slice(0, terms).map((_, place) => place),
      leads: true,
      rows,
      readUnits: 0,
      coveredTo: answer.coveredTo,
    })),
  });
  return answer;
}

/** What was read of a list: rows, and how many terms were joined in the end. */
interface Tally {
  rows: number;
  terms: number;
}

/** @param tallies of each list, where somebody wants to know */
function search(statements: Statements, query: CandidateQuery, tallies: readonly Tally[] | null): Candidates {
  const cost = { calls: 1, rounds: 1, rows: 0, readUnits: 0, writeUnits: 0 };
  const isDown = query.direction === 'newestFirst';
  const found: Found[] = [];
  const { index, below, above = '', from = '', accept, limit, budget } = query;
  const sql = searchSql(index, isDown);
  /** Rows within the bounds of the question: those that are read to find its beginning are not held against it. */
  let spent = 0;

  /** Moves accepted rows that come before every unread one to the answer; true once it is full. */
  function release(bound: number): boolean {
    for (let next = waiting.peek(); next; next = waiting.peek()) {
      if (isDown ? next.fine < bound : next.fine >= bound) break;
      if (found.length >= limit) return true;
      waiting.pop();
      if (next.slot === null) found.push(next.found);
      else {
        const whole = { ...next.found, ...dataAt(statements, sql.data, next.slot) };
        if (accept(whole)) found.push(whole);
      }
    }
    return found.length >= limit;
  }

  const fullTo = (): Candidates => ({ found, coveredTo: found.at(-1)?.sk ?? null, cost });
  /** What is read once nothing is left on the other side of this bound; null where that is nothing yet. */
  const coveredBefore = (bound: number): string | null => {
    const text = startOfFine(bound);
    const isHeadway = text !== null && (isDown ? below === undefined || text < below : text > above);
    return isHeadway ? text : null;
  };
  const isSpent = (): boolean =>
    spent >= budget.rows || (cost.rows % rowsPerLook === 0 && performance.now() >= budget.deadline);

  /** Puts a cursor before its next row; false where it has none. */
  function advance(cursor: Cursor): boolean {
    if (cursor.at >= cursor.chunk.length && !readChunk(cursor)) return false;
    const row = cursor.chunk[cursor.at];
    if (!row) return false;
    cursor.bound = boundOf(row[0], isDown, displacement);
    return true;
  }

  /** Rows that the page should still need of this list, by what the last chunk gave; with a margin. */
  function neededRows({ at, accepted }: Cursor): number {
    const missing = limit - found.length - waiting.size;
    return accepted === 0 || missing <= 0 ? mostInChunk : nearSlots + Math.ceil((1.25 * missing * at) / accepted);
  }

  /** Reads on; false where nothing is left. */
  function readChunk(cursor: Cursor): boolean {
    const { chunk, newest, oldest, size, accepted } = cursor;
    const isFirst = cursor.at === 0;
    if (newest < oldest || (!isFirst && chunk.length < size)) return false;
    const next = isFirst ? size : Math.min(mostInChunk, size * chunkGrowth, neededRows(cursor));
    const wasAll = cursor.terms === 0;
    const isAll = wasAll && (isFirst || accepted * mostly >= cursor.at);
    // What was accepted of all rows tells nothing of those under the terms.
    const isSparse = !isFirst && !wasAll && accepted * sparse < cursor.at;
    if (wasAll) cursor.terms = isAll ? 0 : 1;
    else if (!isFirst && accepted * few < cursor.at) cursor.terms = mostTerms;
    const statement = statements.arraysOf(isAll ? sql.all : query.full && !isSparse ? sql.full : sql.lean);
    const tally = tallies?.[cursor.list];
    if (tally) tally.terms = Math.max(tally.terms, cursor.terms);
    const found = isAll
      ? statement.all(newest, oldest, next)
      : statement.all(matchOf(query, cursor), newest, oldest, next);
    const rows = found as unknown as readonly SlotRow[];
    const last = rows.at(-1)?.[0] ?? 0;
    if (isDown) cursor.newest = last - 1;
    else cursor.oldest = last + 1;
    Object.assign(cursor, { chunk: rows, at: 0, size: next, accepted: 0 });
    return rows.length > 0;
  }

  const tallyRow = (list: number): void => {
    const tally = tallies?.[list];
    if (tally) tally.rows++;
  };

  /**
   * From the newest of all down, far slots come first: where none comes, none is found by this question, and nobody need
   * look whether there are any. Null where one comes, or it does not begin there.
   */
  function openAtTop(): readonly Cursor[] | null {
    if (!isDown || below !== undefined) return null;
    const opened = openCursors(query, null);
    for (const cursor of opened) {
      cursor.newest = Number.MAX_SAFE_INTEGER;
      readChunk(cursor);
      if (isFar(cursor.chunk[0]?.[0] ?? 0)) return null;
    }
    return opened.filter(({ chunk }) => chunk.length > 0);
  }

  let displacement = 0;
  let opened = openAtTop();
  if (opened?.length === 0) return { found, coveredTo: null, cost };
  const cursors = makeHeap<Cursor>((a, b) => (isDown ? a.bound > b.bound : a.bound < b.bound));
  const waiting = makeHeap<Waiting>((a, b) => (isDown ? a.found.sk > b.found.sk : a.found.sk < b.found.sk));
  if (!opened) {
    const largest = farDisplacementOf(statements, index);
    displacement = largest ?? 0;
    opened = openCursors(query, largest);
  }
  for (const cursor of opened) if (advance(cursor)) cursors.push(cursor);
  let isOver = false;
  for (let cursor = cursors.pop(); cursor; cursor = cursors.pop()) {
    // Of one cursor row by row, as long as no other comes before it.
    const other = cursors.peek();
    for (;;) {
      const { list, bound } = cursor;
      if (other && (isDown ? other.bound > bound : other.bound < bound)) {
        cursors.push(cursor);
        break;
      }
      if (waiting.size > 0 && release(bound)) return fullTo();
      isOver ||= isSpent();
      if (isOver) {
        // Going on all the same until something is covered, or the next call would begin where this one did.
        const coveredTo = coveredBefore(bound);
        if (coveredTo !== null) return { found, coveredTo, cost };
      }
      cost.rows++;
      tallyRow(list);
      const row = cursor.chunk[cursor.at++];
      if (!row) break;
      const [slot, sk, text, facts, data] = row;
      let candidate: Found | null = null;
      if ((below === undefined || sk < below) && sk >= from && sk > above) {
        candidate = data === undefined ? { list, sk, text, facts } : { list, sk, text, facts, data };
        const isAccepted = accept(candidate);
        // Others among all rows are not held against a budget that might end before the terms are asked.
        if (isAccepted || cursor.terms > 0) spent++;
        if (isAccepted) cursor.accepted++;
        else candidate = null;
      }
      const goesOn = advance(cursor);
      if (candidate) {
        const fine = fineSlot(sk);
        const isNext = goesOn && !other && waiting.size === 0 && (isDown ? fine >= cursor.bound : fine < cursor.bound);
        if (isNext && (data !== undefined || !query.full)) found.push(candidate);
        else waiting.push({ found: candidate, fine, slot: query.full && data === undefined ? slot : null });
        if (found.length >= limit) return fullTo();
      }
      if (!goesOn) break;
    }
  }
  release(isDown ? -1 : Number.POSITIVE_INFINITY);
  return waiting.size > 0 ? fullTo() : { found, coveredTo: null, cost };
}

function dataAt(statements: Statements, sql: string, slot: number): { readonly data?: string } {
  const data = statements.of(sql).get(slot)?.data;
  return data === undefined ? {} : { data: String(data) };
}

/** The bound of what is unread, this slot's row among it. */
function boundOf(slot: number, isDown: boolean, displacement: number): number {
  if (isFar(slot)) return isDown ? fineOfFar(slot) + 1 : fineOfFar(slot) - displacement;
  return isDown ? (slot + 1) * finePerNatural : (slot - nearSlots + 1) * finePerNatural;
}

/** Every list between the bounds of the question, along near slots, and along far ones where there are any. */
function openCursors(query: CandidateQuery, displacement: number | null): readonly Cursor[] {
  const { anyOf, below, above, from, limit, apart = firstTerms } = query;
  const lowest = [from, above].filter(bound => bound !== undefined);
  const near = {
    newest: (below === undefined ? lastNaturalSlot : naturalSlot(below)) + nearSlots - 1,
    oldest: Math.max(0, ...lowest.map(naturalSlot)),
  };
  const far = displacement !== null && {
    newest: farSlotOf((below === undefined ? endOfFine : fineSlot(below)) + displacement),
    oldest: farSlotOf(Math.max(0, ...lowest.map(fineSlot))),
  };
  const size = Math.min(mostInChunk, Math.max(nearSlots, Math.ceil(limit / anyOf.length) + chunkMargin));
  // A row of another account is told by its data, and one of another list would be read for each.
  const isOfAll = query.isOfAll === true && query.full !== undefined && anyOf.length === 1;
  const terms = isOfAll ? 0 : Math.min(apart, firstTerms);
  const begin = { terms, chunk: [], at: 0, size, accepted: 0, bound: 0 };
  return anyOf.flatMap((_, list) => {
    return [near, ...(far ? [far] : [])].map(range => ({ list, ...range, ...begin }));
  });
}
