// Prepared statements of one connection, kept for reuse. A statement that is being iterated is lent to one caller
// alone, since to start it again would end the first reading.

import type { DatabaseSync, StatementSync } from 'node:sqlite';

export interface Statements {
  /** A statement for a call that is over when it returns (run, get, all). */
  of(sql: string): StatementSync;
  /** The same whose rows are arrays, which take two thirds of what objects do. */
  arraysOf(sql: string): StatementSync;
  /**
   * Rows as arrays, one at a time, of a statement that no one else uses meanwhile. The caller ends it with return()
   * if it stops before the last row.
   */
  iterate(sql: string, ...values: (string | number)[]): Iterator<unknown[], undefined>;
}

export function prepareOnce(db: DatabaseSync): Statements {
  const kept = new Map<string, StatementSync>();
  const keptForArrays = new Map<string, StatementSync>();
  const idle = new Map<string, StatementSync[]>();

  return {
    of(sql) {
      let statement = kept.get(sql);
      if (!statement) {
        statement = db.prepare(sql);
        kept.set(sql, statement);
      }
      return statement;
    },
    arraysOf(sql) {
      let statement = keptForArrays.get(sql);
      if (!statement) {
        statement = db.prepare(sql);
        statement.setReturnArrays(true);
        keptForArrays.set(sql, statement);
      }
      return statement;
    },
    *iterate(sql, ...values) {
      const pool = idle.get(sql) ?? [];
      idle.set(sql, pool);
      const statement = pool.pop() ?? db.prepare(sql);
      statement.setReturnArrays(true);
      try {
        yield* statement.iterate(...values) as unknown as Iterable<unknown[]>;
      } finally {
        pool.push(statement);
      }
      return undefined;
    },
  };
}
