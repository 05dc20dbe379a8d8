// The archive that a command works on: the one of a data directory, or with --stack that of a deployed stack. What
// belongs to AWS is loaded only when it is asked for.

import type { Command } from 'commander';
import type { Archive } from '../archive/archive.ts';
import type { StackArchive } from '../aws/openStack.ts';
import type { LocalArchive, OpenOptions } from '../local/openArchive.ts';
import { type DataOptions, withArchive } from './localArchive.ts';
import { dataOption, stackOption } from './options.ts';

export interface ArchiveOptions extends DataOptions {
  /** Stage of a deployed stack. */
  readonly stack?: string;
}

/** Adds --data and --stack. */
export const archiveOptions = (command: Command): Command => command.addOption(dataOption()).addOption(stackOption());

export interface ChosenArchive {
  readonly archive: Archive;
  readonly local: LocalArchive | null;
  readonly stack: StackArchive | null;
}

/**
 * Runs `work` on the archive that the options choose, and closes it.
 * @throws UserError where there is none, or it cannot be opened; failures of AWS that a person can mend as well.
 */
export async function withChosenArchive<T>(
  options: ArchiveOptions,
  open: Required<OpenOptions>,
  work: (chosen: ChosenArchive) => Promise<T>,
): Promise<T> {
  if (options.stack === undefined)
    return withArchive(options, open, local => work({ archive: local, local, stack: null }));
  const [{ openStack }, { explainAwsFailure }] = await Promise.all([
    import('../aws/openStack.ts'),
    import('../aws/awsFailure.ts'),
  ]);
  try {
    const stack = await openStack(options.stack);
    try {
      return await work({ archive: stack, local: null, stack });
    } finally {
      await stack.close();
    }
  } catch (error) {
    throw explainAwsFailure(error);
  }
}

/** Which accounts a stack serves, for who judges its mail; every one of an archive on this machine. */
export async function mailRulesOf({ stack }: ChosenArchive) {
  const accounts = await stack?.accounts();
  return { servesAccount: (accountId: string) => accounts?.includes(accountId) ?? true };
}
