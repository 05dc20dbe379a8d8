// SQLite's own FTS5 with trigrams as a mail archive would use it: every field of a row that a page shows, newest first,
// taken in batch by batch as the importer stores mails, and no less durably. The peer in speed of what we deliver;
// fts5Peer.ts is an index of bare names, built at once.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { NamesFiles } from '../archives.ts';
import type { BenchContext, Size } from '../benchmark.ts';
import { bytesBelow } from '../diskUse.ts';
import type { BenchQuery } from '../queries.ts';
import { type Mail, mails } from './corpusRows.ts';
import type { Fts5Peer } from './fts5Peer.ts';
import { batchMessages, type Made } from './sqliteArchive.ts';

export interface Fts5Archive extends Pick<Fts5Peer, 'ask' | 'close'> {
  readonly made: Made;
}

export async function fts5Archive(
  context: BenchContext,
  { dir, corpus }: NamesFiles & { readonly corpus: string },
  { label }: Size,
): Promise<Fts5Archive> {
  const data = join(dir, 'fts5-archive');
  const file = join(data, 'archive.sqlite');
  const record = join(data, 'made.json');
  if (!existsSync(record)) {
    context.progress(`storing ${label} attachments in FTS5 with trigrams`);
    await rm(data, { recursive: true, force: true });
    mkdirSync(data);
    writeFileSync(record, JSON.stringify(make(data, file, corpus)));
  }
  const db = new DatabaseSync(file);
  db.exec('PRAGMA cache_size = -2000000; PRAGMA mmap_size = 8000000000');
  const prepared = new Map<string, StatementSync>();
  return {
    made: JSON.parse(readFileSync(record, 'utf8')) as Made,
    ask({ pattern, after, before, limit, page }: BenchQuery) {
      const sql = `SELECT a.account, a.message_id, a.number, a.date, a.name, a.subject, a.sender, a.size, a.type, a.inline
        FROM f JOIN att AS a ON a.id = f.rowid WHERE f.lname GLOB ? AND a.inline = 0
        ${after === null ? '' : 'AND a.date >= ?'} ${before === null ? '' : 'AND a.date < ?'}
        ORDER BY f.rowid DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
      const statement = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, statement);
      const bounds = [after, before].filter(bound => bound !== null);
      return statement.all(pattern.toLowerCase(), ...bounds).length;
    },
    close: () => db.close(),
  };
}

/** Ids rise with the date, which mails of one archive come in; real mail would have to be sorted. */
function make(data: string, file: string, corpus: string): Made {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;
    CREATE TABLE att (
      id INTEGER PRIMARY KEY, account TEXT, message_id TEXT, number INT, date INT, name TEXT, lname TEXT, subject TEXT,
      sender TEXT, size INT, type TEXT, inline INT, UNIQUE (message_id, number)
    );
    CREATE VIRTUAL TABLE f USING fts5 (lname, tokenize = 'trigram', content = 'att', content_rowid = 'id', detail = 'full');
  `);
  const insert = db.prepare('INSERT INTO att VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const index = db.prepare('INSERT INTO f (rowid, lname) VALUES (?, ?)');
  let id = 0;
  let milliseconds = 0;
  let cpu = 0;
  const timed = (work: () => void) => {
    const started = performance.now();
    const before = process.cpuUsage();
    work();
    milliseconds += performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    cpu += user + system;
  };
  const put = (batch: readonly Mail[]) => {
    db.exec('BEGIN IMMEDIATE');
    for (const { attachments } of batch)
      for (const one of attachments) {
        const lower = one.filename.toLowerCase();
        const { accountId, messageId, number, date, filename, subject, from, sizeBytes, contentType, isInline } = one;
        const rest = [subject, from, sizeBytes, contentType, isInline ? 1 : 0];
        insert.run(++id, accountId, messageId, number, date, filename, lower, ...rest);
        index.run(id, lower);
      }
    db.exec('COMMIT');
  };
  let batch: Mail[] = [];
  for (const mail of mails(corpus)) {
    batch.push(mail);
    if (batch.length < batchMessages) continue;
    timed(() => put(batch));
    batch = [];
  }
  timed(() => put(batch));
  timed(() => db.exec("INSERT INTO f (f) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)"));
  timed(() => db.close());
  return { attachments: id, seconds: milliseconds / 1000, cpuSeconds: cpu / 1e6, bytes: bytesBelow(data) };
}
