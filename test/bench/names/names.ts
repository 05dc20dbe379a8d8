// The benchmark `names`: any pattern at any size. What is measured is in the files beside; here are its figures.

import { missingDictionaries, type NamesFiles, namesFiles } from '../archives.ts';
import type { BenchContext, Figure, Report, Size } from '../benchmark.ts';
import { layOut } from '../layOut.ts';
import { largest, median, rounded } from '../measure.ts';
import { isHere, missingLine } from '../peers.ts';
import { type BenchQuery, classesOf, readQueries } from '../queries.ts';
import type { QueryCpu } from './cpuBeyondStore.ts';
import { type DynamoFigures, dynamoFigures, type QueryUnits, writeFigures } from './dynamoFigures.ts';
import { type QueryTimes, type SqliteFigures, sqliteFigures } from './sqliteFigures.ts';

const ownSizes: readonly Size[] = [
  { label: '10k', attachments: 10_000 },
  { label: '100k', attachments: 100_000 },
  { label: '1m', attachments: 1_000_000 },
  { label: '10m', attachments: 10_000_000 },
];

interface Measured {
  readonly size: Size;
  readonly dynamo: DynamoFigures;
  /** Null for a size beyond those that SQLite and its peers are asked at. */
  readonly sqlite: SqliteFigures | null;
}

const hasCorpus = (files: NamesFiles): files is NamesFiles & { corpus: string } => files.corpus !== null;

export async function run(context: BenchContext): Promise<Report> {
  const queries = readQueries(context);
  const sizes = (context.sizes ?? ownSizes).toSorted((a, b) => a.attachments - b.attachments);
  const measured: Measured[] = [];
  let writes: { writeUnits: number; readUnits: number } | null = null;
  // SQLite first: its peers are started from this process, which is small until the simulated table is in it.
  const sqlite = new Map<Size, SqliteFigures>();
  for (const size of sizes) {
    const files = await namesFiles(context, size);
    if (!hasCorpus(files)) continue;
    sqlite.set(size, await sqliteFigures(context, files, size, queries));
    writes ??= await writeFigures(files);
  }
  for (const size of sizes) {
    const files = await namesFiles(context, size);
    const dynamo = await dynamoFigures(context, files, size, queries);
    measured.push({ size, dynamo, sqlite: sqlite.get(size) ?? null });
  }
  return {
    figures: { ...headFigures(measured, writes), perClass: perClass(queries, measured), perQuery: perQuery(measured) },
    lines: textLines(queries, measured, writes),
    missing: [...missingDictionaries(), ...(isHere('plocate') ? [] : [missingLine('plocate')])],
  };
}

const unitsOf = (measured: Measured | undefined): number[] => measured?.dynamo.queries.map(({ units }) => units) ?? [];
const roundsOf = (measured: Measured | undefined): number[] =>
  measured?.dynamo.queries.map(({ rounds }) => rounds) ?? [];
const orNull = (values: readonly number[], of: (values: readonly number[]) => number): number | null =>
  values.length === 0 ? null : rounded(of(values), 4);

const growthOf = (small: Measured | undefined, large: Measured | undefined): number | null =>
  small && large ? rounded(median(unitsOf(large)) / median(unitsOf(small))) : null;

/** Of the questions that both archives answer with a full page: half of a small archive's pages are not. */
function growthOfFullPages(small: Measured | undefined, large: Measured | undefined): number | null {
  const isFull = ({ query, returned }: QueryUnits) => returned === query.limit;
  const both = small?.dynamo.queries.flatMap((one, i) => {
    const other = large?.dynamo.queries[i];
    return other && isFull(one) && isFull(other) ? [[one.units, other.units] as const] : [];
  });
  if (!both || both.length === 0) return null;
  return rounded(median(both.map(([, units]) => units)) / median(both.map(([units]) => units)));
}

