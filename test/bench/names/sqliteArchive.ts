// An archive of names in the shipped SQLite store, made once for what the code makes of it.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../lib/limits.ts';
import { type LocalArchive, openArchive } from '../../../lib/local/openArchive.ts';
import type { NamesFiles } from '../archives.ts';
import type { BenchContext, Size } from '../benchmark.ts';
import { bytesBelow } from '../diskUse.ts';
import { type Mail, mails, rowsOf } from './corpusRows.ts';

/** What was measured while the archive was made. */
export interface Made {
  readonly attachments: number;
  /** Of making rows, storing and compacting them; reading the generated file is not among them. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/** Messages that are stored at once: as many as the importer does. */
export const batchMessages = limits.importBatchMessages.value;

/** The code that decides what an archive holds: where it changes, archives are made again. */
const sources = [
  'lib/archive/keys.ts',
  'lib/archive/names.ts',
  'lib/archive/position.ts',
  'lib/archive/rows.ts',
  'lib/local/database.ts',
  'lib/local/postingTable.ts',
  'lib/local/slots.ts',
  'lib/local/sqliteFile.ts',
  'lib/local/tokens.ts',
  'lib/names/fold.ts',
  'lib/names/grams.ts',
];

function codeDigest(): string {
  const root = join(import.meta.dirname, '../../..');
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(root, source)));
  return hash.digest('hex').slice(0, 12);
}

export interface SqliteArchive {
  readonly archive: LocalArchive;
  readonly made: Made;
}

/** Opens the archive of a size, making it first where it is not there. */
export async function sqliteArchive(
  context: BenchContext,
  { dir, corpus }: NamesFiles & { readonly corpus: string },
  { label }: Size,
): Promise<SqliteArchive> {
  const data = join(dir, `sqlite-${codeDigest()}-by${batchMessages}`);
  const record = join(data, 'made.json');
  if (!existsSync(record)) {
    context.progress(`storing ${label} attachments in SQLite`);
    for (const old of readdirSync(dir))
      if (old.startsWith('sqlite-')) await rm(join(dir, old), { recursive: true, force: true });
    writeFileSync(record, JSON.stringify(await make(data, corpus)));
  }
  const made = JSON.parse(readFileSync(record, 'utf8')) as Made;
  return { archive: await openArchive(data, { create: false }), made };
}

async function make(data: string, corpus: string): Promise<Made> {
  const { store, compact, close } = await openArchive(data);
  let milliseconds = 0;
  let cpu = 0;
  let attachments = 0;
  let batch: Mail[] = [];
  const timed = async (work: () => Promise<void>) => {
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    await work();
    milliseconds += performance.now() - started;
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu += user + system;
  };
  const put = async () => {
    const rows = batch.flatMap(rowsOf);
    await store.put(rows);
    attachments += rows.length;
    batch = [];
  };
  for (const mail of mails(corpus)) {
    batch.push(mail);
    if (batch.length >= batchMessages) await timed(put);
  }
  await timed(put);
  // As after any large import.
  await timed(compact);
  await timed(close);
  return { attachments, seconds: milliseconds / 1000, cpuSeconds: cpu / 1e6, bytes: bytesBelow(data) };
}
