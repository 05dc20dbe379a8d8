// Milliseconds of every question on the local archive, beside FTS5 and notmuch, which take turns with it; and whether the
// answers are those of the exhaustive ranking.

import { openArchive } from '../../../lib/local/openArchive.ts';
import type { EmailMatches } from '../../../lib/search/searchEmails.ts';
import { BenchError } from '../benchmark.ts';
import type { Indexer } from '../import/indexers.ts';
import { median, repeatedly, takeTurns } from '../measure.ts';
import type { Starter } from '../starter.ts';
import { askWords, rankWords, resultLimit } from './askWords.ts';
import type { RightAnswer } from './exhaustive.ts';
import type { Fts5Words } from './fts5Words.ts';
import type { WordQuestion } from './questions.ts';
import { numberOf } from './rawMail.ts';

/** Of one question; milliseconds are medians. */
export interface LocalTimes {
  readonly question: WordQuestion;
  /** How many of the first twenty are those of the exhaustive ranking, of all that this has. */
  readonly overlap: number;
  readonly isSameOrder: boolean;
  /** The same of a ranking with weights that are not kept in steps. */
  readonly overlapExact: number;
  readonly isComplete: boolean;
  readonly matches: number;
  /** The whole answer: ranking, rows, contents, passages. */
  readonly whole: number;
  /** Which mails are the first, and no more: what the peers answer. */
  readonly ranking: number;
  /** CPU of a whole answer, SQLite's included. */
  readonly cpu: number;
  readonly fts5Ranked: number;
  readonly fts5Newest: number;
  /** How many of FTS5's first are those of the exhaustive ranking. */
  readonly fts5Overlap: number;
  /** Without the start of its process; null where it is not here, or not asked. */
  readonly notmuch: number | null;
}

export interface LocalPeers {
  readonly fts5: Fts5Words;
  readonly starter: Starter;
  /** Null where it is not here, or has no index of these mails. */
  readonly notmuch: Indexer | null;
}

const rounds = 7;
const warmPasses = 5;
/** What takes seconds is asked three times. */
const patience = 1_500;
const leastCpuMilliseconds = 30;

export async function localFigures(
  data: string,
  questions: readonly WordQuestion[],
  right: readonly RightAnswer[],
  { fts5, starter, notmuch }: LocalPeers,
): Promise<readonly LocalTimes[]> {
  const archive = await openArchive(data, { create: false });
  for (let pass = 0; pass < warmPasses; pass++) for (const question of questions) await askWords(archive, question);
  const times: LocalTimes[] = [];
  for (const [i, question] of questions.entries()) {
    const answer = await askWords(archive, question);
    const tasks = new Map<string, () => unknown>([
      ['whole', repeatedly(() => askWords(archive, question))],
      ['ranking', repeatedly(() => rankWords(archive.store, question))],
      ['fts5Ranked', repeatedly(() => fts5.ask(question, 'ranked'))],
      ['fts5Newest', repeatedly(() => fts5.ask(question, 'newest'))],
    ]);
    if (notmuch) {
      tasks.set('notmuch', () => starter.time('notmuch', notmuchArgs(question), notmuch.env));
      tasks.set('start', () => starter.time('/bin/true', []));
    }
    const turns = await takeTurns(tasks, { rounds, patience });
    const medianOf = (name: string): number => median(turns.get(name) ?? []);
    times.push({
      question,
      ...compared(question, answer, right[i]),
      fts5Overlap: overlapOf(fts5.ask(question, 'ranked'), right[i]?.top ?? []),
      isComplete: answer.searchComplete,
      whole: medianOf('whole'),
      ranking: medianOf('ranking'),
      fts5Ranked: medianOf('fts5Ranked'),
      fts5Newest: medianOf('fts5Newest'),
      notmuch: notmuch ? Math.max(0, medianOf('notmuch') - medianOf('start')) : null,
      cpu: await cpuOf(() => askWords(archive, question)),
    });
  }
  await archive.close();
  return times;
}

/** What of an answer is that of the exhaustive ranking. */
export function compared(question: WordQuestion, { matches, trouble }: EmailMatches, right: RightAnswer | undefined) {
  if (!right) throw new Error('there is no answer to compare with');
  if (trouble !== undefined) throw new BenchError(`${question.text}: ${trouble}`);
  const numbers = matches.map(({ message }) => numberOf(message.messageId));
  return {
    overlap: overlapOf(numbers, right.top),
    isSameOrder: numbers.join() === right.top.join(),
    overlapExact: overlapOf(numbers, right.topExact),
    matches: right.matches,
  };
}

/** How much of one is in the other; 1 where both are empty. */
const overlapOf = (numbers: readonly number[], right: readonly number[]): number =>
  right.length === 0
    ? Number(numbers.length === 0)
    : right.filter(number => numbers.includes(number)).length / right.length;

/** `from:` asks for the words of an address together. */
function notmuchArgs({ text, sender }: WordQuestion): string[] {
  const query = [...(sender === null ? [] : [`from:${sender}`]), text.replace(/(^| )-(\S+)/g, '$1not $2')].join(
    ' and ',
  );
  return ['search', '--output=messages', `--limit=${resultLimit}`, '--sort=newest-first', query];
}

/** Milliseconds of CPU of one time. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const before = process.cpuUsage();
  let times = 0;
  do {
    await work();
    times++;
  } while (performance.now() - started < leastCpuMilliseconds);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
