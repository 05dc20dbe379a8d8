// The figures of the benchmark `words`, for machines and for people.

import type { Report } from '../benchmark.ts';
import { layOut } from '../layOut.ts';
import { largest, median, rounded } from '../measure.ts';
import type { WordUnits } from './dynamoFigures.ts';
import type { LocalTimes } from './localFigures.ts';
import type { MadeMails } from './mailFiles.ts';
import { type QuestionClass, questionClasses } from './questions.ts';
import type { ImportRates, WordsRate } from './rates.ts';
import type { WordsArchive } from './wordsArchive.ts';
import type { WriteFigures } from './writeFigures.ts';

export interface Measured {
  readonly label: string;
  readonly count: number;
  readonly archive: WordsArchive;
  readonly local: readonly LocalTimes[];
  /** On DynamoDB with an empty tail, and with one of 500 mails. */
  readonly sealed: readonly WordUnits[];
  readonly withTail: readonly WordUnits[];
  readonly askPeakBytes: { readonly asking: number; readonly idle: number };
  readonly fts5: { readonly seconds: number; readonly bytes: number };
}

export interface WordFigures {
  readonly measured: readonly Measured[];
  readonly imports: ImportRates;
  readonly rate: WordsRate;
  readonly writes: WriteFigures;
  readonly mails: MadeMails;
}

const megabyte = 1_000_000;

/** Of each class that was asked: one figure of its questions. */
function byClass<T extends { readonly question: { readonly cls: QuestionClass } }>(
  asked: readonly T[],
  of: (one: T) => number,
  summary: (values: readonly number[]) => number = median,
): Record<string, number> {
  return Object.fromEntries(
    questionClasses.flatMap(cls => {
      const own = asked.filter(({ question }) => question.cls === cls).map(of);
      return own.length === 0 ? [] : [[cls, rounded(summary(own))]];
    }),
  );
}

