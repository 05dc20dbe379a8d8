// The one database file of a data directory: how it is opened, what tables it has, which format it is, and how it is
// written by several processes at once. Knows nothing of what the rows mean.

import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { sqlite, sqliteCode } from './sqliteFailure.ts';
import { prepareOnce, type Statements } from './statements.ts';

/** Raised when a database of before cannot be read as it is. */
const formatVersion = 1;
/** Says that a database is an archive of this program: `mglb`. */
const applicationId = 0x6d676c62;
/** How long a writer waits for the one before it. */
const busyMilliseconds = 30_000;
/** The part of the pages that must be empty before the file is written anew. */
const worthCompacting = 0.1;
/** A smaller file is left as it is. */
const leastCompacted = 1024 * 1024;
/** Segments of the postings that are left as they are: each is opened for each term of a question. */
const fewSegments = 2;

const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

  -- Rows without a posting.
  CREATE TABLE rows (pk TEXT NOT NULL, sk TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (pk, sk)) WITHOUT ROWID;

  -- Partitions of rows with a posting: few texts, repeated a lot.
  CREATE TABLE partitions (id INTEGER PRIMARY KEY, pk TEXT NOT NULL UNIQUE);

  -- Rows with a posting. sk: a packed position. isFar: the slot is so far from the natural one that a look-up needs
  -- the index. digest: of the tokens, to tell whether they changed.
  CREATE TABLE names (
    slot INTEGER PRIMARY KEY,
    sk BLOB NOT NULL,
    text TEXT NOT NULL,
    facts TEXT NOT NULL,
    partition INTEGER NOT NULL,
    isFar INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    data TEXT NOT NULL
  );
  CREATE INDEX names_far ON names (sk) WHERE isFar = 1;

  -- Postings: token to slots. Nothing else is kept in it.
  CREATE VIRTUAL TABLE names_terms USING fts5 (
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = ascii
  );
`;

export interface Database {
  readonly statements: Statements;
  /**
   * Runs `work` in a transaction that holds the write lock from its beginning, so that what it reads stays true.
   * Undone whole if it throws.
   */
  write<T>(work: () => T): T;
  /** Runs `work` on one snapshot of the database. */
  read<T>(work: () => T): T;
  /**
   * Merges postings that lie in many pieces, which halves what most questions take, and writes the file anew where
   * much of its pages is empty, as after rows that did not come in order of time; tells whether it did either.
   * Writers wait meanwhile (2 to 5 seconds a million rows), and the file's size is needed once more.
   */
  compact(): boolean;
  close(): void;
}

/**
 * Opens the database file, making it if it is not there.
 * @throws UserError for a newer format or a file that is something else; errors of node:sqlite as they are.
 */
export async function openDatabase(file: string): Promise<Database> {
  // Made first, so that no one else can read it; SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: busyMilliseconds });
  try {
    await untilFree(() => prepare(db, file));
  } catch (error) {
    db.close();
    throw error;
  }
  return databaseOf(db);
}

function databaseOf(db: DatabaseSync): Database {
  function transaction<T>(begin: string, work: () => T): T {
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
  return {
    statements: prepareOnce(db),
    write: work => transaction('BEGIN IMMEDIATE', work),
    read: work => transaction('BEGIN', work),
    compact() {
      const { size, empty } = db
        .prepare(
          `SELECT sum(pgsize) AS size, sum(unused) AS empty FROM dbstat
           WHERE name IN ('names', 'names_terms_docsize', 'rows') AND aggregate = TRUE`,
        )
        .get() as { size: number; empty: number };
      if (size < leastCompacted) return false;
      const isMerged = mergePostings(db);
      if (empty < size * worthCompacting) return isMerged;
      // On disk, since the copy is as large as the file.
      db.exec('PRAGMA temp_store = FILE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA temp_store = MEMORY');
      return true;
    },
    close: () => db.close(),
  };
}

/** Makes one segment of all postings where there are many; tells whether it did. */
function mergePostings(db: DatabaseSync): boolean {
  const segments = Number(db.prepare('SELECT count(DISTINCT segid) AS n FROM names_terms_idx').get()?.n);
  if (segments <= fewSegments) return false;
  db.exec(`INSERT INTO names_terms (names_terms) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`);
  return true;
}

/** Some locks (changing the journal mode) answer at once that the database is busy: asked again until they are free. */
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

/**
 * FULL: what put() has answered is there after a power cut too. In WAL mode that is one fsync a transaction, which
 * costs an import of hundreds of mails a transaction nothing to speak of.
 */
function prepare(db: DatabaseSync, file: string): void {
  db.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = ${64 * 1024 * 1024};
    PRAGMA cache_size = ${-64 * 1024};
    PRAGMA temp_store = MEMORY;
  `);
  const pragma = (name: string): unknown => db.prepare(`PRAGMA ${name}`).get()?.[name];
  if (pragma('user_version') === 0) create(db);
  if (pragma('application_id') !== applicationId)
    throw new UserError(`${file} is not an archive of mailglob: name another directory with --data`);
  const version = Number(pragma('user_version'));
  if (version > formatVersion)
    throw new UserError(
      `${file} was written by a newer mailglob (format ${version}, this one reads ${formatVersion}): update mailglob, or name another directory with --data`,
    );
}

function create(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const isEmpty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0;
    // Another process may have been first.
    if (isEmpty) {
      db.exec(schema);
      db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
    }
    db.exec('COMMIT');
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}
