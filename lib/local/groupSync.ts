// fsync of directories, shared: many callers that changed one directory wait for one fsync that began after all of
// their changes.

import { open } from 'node:fs/promises';

/** Makes the names in a directory durable, as they are when it is called. */
export type GroupSync = (dir: string) => Promise<void>;

export function groupSync(sync: (dir: string) => Promise<void> = syncDirectory): GroupSync {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function start(dir: string): Promise<void> {
    const run = sync(dir).finally(() => running.delete(dir));
    running.set(dir, run);
    return run;
  }

  return dir => {
    const current = running.get(dir);
    if (!current) return start(dir);
    // The one that runs may have begun before this caller's change.
    const known = waiting.get(dir);
    if (known) return known;
    const next = current
      .catch(() => {})
      .then(() => {
        waiting.delete(dir);
        return start(dir);
      });
    waiting.set(dir, next);
    return next;
  };
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
