// Rows with postings of one index in SQLite: where a row is put, how it is found by its key, and how its postings follow
// it. An index has tables of its own, named after it (database.ts).
// Every call stands inside a transaction of the caller. Searching is in postingSearch.ts.

import type { IndexName, Key, Posting, Row } from '../archive/ports.ts';
import { isPosition } from '../archive/position.ts';
import { occupiedRuns } from './occupiedRuns.ts';
import { farSlotOf, fineSlot, naturalSlot } from './slots.ts';
import type { Statements } from './statements.ts';
import { digestOf, tokensOf } from './tokens.ts';

export interface PostedRow extends Row {
  readonly posting: Posting;
}

export interface PostingTable {
  put(rows: readonly PostedRow[]): void;
  delete(keys: readonly Key[]): void;
  /** The rows of these keys in the order asked, undefined where there is none. */
  get(keys: readonly Key[]): (Row | undefined)[];
  /** Forgets what was remembered of a transaction that was undone. */
  forget(): void;
}

/**
 * The largest distance between a far slot that was given and the one that was asked for, of all rows ever of an index;
 * null where none was given.
 */
export function farDisplacementOf(statements: Statements, index: IndexName): number | null {
  const found = statements.of(`SELECT value FROM meta WHERE name = '${index}.farDisplacement'`).get();
  return found ? Number(found.value) : null;
}

/** A row takes the first free of so many near slots, from its natural one up; else a far one. */
export const nearSlots = 16;
const mostPartitions = 50_000;

/** Rows that one statement looks up: calling it costs several times what a row does. */
const lookUpSizes = [1, 10, 50, 100] as const;
const mostLookedUp = 100;

const lookUp = (index: IndexName, size: number): string =>
  `WITH wanted (place, slot, sk, partition) AS (VALUES ${Array(size).fill('(?, ?, ?, ?)').join(', ')})
   SELECT wanted.place, n.data FROM wanted
   CROSS JOIN ${index} AS n ON n.slot >= wanted.slot AND n.slot < wanted.slot + ${nearSlots}
   WHERE n.sk = wanted.sk AND n.partition = wanted.partition`;

type Wanted = readonly [place: number, naturalSlot: number, sk: string, partition: number];

interface Place {
  readonly slot: number;
  readonly digest: number;
}

