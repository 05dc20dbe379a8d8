// The three that take a Maildir in: mailglob's command, notmuch and mu. Each starts from nothing.

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Run, runWatched } from '../childProcess.ts';
import { bytesBelow, diskBytesBelow } from '../diskUse.ts';

export interface Indexed extends Run {
  /** Bytes of the index, without raw mail. */
  readonly indexBytes: number;
  /** Copies of the raw mails with what is kept beside them; on disk, in whole blocks. Null where none are made. */
  readonly rawBytes: { readonly content: number; readonly disk: number } | null;
  /** Until mails were stored, without the start of the process and what is read of attachments behind; null where the program does not tell. */
  readonly mailSeconds: number | null;
}

export interface Indexer {
  readonly name: 'mailglob' | 'notmuch' | 'mu';
  index(): Promise<Indexed>;
  /** Of the index, as other commands of the program want it. */
  readonly env: NodeJS.ProcessEnv;
}

const program = resolve(import.meta.dirname, '../../../dist/mailglob.js');

/** Runs `mailglob import` and reads its summary. */
export async function runImport(
  source: string,
  data: string,
): Promise<Run & { readonly stored: number; readonly mailSeconds: number }> {
  const args = [program, 'import', source, '--account', 'bench', '--data', data, '--json', '--quiet'];
  const run = await runWatched(process.execPath, args);
  const { stored, failed, seconds } = JSON.parse(run.stdout) as { stored: number; failed: number; seconds: number };
  if (failed > 0) throw new Error(`${failed} mails could not be imported`);
  return { ...run, stored, mailSeconds: seconds };
}

export function mailglobIndexer(maildir: string, mails: number, data: string): Indexer {
  return {
    name: 'mailglob',
    env: process.env,
    async index() {
      await rm(data, { recursive: true, force: true });
      const run = await runImport(maildir, data);
      if (run.stored !== mails) throw new Error(`${run.stored} of ${mails} mails were stored`);
      const index = ['mailglob.db', 'mailglob.db-wal', 'mailglob.db-shm'].map(
        name => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0,
      );
      return {
        ...run,
        indexBytes: index.reduce((sum, size) => sum + size, 0),
        rawBytes: { content: bytesBelow(join(data, 'blobs')), disk: diskBytesBelow(join(data, 'blobs')) },
      };
    },
  };
}

export function notmuchIndexer(maildir: string, work: string): Indexer {
  const config = join(work, 'notmuch-config');
  const database = join(work, 'notmuch');
  const settings = `[database]\nmail_root=${maildir}\npath=${database}\n[new]\ntags=\nignore=\n`;
  const env = { ...process.env, HOME: work, NOTMUCH_CONFIG: config, LC_ALL: 'C.UTF-8' };
  return {
    name: 'notmuch',
    env,
    async index() {
      await rm(database, { recursive: true, force: true });
      await mkdir(database, { recursive: true });
      writeFileSync(config, `${settings}[user]\nname=x\nprimary_email=a@b.c\n`);
      const run = await runWatched('notmuch', ['new', '--quiet'], env);
      return { ...run, indexBytes: bytesBelow(database), rawBytes: null, mailSeconds: null };
    },
  };
}

export function muIndexer(maildir: string, work: string): Indexer {
  const home = join(work, 'mu');
  const env = { ...process.env, HOME: work, MUHOME: home, LC_ALL: 'C.UTF-8' };
  return {
    name: 'mu',
    env,
    async index() {
      rmSync(home, { recursive: true, force: true });
      await runWatched('mu', ['init', `--maildir=${maildir}`], env);
      const run = await runWatched('mu', ['index', '--quiet'], env);
      return { ...run, indexBytes: bytesBelow(home), rawBytes: null, mailSeconds: null };
    },
  };
}
