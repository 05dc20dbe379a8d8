// Blobs on their way to their names: bytes, and metadata if any, in files of their own aside, durable before the bytes
// are linked to their name. Metadata follows once that link is won, so that it is always the winner's; where the winner
// is killed between the two, whoever comes next finishes for it: the link tells that the name was won.

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobMetadata } from '../archive/ports.ts';
import { absent } from './absent.ts';
import { metadataPath, pathOfKey } from './blobPaths.ts';
import { writeNewFile, writeVolatileFile } from './writeNewFile.ts';

/** A file this old that never got its name belongs to a process that was killed. */
const leftOverMilliseconds = 24 * 60 * 60 * 1000;

/** What a metadata file holds. */
interface MetadataFile {
  readonly key: string;
  readonly metadata: BlobMetadata;
}

export interface UnnamedBlob {
  readonly path: string;
  /** Puts the metadata beside the blob, whose name was won. */
  settle(): Promise<void>;
  /** Takes away what is left aside. */
  clear(): Promise<void>;
}

export interface UnnamedBlobs {
  write(key: string, bytes: Uint8Array, metadata: BlobMetadata): Promise<UnnamedBlob>;
  /** Writes bytes that can be made again, not durably, and without metadata; gives the path. */
  writeVolatile(bytes: Uint8Array): Promise<string>;
  /** Finishes what killed processes left half done; done once. */
  recovered(): Promise<void>;
}

/** The metadata that a file beside a blob holds; empty where there is none. */
export async function readMetadata(blobPath: string): Promise<BlobMetadata> {
  const text = await absent(readFile(metadataPath(blobPath), 'utf8'));
  return text === null ? {} : (JSON.parse(text) as MetadataFile).metadata;
}

/** Blobs of the folder `root` on their way there by way of the folder `aside`, on the same file system. */
export function unnamedBlobs(root: string, aside: string): UnnamedBlobs {
  let recovery: Promise<void> | undefined;
  let folder: Promise<unknown> | undefined;

  async function recover(): Promise<void> {
    for (const name of (await absent(readdir(aside))) ?? []) {
      const path = join(aside, name);
      const info = await absent(stat(path));
      if (!info?.isFile()) continue;
      // Linked to its name already, and its owner may be about to do the same.
      if (info.nlink > 1) await finish(path, info.ino);
      if (Date.now() - info.mtimeMs > leftOverMilliseconds) await absent(unlink(path));
    }
  }

  async function finish(path: string, inode: number): Promise<void> {
    const beside = metadataPath(path);
    const text = await absent(readFile(beside, 'utf8'));
    if (text === null) return;
    const blobPath = pathOfKey(root, (JSON.parse(text) as MetadataFile).key);
    if ((await absent(stat(blobPath)))?.ino === inode) await absent(rename(beside, metadataPath(blobPath)));
  }

  const recovered = (): Promise<void> => {
    recovery ??= recover();
    return recovery;
  };

  async function ready(): Promise<void> {
    folder ??= mkdir(aside, { recursive: true, mode: 0o700 });
    await folder;
    await recovered();
  }

  return {
    recovered,
    async writeVolatile(bytes) {
      await ready();
      const path = join(aside, randomUUID());
      await writeVolatileFile(path, bytes);
      return path;
    },
    async write(key, bytes, metadata) {
      await ready();
      const path = join(aside, randomUUID());
      const beside = Object.keys(metadata).length === 0 ? null : metadataPath(path);
      const clear = async () => {
        if (beside !== null) await absent(unlink(beside));
        await absent(unlink(path));
      };
      const text = Buffer.from(JSON.stringify({ key, metadata } satisfies MetadataFile));
      const [written, noted] = await Promise.allSettled([
        writeNewFile(path, bytes),
        beside === null ? null : writeNewFile(beside, text),
      ]);
      for (const result of [written, noted]) {
        if (result.status === 'fulfilled') continue;
        await clear();
        throw result.reason;
      }
      return {
        path,
        clear,
        // Gone where another process has finished for this one.
        settle: async () => {
          if (beside !== null) await absent(rename(beside, metadataPath(pathOfKey(root, key))));
        },
      };
    },
  };
}
