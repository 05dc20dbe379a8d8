// How fast files are found by words, names and filters, beside what reads every text and beside FTS5; read units of the
// same questions, and what a thousand files cost. What is measured is in the files beside; here it is put together.

import { openArchive } from '../../../lib/local/openArchive.ts';
import type { BenchContext, Report, Size } from '../benchmark.ts';
import { median, repeatedly, takeTurns } from '../measure.ts';
import { makeStarter, type Starter } from '../starter.ts';
import { askFiles } from './askFiles.ts';
import { fileCosts } from './fileCosts.ts';
import { type FileClass, fileClasses } from './fileQuestions.ts';
import { localFiles } from './filesArchive.ts';
import { type FilesCorpus, filesCorpus, readMadeFiles } from './filesCorpus.ts';
import { fileUnits } from './fileUnits.ts';
import { fts5Files } from './fts5Files.ts';
import type { MadeFile } from './makeFiles.ts';
import { missingRipgrep, type Scanner, scanCommand, scannerHere } from './scanner.ts';
import { type FileTimes, type MeasuredSize, searchFigures, searchLines } from './searchFigures.ts';

const ownSizes: readonly Size[] = [
  { label: '1k', attachments: 1_000 },
  { label: '50k', attachments: 50_000 },
];
/** Files whose units are counted, and whose costs are: the simulated table is held in memory. */
const mostSimulated = 1_000;
const ownRounds = 7;
const warmPasses = 3;
/** What takes seconds is asked three times. */
const patience = 1_500;
/** Questions of a class that a scanner is asked: it reads all texts at each, whatever is looked for. */
const mostScanned = 2;

export async function measureSearch(context: BenchContext): Promise<Report> {
  const sizes = (context.sizes ?? ownSizes).toSorted((a, b) => a.attachments - b.attachments);
  const scanner = scannerHere();
  // Programs are started from this process while it is small.
  const starter = makeStarter();
  const measured: MeasuredSize[] = [];
  for (const size of sizes) measured.push(await measure(context, size, starter, scanner));
  starter.close();
  const small = await filesCorpus(context, mostSimulated);
  context.progress(`asking ${small.questions.length} questions of ${small.count} files in DynamoDB`);
  const units = await fileUnits(small);
  context.progress(`taking ${small.count} files in`);
  const costs = await fileCosts(await all(readMadeFiles(small)));
  const figures = { measured, units, costs, scanner };
  return {
    figures: searchFigures(figures),
    lines: searchLines(figures),
    missing: [...(scanner === 'ripgrep' ? [] : [missingRipgrep]), ...missingClasses(small)],
  };
}

async function all(files: AsyncIterable<MadeFile>): Promise<readonly MadeFile[]> {
  const list: MadeFile[] = [];
  for await (const file of files) list.push(file);
  return list;
}

function missingClasses({ questions }: FilesCorpus): string[] {
  const asked = new Set<FileClass>(questions.map(({ cls }) => cls));
  return fileClasses
    .filter(cls => !asked.has(cls))
    .map(cls => `no question of the class '${cls}': the documentation here has no words for it`);
}

async function measure(
  context: BenchContext,
  { label, attachments: count }: Size,
  starter: Starter,
  scanner: Scanner,
): Promise<MeasuredSize> {
  const corpus = await filesCorpus(context, count);
  const local = await localFiles(context, corpus);
  const fts5 = await fts5Files(context, corpus);
  const archive = await openArchive(local.data, { create: false });
  context.progress(`asking ${corpus.questions.length} questions of ${label} files in SQLite`);
  for (let pass = 0; pass < warmPasses; pass++)
    for (const question of corpus.questions) await askFiles(archive, question);
  const times: FileTimes[] = [];
  const scanned = new Map<FileClass, number>();
  for (const question of corpus.questions) {
    const { hits, hasMore, isComplete } = await askFiles(archive, question);
    const tasks = new Map<string, () => unknown>([
      ['own', repeatedly(() => askFiles(archive, question))],
      ['fts5', repeatedly(() => fts5.ask(question))],
    ]);
    const before = scanned.get(question.cls) ?? 0;
    const command = before < mostScanned ? scanCommand(scanner, corpus, question) : null;
    if (command) {
      scanned.set(question.cls, before + 1);
      const [program, ...args] = command;
      tasks.set('scan', () => starter.time(program, args));
    }
    const turns = await takeTurns(tasks, { rounds: context.rounds ?? ownRounds, patience });
    const medianOf = (name: string): number => median(turns.get(name) ?? []);
    times.push({
      ...{ question, hasMore, isComplete, hits: hits.length, fts5Hits: fts5.ask(question).length },
      ...{ own: medianOf('own'), fts5: medianOf('fts5'), scan: command ? medianOf('scan') : null },
    });
  }
  await archive.close();
  fts5.close();
  return { label, corpus, times, local, fts5: { seconds: fts5.seconds, bytes: fts5.bytes } };
}
