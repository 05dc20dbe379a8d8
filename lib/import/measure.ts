// Adds up the sizes of all files below some paths, so that progress knows its end. It opens none of them.

import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type BytePath, directoryIdentity, joinPath, toFsPath } from '../bytePath.ts';
import { givenPaths } from '../givenPaths.ts';
import { isMaildir, listDirectory } from './listDirectory.ts';

/** Bytes of the files that reading these paths would read; null where one of them is no file and no directory. */
export async function measure(paths: readonly string[]): Promise<number | null> {
  let total = 0;
  for (const path of givenPaths(paths)) {
    if (path === '-') return null;
    const stat = statSync(toFsPath(path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) total += await measureDirectory(path);
    else if (stat?.isFile()) total += stat.size;
    else if (stat) return null;
  }
  return total;
}

async function measureDirectory(root: BytePath): Promise<number> {
  let total = 0;
  const seen = new Set<string>();
  const pending = [root];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    await setImmediate();
    try {
      const identity = directoryIdentity(path);
      if (seen.has(identity)) continue;
      seen.add(identity);
      const { files, directories } = listDirectory(path);
      for (const name of files) total += statSync(toFsPath(joinPath(path, name)), { throwIfNoEntry: false })?.size ?? 0;
      const skipsTmp = isMaildir(directories);
      for (const name of directories) if (!skipsTmp || name !== 'tmp') pending.push(joinPath(path, name));
    } catch {
      // What cannot be listed is told of when it is read.
    }
  }
  return total;
}
