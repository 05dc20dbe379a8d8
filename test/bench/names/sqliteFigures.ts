// Milliseconds of every question on SQLite, beside plocate and FTS5 trigram, which take turns with it.

import { type SearchContext, searchAttachments } from '../../../lib/search/searchAttachments.ts';
import type { NamesFiles } from '../archives.ts';
import type { BenchContext, Size } from '../benchmark.ts';
import { median, repeatedly, takeTurns } from '../measure.ts';
import type { BenchQuery } from '../queries.ts';
import { makeStarter } from '../starter.ts';
import { cursorKeys, questionByCursor, questionByOffset } from './ask.ts';
import { bruteForce, requireRight } from './bruteForce.ts';
import { cpuBeyondStore, type QueryCpu } from './cpuBeyondStore.ts';
import { fts5Archive } from './fts5Archive.ts';
import { fts5Peer } from './fts5Peer.ts';
import { plocatePeer } from './plocatePeer.ts';
import { type Made, sqliteArchive } from './sqliteArchive.ts';

/** Medians of one question, in milliseconds. Null where a peer cannot be asked. */
export interface QueryTimes {
  readonly query: BenchQuery;
  readonly mailglob: number;
  /** A deep page by `offset` in place of a cursor; null for a first page. */
  readonly byOffset: number | null;
  /** Of an archive in FTS5 that delivers the same fields. */
  readonly fts5: number;
  /** Of an index of bare names. */
  readonly fts5Bare: number;
  /** Milliseconds of CPU of us and of the archive in FTS5: what else runs on the machine blurs them less. */
  readonly cpu: number;
  readonly fts5Cpu: number;
  /** Without the start of its process. */
  readonly plocate: number | null;
}

export interface SqliteFigures {
  readonly made: Made;
  readonly fts5Made: Made;
  /** Of the index of bare names. */
  readonly fts5Seconds: number;
  readonly fts5Bytes: number;
  readonly plocateBytes: number | null;
  /** Milliseconds that starting a process takes, which plocate's are without. */
  readonly spawn: number;
  readonly times: readonly QueryTimes[];
  readonly cpu: readonly QueryCpu[];
}

const rounds = 7;
const warmPasses = 10;
/** A peer that takes seconds is asked three times. */
const patience = 2_500;

export async function sqliteFigures(
  context: BenchContext,
  files: NamesFiles & { readonly corpus: string },
  size: Size,
  queries: readonly BenchQuery[],
): Promise<SqliteFigures> {
  const starter = makeStarter();
  const { archive, made } = await sqliteArchive(context, files, size);
  const fts5 = await fts5Archive(context, files, size);
  const bare = await fts5Peer(context, files, size);
  const plocate = plocatePeer(files, starter);
  const starts = await repeat(30, () => starter.time('/bin/true', []));
  const spawn = median(starts);
  const right = bruteForce(files, queries);
  const search: SearchContext = { store: archive.store, cursorKeys };

  context.progress(`asking ${queries.length} questions of ${size.label} attachments in SQLite`);
  await warmUp(search, queries);
  const times: QueryTimes[] = [];
  const cpu: QueryCpu[] = [];
  for (const query of queries) {
    const offset = questionByOffset(query);
    const question = (await questionByCursor(search, query)) ?? offset;
    requireRight(query, await searchAttachments(search, question), right.get(query.id));
    const tasks = new Map<string, () => unknown>([
      ['mailglob', repeatedly(() => searchAttachments(search, question))],
      ['fts5', repeatedly(() => fts5.ask(query))],
      ['fts5Bare', repeatedly(() => bare.ask(query))],
    ]);
    if (query.page > 1)
      tasks.set(
        'byOffset',
        repeatedly(() => searchAttachments(search, offset)),
      );
    const askPlocate = plocate?.ask(query);
    if (askPlocate) tasks.set('plocate', askPlocate);
    const turns = await takeTurns(tasks, { rounds, patience });
    const medianOf = (name: string): number | null => {
      const own = turns.get(name);
      return own ? median(own) : null;
    };
    const plocateMilliseconds = medianOf('plocate');
    const [own, theirs] = await leastCpu([() => searchAttachments(search, question), () => fts5.ask(query)]);
    times.push({
      query,
      mailglob: medianOf('mailglob') ?? Number.NaN,
      byOffset: medianOf('byOffset'),
      fts5: medianOf('fts5') ?? Number.NaN,
      fts5Bare: medianOf('fts5Bare') ?? Number.NaN,
      cpu: own ?? Number.NaN,
      fts5Cpu: theirs ?? Number.NaN,
      plocate: plocateMilliseconds === null ? null : Math.max(0, plocateMilliseconds - spawn),
    });
    cpu.push(await cpuBeyondStore(search, query, question));
  }
  starter.close();
  fts5.close();
  bare.close();
  await archive.close();
  return {
    made,
    fts5Made: fts5.made,
    fts5Seconds: bare.seconds,
    fts5Bytes: bare.bytes,
    plocateBytes: plocate?.bytes ?? null,
    spawn,
    times,
    cpu,
  };
}

/** A server has answered before: without it the compiler is what is measured. FTS5 is compiled as it is. */
async function warmUp(search: SearchContext, queries: readonly BenchQuery[]): Promise<void> {
  for (let pass = 0; pass < warmPasses; pass++)
    for (const query of queries) await searchAttachments(search, questionByOffset(query));
}

const cpuTurns = 5;
/** The clock of CPU is coarse. */
const cpuMilliseconds = 25;

/** Milliseconds of CPU that each task takes, the least of some turns. */
async function leastCpu(tasks: readonly (() => unknown)[]): Promise<number[]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < cpuTurns; turn++)
    for (const [place, task] of tasks.entries()) {
      const started = performance.now();
      const before = process.cpuUsage();
      let times = 0;
      do {
        await task();
        times++;
      } while (performance.now() - started < cpuMilliseconds);
      const { user, system } = process.cpuUsage(before);
      least[place] = Math.min(least[place] ?? Number.POSITIVE_INFINITY, (user + system) / 1000 / times);
    }
  return least;
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  while (results.length < times) results.push(await work());
  return results;
}
