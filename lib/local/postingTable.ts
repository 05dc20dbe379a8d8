// Rows with postings of one index in SQLite: where a row is put, how it is found by its key, and how its postings follow
// it. An index has tables of its own, named after it (database.ts).
// Every call stands inside a transaction of the caller. Searching is in postingSearch.ts.

import type { IndexName, Key, Posting, Row } from '../archive/ports.ts';
import { isPosition } from '../archive/position.ts';
import { occupiedRuns } from './occupiedRuns.ts';
import { farSlotOf, fineSlot, naturalSlot } from './slots.ts';
import type { Statements } from './statements.ts';
import { nearSlots, takenSlots } from './takenSlots.ts';
import { digestOf, tokensOfPosting } from './tokens.ts';

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
  const found = statements.of(displacementSql[index]).get();
  return found ? Number(found.value) : null;
}

/** Made once: a statement is found by its text. */
const displacementOf = (index: IndexName): string => `SELECT value FROM meta WHERE name = '${index}.farDisplacement'`;
const displacementSql: Readonly<Record<IndexName, string>> = {
  names: displacementOf('names'),
  people: displacementOf('people'),
};

const mostPartitions = 50_000;

/**
 * So many rows are put at once by an import alone. It writes piece upon piece, and compact() merges them all at its end:
 * to merge them early too would be a tenth of its work. `early` is FTS5's own.
 */
const bulkRows = 200;
const mergeWays = { early: 4, late: 16 } as const;

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

/** The tokens of a row that is put, and its slot. */
interface Tokens {
  readonly slot: number;
  readonly tokens: string;
}

/** Rows in ascending order of their positions; of two with one key the later stands. */
function inOrder(rows: readonly PostedRow[]): PostedRow[] {
  let isOrdered = true;
  for (let i = 1; i < rows.length && isOrdered; i++) isOrdered = (rows[i - 1]?.sk ?? '') < (rows[i]?.sk ?? '');
  if (isOrdered) return [...rows];
  const latest = new Map(rows.map(row => [`${row.sk} ${row.pk}`, row]));
  return [...latest.values()].sort((a, b) => (a.sk < b.sk ? -1 : a.sk > b.sk ? 1 : 0));
}

/** Made once: a statement is found by its text. */
const sqlOf = (index: IndexName) => ({
  partition: `SELECT id FROM ${index}_partitions WHERE pk = ?`,
  addPartition: `INSERT INTO ${index}_partitions (pk) VALUES (?)`,
  near: `SELECT slot, digest FROM ${index} WHERE slot >= ? AND slot < ? AND sk = ? AND partition = ?`,
  far: `SELECT slot, digest FROM ${index} WHERE isFar = 1 AND sk = ? AND partition = ?`,
  farData: `SELECT data FROM ${index} WHERE isFar = 1 AND sk = ? AND partition = ?`,
  isTaken: `SELECT 1 FROM ${index} WHERE slot = ?`,
  unpost: `DELETE FROM ${index}_terms WHERE rowid = CAST(? AS INTEGER)`,
  post: `INSERT INTO ${index}_terms (rowid, tokens) VALUES (CAST(? AS INTEGER), ?)`,
  mergeWay: `SELECT v FROM ${index}_terms_config WHERE k = 'automerge'`,
  early: `INSERT INTO ${index}_terms (${index}_terms, rank) VALUES ('automerge', ${mergeWays.early})`,
  late: `INSERT INTO ${index}_terms (${index}_terms, rank) VALUES ('automerge', ${mergeWays.late})`,
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
  /** As last read or set by this process; null before. */
  let merging: 'early' | 'late' | null = null;

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

  /** Where a row is. */
  function placeOf(pk: string, sk: string): Place | null {
    const partition = isPosition(sk) ? partitionOf(pk) : undefined;
    if (partition === undefined) return null;
    const natural = naturalSlot(sk);
    const near = statements.of(sql.near).get(natural, natural + nearSlots, sk, partition);
    if (near) return near as unknown as Place;
    return farPlace(sk, partition, farDisplacementOf(statements, index) !== null);
  }

  /** @param hasFar whether there are far slots to look in */
  function farPlace(sk: string, partition: number | undefined, hasFar: boolean): Place | null {
    if (!hasFar || partition === undefined) return null;
    return (statements.of(sql.far).get(sk, partition) as unknown as Place | undefined) ?? null;
  }

  /** The data of rows near their natural slots. */
  function lookUpNear(wanted: readonly Wanted[]): [place: number, data: string][] {
    const size = lookUpSizes.find(one => one >= wanted.length) ?? mostLookedUp;
    const statement = statements.arraysOf(lookUp(index, size));
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

  /** Tells FTS5 how many pieces of postings may lie side by side before it merges them. */
  function mergeBy(way: 'early' | 'late'): void {
    merging ??= Number(statements.of(sql.mergeWay).get()?.v ?? mergeWays.early) > mergeWays.early ? 'late' : 'early';
    if (merging === way) return;
    statements.of(sql[way]).run();
    merging = way;
  }

  /** Ascending, since FTS5 starts a new segment wherever a row is not above the one before. */
  function post(postings: Tokens[]): void {
    const statement = statements.of(sql.post);
    postings.sort((a, b) => a.slot - b.slot);
    for (const { slot, tokens } of postings) statement.run(slot, tokens);
  }

  return {
    put(rows) {
      if (rows.length === 0) return;
      const ordered = inOrder(rows);
      const naturals = ordered.map(({ sk }) => naturalSlot(sk));
      const taken = takenSlots(statements, index, naturals);
      const before = farDisplacementOf(statements, index);
      let displacement = before;
      const unposted: number[] = [];
      const posted: Tokens[] = [];

      for (const [place, { pk, sk, data, posting }] of ordered.entries()) {
        if (!isPosition(sk)) throw new TypeError('the sort key of a row with a posting is not a position');
        const tokens = tokensOfPosting(pk, posting);
        const digest = digestOf(tokens);
        const natural = naturals[place] ?? 0;
        const isNear = taken.reach(place);
        let partition = partitionOf(pk);
        let same: Place | null = null;
        let free: number | null = isNear ? null : natural;
        for (let slot = natural + nearSlots - 1; isNear && slot >= natural; slot--) {
          const there = taken.at(slot);
          if (!there) free = slot;
          else if (there.sk === sk && there.partition === partition) same = { slot, digest: there.digest };
        }
        same ??= farPlace(sk, partition, displacement !== null);
        if (same) {
          statements.of(sql.change).run(posting.text, posting.facts, digest, data, same.slot);
          if (same.digest === digest) continue;
          unposted.push(same.slot);
          posted.push({ slot: same.slot, tokens });
          continue;
        }
        let slot = free;
        if (slot === null) {
          const asked = farSlotOf(fineSlot(sk));
          slot = freeFarSlot(asked);
          displacement = Math.max(displacement ?? 0, slot - asked);
        }
        partition ??= makePartition(pk);
        const isFar = free === null ? 1 : 0;
        statements.of(sql.add).run(slot, sk, posting.text, posting.facts, partition, isFar, digest, data);
        if (isFar === 0) taken.take(slot, { sk, partition, digest });
        posted.push({ slot, tokens });
      }

      if (posted.length > 0) mergeBy(rows.length >= bulkRows ? 'late' : 'early');
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
      merging = null;
      runs.forget();
      partitions.clear();
    },
  };
}
