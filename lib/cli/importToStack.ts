// Imports mail into a deployed stack: uploads it, and waits until the stack has taken it in where that is asked for.

import { type AwaitedMail, awaitMessages } from '../archive/awaitMessages.ts';
import { uploadMessages } from '../archive/uploadMessages.ts';
import { explainAwsFailure } from '../aws/awsFailure.ts';
import type { StackArchive } from '../aws/openStack.ts';
import { UserError } from '../errors.ts';
import { type ImportProblem, type ImportSummary, takeMessages } from '../import/importMail.ts';
import type { SourceItem } from '../import/sourceItem.ts';
import { limits } from '../limits.ts';
import { startProgress } from './progress.ts';

export interface StackImportOptions {
  readonly accountId: string;
  readonly folderAlias: string;
  /** Whether to wait until everything is taken in. */
  readonly wait: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (summary: ImportSummary) => void;
  /** Called once everything is uploaded. */
  readonly onUploaded: () => void;
}

/** What is in the messages is known only once they are taken in: null where nobody waited for it. */
export type StackImportSummary = Omit<ImportSummary, 'attachments' | 'damaged'> & {
  readonly attachments: number | null;
  readonly damaged: number | null;
};

/** @throws UserError where the stack does not serve the account, before anything is uploaded. */
export async function importToStack(
  stack: StackArchive,
  items: AsyncIterable<SourceItem>,
  options: StackImportOptions,
): Promise<StackImportSummary> {
  await requireAccount(stack, options.accountId);
  const awaited: AwaitedMail[] = [];
  const started = performance.now();
  const uploaded = await takeMessages(
    async messages => async () => {
      try {
        const outcomes = await uploadMessages(stack, messages);
        for (const { storedEmailId, blobKey, outcome, isAwaited } of outcomes)
          if (isAwaited && options.wait) awaited.push({ storedEmailId, blobKey, isNew: outcome === 'stored' });
        return outcomes;
      } catch (error) {
        // What a person must mend ends the import; what is one message's fault does not.
        throw explainAwsFailure(error);
      }
    },
    items,
    options,
  );
  options.onUploaded();
  if (!options.wait) return { ...uploaded, attachments: null, damaged: null };

  const progress = startProgress({ label: 'waiting for the stack', unit: 'messages' }, options.quiet);
  const { attachments, damaged, refused, missing } = await awaitMessages(stack, awaited, {
    signal: options.signal,
    onProgress: (done, total) => progress.update(done, total),
  }).finally(progress.end);
  const problems: ImportProblem[] = refused.map(({ blobKey, reason }) => ({
    origin: blobKey,
    message:
      reason === 'unknownAccount'
        ? 'the stack does not serve its account: add it to mailglob.yml, deploy, and run mailglob rebuild with --stack'
        : `the stack does not take it in (${reason})`,
  }));
  if (!options.signal.aborted)
    for (const { blobKey } of missing)
      problems.push({
        origin: blobKey,
        message: `uploaded, and not taken in within ${limits.waitMilliseconds.value / 1000} seconds: look at the dead-letter queue and the log of the ingest function, or run mailglob rebuild with --stack`,
      });
  return {
    ...uploaded,
    ...{ attachments, damaged },
    failed: uploaded.failed + problems.length,
    problems: [...uploaded.problems, ...problems].slice(0, limits.importProblems.value),
    seconds: (performance.now() - started) / 1000,
  };
}

async function requireAccount(stack: StackArchive, accountId: string): Promise<void> {
  const accounts = await stack.accounts();
  if (!accounts || accounts.includes(accountId)) return;
  throw new UserError(
    `the stack ${stack.stackName} does not serve account ${accountId}, only ${accounts.join(', ')}: name one of these with --account, or add it to mailglob.yml and deploy`,
  );
}
