// Rows without postings in SQLite: a table ordered by partition and sort key. Text is compared as UTF-8 bytes there.

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

export function rowTable(statements: Statements): RowTable {
  return {
    put({ pk, sk, data }) {
      // Left alone where it is the same, so that storing a mail again writes nothing.
      statements
        .of(
          `INSERT INTO rows (pk, sk, data) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET data = excluded.data WHERE data <> excluded.data`,
        )
        .run(pk, sk, data);
    },
    putIfAbsent({ pk, sk, data }) {
      const { changes } = statements
        .of('INSERT INTO rows (pk, sk, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
        .run(pk, sk, data);
      return changes === 1;
    },
    replace({ pk, sk, data }, expected) {
      const { changes } = statements
        .of('UPDATE rows SET data = ? WHERE pk = ? AND sk = ? AND data = ?')
        .run(data, pk, sk, expected);
      return changes === 1;
    },
    delete({ pk, sk }) {
      statements.of('DELETE FROM rows WHERE pk = ? AND sk = ?').run(pk, sk);
    },
    get({ pk, sk }) {
      const found = statements.of('SELECT data FROM rows WHERE pk = ? AND sk = ?').get(pk, sk);
      return found && { pk, sk, data: found.data as string };
    },
    read({ pk, from, above, to, below, direction, limit }) {
      const bounds = [
        ['>=', from],
        ['>', above],
        ['<=', to],
        ['<', below],
      ].filter(([, bound]) => bound !== undefined) as [string, string][];
      const found = statements
        .of(
          `SELECT sk, data FROM rows WHERE pk = ?${bounds.map(([sign]) => ` AND sk ${sign} ?`).join('')}
           ORDER BY sk ${direction === 'ascending' ? 'ASC' : 'DESC'} LIMIT ?`,
        )
        .all(pk, ...bounds.map(([, bound]) => bound), limit + 1);
      const rows = found.slice(0, limit).map(({ sk, data }) => ({ pk, sk: sk as string, data: data as string }));
      return { rows, hasMore: found.length > limit };
    },
  };
}
