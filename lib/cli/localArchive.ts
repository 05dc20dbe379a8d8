// Opens the archive that a command works on, and closes it whatever happens.

import { readLocalConfig } from '../config.ts';
import { type LocalArchive, type OpenOptions, openArchive } from '../local/openArchive.ts';
import { localCursorKey } from './localCursorKey.ts';
import { printable } from './printable.ts';

export interface DataOptions {
  readonly data?: string;
}

/** The data directory: --data, else MAILGLOB_DATA, else .mailglob in the working directory. */
export const dataDirectoryOf = (options: DataOptions): string => options.data ?? readLocalConfig().dataDirectory;

/** Says on standard error that there was no archive: whoever mistyped its directory would else serve nothing. */
export function announceIfNew({ isNew, dir }: LocalArchive): void {
  if (!isNew) return;
  process.stderr.write(
    `mailglob: there was no archive in ${printable(dir)}: a new, empty one was made; another is named with --data\n`,
  );
}

/**
 * Runs `work` on the archive of a data directory. Commands that only read do not create one.
 * @throws UserError where there is none, or it cannot be opened.
 */
export async function withArchive<T>(
  options: DataOptions,
  { create }: Required<OpenOptions>,
  work: (archive: LocalArchive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(dataDirectoryOf(options), { create });
  try {
    if (archive.setAside !== null)
      process.stderr.write(
        `mailglob: the database was damaged and lies in ${printable(archive.setAside)} now; its API keys must be made again\n`,
      );
    // Made while there is room for it: a search on a full disk has nothing to write then.
    if (create !== false) await localCursorKey(archive);
    return await work(archive);
  } finally {
    await archive.close();
  }
}
