// The database file of rows and postings: what tables it has, and how it is compacted. Knows nothing of what the rows
// mean.

import type { DatabaseSync } from 'node:sqlite';
import { apiKeyPk, keyUsePk } from '../archive/keys.ts';
import { type IndexName, indexNames } from '../archive/ports.ts';
import { type OpenFileOptions, openSqliteFile, type SqliteFile } from './sqliteFile.ts';

/** Raised when a database of before cannot be read as it is. */
const formatVersion = 5;
/** Says that a database is an archive of this program: `mglb`. */
const applicationId = 0x6d676c62;
/** The part of the pages that must be empty before the file is written anew. */
const worthCompacting = 0.1;
/** A smaller file is left as it is. */
const leastCompacted = 1024 * 1024;
/** Postings are decoded by the page, also where one alone of a long list is wanted: joined terms take half of what they take with pages of 4 KB. */
const postingPageBytes = 1000;
/** Segments of the postings that are left as they are: each is opened for each term of a question. */
const fewSegments = 2;

const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

  -- Rows without a posting.
  CREATE TABLE rows (pk TEXT NOT NULL, sk TEXT NOT NULL, data TEXT NOT NULL, bytes BLOB, PRIMARY KEY (pk, sk)) WITHOUT ROWID;
`;

/** The tables of one index. */
const indexSchema = (index: IndexName): string => `
  -- Partitions of rows with a posting: few texts, repeated a lot.
  CREATE TABLE ${index}_partitions (id INTEGER PRIMARY KEY, pk TEXT NOT NULL UNIQUE);

  -- Rows with a posting. sk: a position. isFar: the slot is a far one, for which a look-up needs the
  -- index. digest: of the tokens, to tell whether they changed.
  CREATE TABLE ${index} (
    slot INTEGER PRIMARY KEY,
    sk TEXT NOT NULL,
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
  INSERT INTO ${index}_terms (${index}_terms, rank) VALUES ('pgsz', ${postingPageBytes});
`;

export interface Database extends Pick<SqliteFile, 'statements' | 'write' | 'read' | 'close'> {
  /**
   * Merges postings that lie in many pieces, which halves what most questions take, and writes the file anew where
   * much of its pages is empty, as after rows that did not come in order of time; tells whether it did either.
   * Writers wait meanwhile (2 to 5 seconds a million rows), and the file's size is needed once more.
   */
  compact(): boolean;
  /** Whether its pages hang together, all of which are read. @throws errors of node:sqlite */
  isWhole(): boolean;
}

export interface DatabaseOptions extends OpenFileOptions {
  /** Whether the rows of an older format are thrown away, settings and keys excepted, by someone who makes them again. */
  readonly renew?: boolean;
}

/**
 * Opens the database file, making it if it is not there.
 * @throws UserError for another format or a file that is something else; errors of node:sqlite as they are.
 */
export async function openDatabase(
  file: string,
  { renew: isRenewed = false, ...options }: DatabaseOptions = {},
): Promise<Database> {
  const format = {
    applicationId,
    version: formatVersion,
    pageBytes: 8192,
    cacheBytes: 64 * 1024 * 1024,
    givesBack: false,
    make,
    ...(isRenewed && { renew }),
  };
  const { db, statements, write, read, close } = await openSqliteFile(file, format, options);
  return {
    ...{ statements, write, read, close },
    isWhole: () => db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok',
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
  };
}

/** Makes one segment of all postings where there are many; tells whether it did. */
function mergePostings(db: DatabaseSync, index: IndexName): boolean {
  const segments = Number(db.prepare(`SELECT count(DISTINCT segid) AS n FROM ${index}_terms_idx`).get()?.n);
  if (segments <= fewSegments) return false;
  db.exec(`INSERT INTO ${index}_terms (${index}_terms) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`);
  return true;
}

/** Leaves nothing of an older format but what no mail gives: settings, and who has which key. */
function renew(db: DatabaseSync): void {
  const kept = db.prepare('SELECT pk, sk, data FROM rows WHERE pk IN (?, ?, ?)').all('s', apiKeyPk, keyUsePk);
  // Dropping a virtual table drops the tables that are behind it.
  const virtual = db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`).all();
  for (const { name } of virtual) db.exec(`DROP TABLE "${name}"`);
  const plain = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
  for (const { name } of plain) db.exec(`DROP TABLE "${name}"`);
  make(db);
  const put = db.prepare('INSERT INTO rows (pk, sk, data) VALUES (?, ?, ?)');
  for (const { pk, sk, data } of kept) put.run(String(pk), String(sk), String(data));
}

function make(db: DatabaseSync): void {
  db.exec(schema);
  for (const index of indexNames) db.exec(indexSchema(index));
}
