// A SQLite file that can be read and not written: on a full disk or in a read-only directory the file that processes
// share their locks by cannot be made beside it. Says how it is read nevertheless, and what keeps that safe.

import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isUnwritable, sqlite, sqliteCode } from './sqliteFailure.ts';
import { prepareOnce, type Statements } from './statements.ts';

export interface UnwritableOptions {
  /** How long to wait for a process that writes. */
  readonly busyMilliseconds: number;
  /** Whether it may be kept from all other processes until it is closed. */
  readonly mayLock: boolean;
  /** Refuses a file that is not what it should be, and sets what a connection needs. */
  readonly prepare: (db: DatabaseSync) => void;
}

export interface UnwritableFile {
  /** The connection of the moment. */
  readonly db: () => DatabaseSync;
  readonly statements: Statements;
  /** Runs `work` on what nobody changed meanwhile. */
  read<T>(work: (db: DatabaseSync) => T): T;
  close(): void;
}

/** null where there is no such file. */
function statOf(file: string): BigIntStats | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() ? found : null;
}

const sizeOf = (file: string): bigint => statOf(file)?.size ?? 0n;

/** Changes whenever the file or the log beside it is written. */
function stampOf(file: string): string {
  const found = statOf(file);
  return [found?.ino, found?.size, found?.mtimeNs, sizeOf(`${file}-wal`)].join();
}

interface Connection {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  /** What the file was when it was opened as one that nobody writes; null where locks watch over it. */
  readonly stamp: string | null;
}

/** Times a reading is done again where the file was changed under it. */
const attempts = 5;

/**
 * Opens the file to read it; null where there is none, or none of the ways leads to it:
 * - with the locks of others, where another process has made what they are kept in;
 * - alone, with locks in memory, which keeps every other process away;
 * - as a file that nobody writes, where nothing waits in a log beside it. It is opened again once it has changed.
 */
export function openUnwritable(file: string, options: UnwritableOptions): UnwritableFile | null {
  const first = connect(file, options);
  if (first === null) return null;
  let current = first;

  function renew(): void {
    // What is being read stays: the reading is looked at when it is over.
    if (current.stamp === null || current.db.isTransaction || current.stamp === stampOf(file)) return;
    const next = connect(file, options);
    if (next === null) throw new Error('the file was taken away, or is being written by a process that cannot be seen');
    current.db.close();
    current = next;
  }

  return {
    db: () => current.db,
    statements: {
      of(sql) {
        renew();
        return current.statements.of(sql);
      },
      arraysOf(sql) {
        renew();
        return current.statements.arraysOf(sql);
      },
      iterate(sql, ...values) {
        renew();
        return current.statements.iterate(sql, ...values);
      },
    },
    read(work) {
      for (let attempt = 1; ; attempt++) {
        renew();
        const { db, stamp } = current;
        const wasChanged = () => stamp !== null && stamp !== stampOf(file);
        try {
          const result = work(db);
          if (!wasChanged() || attempt === attempts) return result;
        } catch (error) {
          if (!wasChanged() || attempt === attempts) throw error;
        }
      }
    },
    close: () => current.db.close(),
  };
}

function connect(file: string, { busyMilliseconds: timeout, mayLock, prepare }: UnwritableOptions): Connection | null {
  if (sizeOf(file) === 0n) return null;
  const shared = () => connection(new DatabaseSync(file, { readOnly: true, timeout }), prepare, null);
  const alone = () => {
    const db = new DatabaseSync(file, { timeout });
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    return connection(db, prepare, null);
  };
  const frozen = (): Connection | null => {
    const stamp = stampOf(file);
    // What waits in a log is not seen this way.
    if (sizeOf(`${file}-wal`) > 0n) return null;
    const url = pathToFileURL(file);
    url.searchParams.set('immutable', '1');
    return connection(new DatabaseSync(url, { readOnly: true }), prepare, stamp);
  };
  for (const way of [shared, ...(mayLock ? [alone] : []), frozen]) {
    try {
      const found = way();
      if (found) return found;
    } catch (error) {
      if (!isUnwritable(error) && sqliteCode(error) !== sqlite.ioError) throw error;
    }
  }
  return null;
}

function connection(db: DatabaseSync, prepare: UnwritableOptions['prepare'], stamp: string | null): Connection {
  try {
    // Nothing is opened before it is read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    prepare(db);
    return { db, statements: prepareOnce(db), stamp };
  } catch (error) {
    db.close();
    throw error;
  }
}
