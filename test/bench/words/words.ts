// The benchmark `words`: searches by words, best first. What is measured is in the files beside; here it is put together.

import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { limits } from '../../../lib/limits.ts';
import type { BenchContext, Report, Size } from '../benchmark.ts';
import { runWatched } from '../childProcess.ts';
import { isHere, missingLine } from '../peers.ts';
import { makeStarter } from '../starter.ts';
import { dynamoFigures } from './dynamoFigures.ts';
import { exhaustiveAnswers } from './exhaustive.ts';
import { figuresOf, linesOf, type Measured } from './figures.ts';
import { fts5Words } from './fts5Words.ts';
import { type LocalPeers, localFigures } from './localFigures.ts';
import { littleDocumentation, type MadeMails, madeMaildir, madeMails, readMails, wordsDir } from './mailFiles.ts';
import type { MadeMail } from './makeMails.ts';
import { questionClasses, type WordQuestion, wordQuestions } from './questions.ts';
import { importRates, wordsRate } from './rates.ts';
import { wordsArchive } from './wordsArchive.ts';
import { unsealedMails, writeFigures } from './writeFigures.ts';

/** Sizes count mails here. */
const ownSizes: readonly Size[] = [
  { label: '20k', attachments: 20_000 },
  { label: '200k', attachments: 200_000 },
];
/** Mails of the Maildir that is imported beside notmuch. */
const mostImported = 20_000;
const tailMails = 500;
/** Of whole batches, so that what is counted is what sealing costs in the long run. */
const sealedMails = 3 * limits.sealedDocuments.value;

async function some(mails: MadeMails, from: number, to: number): Promise<readonly MadeMail[]> {
  const read: MadeMail[] = [];
  for await (const mail of readMails(mails, from, to)) read.push(mail);
  return read;
}

export async function run(context: BenchContext): Promise<Report> {
  const root = resolve(import.meta.dirname, '../../..');
  const sizes = (context.sizes ?? ownSizes).toSorted((a, b) => a.attachments - b.attachments);
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest) throw new Error('no size to measure');
  const mails = await madeMails(context, largest.attachments + tailMails);
  context.progress('building the command');
  await runWatched(process.execPath, [join(root, 'infra', 'build.ts')]);

  const imported = Math.min(mostImported, smallest.attachments);
  const work = join(wordsDir(context), 'import');
  // Programs are started from this process while it is small.
  const starter = makeStarter();
  const imports = await importRates(context, await madeMaildir(context, mails, imported), imported, work);
  context.progress('making words of mails, and storing them in DynamoDB');
  const rate = await wordsRate(await some(mails, 0, sealedMails));
  const writes = await writeFigures(await some(mails, 0, sealedMails));
  const measured: Measured[] = [];
  for (const size of sizes) {
    const peer = imports.indexer && size.attachments === imported ? imports.indexer : null;
    measured.push(await measure(context, mails, size, { starter, notmuch: peer }));
  }
  starter.close();
  await rm(work, { recursive: true, force: true });
  const figures = { measured, imports, rate, writes, mails };
  return {
    figures: figuresOf(figures),
    lines: linesOf(figures),
    missing: [
      ...littleDocumentation(mails),
      ...(isHere('notmuch') ? [] : [missingLine('notmuch')]),
      ...missingClasses(measured),
    ],
  };
}

function missingClasses(measured: readonly Measured[]): string[] {
  const asked = new Set(measured.flatMap(({ local }) => local.map(({ question }) => question.cls)));
  return questionClasses
    .filter(cls => !asked.has(cls))
    .map(cls => `no question of the class '${cls}': the documentation here has no words for it`);
}

async function measure(
  context: BenchContext,
  mails: MadeMails,
  { label, attachments: count }: Size,
  peers: Pick<LocalPeers, 'starter' | 'notmuch'>,
): Promise<Measured> {
  const questions = await wordQuestions(context, mails, count);
  const archive = await wordsArchive(context, mails, count);
  const fts5 = await fts5Words(context, mails, count);
  context.progress(`ranking ${label} mails exhaustively for ${questions.length} questions`);
  const [right = [], rightWithTail = []] = await exhaustiveAnswers(readMails(mails, 0, count + tailMails), questions, [
    count,
    count + tailMails,
  ]);
  context.progress(`asking ${questions.length} questions of ${label} mails in SQLite`);
  const askPeakBytes = await askPeak(context, archive.data, questions);
  const local = await localFigures(archive.data, questions, right, { ...peers, fts5 });
  fts5.close();
  context.progress(`asking ${questions.length} questions of ${label} mails in DynamoDB`);
  const sealed = await dynamoFigures(archive.data, null, questions, right);
  const unsealed = await unsealedMails(await some(mails, count, count + tailMails));
  const withTail = await dynamoFigures(archive.data, unsealed, questions, rightWithTail);
  const { seconds, bytes } = fts5;
  return { label, count, archive, local, sealed, withTail, askPeakBytes, fts5: { seconds, bytes } };
}

/** The most memory of a process that asks every question, and of one that asks none. */
async function askPeak(
  context: BenchContext,
  data: string,
  questions: readonly WordQuestion[],
): Promise<{ readonly asking: number; readonly idle: number }> {
  const program = join(import.meta.dirname, 'askMemory.ts');
  const file = join(wordsDir(context), 'asked.json');
  writeFileSync(file, JSON.stringify(questions));
  const [asking, idle] = [
    await runWatched(process.execPath, ['--no-warnings', program, data, file]),
    await runWatched(process.execPath, ['--no-warnings', program, data]),
  ];
  await rm(file);
  return { asking: asking.peakBytes, idle: idle.peakBytes };
}
