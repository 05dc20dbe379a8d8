// The one database file of a data directory: how it is opened, what tables it has, which format it is, and how it is
// written by several processes at once. Knows nothing of what the rows mean.

import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IndexName, indexNames } from '../archive/ports.ts';
import { UserError } from '../errors.ts';
import { sqlite, sqliteCode } from './sqliteFailure.ts';
import { prepareOnce, type Statements } from './statements.ts';

/** Raised when a database of before cannot be read as it is. */
const formatVersion = 2;
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
`;

/** The tables of one index. */
const indexSchema = (index: IndexName): string => `
  -- Partitions of rows with a posting: few texts, repeated a lot.
  CREATE TABLE ${index}_partitions (id INTEGER PRIMARY KEY, pk TEXT NOT NULL UNIQUE);

  -- Rows with a posting. sk: a packed position. isFar: the slot is so far from the natural one that a look-up needs
  -- the index. digest: of the tokens, to tell whether they changed.
  CREATE TABLE ${index} (
    slot INTEGER PRIMARY KEY,
    sk BLOB NOT NULL,
    text TEXT NOT NULL,
    facts TEXT NOT NULL,
    partition INTEGER NOT NULL,
    isFar INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    data TEXT NOT NULL
  );
  CREATE INDEX ${index}_far ON ${index} (sk) WHERE isFar = 1;

  -- Postings: token to slots. Nothing else is kept in it.
  CREATE VIRTUAL TABLE ${index}_terms USING fts5 (
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

export interface DatabaseOptions {
  /** Whether the rows of an older format are thrown away, settings excepted, by someone who makes them again. */
  readonly renew?: boolean;
}

/**
 * Opens the database file, making it if it is not there.
 * @throws UserError for another format or a file that is something else; errors of node:sqlite as they are.
 */
export async function openDatabase(file: string, { renew = false }: DatabaseOptions = {}): Promise<Database> {
  // Made first, so that no one else can read it; SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: busyMilliseconds });
  try {
    await untilFree(() => prepare(db, file, renew));
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
           WHERE name IN (${['rows', ...indexNames.flatMap(index => [index, `${index}_terms_docsize`])].map(name => `'${name}'`).join(', ')})
           AND aggregate = TRUE`,
        )
        .get() as { size: number; empty: number };
      if (size < leastCompacted) return false;
      const isMerged = indexNames.filter(index => mergePostings(db, index)).length > 0;
      if (empty < size * worthCompacting) return isMerged;
      // On disk, since the copy is as large as the file.
      db.exec('PRAGMA temp_store = FILE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA temp_store = MEMORY');
      return true;
    },
    close: () => db.close(),
  };
}

/** Makes one segment of all postings where there are many; tells whether it did. */
function mergePostings(db: DatabaseSync, index: IndexName): boolean {
  const segments = Number(db.prepare(`SELECT count(DISTINCT segid) AS n FROM ${index}_terms_idx`).get()?.n);
  if (segments <= fewSegments) return false;
  db.exec(`INSERT INTO ${index}_terms (${index}_terms) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`);
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
function prepare(db: DatabaseSync, file: string, renewed: boolean): void {
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
  if (version === formatVersion) return;
  if (!renewed)
    throw new UserError(
      `${file} was written by an older mailglob (format ${version}, this one reads ${formatVersion}): run mailglob rebuild, which makes it again from the raw mails`,
    );
  renew(db);
}

function create(db: DatabaseSync): void {
  undoneUnlessWhole(db, () => {
    const isEmpty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0;
    // Another process may have been first.
    if (isEmpty) makeTables(db);
  });
}

/** Leaves nothing of an older format but its settings, which no mail gives. */
function renew(db: DatabaseSync): void {
  undoneUnlessWhole(db, () => {
    if (db.prepare('PRAGMA user_version').get()?.user_version === formatVersion) return;
    const settings = db.prepare(`SELECT pk, sk, data FROM rows WHERE pk = 's'`).all();
    // Dropping a virtual table drops the tables that are behind it.
    const virtual = db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`).all();
    for (const { name } of virtual) db.exec(`DROP TABLE "${name}"`);
    const plain = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
    for (const { name } of plain) db.exec(`DROP TABLE "${name}"`);
    makeTables(db);
    const put = db.prepare('INSERT INTO rows (pk, sk, data) VALUES (?, ?, ?)');
    for (const { pk, sk, data } of settings) put.run(String(pk), String(sk), String(data));
  });
}

function makeTables(db: DatabaseSync): void {
  db.exec(schema);
  for (const index of indexNames) db.exec(indexSchema(index));
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
}

function undoneUnlessWhole(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}
