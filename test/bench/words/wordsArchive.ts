// The local archive of so many made mails, imported by the shipped command and kept for the code that made it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../../lib/archive/ports.ts';
import { familyOf } from '../../../lib/archive/rowFamily.ts';
import { limits } from '../../../lib/limits.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import type { BenchContext } from '../benchmark.ts';
import { bytesBelow } from '../diskUse.ts';
import { runImport } from '../import/indexers.ts';
import { type MadeMails, wordsDir, writeMbox } from './mailFiles.ts';

export const accountId = 'bench';

export interface WordsArchive {
  /** The data directory. */
  readonly data: string;
  /** Until the mails were stored, parsing and everything that is kept included. */
  readonly seconds: number;
  readonly peakBytes: number;
  readonly indexBytes: number;
  readonly blobBytes: number;
  /** What the rows of words take of the index. */
  readonly wordBytes: number;
  /** The same of these rows in a database of their own, in order. */
  readonly wordBytesAlone: number;
}

/** The code that decides what words an archive holds: where it changes, archives are made again. */
const sources = [
  'lib/archive/keys.ts',
  'lib/archive/position.ts',
  ...['batchBlocks', 'documentPlaces', 'mailWords', 'manifest', 'tailRow'].map(name => `lib/archive/words/${name}.ts`),
  'lib/content/contentCodec.ts',
  'lib/local/database.ts',
  'lib/local/rowTable.ts',
];
/** All of this directory but what is for questions and answers. */
const wordSources = 'lib/words';
const others = ['parseQuery.ts', 'snippets.ts'];

function codeDigest(mails: MadeMails): string {
  const root = resolve(import.meta.dirname, '../../..');
  const hash = createHash('sha256').update(`${mails.bodyCharacters} ${limits.sealedDocuments.value}`);
  const own = readdirSync(join(root, wordSources))
    .filter(name => !others.includes(name))
    .toSorted();
  for (const file of [...sources, ...own.map(name => join(wordSources, name))])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

export async function wordsArchive(context: BenchContext, mails: MadeMails, count: number): Promise<WordsArchive> {
  const dir = join(wordsDir(context), `archive-${count}`);
  const data = join(dir, codeDigest(mails));
  const record = join(data, 'made.json');
  if (!existsSync(record)) {
    mkdirSync(dir, { recursive: true });
    for (const old of readdirSync(dir)) await rm(join(dir, old), { recursive: true, force: true });
    const mbox = join(dir, 'mails.mbox');
    context.progress(`importing ${count} mails`);
    await writeMbox(mails, count, mbox);
    const { mailSeconds: seconds, peakBytes, stored } = await runImport(mbox, data);
    if (stored !== count) throw new Error(`${stored} of ${count} mails were stored`);
    await rm(mbox);
    context.progress('measuring what words take of it');
    const made = { data, seconds, peakBytes, ...indexSizes(data), ...(await wordSizes(data, dir)) };
    writeFileSync(record, JSON.stringify({ ...made, blobBytes: bytesBelow(join(data, 'blobs')) }));
  }
  return JSON.parse(readFileSync(record, 'utf8')) as WordsArchive;
}

const indexFile = (data: string): string => join(data, 'mailglob.db');

function indexSizes(data: string) {
  return { indexBytes: statSync(indexFile(data)).size };
}

/** Every row of an archive that has no posting. */
function* storedRows(data: string): Generator<Row> {
  const db = new DatabaseSync(indexFile(data), { readOnly: true });
  try {
    for (const { pk, sk, data: text, bytes } of db.prepare('SELECT pk, sk, data, bytes FROM rows').iterate()) {
      const row = { pk: String(pk), sk: String(sk), data: String(text) };
      yield bytes instanceof Uint8Array ? { ...row, bytes } : row;
    }
  } finally {
    db.close();
  }
}

const wordFamilies: ReadonlySet<ReturnType<typeof familyOf>> = new Set([
  'words',
  'wordTail',
  'wordBlock',
  'wordDocuments',
  'wordSealing',
]);

/** Of mails; what attachments say has an index of its own. */
export const isOfWords = (row: Pick<Row, 'pk' | 'sk'>): boolean =>
  wordFamilies.has(familyOf(row)) && /^[^\u001f]*\u001f[^\u001f]*\u001fm/.test(row.pk);

/** Bytes of the table of rows as it lies, without those that the other rows take alone. */
async function wordSizes(data: string, dir: string): Promise<Pick<WordsArchive, 'wordBytes' | 'wordBytesAlone'>> {
  const [words, others] = [await sizeAlone(data, dir, isOfWords), await sizeAlone(data, dir, row => !isOfWords(row))];
  return { wordBytes: tableBytes(data) - others, wordBytesAlone: words };
}

function tableBytes(data: string): number {
  const db = new DatabaseSync(indexFile(data), { readOnly: true });
  const size = Number(
    db.prepare("SELECT sum(pgsize) AS size FROM dbstat WHERE name = 'rows' AND aggregate = TRUE").get()?.size,
  );
  db.close();
  return size;
}

const rowsAtOnce = 2_000;

async function sizeAlone(data: string, dir: string, counts: (row: Row) => boolean): Promise<number> {
  const alone = join(dir, 'alone');
  await rm(alone, { recursive: true, force: true });
  const { store, close } = await openArchive(alone);
  let some: Row[] = [];
  for (const row of storedRows(data)) {
    if (!counts(row)) continue;
    some.push(row);
    if (some.length < rowsAtOnce) continue;
    await store.put(some);
    some = [];
  }
  await store.put(some);
  await close();
  const bytes = tableBytes(alone);
  await rm(alone, { recursive: true, force: true });
  return bytes;
}
