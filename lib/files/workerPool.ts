// Workers that read documents: so many at once, each used again, each ended where it takes more time or memory than it may.

import { Worker, type WorkerOptions } from 'node:worker_threads';
import { limits } from '../limits.ts';
import type { Extraction } from './extraction.ts';
import type { Job } from './extractionWorker.ts';
import { workerFile } from './workerFile.ts';

/** Why a worker gave no answer. */
export type WorkerEnd = 'time' | 'memory' | 'crash';

interface Slot {
  worker: Worker | null;
  documents: number;
  isBusy: boolean;
}

/** Milliseconds between two looks at the memory of a worker. */
const lookMilliseconds = 50;
const megabyte = 1024 * 1024;
/** Memory that a worker may keep after a document; one that keeps more is not used again. */
const keptBytes = 160 * megabyte;

const workerOptions = (): WorkerOptions => ({
  resourceLimits: {
    maxOldGenerationSizeMb: limits.readingHeapBytes.value / megabyte,
    maxYoungGenerationSizeMb: 32,
    stackSizeMb: 4,
  },
  env: {},
  execArgv: [],
});

const slots: Slot[] = [];
const waiting: ((slot: Slot) => void)[] = [];

function acquire(): Promise<Slot> | Slot {
  const free = slots.find(slot => !slot.isBusy);
  if (free !== undefined) {
    free.isBusy = true;
    return free;
  }
  if (slots.length < limits.readingWorkers.value) {
    const slot: Slot = { worker: null, documents: 0, isBusy: true };
    slots.push(slot);
    return slot;
  }
  return new Promise(resolve => waiting.push(resolve));
}

function release(slot: Slot): void {
  const next = waiting.shift();
  if (next !== undefined) next(slot);
  else slot.isBusy = false;
}

function workerOf(slot: Slot): Worker {
  if (slot.worker === null) {
    const worker = new Worker(workerFile(), workerOptions());
    // One that ends between two documents is replaced at the next.
    worker.on('error', () => forget(slot, worker));
    worker.on('exit', () => forget(slot, worker));
    slot.worker = worker;
    slot.documents = 0;
  }
  return slot.worker;
}

function forget(slot: Slot, worker: Worker): void {
  if (slot.worker === worker) slot.worker = null;
}

async function bytesHeld(worker: Worker): Promise<{ readonly heap: number; readonly outside: number }> {
  try {
    const { used_heap_size, external_memory, malloced_memory } = await worker.getHeapStatistics();
    return { heap: used_heap_size, outside: external_memory + malloced_memory };
  } catch {
    return { heap: 0, outside: 0 };
  }
}

/** One document in one worker. */
function run(worker: Worker, job: Job): Promise<Extraction | WorkerEnd> {
  return new Promise(resolve => {
    let isDone = false;
    const end = (result: Extraction | WorkerEnd) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      clearTimeout(watch);
      worker.off('message', end);
      worker.off('error', fail);
      worker.off('exit', crash);
      resolve(result);
    };
    const crash = () => end('crash');
    const fail = (error: NodeJS.ErrnoException) => end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash');
    const timer = setTimeout(() => end('time'), limits.readingMilliseconds.value);
    const look = async () => {
      const { outside } = await bytesHeld(worker);
      if (outside > limits.readingHeapBytes.value) end('memory');
      else if (!isDone) watch = setTimeout(look, lookMilliseconds);
    };
    let watch = setTimeout(look, lookMilliseconds);
    worker.on('message', end);
    worker.on('error', fail);
    worker.on('exit', crash);
    worker.postMessage(job);
  });
}

/** Reads a document in a worker; waits for its turn where all are busy. */
export async function runInWorker(job: Job): Promise<Extraction | WorkerEnd> {
  const slot = await acquire();
  try {
    const worker = workerOf(slot);
    worker.ref();
    const result = await run(worker, job);
    slot.documents++;
    const { heap, outside } = typeof result === 'string' ? { heap: 0, outside: 0 } : await bytesHeld(worker);
    if (typeof result === 'string' || slot.documents >= limits.workerDocuments.value || heap + outside > keptBytes) {
      forget(slot, worker);
      await worker.terminate();
    } else worker.unref();
    return result;
  } finally {
    release(slot);
  }
}

/** Ends all workers: for a process that reads no more documents but lives on. Those that are reading give no answer. */
export async function endWorkers(): Promise<void> {
  await Promise.all(slots.splice(0).map(slot => slot.worker?.terminate()));
}
