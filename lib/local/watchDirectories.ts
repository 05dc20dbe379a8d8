// Notices files that appear or change in directories and hands each over once it has stopped growing. It knows no mail:
// what a file holds is its caller's to find out.

import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WatchOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /**
   * Takes files of one directory that have settled. They are handed over again only where they have changed since, or
   * where this call threw.
   */
  readonly onFiles: (directory: string, paths: readonly string[]) => Promise<void>;
  /** Told when a directory cannot be read or its files were not taken: once, and again only after it went well. */
  readonly onProblem: (directory: string, error: unknown) => void;
  /** Milliseconds between looks where the system tells of no change; not every file system does. */
  readonly pollMilliseconds?: number;
  /** Milliseconds for which a file's size and time must stand still. */
  readonly settleMilliseconds?: number;
}

interface Seen {
  readonly version: string;
  /** performance.now() at which this version was first seen. */
  readonly since: number;
  taken: boolean;
}

interface Watched {
  readonly directory: string;
  readonly files: Map<string, Seen>;
  /** By directory, this one and those below. */
  readonly watchers: Map<string, FSWatcher>;
  hasProblem: boolean;
}

/** A change is rarely alone. */
const gatherMilliseconds = 200;
/** A look at very many files takes its time: at most one part in so many is spent looking. */
const leisure = 10;
/** A file that nobody has touched for so many settling times needs no second look. */
const longSettled = 10;

/** Regular files below a directory, and every directory on the way. */
async function* entriesBelow(directory: string): AsyncGenerator<{ path: string; isDirectory: boolean }> {
  yield { path: directory, isDirectory: true };
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // Names with a dot in front are other programs' temporary files, or folders of a Maildir++.
    const path = join(directory, entry.name);
    // A Maildir's writers finish in tmp and move the whole file out.
    if (entry.isDirectory() && entry.name !== 'tmp') yield* entriesBelow(path);
    else if (entry.isFile() && !entry.name.startsWith('.')) yield { path, isDirectory: false };
  }
}

/** Lets the system tell of changes where it can; where it cannot, the poll alone does. */
function listen(watched: Watched, path: string, onChange: () => void): void {
  if (watched.watchers.has(path)) return;
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    const forget = () => {
      watcher.close();
      watched.watchers.delete(path);
    };
    watcher.on('error', forget);
    watched.watchers.set(path, watcher);
  } catch {
    // No more watches on this system, or the directory has just gone.
  }
}

interface Look {
  /** Files that have settled and were not taken yet. */
  readonly settled: readonly { readonly path: string; readonly entry: Seen }[];
  /** Whether there are files that have not settled yet. */
  readonly isPending: boolean;
}

/** One look at a directory and all below it. */
async function look(watched: Watched, settle: number, onChange: () => void): Promise<Look> {
  const { files } = watched;
  const settled: { path: string; entry: Seen }[] = [];
  const present = new Set<string>();
  let isPending = false;
  for await (const { path, isDirectory } of entriesBelow(watched.directory)) {
    present.add(path);
    if (isDirectory) {
      listen(watched, path, onChange);
      continue;
    }
    const info = await stat(path).catch(() => null);
    // A writer creates the file before it fills it: an empty one is nothing to read yet.
    if (info === null || info.size === 0) continue;
    const version = `${info.ino} ${info.size} ${info.mtimeMs}`;
    let entry = files.get(path);
    if (entry?.version !== version) {
      entry = { version, since: performance.now(), taken: false };
      files.set(path, entry);
    }
    if (entry.taken) continue;
    const stoodStill = performance.now() - entry.since >= settle || Date.now() - info.mtimeMs > longSettled * settle;
    if (stoodStill) settled.push({ path, entry });
    else isPending = true;
  }
  for (const path of files.keys()) if (!present.has(path)) files.delete(path);
  for (const [path, watcher] of watched.watchers) {
    if (present.has(path)) continue;
    watcher.close();
    watched.watchers.delete(path);
  }
  return { settled, isPending };
}

/** Watches directories and all below them until the signal; what lies there at the start is handed over too. */
export async function watchDirectories(directories: readonly string[], options: WatchOptions): Promise<void> {
  const { signal, pollMilliseconds: poll = 2000, settleMilliseconds: settle = 1500 } = options;
  const all = directories.map(
    (directory): Watched => ({ directory, files: new Map(), watchers: new Map(), hasProblem: false }),
  );
  let wake = () => {};
  const onChange = () => wake();
  signal.addEventListener('abort', onChange);
  try {
    while (!signal.aborted) {
      let isPending = false;
      let spent = 0;
      for (const watched of all) {
        if (signal.aborted) return;
        try {
          const started = performance.now();
          const found = await look(watched, settle, onChange);
          spent += performance.now() - started;
          isPending ||= found.isPending;
          if (found.settled.length > 0) {
            await options.onFiles(
              watched.directory,
              found.settled.map(({ path }) => path),
            );
            for (const { entry } of found.settled) entry.taken = true;
          }
          watched.hasProblem = false;
        } catch (error) {
          if (!watched.hasProblem) options.onProblem(watched.directory, error);
          watched.hasProblem = true;
        }
      }
      await sleep(Math.max(gatherMilliseconds, spent * leisure), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, isPending ? Math.min(settle, poll) : poll);
      await promise;
      clearTimeout(timer);
    }
  } finally {
    signal.removeEventListener('abort', onChange);
    for (const { watchers } of all) for (const watcher of watchers.values()) watcher.close();
  }
}
