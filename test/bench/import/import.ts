// The benchmark `import`: a Maildir taken in by mailglob, notmuch and mu in turns, questions to the three, and the
// memory of an import from a large mbox.

import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BenchContext, Figure, Report } from '../benchmark.ts';
import { runWatched } from '../childProcess.ts';
import { layOut } from '../layOut.ts';
import { median, rounded } from '../measure.ts';
import { isHere, missingLine } from '../peers.ts';
import { type Indexed, type Indexer, mailglobIndexer, muIndexer, notmuchIndexer, runImport } from './indexers.ts';
import { madeMaildir, writeMbox } from './mailFiles.ts';
import { mailQueries, type QuestionTimes } from './mailQueries.ts';

const mailCount = 20_000;
const ownRounds = 3;
const smallMboxBytes = 200_000_000;
const largeMboxBytes = 2_000_000_000;
const megabyte = 1_000_000;

export async function run(context: BenchContext): Promise<Report> {
  const root = resolve(import.meta.dirname, '../../..');
  context.progress('building the command');
  await runWatched(process.execPath, [join(root, 'infra', 'build.ts')]);
  const maildir = await madeMaildir(context, mailCount);
  const work = join(context.kept, 'import');
  await mkdir(work, { recursive: true });
  const data = join(work, 'mailglob');
  const peers: Indexer[] = [];
  if (isHere('notmuch')) peers.push(notmuchIndexer(maildir.dir, work));
  if (isHere('mu')) peers.push(muIndexer(maildir.dir, work));
  const missing = (['notmuch', 'mu'] as const).filter(peer => !isHere(peer)).map(missingLine);

  const indexers = [mailglobIndexer(maildir.dir, mailCount, data), ...peers];
  const runs = new Map<Indexer['name'], Indexed[]>(indexers.map(({ name }) => [name, []]));
  const rounds = context.rounds ?? ownRounds;
  for (let round = 1; round <= rounds; round++) {
    for (const { name, index } of indexers) {
      context.progress(`round ${round} of ${rounds}: ${name} takes ${mailCount} mails in`);
      runs.get(name)?.push(await index());
    }
  }
  context.progress('asking the indexes');
  const questions = await mailQueries(data, peers);
  const memory = await mboxMemory(context, work);
  await rm(work, { recursive: true, force: true });

  const summaries = new Map([...runs].map(([name, own]) => [name, summaryOf(own, maildir.attachments)]));
  return {
    figures: figuresOf(summaries, questions, memory, maildir.attachments),
    lines: linesOf(summaries, questions, memory),
    missing,
  };
}

interface Summary {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly mailsPerSecond: number;
  readonly peakMb: number;
  readonly indexBytes: number;
  readonly indexBytesPerAttachment: number;
  readonly rawBytes: Indexed['rawBytes'];
}

function summaryOf(runs: readonly Indexed[], attachments: number): Summary {
  const of = (value: (run: Indexed) => number): number => median(runs.map(value));
  const seconds = of(run => run.seconds);
  const indexBytes = of(run => run.indexBytes);
  return {
    seconds: rounded(seconds),
    cpuSeconds: rounded(of(run => run.cpuSeconds)),
    mailsPerSecond: Math.round(mailCount / seconds),
    peakMb: Math.round(of(run => run.peakBytes) / megabyte),
    indexBytes,
    indexBytesPerAttachment: Math.round(indexBytes / attachments),
    rawBytes: runs[0]?.rawBytes ?? null,
  };
}

