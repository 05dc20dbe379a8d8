// Blobs as plain files. A blob is written beside, made durable, and only then linked to its name, which a hard link
// takes once: whoever reads sees all of a blob or none, whatever was killed when. Metadata is a file of its own beside,
// so that a raw mail stays what it was, byte for byte.

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobInfo, BlobMetadata, Blobs, StoredBlob } from '../archive/ports.ts';
import { UserError } from '../errors.ts';
import { folderReader, walkBlobs } from './blobFolder.ts';
import { metadataPath, pathOfKey } from './blobPaths.ts';
import { groupSync } from './groupSync.ts';
import { explainFailure, systemCode } from './sqliteFailure.ts';
import { writeNewFile } from './writeNewFile.ts';

/** A file this old that never got its name belongs to a process that was killed. */
const leftOverMilliseconds = 24 * 60 * 60 * 1000;
/** Files looked at together by a listing. */
const statsAtOnce = 64;

/**
 * Blobs under the folder `root`; `aside`, on the same file system, is for those that have no name yet. Both are made
 * when first needed.
 */
export function fileBlobs(root: string, aside: string): Blobs {
  const syncDirectory = groupSync();
  const readFolder = folderReader();
  let ready: Promise<void> | undefined;

  async function prepareAside(): Promise<void> {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    for (const name of await readdir(aside)) {
      const path = join(aside, name);
      const info = await absent(stat(path));
      if (info && Date.now() - info.mtimeMs > leftOverMilliseconds) await absent(unlink(path));
    }
  }

  /** Writes bytes to a file without a name, durably. */
  async function writeAside(bytes: Uint8Array): Promise<string> {
    ready ??= prepareAside();
    await ready;
    const path = join(aside, randomUUID());
    await writeNewFile(path, bytes);
    return path;
  }

  /** Links a file to its name; false where the name is taken. */
  async function name(from: string, to: string): Promise<boolean> {
    for (let isFolderThere = false; ; isFolderThere = true) {
      try {
        await link(from, to);
        return true;
      } catch (error) {
        switch (systemCode(error)) {
          case 'EEXIST':
            return false;
          case 'ENOENT':
            if (isFolderThere) throw error;
            await makeFolder(dirname(to));
            break;
          case 'EPERM':
          case 'ENOTSUP':
          case 'EOPNOTSUPP':
          case 'ENOSYS':
            throw new UserError(
              `the file system of ${root} has no hard links: name a directory on another with --data`,
              error,
            );
          default:
            throw error;
        }
      }
    }
  }

  /** Makes a folder with those above it, each durable in the one that holds it. */
  async function makeFolder(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
  }

  async function explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw explainFailure(error, root);
    }
  }

  async function create(path: string, bytes: Uint8Array, metadata: BlobMetadata): Promise<boolean> {
    const [unnamed, settle] = await both(writeAside(bytes), announce(path, metadata));
    let isNew: boolean;
    try {
      isNew = await name(unnamed, path);
    } finally {
      await absent(unlink(unnamed));
    }
    if (isNew) await settle();
    // Where another was first, its name may not be durable yet.
    await syncDirectory(dirname(path));
    return isNew;
  }

  /**
   * Puts metadata in place before its blob, so that none is ever without. Where some is there already, of a blob that
   * another process stores now or was killed storing, whoever names the blob first settles it.
   */
  async function announce(path: string, metadata: BlobMetadata): Promise<() => Promise<void>> {
    const beside = metadataPath(path);
    if (Object.keys(metadata).length === 0)
      return async () => {
        await absent(unlink(beside));
      };
    const text = Buffer.from(JSON.stringify(metadata));
    const isOurs = !(await absent(stat(path))) && (await writeBeside(beside, text));
    return async () => {
      if (!isOurs) await rename(await writeAside(text), beside);
    };
  }

  /** Writes a file in a folder that may not be there; false where there is such a file. */
  async function writeBeside(path: string, bytes: Uint8Array): Promise<boolean> {
    for (let isFolderThere = false; ; isFolderThere = true) {
      try {
        await writeNewFile(path, bytes);
        return true;
      } catch (error) {
        if (systemCode(error) === 'EEXIST') return false;
        if (systemCode(error) !== 'ENOENT' || isFolderThere) throw error;
        await makeFolder(dirname(path));
      }
    }
  }

  async function getWithMetadata(path: string): Promise<StoredBlob | null> {
    const bytes = await absent(readFile(path));
    const info = bytes && (await absent(stat(path)));
    if (!info) return null;
    const metadata = await absent(readFile(metadataPath(path), 'utf8'));
    return {
      bytes,
      metadata: metadata === null ? {} : (JSON.parse(metadata) as BlobMetadata),
      modifiedAt: modifiedAtOf(info),
    };
  }

  async function info(key: string): Promise<BlobInfo | null> {
    const found = await absent(stat(pathOfKey(root, key)));
    return found?.isFile() ? infoOf(key, found) : null;
  }

  async function list(prefix: string, after: string | undefined, limit: number): Promise<BlobInfo[]> {
    const infos: BlobInfo[] = [];
    const places = walkBlobs(readFolder, root, prefix, after);
    for (let ended = false; !ended && infos.length < limit; ) {
      const some = [];
      while (some.length < Math.min(statsAtOnce, limit - infos.length)) {
        const next = await places.next();
        ended = next.done === true;
        if (next.done) break;
        some.push(next.value);
      }
      const found = await Promise.all(some.map(async ({ key, path }) => ({ key, info: await absent(stat(path)) })));
      for (const { key, info } of found) if (info) infos.push(infoOf(key, info));
    }
    return infos;
  }

  async function remove(path: string): Promise<void> {
    if ((await absent(unlink(path).then(() => true))) === null) return;
    await absent(unlink(metadataPath(path)));
    await syncDirectory(dirname(path));
  }

  return {
    create: async (key, bytes, metadata = {}) => explained(create(pathOfKey(root, key), bytes, metadata)),
    get: async key => explained(absent(readFile(pathOfKey(root, key)))),
    info: async key => explained(info(key)),
    getWithMetadata: async key => explained(getWithMetadata(pathOfKey(root, key))),
    list: async (prefix, { after, limit }) => explained(list(prefix, after, limit)),
    remove: async key => explained(remove(pathOfKey(root, key))),
  };
}

const modifiedAtOf = (info: Stats): number => Math.trunc(info.mtimeMs);

const infoOf = (key: string, info: Stats): BlobInfo => ({
  key,
  sizeBytes: info.size,
  modifiedAt: modifiedAtOf(info),
});

/** Both results, once both have ended, so that nothing goes on behind a failure. */
async function both<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return [await a, await b];
}

/** The result, or null where there is no such file. */
async function absent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
