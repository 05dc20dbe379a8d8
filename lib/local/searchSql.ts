// What a search asks SQLite: a chunk of a list's rows by slot, and the data of one. Which chunk is next, postingSearch.ts
// says.

import type { IndexName } from '../archive/ports.ts';

export interface SearchSql {
  /** A chunk of a list with the data of its rows, and without. */
  readonly full: string;
  readonly lean: string;
  /** A chunk of all rows, with their data. */
  readonly all: string;
  readonly data: string;
}

/** Made once: a statement is found by its text. */
const allSql = new Map<string, SearchSql>();

/** What a search of an index asks, down from the newest or up from the oldest. */
export function searchSql(index: IndexName, isDown: boolean): SearchSql {
  const key = isDown ? index : `${index} ascending`;
  let sql = allSql.get(key);
  if (!sql) {
    const order = isDown ? 'DESC' : 'ASC';
    // Numbers are bound as REAL, and FTS5 passes over bounds that are not integers. A limit that is bound bare has the
    // statement prepared anew each time, since SQLite plans by its value: that took more than most questions.
    const chunk = (columns: string) =>
      `SELECT ${columns}
       FROM ${index}_terms AS t CROSS JOIN ${index} AS n ON n.slot = t.rowid
       WHERE t.${index}_terms MATCH ? AND t.rowid <= CAST(? AS INTEGER) AND t.rowid >= CAST(? AS INTEGER)
       ORDER BY t.rowid ${order} LIMIT ? + 0`;
    sql = {
      all: `SELECT slot, sk, text, facts, data FROM ${index}
        WHERE slot <= CAST(? AS INTEGER) AND slot >= CAST(? AS INTEGER) ORDER BY slot ${order} LIMIT ? + 0`,
      full: chunk('n.slot, n.sk, n.text, n.facts, n.data'),
      lean: chunk('n.slot, n.sk, n.text, n.facts'),
      data: `SELECT data FROM ${index} WHERE slot = ?`,
    };
    allSql.set(key, sql);
  }
  return sql;
}
