// `mailglob import`: takes mail from files into an account of the archive.

import type { Command } from 'commander';
import { type ImportSummary, importMail } from '../../import/importMail.ts';
import { readSources } from '../../import/readSources.ts';
import { preparingThread } from '../../local/preparingThread.ts';
import { boundYoungHeap } from '../boundYoungHeap.ts';
import { type ArchiveOptions, archiveOptions, withChosenArchive } from '../chosenArchive.ts';
import { counted, humanCount, humanDuration } from '../humanUnits.ts';
import { startImportProgress } from '../importProgress.ts';
import { importToStack, type StackImportSummary } from '../importToStack.ts';
import { beginFiles, indexFiles } from '../indexFiles.ts';
import { jsonLine, roundedSeconds } from '../json.ts';
import { examples, identifier, jsonOption, quietOption } from '../options.ts';
import { print } from '../output.ts';
import { problemLines } from '../problemLines.ts';
import { type StopSignal, untilStopped, watchStopSignals } from '../stopSignal.ts';

interface ImportCommandOptions extends ArchiveOptions {
  readonly account: string;
  readonly folder: string;
  readonly wait?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Messages stored from which an archive is compacted: a second or two that every later search gains by. */
const worthCompacting = 1_000;

type ImportOutcome = StackImportSummary & {
  /** Files found in directories and zips that are no mail. */
  readonly passedOver: number;
};

/** What an import did, in a sentence. */
function summaryLine({
  messages,
  stored,
  duplicates,
  attachments,
  damaged,
  exceeded,
  failed,
  seconds,
  passedOver,
}: ImportOutcome): string {
  const done = attachments === null ? 'uploaded' : `stored with ${counted(attachments, 'attachment')}`;
  return [
    `${counted(messages, 'message')}: ${humanCount(stored)} ${done}`,
    `${humanCount(duplicates)} there already`,
    ...(damaged ? [`${humanCount(damaged)} damaged (kept, with what could be read)`] : []),
    ...(exceeded > 0 ? [`${humanCount(exceeded)} over the size limit (kept, listed from its headers)`] : []),
    ...(passedOver > 0 ? [`${counted(passedOver, 'other file')} passed over`] : []),
    ...(failed > 0 ? [`${humanCount(failed)} failed`] : []),
    `in ${humanDuration(seconds)}`,
  ].join(', ');
}

/** The counts, without what is for people alone. */
const machineSummary = ({ problems: _, exceeded: __, passedOver: ___, seconds, ...counts }: ImportOutcome): string =>
  jsonLine({ ...counts, seconds: roundedSeconds(seconds) });

/** Imports with a bar. */
async function importPaths(
  paths: readonly string[],
  options: ImportCommandOptions,
  { signal }: StopSignal,
): Promise<ImportOutcome> {
  const { account: accountId, folder: folderAlias, quiet = false, wait = false } = options;
  const progress = startImportProgress('importing', quiet);
  const standardInput = untilStopped(process.stdin, signal);
  let passedOver = 0;
  const onPassedOver = () => {
    passedOver++;
  };
  try {
    const imported = await withChosenArchive<StackImportSummary>(
      options,
      { create: true },
      async ({ archive, local, stack }) => {
        if (local) await beginFiles(local);
        const items = readSources(paths, { now: Date.now, standardInput, onPassedOver, ...progress.reading });
        const onProgress = (summary: ImportSummary) => {
          boundYoungHeap();
          progress.storing.onProgress(summary);
        };
        const into = { accountId, folderAlias, signal, onProgress };
        if (stack) return importToStack(stack, items, { ...into, wait, quiet, onUploaded: progress.end });
        const preparing = preparingThread();
        const summary = await importMail(archive, items, { ...into, prepare: preparing.prepare }).finally(
          preparing.end,
        );
        progress.end();
        if (local && !signal.aborted) await indexFiles(local, quiet, signal);
        if (summary.stored >= worthCompacting && !signal.aborted) await local?.compact();
        return summary;
      },
    );
    return { ...imported, passedOver };
  } finally {
    progress.end();
  }
}

export function importCommand(command: Command): void {
  command
    .argument(
      '<path...>',
      'mails, directories of them, mbox files (.gz too), Maildirs, .zip of these; - for standard input',
    )
    .requiredOption('--account <id>', 'account that the mail goes into; a new one is made by naming it', identifier)
    .option('--folder <alias>', 'folder for mail whose source knows none', identifier, 'INBOX');
  archiveOptions(command)
    .option('--wait', 'with --stack: wait until the stack has taken everything in, which else follows by itself')
    .addOption(jsonOption())
    .addOption(quietOption());
  examples(
    command,
    'mailglob import ~/Mail/archive.mbox --account me',
    'mailglob import ~/Maildir letters.zip --account me --data ~/mail-archive',
    'mailglob import ~/Mail/archive.mbox --account billing --stack dev --wait',
  );
  command.action(async (paths: readonly string[], options: ImportCommandOptions) => {
    if (options.wait && options.stack === undefined) command.error('error: --wait is for --stack');
    const stop = watchStopSignals();
    const summary = await importPaths(paths, options, stop);
    stop.release();
    for (const line of problemLines(summary.problems, summary.failed)) process.stderr.write(`${line}\n`);
    await print(options.json ? machineSummary(summary) : summaryLine(summary));
    if (summary.failed > 0) process.exitCode = 1;
    if (stop.signal.aborted) {
      process.stderr.write('mailglob: interrupted: run the same command again, and it goes on where it was\n');
      process.exitCode = stop.exitStatus();
    }
  });
}