function headFigures(
  measured: readonly Measured[],
  writes: { readonly writeUnits: number; readonly readUnits: number } | null,
): Record<string, Figure> {
  const at = (label: string) => measured.find(({ size }) => size.label === label);
  const [small, million, tenMillion] = ['10k', '1m', '10m'].map(at);
  // Figures of SQLite are those of a million, or of the largest archive that was asked for.
  const sqlite = million?.sqlite ?? null;
  const largestSqlite = measured.findLast(one => one.sqlite !== null)?.sqlite ?? null;
  const times = sqlite?.times.map(({ mailglob }) => mailglob) ?? [];
  const cpu = measured.flatMap(({ sqlite: own, dynamo }) => [...(own?.cpu ?? []), ...dynamo.cpu]);
  return {
    unitsMedian1M: orNull(unitsOf(million), median),
    unitsWorst1M: orNull(unitsOf(million), largest),
    unitsMedian10M: orNull(unitsOf(tenMillion), median),
    unitsWorst10M: orNull(unitsOf(tenMillion), largest),
    roundsMedian10M: orNull(roundsOf(tenMillion), median),
    roundsWorst10M: orNull(roundsOf(tenMillion), largest),
    growthMedian: growthOf(small, tenMillion),
    growthMedianFullPages: growthOfFullPages(small, tenMillion),
    writeUnits: writes && rounded(writes.writeUnits),
    writeReadUnits: writes && rounded(writes.readUnits),
    sqliteMedianMs1M: orNull(times, median),
    sqliteWorstMs1M: orNull(times, largest),
    sqliteWorstByOffsetMs1M: orNull(sqlite?.times.flatMap(({ byOffset }) => byOffset ?? []) ?? [], largest),
    sqliteBytes: largestSqlite && Math.round(largestSqlite.made.bytes / largestSqlite.made.attachments),
    sqliteImportPerSecond: largestSqlite && Math.round(largestSqlite.made.attachments / largestSqlite.made.seconds),
    sqliteImportPerCpuSecond:
      largestSqlite && Math.round(largestSqlite.made.attachments / largestSqlite.made.cpuSeconds),
    fts5ImportPerSecond:
      largestSqlite && Math.round(largestSqlite.fts5Made.attachments / largestSqlite.fts5Made.seconds),
    fts5ImportPerCpuSecond:
      largestSqlite && Math.round(largestSqlite.fts5Made.attachments / largestSqlite.fts5Made.cpuSeconds),
    fts5ArchiveBytes: largestSqlite && Math.round(largestSqlite.fts5Made.bytes / largestSqlite.fts5Made.attachments),
    fts5Bytes: largestSqlite && Math.round(largestSqlite.fts5Bytes / largestSqlite.made.attachments),
    fts5BuildPerSecond: largestSqlite && Math.round(largestSqlite.made.attachments / largestSqlite.fts5Seconds),
    spawnMs: largestSqlite && rounded(largestSqlite.spawn),
    cpuMsPerThousandRows: cpuPerThousandRows(cpu),
    cpuMsPerCall: orNull(
      cpu.map(({ milliseconds }) => milliseconds),
      median,
    ),
  };
}

/** Questions that read fewer rows are dominated by what every call costs. */
const manyRows = 1_000;

/** Of the questions that read many rows, all together. */
function cpuPerThousandRows(cpu: readonly QueryCpu[]): number | null {
  const dear = cpu.filter(({ rows }) => rows >= manyRows);
  const rows = dear.reduce((sum, one) => sum + one.rows, 0);
  return rows === 0 ? null : rounded((dear.reduce((sum, one) => sum + one.milliseconds, 0) / rows) * 1000);
}

interface ClassTimes {
  readonly mailglob: number;
  readonly worst: number;
  readonly fts5: number;
  readonly fts5Worst: number;
  readonly fts5Bare: number;
  readonly cpu: number;
  readonly fts5Cpu: number;
  readonly plocate: number | null;
}

function classTimes(times: readonly QueryTimes[]): ClassTimes {
  const own = times.map(({ mailglob }) => mailglob);
  const fts5 = times.map(time => time.fts5);
  const plocate = times.flatMap(time => time.plocate ?? []);
  return {
    mailglob: rounded(median(own)),
    worst: rounded(largest(own)),
    fts5: rounded(median(fts5)),
    fts5Worst: rounded(largest(fts5)),
    fts5Bare: rounded(median(times.map(time => time.fts5Bare))),
    cpu: rounded(median(times.map(time => time.cpu))),
    fts5Cpu: rounded(median(times.map(time => time.fts5Cpu))),
    plocate: plocate.length === 0 ? null : rounded(median(plocate)),
  };
}

