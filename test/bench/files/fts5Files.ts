// SQLite's own FTS5 over the same files: an index of words with positions, one of trigrams of names, and an ordinary table
// of what is filtered by. It answers numbers of files; no row, no passage.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BenchContext } from '../benchmark.ts';
import { stopwatch } from '../stopwatch.ts';
import { resultLimit } from './askFiles.ts';
import type { FileQuestion } from './fileQuestions.ts';
import { type FilesCorpus, readMadeFiles } from './filesCorpus.ts';

export interface Fts5Files {
  readonly seconds: number;
  readonly bytes: number;
  ask(question: FileQuestion): number[];
  close(): void;
}

const filesAtOnce = 500;

export async function fts5Files(context: BenchContext, corpus: FilesCorpus): Promise<Fts5Files> {
  const [file, record] = [join(corpus.dir, 'fts5.sqlite'), join(corpus.dir, 'fts5.json')];
  if (!existsSync(record)) {
    context.progress(`building an FTS5 index of ${corpus.count} files`);
    await rm(file, { force: true });
    const seconds = await build(file, corpus);
    writeFileSync(record, JSON.stringify({ seconds, bytes: statSync(file).size }));
  }
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA cache_size = -2000000; PRAGMA mmap_size = 8000000000');
  const known = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const statement = (sql: string) => {
    const one = known.get(sql) ?? db.prepare(sql);
    known.set(sql, one);
    return one;
  };
  return {
    ...(JSON.parse(readFileSync(record, 'utf8')) as Pick<Fts5Files, 'seconds' | 'bytes'>),
    ask(question) {
      const { sql, values } = queryOf(question);
      return statement(sql)
        .all(...values)
        .map(({ number }) => Number(number));
    },
    close: () => db.close(),
  };
}

function queryOf({ cls, keyword, phrase, tag, type, folder, dates }: FileQuestion) {
  if (cls === 'namePart')
    return {
      sql: `SELECT rowid AS number FROM names WHERE names MATCH ? ORDER BY rowid DESC LIMIT ${resultLimit}`,
      values: [`"${keyword}"`],
    };
  const match = [
    keyword.startsWith('"') ? keyword : keyword.replace(/\S+/g, '"$&"'),
    ...(phrase ? [`"${phrase}"`] : []),
  ];
  // Without the plus sign FTS5 is asked for each of the rows by itself, which takes ten times as long.
  const filters: readonly (readonly [condition: string, values: readonly (string | number)[]])[] = [
    ...(tag === undefined ? [] : ([['+rowid IN (SELECT number FROM tags WHERE tag = ?)', [tag]]] as const)),
    ...(type === undefined ? [] : ([['+rowid IN (SELECT number FROM files WHERE type = ?)', [type]]] as const)),
    ...(folder === undefined ? [] : ([['+rowid IN (SELECT number FROM files WHERE folder = ?)', [folder]]] as const)),
    ...(dates === undefined
      ? []
      : ([['+rowid IN (SELECT number FROM files WHERE date >= ? AND date < ?)', dates]] as const)),
  ];
  const where = ['texts MATCH ?', ...filters.map(([condition]) => condition)].join(' AND ');
  return {
    sql: `SELECT rowid AS number FROM texts WHERE ${where} ORDER BY rank LIMIT ${resultLimit}`,
    values: [match.join(' '), ...filters.flatMap(([, values]) => values)],
  };
}

async function build(file: string, corpus: FilesCorpus): Promise<number> {
  const db = new DatabaseSync(file);
  const { timed, milliseconds } = stopwatch();
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE texts USING fts5 (name, body, content = '', tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE names USING fts5 (name, content = '', tokenize = 'trigram');
    CREATE TABLE files (number INTEGER PRIMARY KEY, type TEXT, folder TEXT, date INTEGER);
    CREATE TABLE tags (tag TEXT, number INTEGER);
    CREATE INDEX byType ON files (type); CREATE INDEX byFolder ON files (folder); CREATE INDEX byDate ON files (date);
    CREATE INDEX byTag ON tags (tag, number);
  `);
  const [text, name] = [
    db.prepare('INSERT INTO texts (rowid, name, body) VALUES (?, ?, ?)'),
    db.prepare('INSERT INTO names (rowid, name) VALUES (?, ?)'),
  ];
  const row = db.prepare('INSERT INTO files VALUES (?, ?, ?, ?)');
  const tagOf = db.prepare('INSERT INTO tags VALUES (?, ?)');
  let work: (() => void)[] = [];
  const put = () => {
    db.exec('BEGIN');
    for (const one of work) one();
    db.exec('COMMIT');
    work = [];
  };
  for await (const file of readMadeFiles(corpus)) {
    const { number, type, folder, tags, date, modified, pages } = file;
    const body = pages.join('\n\n');
    work.push(() => {
      text.run(number, file.name, body);
      name.run(number, file.name);
      row.run(number, type, folder, date === null ? modified : Date.parse(date));
      for (const tag of tags) tagOf.run(tag, number);
    });
    if (work.length >= filesAtOnce) timed(put);
  }
  timed(put);
  timed(() => db.exec("INSERT INTO texts (texts) VALUES ('optimize'); INSERT INTO names (names) VALUES ('optimize')"));
  db.close();
  return milliseconds() / 1000;
}
