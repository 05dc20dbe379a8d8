// A data directory as an archive: the database of rows and the folder of blobs. Decides what is refused and what is said.

import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
  /** Where a damaged database was put that another took the place of; null where none was. */
  readonly setAside: string | null;
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
   * must then be filled from them: one of an older format, or that is damaged, is begun anew as well. Where nothing is made, an archive that
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
    const hasRows = (await sizeOf(file)) >= leastDatabase;
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
    const { database, setAside } = await openRows(file, create);
    const store = sqliteStore(database, path);
    try {
      const blobs = await openLocalBlobs(blobFolder, { mayLock: create === false });
      return {
        ...{ store, dir: path, isNew: !hasRows && !hasMails, setAside },
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

/** A file of fewer bytes has no page: SQLite takes it for a new database. */
const leastDatabase = 512;

/** Opens a database and looks through it; null where it is damaged. */
async function openWhole(open: () => Promise<Database>): Promise<Database | null> {
  let database: Database | null = null;
  try {
    database = await open();
    if (database.isWhole()) return database;
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== sqlite.corrupt && code !== sqlite.notDatabase) throw error;
  }
  database?.close();
  return null;
}

/** Opens the database of rows; who makes its rows again begins a new one where it is damaged. */
async function openRows(
  file: string,
  create: OpenOptions['create'],
): Promise<{ readonly database: Database; readonly setAside: string | null }> {
  const open = () => openDatabase(file, { renew: create === 'database', mayLock: create === false });
  const whole = create === 'database' ? await openWhole(open) : await open();
  if (whole) return { database: whole, setAside: null };
  const setAside = `${file}.damaged-${Date.now()}`;
  await rename(file, setAside);
  for (const ending of ['-wal', '-shm'])
    if (await exists(file + ending)) await rename(file + ending, setAside + ending);
  return { database: await open(), setAside };
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

const exists = async (path: string): Promise<boolean> => (await sizeOf(path)) >= 0;

/** The bytes of a file; -1 where there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return -1;
    throw error;
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await makeDirectories(path);
  } catch (error) {
    if (systemCode(error) === 'EEXIST' || systemCode(error) === 'ENOTDIR')
      throw new UserError(`${path} is a file, or lies under one: name a directory with --data`, error);
    if (systemCode(error) === 'ENOENT')
      throw new UserError(`${path} cannot be made here: name another directory with --data`, error);
    throw error;
  }
}

/** Level by level: `recursive` of mkdir never ends where the system says that what is there is not, as under /proc. */
async function makeDirectories(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    await makeDirectories(dirname(path));
  }
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Made by another meanwhile.
    if (systemCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}
