// Locks on objects and on messages: what is told of one object is followed one after another, and so is what is done to
// one message, however many functions run. A lock is a row with the time its lease ends; one that was left by a function
// that died is taken over when that has passed. Who holds the lock of a message waits for no other, so nobody waits in a
// circle.

import { randomUUID } from 'node:crypto';
import { lockKey } from './keys.ts';
import type { Store } from './ports.ts';

export interface LockTimes {
  /** Longer than whoever holds a lock may live, milliseconds. */
  readonly lease: number;
  /** Between two tries to get a lock, milliseconds. */
  readonly retry: number;
  /** After which a lock is given up, milliseconds. */
  readonly patience: number;
}

/** The function that takes mail in lives at most 120 seconds. */
export const lockTimes: LockTimes = { lease: 130_000, retry: 40, patience: 60_000 };

/** Takes the lock of an object's key or a message's id; null where another holds it. */
export async function tryLock(store: Store, name: string, { lease } = lockTimes): Promise<Lock | null> {
  const key = lockKey(name);
  const until = Date.now() + lease;
  const row = { ...key, data: `${until} ${randomUUID()}` };
  if (!(await store.putIfAbsent(row))) {
    const [held] = await store.get([key]);
    if (held && Number.parseInt(held.data, 10) > Date.now()) return null;
    if (!(held ? await store.replace(row, held.data) : await store.putIfAbsent(row))) return null;
  }
  return {
    release: async () => {
      // Once the lease is over it may be another's.
      if (Date.now() < until) await store.delete([key]);
    },
  };
}

export interface Lock {
  release(): Promise<void>;
}

/**
 * Does some work under a lock, waiting while another holds it.
 * @throws Error where patience ends first
 */
export async function withLock<T>(store: Store, name: string, work: () => Promise<T>, times = lockTimes): Promise<T> {
  const end = performance.now() + times.patience;
  for (;;) {
    const lock = await tryLock(store, name, times);
    if (lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (performance.now() >= end) throw new Error('another function is at work on the same object');
    await new Promise(resolve => setTimeout(resolve, times.retry * (0.5 + Math.random())));
  }
}

/**
 * Does work for some names together, of which those that others hold come after, each alone.
 * @param failed is told of a name whose turn did not come or failed alone; left out, that is thrown
 */
export async function underLocks<T>(
  store: Store,
  names: readonly string[],
  work: (names: ReadonlySet<string>) => Promise<T>,
  failed = (_name: string, error: unknown): void => {
    throw error;
  },
): Promise<T[]> {
  const distinct = [...new Set(names)];
  const locks = await Promise.all(distinct.map(name => tryLock(store, name).catch(() => null)));
  const results: T[] = [];
  const free = new Set(distinct.filter((_, i) => locks[i]));
  try {
    if (free.size > 0) results.push(await work(free));
  } finally {
    await Promise.all(locks.map(lock => lock?.release()));
  }
  for (const name of distinct) {
    if (free.has(name)) continue;
    try {
      results.push(await withLock(store, name, () => work(new Set([name]))));
    } catch (error) {
      failed(name, error);
    }
  }
  return results;
}
