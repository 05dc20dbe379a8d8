// Archives of names made by the shared generator, each once, and what is in their files.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchContext, BenchError, type Size } from './benchmark.ts';

/** Archives beyond are made without their mails: names and dates alone. */
const mostWithMails = 1_000_000;

/** The word lists that the generator makes names of; without them it makes poorer ones and does not say so. */
const dictionaries = ['american-english', 'french', 'ngerman'].map(name => join('/usr/share/dict', name));

export const missingDictionaries = (): string[] =>
  dictionaries.every(existsSync)
    ? []
    : ['archives are made of few words without word lists (apt-get install wamerican wfrench wngerman)'];

/** A row of corpus.jsonl, as the generator writes it. */
export interface CorpusRow {
  readonly message_id: string;
  readonly subject: string;
  readonly from: string;
  readonly date: string;
  readonly filename: string;
  readonly size: number;
}

export interface NamesFiles {
  readonly dir: string;
  /** UTF-8 lines, the newest first. */
  readonly names: string;
  /** Epoch milliseconds as Float64LE, one a line. */
  readonly dates: string;
  /** The mails; null for an archive too large for it. */
  readonly corpus: string | null;
}

/** The files of an archive, made now if they are not there. */
export async function namesFiles(context: BenchContext, { label, attachments }: Size): Promise<NamesFiles> {
  const isPoor = missingDictionaries().length > 0;
  const dir = join(context.kept, 'archives', `${label}-seed${context.seed}${isPoor ? '-few-words' : ''}`);
  const withMails = attachments <= mostWithMails;
  const files = {
    dir,
    names: join(dir, 'names.txt'),
    dates: join(dir, 'dates.bin'),
    corpus: withMails ? join(dir, 'corpus.jsonl') : null,
  };
  // dates.bin is what the generator writes last.
  if (!existsSync(files.dates)) {
    context.progress(`making an archive of ${label} attachments`);
    const unfinished = `${dir}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const generator = join(context.shared, 'bench', 'gen.mjs');
    if (!existsSync(generator)) throw new BenchError(`there is no ${generator}, which makes the archives`);
    const args = [
      generator,
      String(attachments),
      unfinished,
      String(context.seed),
      ...(withMails ? [] : ['--no-jsonl']),
    ];
    await succeed(process.execPath, args);
    await rm(dir, { recursive: true, force: true });
    await rename(unfinished, dir);
  }
  return files;
}

function succeed(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', fail);
    child.on('exit', status => {
      if (status === 0) done();
      else fail(new Error(`${args[0]} ended with status ${status}`));
    });
  });
}

/** The dates of an archive. */
export function readDates(file: string): Float64Array {
  const bytes = readFileSync(file);
  const dates = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT);
  Buffer.from(dates.buffer).set(bytes);
  return dates;
}

const newline = 10;

/** The lines of a file, or from its end backwards. */
export function* lines(bytes: Buffer, direction: 'forwards' | 'backwards' = 'forwards'): Generator<string> {
  if (direction === 'forwards') {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(newline, from);
      const to = end < 0 ? bytes.length : end;
      yield bytes.toString('utf8', from, to);
      from = to + 1;
    }
    return;
  }
  for (let to = bytes.length - 1; to > 0; ) {
    const before = bytes.lastIndexOf(newline, to - 1);
    yield bytes.toString('utf8', before + 1, to);
    to = before;
  }
}
