// The database file of blobs: every key with what is known of it, the bytes of small blobs, and for a large one the
// name of its file. Decides nothing about files.

import type { DatabaseSync } from 'node:sqlite';
import type { BlobInfo, BlobMetadata } from '../archive/ports.ts';
import { type OpenFileOptions, openSqliteFile, type SqliteFile } from './sqliteFile.ts';

/** Says that a file holds blobs of this program: `mglr`. */
const applicationId = 0x6d676c72;
const version = 1;

/** Keys stand apart from bytes, so that a listing reads few pages. */
function make(db: DatabaseSync): void {
  db.exec(`
    -- metadata: JSON, null where there is none. Either content, a row of contents, or file is given.
    CREATE TABLE blobs (
      key TEXT PRIMARY KEY,
      sizeBytes INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL,
      metadata TEXT,
      content INTEGER,
      file TEXT
    ) WITHOUT ROWID;
    CREATE INDEX blobs_files ON blobs (file) WHERE file IS NOT NULL;
    CREATE TABLE contents (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  `);
}

/** Pages that lie free before they are given back: 1 MB. */
const worthGivingBack = 256;

/** The bytes of a blob, or the name of the file that holds them. */
export type Content = { readonly bytes: Uint8Array } | { readonly file: string };

export interface TableBlob {
  readonly content: Content;
  readonly metadata: BlobMetadata;
  readonly modifiedAt: number;
}

export interface TableInfo extends BlobInfo {
  /** Null where the bytes are in the table. */
  readonly file: string | null;
}

/** Calls that change something stand inside write() of the caller. */
export interface BlobTable extends Pick<SqliteFile, 'write' | 'close'> {
  find(key: string): TableBlob | null;
  info(key: string): TableInfo | null;
  /** Rows from a prefix, after a key, in the order of keys; to be read without a pause. */
  walk(prefix: string, after: string | undefined): Iterable<TableInfo>;
  /** Stores a blob under a key that has none. */
  put(key: string, sizeBytes: number, content: Content, metadata: BlobMetadata): void;
  /** Tells whether there is such a blob. */
  setMetadata(key: string, metadata: BlobMetadata): boolean;
  delete(key: string): void;
  /** Whether a blob's bytes are in the file of that name. */
  namesFile(file: string): boolean;
  /** Whether transactions wait for the disk. */
  setDurable(isDurable: boolean): void;
  /** Gives room back that removed blobs left, where it is worth it. */
  giveBack(): void;
}

type InfoRow = readonly [key: string, sizeBytes: number, modifiedAt: number, file: string | null];

const infoOf = ([key, sizeBytes, modifiedAt, file]: InfoRow): TableInfo => ({ key, sizeBytes, modifiedAt, file });

const textOf = (metadata: BlobMetadata): string | null =>
  Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);

/** Opens the file, making it if it is not there; errors as openSqliteFile() has them. */
export async function openBlobTable(path: string, options?: OpenFileOptions): Promise<BlobTable> {
  const format = {
    ...{ applicationId, version, make },
    pageBytes: 4096,
    cacheBytes: 16 * 1024 * 1024,
    givesBack: true,
  };
  const { db, statements, write, close } = await openSqliteFile(path, format, options);

  return {
    write,
    close,
    find(key) {
      const found = statements
        .of(
          `SELECT metadata, modifiedAt, file, bytes FROM blobs LEFT JOIN contents ON contents.id = blobs.content
           WHERE key = ?`,
        )
        .get(key);
      if (!found) return null;
      return {
        content: found.file === null ? { bytes: found.bytes as Uint8Array } : { file: found.file as string },
        metadata: found.metadata === null ? {} : (JSON.parse(found.metadata as string) as BlobMetadata),
        modifiedAt: found.modifiedAt as number,
      };
    },
    info(key) {
      const statement = statements.of('SELECT key, sizeBytes, modifiedAt, file FROM blobs WHERE key = ?');
      statement.setReturnArrays(true);
      const found = statement.get(key) as unknown as InfoRow | undefined;
      return found ? infoOf(found) : null;
    },
    *walk(prefix, after = '') {
      // The sign keeps the second bound from being the one that is sought.
      const rows = statements.iterate(
        `SELECT key, sizeBytes, modifiedAt, file FROM blobs
         WHERE key >= max(?1, ?2) AND +key > ?2 ORDER BY key`,
        prefix,
        after,
      );
      try {
        for (let next = rows.next(); !next.done; next = rows.next()) {
          const info = infoOf(next.value as unknown as InfoRow);
          if (!info.key.startsWith(prefix)) return;
          yield info;
        }
      } finally {
        rows.return?.();
      }
    },
    put(key, sizeBytes, content, metadata) {
      const file = 'file' in content ? content.file : null;
      const id =
        'bytes' in content
          ? statements.of('INSERT INTO contents (bytes) VALUES (?)').run(content.bytes).lastInsertRowid
          : null;
      statements
        .of('INSERT INTO blobs (key, sizeBytes, modifiedAt, metadata, content, file) VALUES (?, ?, ?, ?, ?, ?)')
        .run(...([key, sizeBytes, Date.now()] as const), textOf(metadata), ...([id, file] as const));
    },
    setMetadata(key, metadata) {
      return statements.of('UPDATE blobs SET metadata = ? WHERE key = ?').run(textOf(metadata), key).changes === 1;
    },
    delete(key) {
      statements.of('DELETE FROM contents WHERE id = (SELECT content FROM blobs WHERE key = ?)').run(key);
      statements.of('DELETE FROM blobs WHERE key = ?').run(key);
    },
    namesFile: file => statements.of('SELECT 1 FROM blobs WHERE file = ?').get(file) !== undefined,
    setDurable(isDurable) {
      db.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    },
    giveBack() {
      const free = Number(db.prepare('PRAGMA freelist_count').get()?.freelist_count);
      if (free >= worthGivingBack) db.exec('PRAGMA incremental_vacuum');
    },
  };
}
