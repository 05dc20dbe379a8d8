// A data directory as an archive: the database of rows and the folder of blobs. Decides what is refused and what is said.

import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { libraryPrefix } from '../archive/files/libraryPaths.ts';
import { UserError } from '../errors.ts';
import { type Database, openDatabase } from './database.ts';
import { withLibraryFolder } from './libraryFolder.ts';
import { openLocalBlobs } from './localBlobs.ts';
import { explainFailure, rebuildCommand, sqlite, sqliteCode, systemCode } from './sqliteFailure.ts';
import { sqliteStore } from './sqliteStore.ts';

export interface LocalArchive extends Archive {
  /** The data directory, absolute. */
  readonly dir: string;
  /** Whether there was none before. */
  readonly isNew: boolean;
  /**
   * Gives back the room that rows leave which did not come in order of time; worth calling after a large import or a
   * rebuild. Passed over where little would be gained, or where the disk or another process does not let it.
   */
  compact(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /**
   * Whether an archive is made where there is none (true if left out), or only its database where raw mails are, which
   * must then be filled from them: one of an older format is begun anew as well. Where nothing is made, an archive that
   * cannot be written for want of room or of permission is read, even if others must wait for it.
   */
  readonly create?: boolean | 'database';
}

/**
 * Opens the archive of a data directory; what is made has mode 0700. Several processes may have one open at once.
 * @throws UserError where there is none to open, or it cannot be read, written or understood.
 */
export async function openArchive(dir: string, { create = true }: OpenOptions = {}): Promise<LocalArchive> {
  const path = resolve(dir);
  const file = join(path, 'mailglob.db');
  const blobFolder = join(path, 'blobs');
  try {
    const hasRows = await exists(file);
    const hasMails = await exists(blobFolder);
    if (!hasRows && !hasMails && create !== true)
      throw new UserError(`there is no archive in ${path}: import mail first, or name its directory with --data`);
    // Once every raw mail was a file of its own.
    if (await exists(join(blobFolder, 'mail')))
      throw new UserError(
        `${path} was written by an older mailglob, which kept its raw mails in another way: import ${join(blobFolder, 'mail')} into another directory`,
      );
    if (!hasRows && hasMails && create !== 'database')
      throw new UserError(
        `the database in ${path} is missing: run ${rebuildCommand(path)}, which makes it again from the raw mails`,
      );
    await makeDirectory(path);
    const database = await openDatabase(file, { renew: create === 'database', mayLock: create === false });
    const store = sqliteStore(database, path);
    try {
      const blobs = await openLocalBlobs(blobFolder, { mayLock: create === false });
      return {
        ...{ store, dir: path, isNew: !hasRows && !hasMails },
        blobs: withLibraryFolder(blobs, join(path, 'library'), libraryPrefix),
        compact: async () => compact(database),
        close: async () => {
          blobs.close();
          await store.close();
        },
      };
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    throw explainFailure(error, path);
  }
}

function compact(database: Database): void {
  try {
    database.compact();
  } catch (error) {
    // The archive is as good as before.
    const code = sqliteCode(error);
    if (code !== sqlite.busy && code !== sqlite.locked && code !== sqlite.full) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (systemCode(error) === 'EEXIST' || systemCode(error) === 'ENOTDIR')
      throw new UserError(`${path} is a file, or lies under one: name a directory with --data`, error);
    throw error;
  }
}
