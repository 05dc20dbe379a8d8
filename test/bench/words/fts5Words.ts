// SQLite's own FTS5 over the same texts: an index of words with positions and nothing else, ranked by bm25() with the
// same weights of fields, or newest first. It answers numbers of mails; no row, no passage.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BenchContext } from '../benchmark.ts';
import { stopwatch } from '../stopwatch.ts';
import { resultLimit } from './askWords.ts';
import { fieldTexts } from './fieldTexts.ts';
import { type MadeMails, readMails, wordsDir } from './mailFiles.ts';
import type { WordQuestion } from './questions.ts';

export type Fts5Order = 'ranked' | 'newest';

export interface Fts5Words {
  /** Of writing the index, mails read before. */
  readonly seconds: number;
  readonly bytes: number;
  /** Numbers of the first mails. */
  ask(question: WordQuestion, order: Fts5Order): number[];
  close(): void;
}

const mailsAtOnce = 2_000;

export async function fts5Words(context: BenchContext, mails: MadeMails, count: number): Promise<Fts5Words> {
  const stem = join(wordsDir(context), `fts5-${count}-of-${mails.bodyCharacters}`);
  const [file, record] = [`${stem}.sqlite`, `${stem}.json`];
  if (!existsSync(record)) {
    context.progress(`building an FTS5 index of ${count} mails`);
    await rm(file, { force: true });
    const seconds = await build(file, mails, count);
    writeFileSync(record, JSON.stringify({ seconds, bytes: statSync(file).size }));
  }
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA cache_size = -2000000; PRAGMA mmap_size = 8000000000');
  const orders = { ranked: 'rank', newest: 'rowid DESC' } as const;
  const statements = {
    ranked: db.prepare(statementOf(orders.ranked)),
    newest: db.prepare(statementOf(orders.newest)),
  };
  const made = JSON.parse(readFileSync(record, 'utf8')) as Pick<Fts5Words, 'seconds' | 'bytes'>;
  return {
    ...made,
    ask: (question, order) => statements[order].all(matchOf(question)).map(({ rowid }) => Number(rowid) - 1),
    close: () => db.close(),
  };
}

const statementOf = (order: string): string =>
  `SELECT rowid FROM f WHERE f MATCH ? ORDER BY ${order} LIMIT ${resultLimit}`;

/** The question as FTS5 has it: every word quoted, so that none is taken for syntax. */
function matchOf({ text, sender }: WordQuestion): string {
  const required = sender === null ? [] : [`sender : "${sender}"`];
  const excluded: string[] = [];
  for (const [, minus, phrase, word] of text.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g))
    (minus ? excluded : required).push(`"${phrase ?? word}"`);
  return [`(${required.join(' AND ')})`, ...excluded].join(' NOT ');
}

async function build(file: string, mails: MadeMails, count: number): Promise<number> {
  const db = new DatabaseSync(file);
  const { timed, milliseconds } = stopwatch();
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE f USING fts5 (subject, people, files, body, sender, content = '', tokenize = 'porter unicode61');
    INSERT INTO f (f, rank) VALUES ('rank', 'bm25(3.0, 2.0, 2.0, 1.0, 0.0)');
  `);
  const insert = db.prepare('INSERT INTO f (rowid, subject, people, files, body, sender) VALUES (?, ?, ?, ?, ?, ?)');
  let some: (readonly [number, string, string, string, string, string])[] = [];
  const put = () => {
    db.exec('BEGIN');
    for (const values of some) insert.run(...values);
    db.exec('COMMIT');
    some = [];
  };
  for await (const mail of readMails(mails, 0, count)) {
    const { subject, people, files, body } = fieldTexts(mail);
    some.push([mail.number + 1, subject, people.join('\n'), files.join('\n'), body, mail.from.address]);
    if (some.length >= mailsAtOnce) timed(put);
  }
  timed(put);
  timed(() => db.exec("INSERT INTO f (f) VALUES ('optimize')"));
  db.close();
  return milliseconds() / 1000;
}
