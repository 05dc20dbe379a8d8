// Documents of the library on this machine: files of a folder, as blobs whose keys are their paths. They are read alone:
// whoever owns the folder puts them there. Links are not followed, so that nothing outside it is shown. A name that is no
// UTF-8 stands in a key with U+FFFD for what is none, and is looked for among those of its directory.

import { lstat, readdir, readFile } from 'node:fs/promises';
import type { BlobInfo, Blobs } from '../archive/ports.ts';
import { type BytePath, joinPath, toBytePath, toFsPath, toShownPath } from '../bytePath.ts';
import { systemCode } from './sqliteFailure.ts';

/** Of a key, in bytes: what S3 takes. */
const longestKey = 1024;
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A name that can be a segment of a key. */
const isUsable = (name: string): boolean => name !== '' && name !== '.' && name !== '..';

const entriesOf = (path: BytePath) =>
  ifThere(() => readdir(toFsPath(path), { encoding: 'latin1', withFileTypes: true }));

/** The name in a directory that is shown as this; of several the first. */
async function nameShownAs(directory: BytePath, shown: string): Promise<BytePath | null> {
  if (!shown.includes('\ufffd')) return toBytePath(shown);
  const names = ((await entriesOf(directory)) ?? [])
    .map(({ name }) => name)
    .filter(name => toShownPath(name) === shown);
  return names.toSorted()[0] ?? null;
}

async function ifThere<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'EACCES' || code === 'ENAMETOOLONG')
      return null;
    throw error;
  }
}

/**
 * The same blobs, with the files of a folder under a prefix.
 * @param prefix ends with a slash
 */
export function withLibraryFolder<B extends Blobs>(blobs: B, folder: string, prefix: string): B {
  const isOurs = (key: string): boolean => key.startsWith(prefix);

  /** Where the file of a key lies; null for a key that leads elsewhere. */
  async function pathOf(key: string): Promise<BytePath | null> {
    const segments = key.slice(prefix.length).split('/');
    if (!segments.every(isUsable)) return null;
    let path = toBytePath(folder);
    for (const segment of segments) {
      const name = await nameShownAs(path, segment);
      if (name === null) return null;
      path = joinPath(path, name);
    }
    return path;
  }

  async function infoOf(key: string): Promise<BlobInfo | null> {
    const path = await pathOf(key);
    const stats = path === null ? null : await ifThere(() => lstat(toFsPath(path)));
    return stats?.isFile() ? { key, sizeBytes: stats.size, modifiedAt: Math.floor(stats.mtimeMs) } : null;
  }

  async function bytesOf(key: string): Promise<Uint8Array | null> {
    const path = await pathOf(key);
    return path !== null && (await infoOf(key)) ? ifThere(() => readFile(toFsPath(path))) : null;
  }

  /** Keys below a directory in ascending order, from after `after`. */
  async function* keysBelow(directory: string, after: string): AsyncGenerator<string> {
    const path = directory === prefix ? toBytePath(folder) : await pathOf(directory.slice(0, -1));
    const entries = path === null ? null : await entriesOf(path);
    const keys = (entries ?? [])
      .filter(entry => entry.isDirectory() || entry.isFile())
      .map(entry => directory + toShownPath(entry.name) + (entry.isDirectory() ? '/' : ''))
      .filter(key => Buffer.byteLength(key) <= longestKey)
      .sort(compare);
    for (const key of new Set(keys)) {
      if (key.endsWith('/')) {
        if (after.startsWith(key) || compare(key, after) > 0) yield* keysBelow(key, after);
      } else if (compare(key, after) > 0) yield key;
    }
  }

  return {
    ...blobs,
    async get(key) {
      return isOurs(key) ? bytesOf(key) : blobs.get(key);
    },
    async info(key) {
      return isOurs(key) ? infoOf(key) : blobs.info(key);
    },
    async getWithMetadata(key) {
      if (!isOurs(key)) return blobs.getWithMetadata(key);
      const info = await infoOf(key);
      const bytes = info && (await bytesOf(key));
      return bytes ? { bytes, metadata: {}, modifiedAt: info.modifiedAt } : null;
    },
    async list(asked, options) {
      if (!isOurs(asked)) return blobs.list(asked, options);
      const found: BlobInfo[] = [];
      for await (const key of keysBelow(prefix, options.after ?? '')) {
        const info = key.startsWith(asked) ? await infoOf(key) : null;
        if (info) found.push(info);
        if (found.length >= options.limit) break;
      }
      return found;
    },
  };
}
