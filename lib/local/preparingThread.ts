// A thread that prepares the mails of an import while others are written. What it cannot do (it does not start, it dies,
// there are too few mails, a mail is too large) is done where it is asked for: nothing fails for it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type PreparedMail, type PrepareMails, prepareHere, type UnpreparedMail } from '../archive/prepareMail.ts';
import { limits } from '../limits.ts';
import { type PackedMails, packMails, unpackPrepared } from './packedMails.ts';

export interface PreparingThread {
  readonly prepare: PrepareMails;
  /** Ends the thread, whatever it is at; further mails would start another one. */
  end(): Promise<void>;
}

export interface PreparingOptions {
  /** The code of the thread; null where there is none. */
  readonly file: URL | null;
  /** Of its heap. */
  readonly heapBytes: number;
  /** Mails given at once from which it is started: of fewer it saves nothing, be they large. */
  readonly leastMails: number;
}

/** Mails that are handed over together, and bytes from which no further one is added. */
const jobMails = 25;
const jobBytes = 1024 * 1024;
/** Handed over and not answered: they are in memory a second time. */
const mostHanded = 2 * 1024 * 1024;
/** A larger mail is prepared where it is: it is mostly files, of which little is read, and would be there twice. */
const largeMail = 1024 * 1024;
/** Threads that died, after which none is started any more. */
const mostDeaths = 3;
const megabyte = 1024 * 1024;

/** Where a build puts the code of the thread, seen from a chunk and from a bundle that starts it. */
const places = ['preparingWorker.ts', '../preparingWorker.mjs', 'preparingWorker.mjs'];

function workerFile(): URL | null {
  const path = places.map(place => join(import.meta.dirname, place)).find(one => existsSync(one));
  return path === undefined ? null : pathToFileURL(path);
}

interface Job {
  readonly id: number;
  readonly mails: readonly UnpreparedMail[];
  readonly bytes: number;
  /** Null where the thread did not do it. */
  readonly answer: Promise<PackedMails | null>;
  readonly resolve: (answer: PackedMails | null) => void;
}

/** It is started with the first mails that are worth it. */
export function preparingThread(options: Partial<PreparingOptions> = {}): PreparingThread {
  const { file = workerFile(), heapBytes = limits.preparingHeapBytes.value, leastMails = 100 } = options;
  let worker: Worker | null = null;
  let deaths = 0;
  let count = 0;
  /** Jobs of the thread that is at work: those that it has, and those that follow. */
  const handed = new Map<number, Job>();
  const waiting: Job[] = [];

  function start(): Worker | null {
    if (file === null || deaths >= mostDeaths) return null;
    try {
      const started = new Worker(file, {
        // New objects in little memory: from here on no more of it makes it faster.
        resourceLimits: { maxOldGenerationSizeMb: heapBytes / megabyte, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 },
        env: {},
        execArgv: [],
      });
      started.on('message', (answer: PackedMails) => take(answer));
      for (const event of ['error', 'messageerror', 'exit']) started.on(event, () => lose(started));
      return started;
    } catch {
      deaths++;
      return null;
    }
  }

  /** What a thread that is gone had to do is done by who waits for it. */
  function lose(gone: Worker): void {
    if (worker !== gone) return;
    worker = null;
    deaths++;
    giveUp();
    void gone.terminate();
  }
  function giveUp(): void {
    for (const job of [...handed.values(), ...waiting]) job.resolve(null);
    handed.clear();
    waiting.length = 0;
  }

  function take(answer: PackedMails): void {
    handed.get(answer.job)?.resolve(answer);
    handed.delete(answer.job);
    handOver();
  }
  function handOver(): void {
    let bytes = [...handed.values()].reduce((sum, job) => sum + job.bytes, 0);
    for (let next = waiting[0]; worker && next; next = waiting[0]) {
      if (handed.size > 0 && bytes + next.bytes > mostHanded) return;
      waiting.shift();
      try {
        const packed = packMails(next.id, next.mails);
        worker.postMessage(packed, [packed.bytes.buffer]);
        handed.set(next.id, next);
        bytes += next.bytes;
      } catch {
        // For want of memory, say: it is done where it is.
        next.resolve(null);
      }
    }
  }

  function newJob(mails: readonly UnpreparedMail[]): Job {
    const { promise: answer, resolve } = Promise.withResolvers<PackedMails | null>();
    return { id: count++, mails, bytes: bytesOf(mails), answer, resolve };
  }

  return {
    prepare(mails) {
      const here = prepareHere(mails);
      worker ??= mails.length >= leastMails ? start() : null;
      if (worker === null) return here;
      const given = new Map<number, () => Promise<PreparedMail | null>>();
      for (const some of inJobs(mails)) {
        const job = newJob(some.map(({ mail }) => mail));
        waiting.push(job);
        let prepared: ReturnType<typeof unpackPrepared> | null = null;
        for (const [at, { place }] of some.entries())
          given.set(place, async () => {
            const answer = await job.answer;
            prepared ??= answer && unpackPrepared(answer);
            return prepared?.[at] ?? null;
          });
      }
      handOver();
      return async place => {
        const take = given.get(place);
        given.delete(place);
        return (await take?.()) ?? here(place);
      };
    },
    async end() {
      const last = worker;
      worker = null;
      giveUp();
      await last?.terminate();
    },
  };
}

const bytesOf = (mails: readonly UnpreparedMail[]): number => mails.reduce((sum, { raw }) => sum + raw.length, 0);

interface PlacedMail {
  readonly mail: UnpreparedMail;
  readonly place: number;
}

/** Mails in groups that are handed over together; large ones are left out. */
function inJobs(mails: readonly UnpreparedMail[]): PlacedMail[][] {
  const jobs: PlacedMail[][] = [];
  let bytes = 0;
  for (const [place, mail] of mails.entries()) {
    if (mail.raw.length > largeMail) continue;
    const last = jobs.at(-1);
    if (last && last.length < jobMails && bytes < jobBytes) last.push({ mail, place });
    else {
      jobs.push([{ mail, place }]);
      bytes = 0;
    }
    bytes += mail.raw.length;
  }
  return jobs;
}
