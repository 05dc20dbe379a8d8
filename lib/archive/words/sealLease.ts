// Who may seal an index of words: one at a time, by a row with the time until which it is his. He writes only while
// enough of it is left for what he writes to have ended; one who died or sleeps is followed by another when it is over.

import { randomUUID } from 'node:crypto';
import type { Store } from '../ports.ts';
import { type WordIndex, wordLeaseKey } from '../wordKeys.ts';

export interface SealTimes {
  /** How long a lease lasts, milliseconds. */
  readonly lease: number;
  /** How much of it there is to be before a write, milliseconds: longer than one call of the store takes. */
  readonly margin: number;
  /** Between two tries to get one, milliseconds. */
  readonly retry: number;
  /** After which waiting for one is given up, milliseconds. */
  readonly patience: number;
  /** The present, epoch milliseconds. */
  readonly now: () => number;
}

/** A store waits out refusals for 20 seconds. */
export const sealTimes: SealTimes = {
  ...{ lease: 30_000, margin: 22_000, retry: 50, patience: 60_000 },
  now: Date.now,
};

export interface SealLease {
  /**
   * Makes sure of the lease before a write, and makes it longer where little of it is left.
   * @throws Error where it is over, or another's
   */
  hold(): Promise<void>;
  release(): Promise<void>;
}

const free = '';

/** Takes the lease of an index; null where another has it. */
export async function takeSealLease(store: Store, index: WordIndex, times = sealTimes): Promise<SealLease | null> {
  const key = wordLeaseKey(index);
  const owner = randomUUID();
  const leaseUntil = (until: number) => ({ ...key, data: `${until} ${owner}` });
  let until = times.now() + times.lease;
  let own = leaseUntil(until);
  if (!(await store.putIfAbsent(own))) {
    const [held] = await store.get([key]);
    if (held && held.data !== free && Number.parseInt(held.data, 10) > times.now()) return null;
    if (!(held ? await store.replace(own, held.data) : await store.putIfAbsent(own))) return null;
  }
  return {
    async hold() {
      const now = times.now();
      if (now < until - times.margin) return;
      const longer = leaseUntil(now + times.lease);
      if (now >= until || !(await store.replace(longer, own.data)))
        throw new Error('sealing took longer than its lease: another goes on with it');
      own = longer;
      until = now + times.lease;
    },
    release: async () => {
      await store.replace({ ...key, data: free }, own.data);
    },
  };
}

/**
 * Does some work under the lease of an index, waiting while another has it.
 * @throws Error where patience ends first
 */
export async function underSealLease<T>(
  store: Store,
  index: WordIndex,
  work: (lease: SealLease) => Promise<T>,
  times = sealTimes,
): Promise<T> {
  const end = performance.now() + times.patience;
  for (;;) {
    const lease = await takeSealLease(store, index, times);
    if (lease) return whileHeld(lease, work);
    if (performance.now() >= end) throw new Error('the words of the same account are being sealed');
    await new Promise(resolve => setTimeout(resolve, times.retry * (0.5 + Math.random())));
  }
}

/** Does some work under a lease and gives it back. */
export async function whileHeld<T>(lease: SealLease, work: (lease: SealLease) => Promise<T>): Promise<T> {
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}