const least = (values: readonly number[]): number => Math.min(1, ...values);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function figuresOf({ measured, imports, rate, writes, mails }: WordFigures): Report['figures'] {
  const answers = measured.flatMap(({ local, sealed, withTail }) => [...local, ...sealed, ...withTail]);
  const complete = answers.filter(({ isComplete }) => isComplete);
  const last = measured.at(-1);
  const locals = measured.flatMap(({ local }) => local);
  const of = (runs: ImportRates['mailglob'], value: (run: (typeof runs)[number]) => number): number =>
    median(runs.map(value));
  const own = imports.mails / of(imports.mailglob, run => run.mailSeconds ?? run.seconds);
  const isPeerHere = imports.notmuch.length > 0;
  const peer = isPeerHere ? imports.mails / of(imports.notmuch, run => run.seconds) : null;
  const peerBytes = isPeerHere ? of(imports.notmuch, run => run.indexBytes) / imports.mails : null;
  const bytes = last ? last.archive.wordBytes / last.count : null;
  return {
    /** The worst of all questions to both stores whose answer says that it is complete. */
    wordsTop20Overlap: rounded(least(complete.map(({ overlap }) => overlap))),
    wordsTop20SameOrder: rounded(mean(complete.map(({ isSameOrder }) => Number(isSameOrder)))),
    wordsQuestions: answers.length,
    wordsQuestionsIncomplete: answers.length - complete.length,
    /** Means: of rankings with weights that are not kept in steps, and of what bm25() of FTS5 has in common. */
    wordsTop20OverlapUnstepped: rounded(mean(locals.map(({ overlapExact }) => overlapExact))),
    fts5Top20Overlap: rounded(mean(locals.map(({ fts5Overlap }) => fts5Overlap))),
    wordsWriteUnits: rounded(writes.tail + writes.sealing),
    wordsWriteUnitsSealing: rounded(writes.sealing),
    wordsWriteUnitsTail: rounded(writes.tail),
    wordsSealingReadUnits: rounded(writes.sealingReads),
    wordsOtherWriteUnits: rounded(writes.others),
    wordsDynamoBytes: Math.round(writes.bytes),
    wordsDollarsPerMillion: rounded((writes.tail + writes.sealing) * dollarsPerMillionUnits),
    wordsReadUnits: last ? byClass(last.sealed, ({ ranking }) => ranking) : null,
    wordsReadUnitsTail: last ? byClass(last.withTail, ({ ranking }) => ranking) : null,
    wordsReadUnitsHydrated: last ? byClass(last.sealed, ({ whole }) => whole) : null,
    wordsReadUnitsTailHydrated: last ? byClass(last.withTail, ({ whole }) => whole) : null,
    wordsRounds: last ? byClass(last.sealed, ({ rounds }) => rounds) : null,
    wordsModelMs: last ? byClass(last.sealed, ({ modelMilliseconds }) => modelMilliseconds) : null,
    wordsMedianMs: last ? byClass(last.local, ({ whole }) => whole) : null,
    wordsRankingMs: last ? byClass(last.local, ({ ranking }) => ranking) : null,
    wordsCpuMs: last ? byClass(last.local, ({ cpu }) => cpu) : null,
    wordsFts5RankedMs: last ? byClass(last.local, ({ fts5Ranked }) => fts5Ranked) : null,
    wordsFts5NewestMs: last ? byClass(last.local, ({ fts5Newest }) => fts5Newest) : null,
    wordsNotmuchMs: notmuchTimes(measured),
    wordsBytes: bytes === null ? null : Math.round(bytes),
    wordsBytesAlone: last ? Math.round(last.archive.wordBytesAlone / last.count) : null,
    wordsNotmuchBytes: peerBytes === null ? null : Math.round(peerBytes),
    wordsBytesToNotmuch: bytes === null || peerBytes === null ? null : rounded(bytes / peerBytes),
    wordsFts5Bytes: last ? Math.round(last.fts5.bytes / last.count) : null,
    wordsPerSecond: Math.round(1000 / (rate.tail + rate.sealing)),
    wordsTailCpuMs: rounded(rate.tail),
    wordsSealingCpuMs: rounded(rate.sealing),
    importWithWordsPerSecond: Math.round(own),
    notmuchPerSecond: peer === null ? null : Math.round(peer),
    /** Above 1: mailglob is the faster one. */
    importWithWordsToNotmuch: peer === null ? null : rounded(own / peer),
    /** The whole command, with what it reads of attachments afterwards. */
    importWholePerSecond: Math.round(imports.mails / of(imports.mailglob, run => run.seconds)),
    importWholeCpuToNotmuch: isPeerHere
      ? rounded(of(imports.mailglob, run => run.cpuSeconds) / of(imports.notmuch, run => run.cpuSeconds))
      : null,
    wordsFts5PerSecond: last ? Math.round(last.count / last.fts5.seconds) : null,
    wordsImportPeakMb: last ? Math.round(last.archive.peakBytes / megabyte) : null,
    wordsAskPeakMb: last ? Math.round(last.askPeakBytes.asking / megabyte) : null,
    wordsIdlePeakMb: last ? Math.round(last.askPeakBytes.idle / megabyte) : null,
    wordsMails: last?.count ?? null,
    wordsCharactersEachMail: Math.round(mails.bodyCharacters / mails.mails),
    /** How often each text of the documentation is in a mail, on average. */
    wordsTextRepeated: rounded(mails.bodyCharacters / mails.sourceCharacters),
    wordsSizes: measured.map(one => ({
      size: one.label,
      indexBytesEachMail: Math.round(one.archive.indexBytes / one.count),
      wordsBytesEachMail: Math.round(one.archive.wordBytes / one.count),
      contentBytesEachMail: Math.round(one.archive.blobBytes / one.count),
      importPerSecond: Math.round(one.count / one.archive.seconds),
      questions: one.local.map((times, i) => questionFigure(times, one.sealed[i], one.withTail[i])),
    })),
  };
}

