// Changes that many callers ask for at once, made in one transaction: a wait for the disk is the dearest of a change.

import type { BlobTable } from './blobTable.ts';

interface Change {
  readonly apply: () => unknown;
  readonly isDurable: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupedChanges {
  /**
   * Makes a change, with others that are asked for meanwhile, and gives its result once they are committed. If one
   * throws none of them is made.
   * @param isDurable whether it waits for the disk, unless others do anyhow
   */
  make<T>(isDurable: boolean, apply: () => T): Promise<T>;
}

export function groupedChanges({ write, setDurable }: Pick<BlobTable, 'write' | 'setDurable'>): GroupedChanges {
  let waiting: Change[] = [];

  function makeAll(): void {
    const group = waiting;
    waiting = [];
    const isDurable = group.some(change => change.isDurable);
    try {
      if (!isDurable) setDurable(false);
      try {
        const results = write(() => group.map(change => change.apply()));
        for (const [i, change] of group.entries()) change.resolve(results[i] as never);
      } finally {
        if (!isDurable) setDurable(true);
      }
    } catch (error) {
      for (const change of group) change.reject(error);
    }
  }

  return {
    make: (isDurable, apply) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ apply, isDurable, resolve, reject }) === 1) setImmediate(makeAll);
      }),
  };
}
