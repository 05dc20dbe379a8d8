// What lies at the near slots of rows that are put in ascending order, read for many of them at once: a look at the table
// for each row costs a third of what storing it does. Knows the table of an index, and no posting.

import type { IndexName } from '../archive/ports.ts';
import type { Statements } from './statements.ts';

/** A row takes the first free of so many near slots, from its natural one up; else a far one. */
export const nearSlots = 16;

export interface TakenSlot {
  readonly sk: string;
  readonly partition: number;
  readonly digest: number;
}

export interface TakenSlots {
  /** What lies at a near slot of the row that reach() was called for last; undefined where nothing does. */
  at(slot: number): TakenSlot | undefined;
  /** Reads on so far that everything at the near slots of the row at this place is known; tells whether anything may be there. */
  reach(place: number): boolean;
  /** Notes what was put there. */
  take(slot: number, taken: TakenSlot): void;
}

/** Rows read at once; more than a row has near slots. */
const mostRead = 128;
const growth = 4;

const sqlOf = (index: IndexName): string =>
  `SELECT slot, sk, partition, digest FROM ${index} WHERE slot >= ? AND slot < ? ORDER BY slot LIMIT ${mostRead}`;
const sql: Readonly<Record<IndexName, string>> = { names: sqlOf('names'), people: sqlOf('people') };

/** @param naturals the natural slots of the rows, ascending */
export function takenSlots(statements: Statements, index: IndexName, naturals: readonly number[]): TakenSlots {
  const taken = new Map<number, TakenSlot>();
  /** Everything below is known, from the natural slot of the row that was reached last. */
  let known = 0;
  /** Rows that the next reading looks ahead for: many while little is found, since most mail is newer than all there is. */
  let ahead = naturals.length;
  let highest = -1;

  return {
    at: slot => taken.get(slot),
    reach(place) {
      const natural = naturals[place] ?? 0;
      const end = natural + nearSlots;
      if (end <= known) return natural <= highest;
      const from = Math.max(known, natural);
      const to = (naturals[Math.min(naturals.length, place + ahead) - 1] ?? natural) + nearSlots;
      const statement = statements.arraysOf(sql[index]);
      const found = statement.all(from, to) as unknown as readonly [number, string, number, number][];
      for (const [slot, sk, partition, digest] of found) taken.set(slot, { sk, partition, digest });
      const isAll = found.length < mostRead;
      const last = found.at(-1)?.[0] ?? -1;
      highest = Math.max(highest, last);
      known = isAll ? to : last + 1;
      ahead = isAll ? ahead * growth : Math.max(1, Math.floor(ahead / growth));
      return natural <= highest;
    },
    take(slot, one) {
      taken.set(slot, one);
      highest = Math.max(highest, slot);
    },
  };
}
