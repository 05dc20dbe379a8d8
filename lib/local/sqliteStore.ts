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

interface Writing {
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

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
  /** Writings that are asked for together share a transaction, and so one wait for the disk. */
  let waiting: Writing[] = [];

  function flush(): void {
    const some = waiting;
    waiting = [];
    if (some.length === 0) return;
    try {
      const results = explained(() => database.write(() => some.map(({ work }) => work())));
      for (const [i, { resolve }] of some.entries()) resolve(results[i]);
    } catch (error) {
      // Nothing of them is written: each alone, so that none fails for another.
      if (some.length > 1) for (const { work, resolve, reject } of some) attempt(work, resolve, reject);
      else some[0]?.reject(error);
    }
  }
  function attempt(work: () => unknown, resolve: (result: unknown) => void, reject: (error: unknown) => void): void {
    try {
      resolve(explained(() => database.write(work)));
    } catch (error) {
      reject(error);
    }
  }
  async function write<T>(meter: Cost | undefined, work: () => T): Promise<T> {
    if (meter) meter.calls++;
    return new Promise((resolve, reject) => {
      waiting.push({ work, resolve: result => resolve(result as T), reject });
      if (waiting.length === 1) setImmediate(flush);
    });
  }
  async function read<T>(meter: Cost | undefined, work: () => T): Promise<T> {
    if (meter) meter.calls++;
    return explained(() => database.read(work));
  }

  return {
    put: async (given, meter) => {
      if (given.length === 0) return;
      await write(meter, () => {
        const posted: Record<IndexName, PostedRow[]> = { names: [], people: [] };
        for (const row of given) {
          if (isPosted(row)) posted[row.posting.index].push(row);
          else rows.put(row);
        }
        for (const [index, table] of tables) table.put(posted[index]);
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
    close: async () => {
      flush();
      database.close();
    },
  };
}
