// Workers that read documents: so many at once, each used again, each ended where it takes more time or memory than it may.
// Knows nothing of documents but what goes in and comes out.

import { Worker } from 'node:worker_threads';

/** Why a worker gave no answer. */
export type WorkerEnd = 'time' | 'memory' | 'crash';

export interface PoolOptions {
  /** The code of the worker: it answers each message by one message. */
  readonly file: URL;
  /** Workers at once; further jobs wait. */
  readonly workers: number;
  /** For one job, the start of the worker included. */
  readonly milliseconds: number;
  /** Of the worker's heap, and as much again of memory outside it. */
  readonly bytes: number;
  /** Jobs after which a worker is replaced. */
  readonly jobs: number;
}

export interface WorkerPool<Job, Result extends object> {
  /**
   * Never throws for what a worker does.
   * @param extraBytes outside the heap that this job may take besides: what it is given is copied there
   */
  run(job: Job, extraBytes?: number): Promise<Result | WorkerEnd>;
  /** Ends the workers; those at work give no answer. Jobs that come later start new ones. */
  end(): Promise<void>;
}

interface Slot {
  worker: Worker | null;
  jobs: number;
  isBusy: boolean;
}

/** Milliseconds between two looks at the memory of a worker. */
const lookMilliseconds = 50;
const megabyte = 1024 * 1024;
/** Of the memory that it may take, a worker that keeps more than this share after a job is not used again. */
const keptShare = 0.6;

async function bytesHeld(worker: Worker): Promise<{ readonly heap: number; readonly outside: number }> {
  try {
    const { used_heap_size, external_memory, malloced_memory } = await worker.getHeapStatistics();
    return { heap: used_heap_size, outside: external_memory + malloced_memory };
  } catch {
    // It has ended.
    return { heap: 0, outside: 0 };
  }
}

/** One job in one worker. The heap is bounded by the engine; memory outside of it is looked at. */
function runJob<Result extends object>(
  worker: Worker,
  job: unknown,
  { milliseconds, bytes }: Pick<PoolOptions, 'milliseconds' | 'bytes'>,
): Promise<Result | WorkerEnd> {
  return new Promise(resolve => {
    let isDone = false;
    const end = (result: Result | WorkerEnd) => {
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
    const look = async () => {
      const { outside } = await bytesHeld(worker);
      if (outside > bytes) end('memory');
      else if (!isDone) watch = setTimeout(look, lookMilliseconds);
    };
    const timer = setTimeout(() => end('time'), milliseconds);
    let watch = setTimeout(look, lookMilliseconds);
    worker.on('message', end);
    worker.on('error', fail);
    worker.on('exit', crash);
    worker.postMessage(job);
  });
}

export function workerPool<Job, Result extends object>(options: PoolOptions): WorkerPool<Job, Result> {
  const slots: Slot[] = [];
  const waiting: ((slot: Slot) => void)[] = [];

  function acquire(): Promise<Slot> | Slot {
    const free = slots.find(slot => !slot.isBusy);
    if (free !== undefined) {
      free.isBusy = true;
      return free;
    }
    if (slots.length >= options.workers) return new Promise(resolve => waiting.push(resolve));
    const slot: Slot = { worker: null, jobs: 0, isBusy: true };
    slots.push(slot);
    return slot;
  }
  function release(slot: Slot): void {
    const next = waiting.shift();
    if (next !== undefined) next(slot);
    else slot.isBusy = false;
  }
  function forget(slot: Slot, worker: Worker): void {
    if (slot.worker === worker) slot.worker = null;
  }
  function workerOf(slot: Slot): Worker {
    if (slot.worker !== null) return slot.worker;
    const worker = new Worker(options.file, {
      resourceLimits: {
        maxOldGenerationSizeMb: options.bytes / megabyte,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: 4,
      },
      env: {},
      execArgv: [],
    });
    // One that ends between two jobs is replaced at the next.
    worker.on('error', () => forget(slot, worker));
    worker.on('exit', () => forget(slot, worker));
    slot.worker = worker;
    slot.jobs = 0;
    return worker;
  }
  async function isWorn(slot: Slot, worker: Worker): Promise<boolean> {
    if (slot.jobs >= options.jobs) return true;
    const { heap, outside } = await bytesHeld(worker);
    return heap + outside > options.bytes * keptShare;
  }

  return {
    async run(job, extraBytes = 0) {
      const slot = await acquire();
      try {
        const worker = workerOf(slot);
        worker.ref();
        const result = await runJob<Result>(worker, job, { ...options, bytes: options.bytes + extraBytes });
        slot.jobs++;
        if (typeof result === 'string' || (await isWorn(slot, worker))) {
          forget(slot, worker);
          await worker.terminate();
        }
        // A process that has nothing else to do ends, whatever workers wait.
        else worker.unref();
        return result;
      } catch (error) {
        // The job could not be handed over. A worker that waits for it would keep the process alive.
        await slot.worker?.terminate();
        throw error;
      } finally {
        release(slot);
      }
    },
    async end() {
      await Promise.all(slots.map(slot => slot.worker?.terminate()));
    },
  };
}
