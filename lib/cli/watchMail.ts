// Imports mail as it appears in watched directories, and says on standard error what it took.

import { importMail } from '../import/importMail.ts';
import { readSources } from '../import/readSources.ts';
import type { SourceItem } from '../import/sourceItem.ts';
import type { LocalArchive } from '../local/openArchive.ts';
import { preparingThread } from '../local/preparingThread.ts';
import { watchDirectories } from '../local/watchDirectories.ts';
import { describeFailure } from './describeFailure.ts';
import { counted } from './humanUnits.ts';
import { printable } from './printable.ts';
import { problemLines } from './problemLines.ts';

export interface WatchedDirectory {
  /** Absolute. */
  readonly directory: string;
  readonly accountId: string;
}

const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`);
};

/**
 * The mail in some files of a directory. It is read as a whole directory is, so that a Maildir's folders and flags are
 * kept; that there is no mail among these files is nothing to tell.
 */
async function* mailIn(directory: string, paths: readonly string[]): AsyncGenerator<SourceItem> {
  const wanted = new Set(paths);
  for await (const item of readSources([directory], { now: Date.now, only: origin => wanted.has(origin) })) {
    if (item.kind === 'message' || item.origin !== directory) yield item;
  }
}

/** Watches until the signal. A file that cannot be read is named once and left alone until it changes. */
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
      const { prepare, end } = preparingThread();
      const options = { accountId, signal, prepare };
      const { stored, problems, failed } = await importMail(archive, mailIn(directory, paths), options).finally(end);
      for (const line of problemLines(problems, failed)) say(line);
      if (stored > 0) say(`mailglob: ${directory}: ${counted(stored, 'new message')} in account ${accountId}`);
    },
    onProblem: (directory, error) => say(`${describeFailure(error)} (${directory} is watched on)`),
  });
}
