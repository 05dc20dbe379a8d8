// An archive of the made files: texts, rows, names and words, written by what writes them of mails, as if their texts had
// just been read. The local one is kept for the code that made it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Archive } from '../../../lib/archive/archive.ts';
import { attachmentPath, attachmentPosition, type FileRow } from '../../../lib/archive/files/fileRow.ts';
import { changeGenerations, noGenerations, readGenerations } from '../../../lib/archive/files/fileState.ts';
import { putText } from '../../../lib/archive/files/fileText.ts';
import { sealFiles } from '../../../lib/archive/files/indexFiles.ts';
import { writeFiles } from '../../../lib/archive/files/writeFiles.ts';
import { attachmentRow } from '../../../lib/archive/names.ts';
import type { Extraction } from '../../../lib/files/extraction.ts';
import { limits } from '../../../lib/limits.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import type { BenchContext } from '../benchmark.ts';
import { bytesBelow } from '../diskUse.ts';
import { type FilesCorpus, readMadeFiles } from './filesCorpus.ts';
import type { MadeFile } from './makeFiles.ts';

export const accountId = 'bench';
const generation = 1;
const filesAtOnce = 50;

const extractionOf = ({ type, pages }: Pick<MadeFile, 'type' | 'pages'>): Extraction => ({
  ...{ type, outcome: 'text', reason: null, title: null, tags: [], date: null, references: [] },
  chunks: pages.map((text, i) => ({ heading: `Page ${i + 1}`, text })),
});

/** An id that its number tells. */
const idOf = (number: number): string => {
  const hex = createHash('sha256').update(`file ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

function fileRowOf({ number, name, type, folder, tags, date, modified, pages }: MadeFile): FileRow {
  const storedEmailId = idOf(number);
  const text = pages.join('\n\n');
  return {
    ...{ space: accountId, storedEmailId, number: 1, filename: name, type, date, modified, tags },
    position: attachmentPosition(storedEmailId, modified, 1),
    path: attachmentPath({ accountId, folderAlias: folder, storedEmailId }, modified, 1, name),
    sizeBytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(`${number}\n${text}`).digest('hex'),
    ...{ textKind: '', outcome: 'text', reason: null, chunks: pages.length },
  };
}

const nameRowOf = ({ storedEmailId, modified, filename, sizeBytes }: FileRow) =>
  attachmentRow(
    {
      ...{ accountId, messageId: storedEmailId ?? '', number: 1, date: modified, filename: filename ?? '', sizeBytes },
      ...{ subject: '', from: '', contentType: 'application/octet-stream', isInline: false },
    },
    'someone@example.com',
  );

/** Writes files into an empty archive and seals their words. */
export async function fillArchive(archive: Archive, files: AsyncIterable<MadeFile>): Promise<void> {
  const { store, blobs } = archive;
  const before = await readGenerations(store);
  await changeGenerations(store, before, { ...noGenerations, complete: generation, isListed: true });
  let some: { readonly row: FileRow; readonly extraction: Extraction }[] = [];
  const write = async () => {
    for (const { row, extraction } of some) await putText(blobs, row, extraction, generation);
    await writeFiles(store, [generation], some);
    await store.put(some.map(({ row }) => nameRowOf(row)));
    await sealFiles(store, accountId);
    some = [];
  };
  for await (const file of files) {
    some.push({ row: fileRowOf(file), extraction: extractionOf(file) });
    if (some.length >= filesAtOnce) await write();
  }
  if (some.length > 0) await write();
  await sealFiles(store, accountId, { least: limits.fileLeftovers.value });
}

export interface LocalFiles {
  readonly data: string;
  /** Of writing and sealing. */
  readonly seconds: number;
  readonly bytes: number;
}

/** The code that decides what an archive holds: where it changes, archives are made again. */
const sources = ['lib/archive', 'lib/archive/files', 'lib/archive/words', 'lib/words', 'lib/names', 'lib/local'];

function codeDigest(): string {
  const root = resolve(import.meta.dirname, '../../..');
  const hash = createHash('sha256');
  for (const dir of sources)
    for (const name of readdirSync(join(root, dir)).toSorted())
      if (name.endsWith('.ts')) hash.update(readFileSync(join(root, dir, name)));
  return hash.digest('hex').slice(0, 12);
}

export async function localFiles(context: BenchContext, corpus: FilesCorpus): Promise<LocalFiles> {
  const parent = join(corpus.dir, 'archive');
  const data = join(parent, codeDigest());
  const record = join(data, 'made.json');
  if (!existsSync(record)) {
    mkdirSync(parent, { recursive: true });
    for (const old of readdirSync(parent)) await rm(join(parent, old), { recursive: true, force: true });
    context.progress(`storing ${corpus.count} files in SQLite`);
    const archive = await openArchive(data);
    const started = performance.now();
    await fillArchive(archive, readMadeFiles(corpus));
    await archive.compact();
    const seconds = (performance.now() - started) / 1000;
    await archive.close();
    writeFileSync(record, JSON.stringify({ seconds, bytes: bytesBelow(data) }));
  }
  return { data, ...(JSON.parse(readFileSync(record, 'utf8')) as Omit<LocalFiles, 'data'>) };
}
