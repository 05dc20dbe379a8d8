// SQLite's own FTS5 with trigrams over the same names, in the form of ../shared/bench/bench_peers.py: a table, an index
// of its lower-case names, pragmas that favour it, and GLOB.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lines, type NamesFiles, readDates } from '../archives.ts';
import type { BenchContext, Size } from '../benchmark.ts';
import type { BenchQuery } from '../queries.ts';

export interface Fts5Peer {
  readonly seconds: number;
  readonly bytes: number;
  /** Asks a question and gives how many rows came. */
  ask(query: BenchQuery): number;
  close(): void;
}

export async function fts5Peer(context: BenchContext, files: NamesFiles, { label }: Size): Promise<Fts5Peer> {
  const file = join(files.dir, 'fts5.sqlite');
  const record = join(files.dir, 'fts5.json');
  if (!existsSync(record)) {
    context.progress(`building an FTS5 trigram index of ${label} names`);
    await rm(file, { force: true });
    const seconds = build(file, files);
    writeFileSync(record, JSON.stringify({ seconds, bytes: statSync(file).size }));
  }
  const db = new DatabaseSync(file);
  db.exec('PRAGMA cache_size = -2000000; PRAGMA mmap_size = 8000000000');
  const made = JSON.parse(readFileSync(record, 'utf8')) as { seconds: number; bytes: number };
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return {
    ...made,
    ask({ pattern, after, before, limit, page }) {
      const sql = `SELECT att.id, att.name, att.date FROM f JOIN att ON att.id = f.rowid WHERE f.lname GLOB ?
        ${after === null ? '' : 'AND att.date >= ?'} ${before === null ? '' : 'AND att.date < ?'}
        ORDER BY f.rowid LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
      const statement = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, statement);
      const bounds = [after, before].filter(bound => bound !== null);
      return statement.all(pattern.toLowerCase(), ...bounds).length;
    },
    close: () => db.close(),
  };
}

/** Seconds that it took. */
function build(file: string, { names, dates }: NamesFiles): number {
  const at = readDates(dates);
  const text = readFileSync(names);
  const db = new DatabaseSync(file);
  const started = performance.now();
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE att (id INTEGER PRIMARY KEY, date INT, name TEXT, lname TEXT);
    CREATE VIRTUAL TABLE f USING fts5 (lname, tokenize = 'trigram', content = 'att', content_rowid = 'id', detail = 'full');
    BEGIN;
  `);
  const insert = db.prepare('INSERT INTO att VALUES (?, ?, ?, ?)');
  let id = 0;
  for (const name of lines(text)) {
    insert.run(id, at[id] ?? 0, name, name.toLowerCase());
    id++;
  }
  db.exec("INSERT INTO f (f) VALUES ('rebuild'); INSERT INTO f (f) VALUES ('optimize'); COMMIT");
  db.close();
  return (performance.now() - started) / 1000;
}
