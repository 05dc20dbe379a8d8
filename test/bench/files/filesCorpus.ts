// The made files on the disk, once for a size: a list of them, their texts as files that a scanner reads, and the
// questions that are asked of them.

import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type BenchContext, BenchError } from '../benchmark.ts';
import { type Documentation, readDocumentation } from '../words/documentation.ts';
import { countWords, type FileQuestion, fileQuestions, noWordCounts } from './fileQuestions.ts';
import { type MadeFile, makeFiles } from './makeFiles.ts';

export interface FilesCorpus {
  readonly dir: string;
  /** Of their texts, a directory for each folder. */
  readonly texts: string;
  readonly count: number;
  readonly characters: number;
  /** Characters of the documentation that they are made of. */
  readonly sourceCharacters: number;
  readonly questions: readonly FileQuestion[];
}

const project = resolve(import.meta.dirname, '../../..');
/** Raised where other files or questions are made. */
const version = 3;

export async function filesCorpus(context: BenchContext, count: number): Promise<FilesCorpus> {
  const dir = join(context.kept, 'files', `${count}-seed${context.seed}-v${version}`);
  const record = join(dir, 'made.json');
  if (!existsSync(record)) await make(context, dir, count);
  const made = JSON.parse(readFileSync(record, 'utf8')) as Omit<FilesCorpus, 'dir' | 'texts'>;
  return { ...made, dir, texts: join(dir, 'texts') };
}

let known: Documentation | null = null;

/** Read once: it takes longer than making a thousand files of it. */
function documentationHere(context: BenchContext): Documentation {
  if (known) return known;
  context.progress('reading the documentation that is installed here');
  known = readDocumentation(project);
  if (known.texts.length === 0)
    throw new BenchError('there is no documentation here to make files of (apt-get install man-db manpages)');
  return known;
}

async function make(context: BenchContext, dir: string, count: number): Promise<void> {
  const documentation = documentationHere(context);
  context.progress(`making ${count} files of it`);
  const unfinished = `${dir}.unfinished`;
  await rm(dir, { recursive: true, force: true });
  await rm(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, 'texts'), { recursive: true });
  const counts = noWordCounts();
  const list = await open(join(unfinished, 'files.jsonl'), 'w');
  const folders = new Set<string>();
  let characters = 0;
  for (const file of makeFiles(documentation, context.seed, count)) {
    await list.write(`${JSON.stringify(file)}\n`);
    const folder = join(unfinished, 'texts', file.folder);
    if (!folders.has(folder)) mkdirSync(folder);
    folders.add(folder);
    const text = file.pages.join('\n\n');
    writeFileSync(join(folder, `${file.number}-${file.name}.txt`), text);
    characters += text.length;
    countWords(counts, file, count);
  }
  await list.close();
  const questions = fileQuestions(counts, count, context.seed);
  const made = { count, characters, sourceCharacters: documentation.characters, questions };
  writeFileSync(join(unfinished, 'made.json'), JSON.stringify(made));
  await rename(unfinished, dir);
}

/** The files, the oldest first. */
export async function* readMadeFiles({ dir }: Pick<FilesCorpus, 'dir'>): AsyncGenerator<MadeFile> {
  for await (const line of createInterface({ input: createReadStream(join(dir, 'files.jsonl')) }))
    yield JSON.parse(line) as MadeFile;
}
