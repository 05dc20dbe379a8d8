// Folders of blobs read in the order of keys: one folder's entries, and a walk over all that a prefix leaves.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cutSegment, isBlobName, pathOfKey, restOf } from './blobPaths.ts';
import { compareBytes } from './compareBytes.ts';
import { systemCode } from './sqliteFailure.ts';

/** One segment that stands in a folder. */
interface Entry {
  /** The segment, with `/` behind it for a folder: what it is sorted by. */
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

/** A file as the walk finds it. */
export interface BlobPlace {
  readonly key: string;
  readonly path: string;
}

/** Lists the entries of a folder in the order of the keys they lead to; none where there is no such folder. */
export type FolderReader = (path: string) => Promise<readonly Entry[]>;

async function readEntries(path: string, begun = ''): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const dirent of await direntsOf(path)) {
    const name = begun === '' ? dirent.name : restOf(dirent.name);
    if (name === null) continue;
    const inside = join(path, dirent.name);
    const cut = dirent.isDirectory() ? cutSegment(name) : null;
    if (cut !== null) entries.push(...(await readEntries(inside, begun + cut)));
    else if (dirent.isDirectory()) entries.push({ name: `${begun}${name}/`, path: inside, isFolder: true });
    else if (dirent.isFile() && isBlobName(name)) entries.push({ name: begun + name, path: inside, isFolder: false });
  }
  return entries;
}

async function direntsOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Folders that are remembered, and how long one must have been left alone before it is: clocks of file systems tick slowly. */
const mostRemembered = 4;
const quietMilliseconds = 2000;

/**
 * Reads folders, and remembers the last few as long as nothing in them changes: a page of a listing must not cost
 * the reading of a folder of a million.
 */
export function folderReader(): FolderReader {
  const remembered = new Map<string, { readonly modifiedAt: number; readonly entries: readonly Entry[] }>();

  return async path => {
    const modifiedAt = await stat(path).then(
      info => info.mtimeMs,
      () => null,
    );
    const known = remembered.get(path);
    if (known && known.modifiedAt === modifiedAt) return known.entries;
    const now = Date.now();
    const entries = (await readEntries(path)).sort((a, b) => compareBytes(a.name, b.name));
    remembered.delete(path);
    // Rests of cut segments change folders of their own.
    const isQuiet = modifiedAt !== null && now - modifiedAt > quietMilliseconds && modifiedAt <= now;
    if (isQuiet && entries.every(entry => join(path, entry.name) === entry.path || entry.isFolder)) {
      for (const oldest of remembered.keys()) if (remembered.size >= mostRemembered) remembered.delete(oldest);
      remembered.set(path, { modifiedAt, entries });
    }
    return entries;
  };
}

/** Walks the files whose keys begin with `prefix` and come after `after`, in the order of their keys. */
export async function* walkBlobs(
  read: FolderReader,
  root: string,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<BlobPlace, void> {
  // The folder that all keys with this prefix are in.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  let start: string;
  try {
    start = folder === '' ? root : pathOfKey(root, folder.slice(0, -1));
  } catch {
    return;
  }
  yield* walk(folder, start);

  async function* walk(begun: string, path: string): AsyncGenerator<BlobPlace, void> {
    for (const entry of await read(path)) {
      const key = begun + entry.name;
      if (!key.startsWith(prefix) && !(entry.isFolder && prefix.startsWith(key))) continue;
      const isPast = after === undefined || compareBytes(key, after) > 0;
      if (entry.isFolder) {
        if (isPast || after?.startsWith(key)) yield* walk(key, entry.path);
      } else if (isPast) yield { key, path: entry.path };
    }
  }
}
