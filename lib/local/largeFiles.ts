// The files of large blobs. Each has a name of its own, made here, by which a row of the table knows it. It is born in
// the folder `new` and moved to `large` once its row is committed; before its row goes it is moved back. So what lies
// in `large` has a row, whatever was killed when, and the few that lie in `new` tell what was left half done.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absent, absentNow } from './absent.ts';
import { groupSync } from './groupSync.ts';
import { writeNewFile } from './writeNewFile.ts';

/** A file this old that no row names belongs to a process that was killed. */
const leftOverMilliseconds = 24 * 60 * 60 * 1000;

export interface LargeFiles {
  /** Writes a file that no row names yet, and gives its name. */
  write(bytes: Uint8Array, isDurable: boolean): Promise<string>;
  /** To be called once a row that names the file is committed. */
  keep(file: string): void;
  /** To be called before a row that names the file is taken away; until that is committed the file can be read. */
  release(file: string): void;
  /** Takes away a file that no row names. */
  drop(file: string): void;
  /** null where there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  exists(file: string): boolean;
}

/**
 * @param root the folder that both folders are made in when first needed
 * @param isNamed whether a row names a file
 */
export function largeFiles(root: string, isNamed: (file: string) => boolean): LargeFiles {
  const syncDirectory = groupSync();
  const newFolder = join(root, 'new');
  const largeFolder = join(root, 'large');
  const newPath = (file: string): string => join(newFolder, file);
  const largePath = (file: string): string => join(largeFolder, file);
  let isReady = false;

  const keep = (file: string): void => {
    absentNow(() => renameSync(newPath(file), largePath(file)));
  };

  function drop(file: string): void {
    absentNow(() => unlinkSync(newPath(file)));
    absentNow(() => unlinkSync(largePath(file)));
  }

  async function ready(): Promise<void> {
    if (isReady) return;
    isReady = true;
    for (const folder of [newFolder, largeFolder]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Finishes what killed processes left half done.
    for (const file of readdirSync(newFolder)) {
      if (isNamed(file)) keep(file);
      else if (isOld(newPath(file))) drop(file);
    }
    await syncDirectory(root);
  }

  return {
    async write(bytes, isDurable) {
      await ready();
      const file = randomUUID();
      await writeNewFile(newPath(file), bytes, isDurable);
      if (isDurable) await syncDirectory(newFolder);
      return file;
    },
    keep,
    drop,
    release(file) {
      absentNow(() => renameSync(largePath(file), newPath(file)));
    },
    // Moved while it is looked for, it is found at the third try.
    read: async file =>
      (await absent(readFile(largePath(file)))) ??
      (await absent(readFile(newPath(file)))) ??
      absent(readFile(largePath(file))),
    exists: file => existsSync(largePath(file)) || existsSync(newPath(file)) || existsSync(largePath(file)),
  };
}

function isOld(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info !== undefined && Date.now() - info.mtimeMs > leftOverMilliseconds;
}