interface MboxMemory {
  readonly mails: number;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Imports an mbox of 200 MB and one of 2 GB, made for it and removed after it. */
async function mboxMemory(context: BenchContext, work: string): Promise<readonly MboxMemory[]> {
  const mbox = join(work, 'large.mbox');
  const data = join(work, 'mbox');
  const results: MboxMemory[] = [];
  try {
    for (const bytes of [smallMboxBytes, largeMboxBytes]) {
      context.progress(`making and importing an mbox of ${bytes / megabyte} MB`);
      const mails = await writeMbox(context, mbox, bytes);
      const { seconds, peakBytes, stored } = await runImport(mbox, data);
      if (stored !== mails) throw new Error(`${stored} of ${mails} mails were stored`);
      results.push({ mails, seconds: rounded(seconds), peakMb: Math.round(peakBytes / megabyte) });
      await rm(data, { recursive: true, force: true });
    }
  } finally {
    await rm(mbox, { force: true });
    await rm(data, { recursive: true, force: true });
  }
  return results;
}

const ratio = (of: number | null | undefined, to: number | undefined): number | null =>
  of === null || of === undefined || to === undefined ? null : rounded(of / to);

function figuresOf(
  summaries: ReadonlyMap<Indexer['name'], Summary>,
  questions: readonly QuestionTimes[],
  [small, large]: readonly MboxMemory[],
  attachments: number,
): Report['figures'] {
  const own = summaries.get('mailglob');
  const notmuch = summaries.get('notmuch');
  const mu = summaries.get('mu');
  const summaryFigure = (summary: Summary): Figure => ({
    ...summary,
    rawBytes: summary.rawBytes && { ...summary.rawBytes },
  });
  const times = (peer: 'notmuch' | 'mu'): number[] =>
    questions.flatMap(question => ratio(question[peer], question.mailglob) ?? []);
  const medianOrNull = (values: readonly number[]) => (values.length === 0 ? null : rounded(median(values)));
  return {
    importMails: mailCount,
    importAttachments: attachments,
    importMailsPerSecond: own?.mailsPerSecond ?? null,
    /** Above 1: mailglob is the faster one. */
    importSpeedToNotmuch: ratio(notmuch?.seconds, own?.seconds),
    importSpeedToMu: ratio(mu?.seconds, own?.seconds),
    importCpuToNotmuch: ratio(own?.cpuSeconds, notmuch?.cpuSeconds),
    /** Below 1: mailglob's index is the smaller one. */
    importBytesToNotmuch: ratio(own?.indexBytes, notmuch?.indexBytes),
    importBytesToMu: ratio(own?.indexBytes, mu?.indexBytes),
    importMboxPeakMb: large?.peakMb ?? null,
    importSmallMboxPeakMb: small?.peakMb ?? null,
    importMboxSeconds: large?.seconds ?? null,
    importQuestionsTimesNotmuch: medianOrNull(times('notmuch')),
    importQuestionsTimesMu: medianOrNull(times('mu')),
    importIndexers: Object.fromEntries([...summaries].map(([name, summary]) => [name, summaryFigure(summary)])),
    importQuestions: questions.map(({ name, mailglob, notmuch: ofNotmuch, mu: ofMu }) => ({
      name,
      mailglobMs: rounded(mailglob),
      notmuchMs: ofNotmuch === null ? null : rounded(ofNotmuch),
      muMs: ofMu === null ? null : rounded(ofMu),
    })),
  };
}

function linesOf(
  summaries: ReadonlyMap<Indexer['name'], Summary>,
  questions: readonly QuestionTimes[],
  memory: readonly MboxMemory[],
): string[] {
  const text = (value: number | null | undefined): string =>
    value === null || value === undefined ? '-' : String(rounded(value));
  const megabytes = (bytes: number | undefined): string => (bytes === undefined ? '-' : text(bytes / megabyte));
  return [
    ...layOut(
      [
        `${mailCount} mails`,
        'mails/s',
        'seconds',
        'CPU s',
        'peak MB',
        'index MB',
        'B/attachment',
        'raw MB',
        'raw MB on disk',
      ],
      [...summaries].map(([name, own]) => [
        name,
        ...[own.mailsPerSecond, own.seconds, own.cpuSeconds, own.peakMb].map(text),
        megabytes(own.indexBytes),
        text(own.indexBytesPerAttachment),
        megabytes(own.rawBytes?.content),
        megabytes(own.rawBytes?.disk),
      ]),
    ),
    '',
    ...layOut(
      ['newest 50, ms', 'mailglob', 'notmuch', 'mu'],
      questions.map(({ name, mailglob, notmuch, mu }) => [name, ...[mailglob, notmuch, mu].map(text)]),
    ),
    '',
    ...layOut(
      ['mbox', 'mails', 'seconds', 'peak MB'],
      memory.map(({ mails, seconds, peakMb }, i) => [
        i === 0 ? '200 MB' : '2 GB',
        ...[mails, seconds, peakMb].map(text),
      ]),
    ),
  ];
}
