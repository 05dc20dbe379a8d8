// Blobs of a data directory: small ones in a database, since a file and its waits for the disk cost many times what a
// short mail does; large ones as files beside it, named by the database. Whoever reads sees all of a blob or none,
// whatever was killed when.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobInfo, BlobMetadata, Blobs, StoredBlob } from '../archive/ports.ts';
import { checkBlobKey } from './blobKey.ts';
import { type Content, openBlobTable, type TableBlob, type TableInfo } from './blobTable.ts';
import { groupedChanges } from './groupedChanges.ts';
import { largeFiles } from './largeFiles.ts';
import { explainFailure } from './sqliteFailure.ts';
import type { OpenFileOptions } from './sqliteFile.ts';

/**
 * From here up a blob is a file. By figures: of 64 KB one is stored in 0.4 ms in the database and in 1.1 ms as a file, of
 * 256 KB in 1.8 and 2.2, of 512 KB in 4.4 and 2.9.
 */
const largeBytes = 256 * 1024;

export interface LocalBlobs extends Blobs {
  close(): void;
}

const damaged = (dir: string): string =>
  `the database of raw mails in ${dir} is damaged: bring blobs.db back from a backup, or import the mail again into another directory`;

/**
 * Opens the blobs under the folder `root`, which is made if it is not there. Several processes may have them open.
 * @throws UserError where they cannot be read, written or understood
 */
export async function openLocalBlobs(root: string, options?: OpenFileOptions): Promise<LocalBlobs> {
  const explained = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainFailure(error, root, damaged);
    }
  };
  await explained(() => mkdir(root, { recursive: true, mode: 0o700 }));
  const table = await explained(() => openBlobTable(join(root, 'blobs.db'), options));
  const files = largeFiles(root, table.namesFile);
  const changes = groupedChanges(table);

  /** Of a row whose file someone took away nothing is left. */
  const isThere = (info: TableInfo | null): info is TableInfo =>
    info !== null && (info.file === null || files.exists(info.file));

  /** Stores bytes where `mayStore` says so of what the key has; tells whether. */
  async function store(
    key: string,
    bytes: Uint8Array,
    metadata: BlobMetadata,
    isDurable: boolean,
    mayStore: (known: TableInfo | null) => boolean,
  ): Promise<boolean> {
    const file = bytes.length < largeBytes ? null : await files.write(bytes, isDurable);
    const content: Content = file === null ? { bytes } : { file };
    let before: string | null = null;
    let isStored = false;
    try {
      isStored = await changes.make(isDurable, () => {
        const known = table.info(key);
        if (!mayStore(known)) return false;
        before = known?.file ?? null;
        if (before !== null) files.release(before);
        if (known) table.delete(key);
        table.put(key, bytes.length, content, metadata);
        return true;
      });
    } finally {
      if (file !== null && !isStored) files.drop(file);
    }
    if (file !== null && isStored) files.keep(file);
    if (before !== null) files.drop(before);
    return isStored;
  }

  async function remove(key: string): Promise<void> {
    const file = await changes.make(true, () => {
      const known = table.info(key);
      if (!known) return null;
      if (known.file !== null) files.release(known.file);
      table.delete(key);
      return known.file;
    });
    if (file !== null) files.drop(file);
    table.giveBack();
  }

  async function bytesOf(key: string, { content }: TableBlob): Promise<Uint8Array | null> {
    if ('bytes' in content) return content.bytes;
    const bytes = await files.read(content.file);
    if (bytes !== null) return bytes;
    // Others were put in its place meanwhile, or it is gone.
    const now = table.find(key);
    const isOther = now !== null && (!('file' in now.content) || now.content.file !== content.file);
    return isOther ? bytesOf(key, now) : null;
  }

  async function getWithMetadata(key: string): Promise<StoredBlob | null> {
    const found = table.find(key);
    const bytes = found && (await bytesOf(key, found));
    return bytes && { bytes, metadata: found.metadata, modifiedAt: found.modifiedAt };
  }

  function list(prefix: string, after: string | undefined, limit: number): BlobInfo[] {
    const infos: BlobInfo[] = [];
    for (const info of table.walk(prefix, after)) {
      if (infos.length >= limit) break;
      if (isThere(info)) infos.push(asBlobInfo(info));
    }
    return infos;
  }

  function info(key: string): BlobInfo | null {
    const found = table.info(key);
    return isThere(found) ? asBlobInfo(found) : null;
  }

  /** A call about one key. */
  const about = <T>(key: string, work: () => T | Promise<T>): Promise<T> =>
    explained(() => {
      checkBlobKey(key);
      return work();
    });

  return {
    create: (key, bytes, metadata = {}) =>
      about(key, () => store(key, bytes, metadata, true, known => !isThere(known))),
    put: (key, bytes) =>
      about(key, async () => {
        await store(key, bytes, {}, false, () => true);
      }),
    setMetadata: (key, metadata) =>
      about(key, () => changes.make(true, () => isThere(table.info(key)) && table.setMetadata(key, metadata))),
    get: key => about(key, async () => (await getWithMetadata(key))?.bytes ?? null),
    info: key => about(key, () => info(key)),
    getWithMetadata: key => about(key, () => getWithMetadata(key)),
    list: (prefix, { after, limit }) => explained(() => list(prefix, after, limit)),
    remove: key => about(key, () => remove(key)),
    close: () => table.close(),
  };
}

const asBlobInfo = ({ key, sizeBytes, modifiedAt }: TableInfo): BlobInfo => ({ key, sizeBytes, modifiedAt });
