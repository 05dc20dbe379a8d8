// Store over SQLite: puts rows with and without postings where they belong, a transaction for each call.
// Calls are synchronous underneath and short; the promise is the port's.

import { type Cost, type IndexName, indexNames, type Row, type Store } from '../archive/ports.ts';
import type { Database } from './database.ts';
import { auditPostings } from './postingAudit.ts';
import { searchPostings } from './postingSearch.ts';
import { type PostedRow, type PostingTable, postingTable } from './postingTable.ts';
import { rowTable } from './rowTable.ts';
import { explainFailure } from './sqliteFailure.ts';

const isPosted = (row: Row): row is PostedRow => row.posting !== undefined;

/**
 * The store of an open database. It is closed by close() of the store.
 * @param dir named in what a failure says.
 */
export function sqliteStore(database: Database, dir: string): Store {
  const rows = rowTable(database.statements);
  const tables = indexNames.map(index => [index, postingTable(database.statements, index)] as const);
  const postings = Object.fromEntries(tables) as Record<IndexName, PostingTable>;

  /** Failures a person can mend say so; what was remembered of an undone transaction is forgotten. */
  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      for (const [, table] of tables) table.forget();
      throw explainFailure(error, dir);
    }
  }
  async function write<T>(meter: Cost | undefined, work: () => T): Promise<T> {
    if (meter) meter.calls++;
    return explained(() => database.write(work));
  }
  async function read<T>(meter: Cost | undefined, work: () => T): Promise<T> {
    if (meter) meter.calls++;
    return explained(() => database.read(work));
  }

  return {
    put: async (given, meter) => {
      if (given.length === 0) return;
      await write(meter, () => {
        for (const row of given) if (!isPosted(row)) rows.put(row);
        for (const [index, table] of tables)
          table.put(given.filter(isPosted).filter(({ posting }) => posting.index === index));
      });
    },
    putIfAbsent: (row, meter) => write(meter, () => rows.putIfAbsent(row)),
    replace: (row, expected, meter) => write(meter, () => rows.replace(row, expected)),
    delete: async (keys, meter) => {
      if (keys.length === 0) return;
      await write(meter, () => {
        for (const key of keys) if (!key.posting) rows.delete(key);
        for (const [index, table] of tables) table.delete(keys.filter(({ posting }) => posting?.index === index));
      });
    },
    get: (keys, meter) =>
      read(meter, () => {
        const posted = tables.map(([, table]) => table.get(keys));
        return keys.map((key, i) => posted.find(found => found[i])?.[i] ?? rows.get(key));
      }),
    read: (range, meter) => read(meter, () => rows.read(range)),
    candidates: query => read(undefined, () => searchPostings(database.statements, query)),
    audit: query => auditPostings({ database, rows, postings }, query, explained),
    close: async () => database.close(),
  };
}
