// The figures of searching files, for machines and for people.

import type { Report } from '../benchmark.ts';
import { layOut } from '../layOut.ts';
import { largest, median, rounded } from '../measure.ts';
import type { FileCosts } from './fileCosts.ts';
import { type FileClass, type FileQuestion, fileClasses } from './fileQuestions.ts';
import type { LocalFiles } from './filesArchive.ts';
import type { FilesCorpus } from './filesCorpus.ts';
import type { FileUnits } from './fileUnits.ts';
import type { Scanner } from './scanner.ts';

/** Of one question; milliseconds are medians. */
export interface FileTimes {
  readonly question: FileQuestion;
  readonly hits: number;
  readonly hasMore: boolean;
  readonly isComplete: boolean;
  readonly fts5Hits: number;
  /** The whole answer, with rows, texts and passages. */
  readonly own: number;
  /** Which files are the first, and no more. */
  readonly fts5: number;
  /** Which files there are, the start of its process included; null where it cannot be asked, or was not. */
  readonly scan: number | null;
}

export interface MeasuredSize {
  readonly label: string;
  readonly corpus: FilesCorpus;
  readonly times: readonly FileTimes[];
  readonly local: LocalFiles;
  readonly fts5: { readonly seconds: number; readonly bytes: number };
}

export interface SearchMeasured {
  readonly measured: readonly MeasuredSize[];
  readonly units: readonly FileUnits[];
  readonly costs: FileCosts;
  readonly scanner: Scanner;
}

type Asked = { readonly question: FileQuestion };

const ofClass = <T extends Asked>(asked: readonly T[], cls: FileClass): readonly T[] =>
  asked.filter(({ question }) => question.cls === cls);

/** Of each class that was asked: one figure of its questions; null where none has it. */
function byClass<T extends Asked>(
  asked: readonly T[],
  of: (one: T) => number | null,
  summary: (values: readonly number[]) => number = median,
): Record<string, number | null> {
  return Object.fromEntries(
    fileClasses
      .filter(cls => ofClass(asked, cls).length > 0)
      .map(cls => {
        const own = ofClass(asked, cls)
          .map(of)
          .filter(value => value !== null);
        return [cls, own.length === 0 ? null : rounded(summary(own))];
      }),
  );
}

/** How many times as long a peer takes, over questions that both were asked. */
const timesAsLong = (asked: readonly FileTimes[], of: (one: FileTimes) => number | null) =>
  byClass(asked, one => {
    const peer = of(one);
    return peer === null ? null : peer / one.own;
  });

export function searchFigures({ measured, units, costs, scanner }: SearchMeasured): Report['figures'] {
  return {
    filesScanner: scanner,
    filesSearch: measured.map(({ label, corpus, times, local, fts5 }) => ({
      size: label,
      files: corpus.count,
      charactersEachFile: Math.round(corpus.characters / corpus.count),
      textRepeated: rounded(corpus.characters / corpus.sourceCharacters),
      storedPerSecond: rounded(corpus.count / local.seconds),
      fts5PerSecond: rounded(corpus.count / fts5.seconds),
      bytesEachFile: Math.round(local.bytes / corpus.count),
      fts5BytesEachFile: Math.round(fts5.bytes / corpus.count),
      medianMs: byClass(times, ({ own }) => own),
      worstMs: byClass(times, ({ own }) => own, largest),
      fts5MedianMs: byClass(times, one => one.fts5),
      scannerMedianMs: byClass(times, ({ scan }) => scan),
      fts5ToOwn: timesAsLong(times, one => one.fts5),
      scannerToOwn: timesAsLong(times, ({ scan }) => scan),
      incomplete: times.filter(({ isComplete }) => !isComplete).length,
      questions: times.map(({ question, hits, hasMore, isComplete, fts5Hits, own, fts5: peer, scan }) => ({
        ...questionFigure(question),
        ...{ hits, hasMore, isComplete, fts5Hits },
        ms: rounded(own),
        fts5Ms: rounded(peer),
        ...(scan === null ? {} : { scannerMs: rounded(scan) }),
      })),
    })),
    filesReadUnits: byClass(units, ({ readUnits }) => readUnits),
    filesReadUnitsWorst: byClass(units, ({ readUnits }) => readUnits, largest),
    filesRounds: byClass(units, ({ rounds }) => rounds),
    filesCalls: byClass(units, ({ calls }) => calls),
    filesModelMs: byClass(units, ({ modelMilliseconds }) => modelMilliseconds),
    filesTextsRead: byClass(units, ({ texts }) => texts),
    filesCostOfThousand: {
      files: costs.files,
      writeUnits: rounded(costs.writeUnits),
      writeUnitsRows: rounded(costs.rows),
      writeUnitsPending: rounded(costs.pending),
      writeUnitsTail: rounded(costs.tail),
      writeUnitsSealing: rounded(costs.sealing),
      readUnits: rounded(costs.readUnits),
      textPuts: rounded(costs.textPuts),
      writeDollars: rounded(costs.writeDollars),
      dollars: rounded(costs.dollars),
    },
  };
}