/** Made once: a statement is found by its text. */
const sqlOf = (index: IndexName) => ({
  partition: `SELECT id FROM ${index}_partitions WHERE pk = ?`,
  addPartition: `INSERT INTO ${index}_partitions (pk) VALUES (?)`,
  near: `SELECT slot, digest, sk = ?3 AND partition = ?4 AS isSame
         FROM ${index} WHERE slot >= ?1 AND slot < ?2 ORDER BY slot`,
  far: `SELECT slot, digest FROM ${index} WHERE isFar = 1 AND sk = ? AND partition = ?`,
  farData: `SELECT data FROM ${index} WHERE isFar = 1 AND sk = ? AND partition = ?`,
  isTaken: `SELECT 1 FROM ${index} WHERE slot = ?`,
  unpost: `DELETE FROM ${index}_terms WHERE rowid = CAST(? AS INTEGER)`,
  post: `INSERT INTO ${index}_terms (rowid, tokens) VALUES (CAST(? AS INTEGER), ?)`,
  change: `UPDATE ${index} SET text = ?1, facts = ?2, digest = ?3, data = ?4
           WHERE slot = ?5 AND (text, facts, digest, data) IS NOT (?1, ?2, ?3, ?4)`,
  add: `INSERT INTO ${index} (slot, sk, text, facts, partition, isFar, digest, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  delete: `DELETE FROM ${index} WHERE slot = ?`,
  displace: `INSERT INTO meta (name, value) VALUES ('${index}.farDisplacement', ?1) ON CONFLICT DO UPDATE SET value = ?1`,
});

export function postingTable(statements: Statements, index: IndexName): PostingTable {
  const sql = sqlOf(index);
  const runs = occupiedRuns();
  const partitions = new Map<string, number>();

  function partitionOf(pk: string): number | undefined {
    const known = partitions.get(pk);
    if (known !== undefined) return known;
    const id = statements.of(sql.partition).get(pk)?.id as number | undefined;
    if (id !== undefined) remember(pk, id);
    return id;
  }

  function remember(pk: string, id: number): void {
    if (partitions.size >= mostPartitions) partitions.clear();
    partitions.set(pk, id);
  }

  function makePartition(pk: string): number {
    const id = Number(statements.of(sql.addPartition).run(pk).lastInsertRowid);
    remember(pk, id);
    return id;
  }

  /**
   * Where a row is, and the first near slot that is free for it (null where none is).
   * @param hasFar whether there are far slots to look in
   */
  function locate(
    natural: number,
    pk: string,
    sk: string,
    hasFar: boolean,
  ): { place: Place | null; free: number | null } {
    const partition = partitionOf(pk) ?? -1;
    const near = statements.of(sql.near).all(natural, natural + nearSlots, sk, partition);
    let free = natural;
    for (const row of near) {
      if (row.isSame === 1) return { place: row as unknown as Place, free: null };
      if (row.slot === free) free++;
    }
    const far = hasFar ? statements.of(sql.far).get(sk, partition) : undefined;
    return { place: (far as unknown as Place) ?? null, free: free < natural + nearSlots ? free : null };
  }

  function placeOf(pk: string, sk: string): Place | null {
    if (!isPosition(sk) || partitionOf(pk) === undefined) return null;
    return locate(naturalSlot(sk), pk, sk, farDisplacementOf(statements, index) !== null).place;
  }

  /** The data of rows near their natural slots. */
  function lookUpNear(wanted: readonly Wanted[]): [place: number, data: string][] {
    const size = lookUpSizes.find(one => one >= wanted.length) ?? mostLookedUp;
    const statement = statements.of(lookUp(index, size));
    statement.setReturnArrays(true);
    const none = Array<null>(4 * (size - wanted.length)).fill(null);
    return statement.all(...wanted.flat(), ...none) as unknown as [number, string][];
  }

  /** The first free slot from a far one up. */
  function freeFarSlot(asked: number): number {
    const isTaken = statements.of(sql.isTaken);
    let slot = runs.firstUnknown(asked);
    while (isTaken.get(slot)) slot = runs.firstUnknown(slot + 1);
    runs.note(asked, slot);
    return slot;
  }

  function unpost(slots: readonly number[]): void {
    const statement = statements.of(sql.unpost);
    for (const slot of slots.toSorted((a, b) => a - b)) statement.run(slot);
  }

  /** Ascending, since FTS5 starts a new segment wherever a row is not above the one before. */
  function post(postings: readonly { slot: number; tokens: string }[]): void {
    const statement = statements.of(sql.post);
    for (const { slot, tokens } of postings.toSorted((a, b) => a.slot - b.slot)) statement.run(slot, tokens);
  }

  return {
    put(rows) {
      const latest = new Map(rows.map(row => [`${row.sk} ${row.pk}`, row]));
      const ordered = [...latest.values()]
        .map(row => ({ row, natural: naturalSlot(row.sk) }))
        .toSorted((a, b) => (a.row.sk < b.row.sk ? -1 : 1));
      const before = farDisplacementOf(statements, index);
      let displacement = before;
      const unposted: number[] = [];
      const posted: { slot: number; tokens: string }[] = [];

      for (const { row, natural } of ordered) {
        const { pk, sk, data, posting } = row;
        if (!isPosition(sk)) throw new TypeError('the sort key of a row with a posting is not a position');
        const { place, free } = locate(natural, pk, sk, displacement !== null);
        const tokens = tokensOf([pk, ...posting.terms]);
        const digest = digestOf(tokens);
        if (place) {
          statements.of(sql.change).run(posting.text, posting.facts, digest, data, place.slot);
          if (place.digest === digest) continue;
          unposted.push(place.slot);
          posted.push({ slot: place.slot, tokens });
          continue;
        }
        let slot = free;
        if (slot === null) {
          const asked = farSlotOf(fineSlot(sk));
          slot = freeFarSlot(asked);
          displacement = Math.max(displacement ?? 0, slot - asked);
        }
        statements
          .of(sql.add)
          .run(
            slot,
            sk,
            posting.text,
            posting.facts,
            partitionOf(pk) ?? makePartition(pk),
            free === null ? 1 : 0,
            digest,
            data,
          );
        posted.push({ slot, tokens });
      }

      unpost(unposted);
      post(posted);
      if (displacement !== null && displacement !== before) statements.of(sql.displace).run(displacement);
    },

    delete(keys) {
      const slots = new Set<number>();
      for (const { pk, sk } of keys) {
        const place = placeOf(pk, sk);
        if (place) slots.add(place.slot);
      }
      for (const slot of slots) statements.of(sql.delete).run(slot);
      unpost([...slots]);
      if (slots.size > 0) runs.forget();
    },

    get(keys) {
      const rows: (Row | undefined)[] = keys.map(() => undefined);
      const wanted: Wanted[] = [];
      for (const [place, { pk, sk }] of keys.entries()) {
        const partition = isPosition(sk) ? partitionOf(pk) : undefined;
        if (partition !== undefined) wanted.push([place, naturalSlot(sk), sk, partition]);
      }
      const take = (place: number, data: string): void => {
        const key = keys[place];
        if (key) rows[place] = { pk: key.pk, sk: key.sk, data };
      };
      for (let i = 0; i < wanted.length; i += mostLookedUp) {
        for (const [place, data] of lookUpNear(wanted.slice(i, i + mostLookedUp))) take(place, data);
      }
      for (const [place, , sk, partition] of wanted) {
        if (rows[place]) continue;
        const far = statements.of(sql.farData).get(sk, partition);
        if (far) take(place, far.data as string);
      }
      return rows;
    },

    forget() {
      runs.forget();
      partitions.clear();
    },
  };
}