/** On-demand in the cheapest regions, as README counts. */
const dollarsPerMillionUnits = 0.625;

function notmuchTimes(measured: readonly Measured[]): Record<string, number> | null {
  const local = measured.find(one => one.local.some(({ notmuch }) => notmuch !== null))?.local;
  return local ? byClass(local, ({ notmuch }) => notmuch ?? Number.NaN) : null;
}

const questionFigure = (times: LocalTimes, sealed: WordUnits | undefined, withTail: WordUnits | undefined) => ({
  class: times.question.cls,
  text: times.question.text,
  ...(times.question.sender === null ? {} : { sender: times.question.sender }),
  matches: times.matches,
  overlap: rounded(Math.min(times.overlap, sealed?.overlap ?? 1, withTail?.overlap ?? 1)),
  overlapUnstepped: rounded(times.overlapExact),
  fts5Overlap: rounded(times.fts5Overlap),
  ms: rounded(times.whole),
  rankingMs: rounded(times.ranking),
  cpuMs: rounded(times.cpu),
  fts5RankedMs: rounded(times.fts5Ranked),
  fts5NewestMs: rounded(times.fts5Newest),
  ...(times.notmuch === null ? {} : { notmuchMs: rounded(times.notmuch) }),
  ...(sealed && unitFigures(sealed)),
  ...(withTail && { withTail: unitFigures(withTail) }),
});

const unitFigures = ({ ranking, withPlaces, whole, calls, rounds, modelMilliseconds, cpu, isComplete }: WordUnits) => ({
  units: rounded(ranking),
  unitsWithPlaces: rounded(withPlaces),
  unitsHydrated: rounded(whole),
  ...{ calls, rounds, isComplete },
  modelMs: rounded(modelMilliseconds),
  cpuBeyondStoreMs: rounded(cpu),
});

export function linesOf(figures: WordFigures): string[] {
  const heads = Object.entries(figuresOf(figures)).flatMap(([name, value]) =>
    typeof value === 'number' || value === null ? [[name, String(value ?? '-')]] : [],
  );
  return [...layOut(['figure', 'value'], heads), ...figures.measured.flatMap(sizeLines)];
}

function sizeLines({ label, local, sealed, withTail }: Measured): string[] {
  const columns: readonly (readonly [title: string, values: Record<string, number>])[] = [
    ['ms', byClass(local, ({ whole }) => whole)],
    ['worst', byClass(local, ({ whole }) => whole, largest)],
    ['ranking', byClass(local, ({ ranking }) => ranking)],
    ['FTS5', byClass(local, ({ fts5Ranked }) => fts5Ranked)],
    ['newest', byClass(local, ({ fts5Newest }) => fts5Newest)],
    ['notmuch', byClass(local, ({ notmuch }) => notmuch ?? Number.NaN)],
    ['units', byClass(sealed, ({ ranking }) => ranking)],
    ['worst', byClass(sealed, ({ ranking }) => ranking, largest)],
    ['places', byClass(sealed, ({ withPlaces }) => withPlaces)],
    ['rows', byClass(sealed, ({ whole }) => whole)],
    ['tail', byClass(withTail, ({ ranking }) => ranking)],
    ['calls', byClass(sealed, ({ calls }) => calls)],
    ['rounds', byClass(sealed, ({ rounds }) => rounds)],
    ['model ms', byClass(sealed, ({ modelMilliseconds }) => modelMilliseconds)],
    ['CPU', byClass(sealed, ({ cpu }) => cpu)],
  ];
  const text = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? '-' : String(rounded(value));
  const rows = questionClasses
    .filter(cls => local.some(({ question }) => question.cls === cls))
    .map(cls => [cls, ...columns.map(([, values]) => text(values[cls]))]);
  return ['', `${label} mails`, ...layOut(['class', ...columns.map(([title]) => title)], rows)];
}