const questionFigure = ({ cls, keyword, phrase, tag, type, folder, dates }: FileQuestion) => ({
  class: cls,
  keyword,
  ...(phrase === undefined ? {} : { phrase }),
  ...(tag === undefined ? {} : { tag }),
  ...(type === undefined ? {} : { type }),
  ...(folder === undefined ? {} : { folder }),
  ...(dates === undefined ? {} : { dates: dates.map(at => new Date(at).toISOString()) }),
});

type Column = readonly [title: string, values: Record<string, number | null>];

function classTable(columns: readonly Column[]): readonly string[] {
  const rows = fileClasses
    .filter(cls => columns.some(([, values]) => cls in values))
    .map(cls => [cls, ...columns.map(([, values]) => String(values[cls] ?? '-'))]);
  return layOut(['class', ...columns.map(([title]) => title)], rows);
}

export function searchLines({ measured, units, costs, scanner }: SearchMeasured): string[] {
  return [
    ...measured.flatMap(({ label, corpus, times, local, fts5 }) => [
      `${label} files of ${Math.round(corpus.characters / corpus.count)} characters, page of 20 over SQLite, milliseconds`,
      ...classTable([
        ['ms', byClass(times, ({ own }) => own)],
        ['worst', byClass(times, ({ own }) => own, largest)],
        ['FTS5', byClass(times, one => one.fts5)],
        [scanner, byClass(times, ({ scan }) => scan)],
        ['FTS5/ours', timesAsLong(times, one => one.fts5)],
        [`${scanner}/ours`, timesAsLong(times, ({ scan }) => scan)],
        ['hits', byClass(times, ({ hits }) => hits)],
        ['hits of FTS5', byClass(times, ({ fts5Hits }) => fts5Hits)],
      ]),
      `stored ${rounded(corpus.count / local.seconds)} files a second, ${Math.round(local.bytes / corpus.count)} bytes each; ` +
        `FTS5 ${rounded(corpus.count / fts5.seconds)}, ${Math.round(fts5.bytes / corpus.count)}`,
      '',
    ]),
    'the simulated DynamoDB, 1,000 files',
    ...classTable([
      ['read units', byClass(units, ({ readUnits }) => readUnits)],
      ['worst', byClass(units, ({ readUnits }) => readUnits, largest)],
      ['rounds', byClass(units, ({ rounds }) => rounds)],
      ['calls', byClass(units, ({ calls }) => calls)],
      ['model ms', byClass(units, ({ modelMilliseconds }) => modelMilliseconds)],
      ['texts read', byClass(units, ({ texts }) => texts)],
    ]),
    '',
    'a thousand files, one a mail, without what the mails cost',
    ...layOut(
      ['figure', 'value'],
      [
        ['write units', rounded(costs.writeUnits)],
        ['  rows and locks', rounded(costs.rows)],
        ['  what is pending', rounded(costs.pending)],
        ['  found at once (tail)', rounded(costs.tail)],
        ['  sealing', rounded(costs.sealing)],
        ['read units', rounded(costs.readUnits)],
        ['texts written to S3', rounded(costs.textPuts)],
        ['dollars of write units', rounded(costs.writeDollars)],
        ['dollars in all', rounded(costs.dollars)],
      ].map(row => row.map(String)),
    ),
  ];
}
