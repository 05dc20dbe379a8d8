// Blobs as plain files. A blob is written beside, made durable, and only then linked to its name, which a hard link
// takes once: whoever reads sees all of a blob or none, whatever was killed when. Metadata is a file of its own beside,
// so that a raw mail stays what it was, byte for byte.

import { renameSync, type Stats } from 'node:fs';
import { link, mkdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobInfo, BlobMetadata, Blobs, StoredBlob } from '../archive/ports.ts';
import { UserError } from '../errors.ts';
import { absent } from './absent.ts';
import { folderReader, walkBlobs } from './blobFolder.ts';
import { metadataPath, pathOfKey } from './blobPaths.ts';
import { groupSync } from './groupSync.ts';
import { explainFailure, systemCode } from './sqliteFailure.ts';
import { readMetadata, unnamedBlobs } from './unnamedBlobs.ts';

/** Files looked at together by a listing. */
const statsAtOnce = 64;

/**
 * Blobs under the folder `root`; `aside`, on the same file system, is for those that have no name yet. Both are made
 * when first needed.
 */
export function fileBlobs(root: string, aside: string): Blobs {
  const unnamed = unnamedBlobs(root, aside);
  const syncDirectory = groupSync();
  const readFolder = folderReader();
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

  async function create(key: string, bytes: Uint8Array, metadata: BlobMetadata): Promise<boolean> {
    const path = pathOfKey(root, key);
    const blob = await unnamed.write(key, bytes, metadata);
    let isNew: boolean;
    try {
      isNew = await name(blob.path, path);
      if (isNew) await blob.settle();
    } finally {
      await blob.clear();
    }
    // Where another was first, its name may not be durable yet.
    await syncDirectory(dirname(path));
    return isNew;
  }

  /** Renamed into its place: no lock, and no wait for the disk. */
  async function put(path: string, bytes: Uint8Array): Promise<void> {
    const from = await unnamed.writeVolatile(bytes);
    try {
      for (let isFolderThere = false; ; isFolderThere = true) {
        try {
          return renameSync(from, path);
        } catch (error) {
          if (systemCode(error) !== 'ENOENT' || isFolderThere) throw error;
          await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        }
      }
    } catch (error) {
      await absent(unlink(from));
      throw error;
    }
  }

  async function getWithMetadata(path: string): Promise<StoredBlob | null> {
    await unnamed.recovered();
    const bytes = await absent(readFile(path));
    const info = bytes && (await absent(stat(path)));
    return info && { bytes, metadata: await readMetadata(path), modifiedAt: modifiedAtOf(info) };
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

  /** Metadata first, so that none is left for the next blob of this name. */
  async function remove(path: string): Promise<void> {
    await absent(unlink(metadataPath(path)));
    if ((await absent(unlink(path).then(() => true))) !== null) await syncDirectory(dirname(path));
  }

  return {
    create: async (key, bytes, metadata = {}) => explained(create(key, bytes, metadata)),
    put: async (key, bytes) => explained(put(pathOfKey(root, key), bytes)),
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
