// A SQLite file that several processes read and write at once: how it is opened, whose it is and of which format, and
// what a transaction is. Knows no table.

import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { isUnwritable, rebuildCommand, sqlite, sqliteCode } from './sqliteFailure.ts';
import { prepareOnce, type Statements } from './statements.ts';
import { openUnwritable } from './unwritableFile.ts';

/** How long a writer waits for the one before it. */
const busyMilliseconds = 30_000;

export interface Format {
  /** Says whose file it is, and what kind of. */
  readonly applicationId: number;
  /** Raised when a file of before cannot be read as it is. */
  readonly version: number;
  /** A page is what is read and written of the file at once. */
  readonly pageBytes: number;
  /** Memory for pages. */
  readonly cacheBytes: number;
  /** Whether pages that came free can be given back one by one, which costs each write a little. */
  readonly givesBack: boolean;
  /** Makes the tables of an empty file. */
  readonly make: (db: DatabaseSync) => void;
  /** Makes them in place of those of an older format; left out where such a file is refused. */
  readonly renew?: (db: DatabaseSync) => void;
}

export interface SqliteFile {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  /**
   * Runs `work` in a transaction that holds the write lock from its beginning, so that what it reads stays true.
   * Undone whole if it throws.
   */
  write<T>(work: () => T): T;
  /** Runs `work` on one snapshot of the file. */
  read<T>(work: () => T): T;
  close(): void;
}

export interface OpenFileOptions {
  /** Whether, if the file cannot be written, it may be kept from all other processes to read it; else false. */
  readonly mayLock?: boolean;
}

/**
 * Opens a file, making it if it is not there. One that cannot be written is opened to be read, if it can.
 * @throws UserError for another format or a file that is something else; errors of node:sqlite as they are.
 */
export async function openSqliteFile(
  file: string,
  format: Format,
  { mayLock = false }: OpenFileOptions = {},
): Promise<SqliteFile> {
  try {
    return await openWritable(file, format);
  } catch (error) {
    if (!isUnwritable(error) || format.renew) throw error;
    const readable = openUnwritable(file, {
      ...{ busyMilliseconds, mayLock },
      prepare(db) {
        db.exec(`PRAGMA cache_size = ${cacheSize(format)}; PRAGMA temp_store = MEMORY`);
        checkFormat(db, file, format);
      },
    });
    if (readable === null) throw error;
    const { db, statements, read, close } = readable;
    return {
      ...{ db: db(), statements, close },
      write() {
        throw error;
      },
      read: work => read(connection => transaction(connection, 'BEGIN', work)),
    };
  }
}

async function openWritable(file: string, format: Format): Promise<SqliteFile> {
  // Made first, so that no one else can read it; SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: busyMilliseconds });
  try {
    await untilFree(() => prepare(db, file, format));
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    statements: prepareOnce(db),
    write: work => transaction(db, 'BEGIN IMMEDIATE', work),
    read: quickReading(db),
    close: () => db.close(),
  };
}

/** As transaction(), with statements that are prepared once: a question of an archive may take no longer than they. */
function quickReading(db: DatabaseSync): <T>(work: () => T) => T {
  const begin = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  // get() makes no object of what changed, as run() does.
  return work => {
    begin.get();
    try {
      const result = work();
      commit.get();
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
}

function transaction<T>(db: DatabaseSync, begin: string, work: () => T): T {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } finally {
    // SQLite has undone the transaction by itself where the disk was full.
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

/** Some locks (changing the journal mode) answer at once that the file is busy: asked again until they are free. */
async function untilFree(attempt: () => void): Promise<void> {
  const deadline = performance.now() + busyMilliseconds;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      const code = sqliteCode(error);
      if ((code !== sqlite.busy && code !== sqlite.locked) || performance.now() > deadline) throw error;
    }
    await sleep(5 + Math.random() * 20);
  }
}

/** Bytes that are written before they are moved to their places in the file: what changes often is moved seldom. */
const checkpointBytes = 32 * 1024 * 1024;

/** As SQLite takes it: kB, below 0. */
const cacheSize = ({ cacheBytes }: Format): number => -Math.ceil(cacheBytes / 1024);

const pragmaOf = (db: DatabaseSync, name: string): unknown => db.prepare(`PRAGMA ${name}`).get()?.[name];

/**
 * FULL: what a transaction wrote is there after a power cut too. In WAL mode that is one fsync a transaction, which
 * costs an import of hundreds of mails a transaction nothing to speak of.
 */
function prepare(db: DatabaseSync, file: string, format: Format): void {
  db.exec(`
    PRAGMA page_size = ${format.pageBytes};
    PRAGMA auto_vacuum = ${format.givesBack ? 'INCREMENTAL' : 'NONE'};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = ${checkpointBytes / format.pageBytes};
    PRAGMA journal_size_limit = ${2 * checkpointBytes};
    PRAGMA cache_size = ${cacheSize(format)};
    PRAGMA temp_store = MEMORY;
  `);
  const { applicationId, version, renew } = format;
  const stamp = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`;
  if (pragmaOf(db, 'user_version') === 0)
    transaction(db, 'BEGIN IMMEDIATE', () => {
      // Another process may have been first.
      if (db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n !== 0) return;
      format.make(db);
      db.exec(stamp);
    });
  checkFormat(db, file, format);
  if (!renew || pragmaOf(db, 'user_version') === version) return;
  transaction(db, 'BEGIN IMMEDIATE', () => {
    if (pragmaOf(db, 'user_version') === version) return;
    renew(db);
    db.exec(stamp);
  });
}

/** Refuses what is not of this program, or of a format that this one does not read. */
function checkFormat(db: DatabaseSync, file: string, { applicationId, version, renew }: Format): void {
  if (pragmaOf(db, 'application_id') !== applicationId)
    throw new UserError(`${file} is not an archive of mailglob: name another directory with --data`);
  const found = Number(pragmaOf(db, 'user_version'));
  if (found > version)
    throw new UserError(
      `${file} was written by a newer mailglob (format ${found}, this one reads ${version}): update mailglob, or name another directory with --data`,
    );
  if (found < version && !renew)
    throw new UserError(
      `${file} was written by an older mailglob (format ${found}, this one reads ${version}): run ${rebuildCommand(dirname(file))}, which makes it again from the raw mails`,
    );
}
