// One store for work on many things at once: what they put, or delete, at the same moment is written together. On this
// machine each writing waits for the disk, which takes longer than the work on a small file.

import type { Row, RowKey, Store } from '../ports.ts';

type Writing =
  | { readonly kind: 'put'; readonly rows: Row[]; readonly waiting: Waiting[] }
  | { readonly kind: 'delete'; readonly keys: RowKey[]; readonly waiting: Waiting[] };

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The same store; what is written in one turn of the event loop is written in as few calls as its order allows. Of calls
 * that are made together all fail where one does.
 */
export function mergedWrites(store: Store): Store {
  let queue: Writing[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    for (;;) {
      // Whoever is about to write as well comes first.
      await new Promise(resolve => setImmediate(resolve));
      const writings = queue;
      queue = [];
      if (writings.length === 0) {
        isRunning = false;
        return;
      }
      for (const writing of writings) {
        try {
          await (writing.kind === 'put' ? store.put(writing.rows) : store.delete(writing.keys));
          for (const { resolve } of writing.waiting) resolve();
        } catch (error) {
          for (const { reject } of writing.waiting) reject(error);
        }
      }
    }
  }

  function add(kind: Writing['kind'], add: (writing: Writing) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let last = queue.at(-1);
      if (last?.kind !== kind) {
        last = kind === 'put' ? { kind, rows: [], waiting: [] } : { kind, keys: [], waiting: [] };
        queue.push(last);
      }
      add(last);
      last.waiting.push({ resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
  }

  return {
    ...store,
    put: async rows => {
      if (rows.length > 0) await add('put', writing => writing.kind === 'put' && writing.rows.push(...rows));
    },
    delete: async keys => {
      if (keys.length > 0) await add('delete', writing => writing.kind === 'delete' && writing.keys.push(...keys));
    },
  };
}
