// Rows without postings in SQLite: a table ordered by partition and sort key. Text is compared as UTF-8 bytes there.

import type { SQLOutputValue } from 'node:sqlite';
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

type Columns = Record<string, SQLOutputValue>;

/** A row of its columns: fields that it has not are left out. */
const rowOf = (pk: string, { sk, data, bytes }: Columns): Row => ({
  ...{ pk, sk: sk as string, data: data as string },
  ...(bytes instanceof Uint8Array && { bytes }),
});

export function rowTable(statements: Statements): RowTable {
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
      const found = statements.of('SELECT sk, data, bytes FROM rows WHERE pk = ? AND sk = ?').get(pk, sk);
      return found && rowOf(pk, found);
    },
    read({ pk, from, above, to, below, direction, limit, mostBytes }) {
      const bounds = [
        ['>=', from],
        ['>', above],
        ['<=', to],
        ['<', below],
      ].filter(([, bound]) => bound !== undefined) as [string, string][];
      const statement = statements.of(
        `SELECT sk, data, bytes FROM rows WHERE pk = ?${bounds.map(([sign]) => ` AND sk ${sign} ?`).join('')}
         ORDER BY sk ${direction === 'ascending' ? 'ASC' : 'DESC'} LIMIT ?`,
      );
      const values = [pk, ...bounds.map(([, bound]) => bound), limit + 1];
      if (mostBytes === undefined) {
        const found = statement.all(...values);
        return { rows: found.slice(0, limit).map(columns => rowOf(pk, columns)), hasMore: found.length > limit };
      }
      const rows: Row[] = [];
      let bytes = 0;
      for (const columns of statement.iterate(...values)) {
        if (rows.length === limit || (bytes >= mostBytes && rows.length > 0)) return { rows, hasMore: true };
        const row = rowOf(pk, columns);
        rows.push(row);
        bytes += row.data.length + (row.bytes?.length ?? 0);
      }
      return { rows, hasMore: false };
    },
  };
}
