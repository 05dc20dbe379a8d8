// Rows without postings in SQLite: a table ordered by partition and sort key. Text is compared as UTF-8 bytes there.

import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Key, Page, Range, Row } from '../archive/ports.ts';
import type { Statements } from './statements.ts';

export interface RowTable {
  put(row: Row): void;
  putIfAbsent(row: Row): boolean;
  replace(row: Row, expected: string): boolean;
  delete(key: Key): void;
  get(key: Key): Row | undefined;
  read(range: Range): Page;
}

/** A sign, and the sort key that it compares with; undefined where there is no such bound. */
type Bound = readonly [sign: string, sk: string | undefined];

/** Rows that are read together at first, and at most, where a page is bounded in bytes: a row may have 300 KB. */
const firstPiece = 16;
const longestPiece = 1000;

/** sk, data and bytes: an array takes two thirds of what an object does. */
type Columns = readonly [sk: SQLOutputValue, data: SQLOutputValue, bytes: SQLOutputValue];

/** A row of its columns: fields that it has not are left out. */
const rowOf = (pk: string, [sk, data, bytes]: Columns): Row =>
  bytes instanceof Uint8Array
    ? { pk, sk: sk as string, data: data as string, bytes }
    : { pk, sk: sk as string, data: data as string };

export function rowTable(statements: Statements): RowTable {
  const reading = (sql: string): StatementSync => {
    const statement = statements.of(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    put({ pk, sk, data, bytes = null }) {
      // Left alone where it is the same, so that storing a mail again writes nothing.
      statements
        .of(
          `INSERT INTO rows (pk, sk, data, bytes) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET data = excluded.data, bytes = excluded.bytes
           WHERE data <> excluded.data OR bytes IS NOT excluded.bytes`,
        )
        .run(pk, sk, data, bytes);
    },
    putIfAbsent({ pk, sk, data, bytes = null }) {
      const { changes } = statements
        .of('INSERT INTO rows (pk, sk, data, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
        .run(pk, sk, data, bytes);
      return changes === 1;
    },
    replace({ pk, sk, data, bytes = null }, expected) {
      const { changes } = statements
        .of('UPDATE rows SET data = ?, bytes = ? WHERE pk = ? AND sk = ? AND data = ?')
        .run(data, bytes, pk, sk, expected);
      return changes === 1;
    },
    delete({ pk, sk }) {
      statements.of('DELETE FROM rows WHERE pk = ? AND sk = ?').run(pk, sk);
    },
    get({ pk, sk }) {
      const found = reading('SELECT sk, data, bytes FROM rows WHERE pk = ? AND sk = ?').get(pk, sk);
      return found && rowOf(pk, found as unknown as Columns);
    },
    read({ pk, from, above, to, below, direction, limit, mostBytes = Number.POSITIVE_INFINITY }) {
      const isUp = direction === 'ascending';
      const lower: Bound[] = [
        ['>=', from],
        ['>', above],
      ];
      const upper: Bound[] = [
        ['<=', to],
        ['<', below],
      ];
      const select = (last: string | undefined, most: number) => {
        const all =
          last === undefined ? [...lower, ...upper] : isUp ? [['>', last], ...upper] : [...lower, ['<', last]];
        // A limit that is bound bare has the statement prepared anew each time, since SQLite plans by its value.
        const bounds = all.filter((bound): bound is [string, string] => bound[1] !== undefined);
        return reading(
          `SELECT sk, data, bytes FROM rows WHERE pk = ?${bounds.map(([sign]) => ` AND sk ${sign} ?`).join('')}
           ORDER BY sk ${isUp ? 'ASC' : 'DESC'} LIMIT ? + 0`,
        ).all(pk, ...bounds.map(([, bound]) => bound), most) as unknown as Columns[];
      };
      const rows: Row[] = [];
      let bytes = 0;
      // In pieces of as many rows as are likely to be wanted: rows that are asked for one by one cost twice as much.
      let piece = mostBytes === Number.POSITIVE_INFINITY ? limit : Math.min(limit, firstPiece);
      for (;;) {
        const found = select(rows.at(-1)?.sk, piece + 1);
        for (const columns of found.slice(0, piece)) {
          if (rows.length > 0 && bytes >= mostBytes) return { rows, hasMore: true };
          const row = rowOf(pk, columns);
          rows.push(row);
          bytes += row.data.length + (row.bytes?.length ?? 0);
        }
        if (found.length <= piece) return { rows, hasMore: false };
        if (rows.length === limit || bytes >= mostBytes) return { rows, hasMore: true };
        const likely = Math.ceil(((mostBytes - bytes) * rows.length) / Math.max(1, bytes));
        piece = Math.min(limit - rows.length, longestPiece, likely);
      }
    },
  };
}