function classUnits(queries: readonly QueryUnits[]) {
  return {
    units: rounded(median(queries.map(({ units }) => units))),
    unitsWorst: largest(queries.map(({ units }) => units)),
    rounds: median(queries.map(({ rounds }) => rounds)),
    modelMs: rounded(median(queries.map(({ modelMilliseconds }) => modelMilliseconds))),
  };
}

/** By class, then by size: milliseconds with the peers beside, and units. */
function perClass(queries: readonly BenchQuery[], measured: readonly Measured[]): Record<string, Figure> {
  return Object.fromEntries(
    classesOf(queries).map(cls => {
      const sizes = measured.map(({ size, sqlite, dynamo }) => {
        const ofClass = ({ query }: { readonly query: BenchQuery }) => query.cls === cls;
        const times = sqlite ? classTimes(sqlite.times.filter(ofClass)) : null;
        const units = classUnits(dynamo.queries.filter(ofClass));
        return [
          size.label,
          {
            ...(times && {
              mailglobMs: times.mailglob,
              mailglobWorstMs: times.worst,
              fts5Ms: times.fts5,
              fts5WorstMs: times.fts5Worst,
              fts5BareMs: times.fts5Bare,
              mailglobCpuMs: times.cpu,
              fts5CpuMs: times.fts5Cpu,
              plocateMs: times.plocate,
              timesFts5: rounded(times.fts5 / times.mailglob),
              timesPlocate: times.plocate === null ? null : rounded(times.plocate / times.mailglob),
            }),
            ...units,
          },
        ] as const;
      });
      return [cls, Object.fromEntries(sizes)];
    }),
  );
}

function perQuery(measured: readonly Measured[]): Figure {
  return measured.flatMap(({ size, dynamo, sqlite }) =>
    dynamo.queries.map(({ query, units, rounds, rows, returned, modelMilliseconds, isComplete, byOffset }, i) => {
      const times = sqlite?.times[i];
      return {
        size: size.label,
        id: query.id,
        cls: query.cls,
        pattern: query.pattern,
        units,
        rounds,
        rows,
        returned,
        modelMs: rounded(modelMilliseconds),
        isComplete,
        ...(byOffset === null ? {} : { unitsByOffset: byOffset }),
        ...(times && {
          mailglobMs: rounded(times.mailglob),
          fts5Ms: rounded(times.fts5),
          fts5BareMs: rounded(times.fts5Bare),
          mailglobCpuMs: rounded(times.cpu),
          fts5CpuMs: rounded(times.fts5Cpu),
          plocateMs: times.plocate === null ? null : rounded(times.plocate),
          ...(times.byOffset === null ? {} : { byOffsetMs: rounded(times.byOffset) }),
        }),
      };
    }),
  );
}

const text = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(rounded(value));

function textLines(
  queries: readonly BenchQuery[],
  measured: readonly Measured[],
  writes: { readonly writeUnits: number; readonly readUnits: number } | null,
): string[] {
  const heads = Object.entries(headFigures(measured, writes)).map(([name, value]) => [name, String(value ?? '-')]);
  const lines = [...layOut(['figure', 'value'], heads)];
  for (const { size, sqlite, dynamo } of measured) {
    const rows = classesOf(queries).map(cls => {
      const ofClass = ({ query }: { readonly query: BenchQuery }) => query.cls === cls;
      const times = sqlite ? classTimes(sqlite.times.filter(ofClass)) : null;
      const units = classUnits(dynamo.queries.filter(ofClass));
      return [
        cls,
        ...[times?.mailglob, times?.worst, times?.fts5, times?.fts5Bare, times?.plocate].map(text),
        ...[units.units, units.unitsWorst, units.rounds, units.modelMs].map(text),
      ];
    });
    const titles = ['class', 'ms', 'worst', 'FTS5', 'bare', 'plocate', 'units', 'worst', 'rounds', 'model ms'];
    lines.push('', `${size.label} attachments`, ...layOut(titles, rows));
  }
  return lines;
}
