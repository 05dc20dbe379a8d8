// Store over SQLite: puts rows with and without postings where they belong, a transaction for each call.
// Calls are synchronous underneath and short; the promise is the port's.

import type { Row, Store } from '../archive/ports.ts';
import type { Database } from './database.ts';
import { auditPostings } from './postingAudit.ts';
import { searchPostings } from './postingSearch.ts';
import { type PostedRow, postingTable } from './postingTable.ts';
import { rowTable } from './rowTable.ts';
import { explainFailure } from './sqliteFailure.ts';

const isPosted = (row: Row): row is PostedRow => row.posting !== undefined;

/**
 * The store of an open database. It is closed by close() of the store.
 * @param dir named in what a failure says.
 */
export function sqliteStore(database: Database, dir: string): Store {
  const rows = rowTable(database.statements);
  const postings = postingTable(database.statements);

  /** Failures a person can mend say so; what was remembered of an undone transaction is forgotten. */
  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      postings.forget();
      throw explainFailure(error, dir);
    }
  }
  const write = async <T>(work: () => T): Promise<T> => explained(() => database.write(work));
  const read = async <T>(work: () => T): Promise<T> => explained(() => database.read(work));

  return {
    put: async given => {
      if (given.length === 0) return;
      await write(() => {
        for (const row of given) if (!isPosted(row)) rows.put(row);
        postings.put(given.filter(isPosted));
      });
    },
    putIfAbsent: row => write(() => rows.putIfAbsent(row)),
    delete: async keys => {
      if (keys.length === 0) return;
      await write(() => {
        for (const key of keys) if (!key.posting) rows.delete(key);
        postings.delete(keys.filter(key => key.posting));
      });
    },
    get: keys => read(() => keys.map(key => rows.get(key) ?? postings.get(key))),
    read: range => read(() => rows.read(range)),
    candidates: query => read(() => searchPostings(database.statements, query)),
    audit: query => auditPostings({ database, rows, postings }, query, explained),
    close: async () => database.close(),
  };
}
