// Imports mail as it appears in watched directories, and says on standard error what it took.

import { importMail } from '../import/importMail.ts';
import { readSources } from '../import/readSources.ts';
import type { LocalArchive } from '../local/openArchive.ts';
import { watchDirectories } from '../local/watchDirectories.ts';
import { describeFailure } from './describeFailure.ts';
import { counted } from './humanUnits.ts';
import { printable } from './printable.ts';

export interface WatchedDirectory {
  readonly directory: string;
  readonly accountId: string;
}

const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`);
};

/** Watches until the signal; files that are no mail are named once and left alone until they change. */
export async function watchMail(
  archive: LocalArchive,
  watched: readonly WatchedDirectory[],
  signal: AbortSignal,
): Promise<void> {
  const accounts = new Map(watched.map(({ directory, accountId }) => [directory, accountId]));
  await watchDirectories([...accounts.keys()], {
    signal,
    onFiles: async (directory, paths) => {
      const accountId = accounts.get(directory) ?? '';
      const summary = await importMail(archive, readSources(paths, { now: Date.now }), { accountId, signal });
      for (const { origin, message } of summary.problems) say(`${origin}: ${message}`);
      if (summary.stored > 0) say(`${directory}: ${counted(summary.stored, 'new message')} in account ${accountId}`);
    },
    onProblem: (directory, error) => say(`${directory}: ${describeFailure(error)}`),
  });
}
