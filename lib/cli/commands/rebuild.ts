// `mailglob rebuild`: makes every row again from the raw mails, where rows are lost or not what they should be.

import type { Command } from 'commander';
import { startFilesRebuild } from '../../archive/files/generations.ts';
import { type RebuildProgress, type RebuildSummary, rebuild } from '../../archive/rebuild.ts';
import { type ArchiveOptions, archiveOptions, mailRulesOf, withChosenArchive } from '../chosenArchive.ts';
import { counted, humanCount, humanDuration } from '../humanUnits.ts';
import { indexFiles } from '../indexFiles.ts';
import { jsonLine, roundedSeconds } from '../json.ts';
import { examples, jsonOption, quietOption } from '../options.ts';
import { print } from '../output.ts';
import { printable } from '../printable.ts';
import { startSteps } from '../steps.ts';
import { watchStopSignals } from '../stopSignal.ts';

interface RebuildOptions extends ArchiveOptions {
  readonly restart?: true;
  readonly json?: true;
  readonly quiet?: true;
}

const steps: Readonly<Record<RebuildProgress['step'], { readonly label: string; readonly unit: 'messages' | 'rows' }>> =
  {
    mails: { label: 'reading mails', unit: 'messages' },
    rows: { label: 'checking rows', unit: 'rows' },
    postings: { label: 'mending postings', unit: 'rows' },
    words: { label: 'sealing words', unit: 'messages' },
  };

/** What a rebuild did, in a sentence. */
function summaryLine({ mails, written, removed, gone, mended, quarantined, seconds }: RebuildSummary): string {
  return [
    `${counted(mails, 'message')} read: ${counted(written, 'row')} written`,
    `${humanCount(removed)} taken away`,
    `${humanCount(mended)} found by name again`,
    ...(gone > 0 ? [`${counted(gone, 'message')} marked whose raw mail is gone`] : []),
    ...(quarantined > 0 ? [`${counted(quarantined, 'object')} in quarantine`] : []),
    `in ${humanDuration(seconds)}`,
  ].join(', ');
}

const machineSummary = ({ resumedAfter: _, seconds, ...counts }: RebuildSummary): string =>
  jsonLine({ ...counts, seconds: roundedSeconds(seconds) });

export function rebuildCommand(command: Command): void {
  archiveOptions(command)
    .option('--restart', 'begin anew, not where an earlier rebuild was stopped')
    .addOption(jsonOption())
    .addOption(quietOption());
  examples(command, 'mailglob rebuild', 'mailglob rebuild --data ~/mail-archive', 'mailglob rebuild --stack dev');
  command.addHelpText(
    'after',
    '\nRows that are right stay as they are, so it may be done at any time; the database, or all items of the table, may\nbe thrown away before. It is best done while no mail is being stored.',
  );
  command.action(async (options: RebuildOptions) => {
    const stop = watchStopSignals();
    const progress = startSteps(steps, options.quiet === true);
    const summary = await withChosenArchive(options, { create: 'database' }, async chosen => {
      try {
        const rules = await mailRulesOf(chosen);
        const made = await rebuild(chosen.archive, {
          rules,
          restart: options.restart === true,
          signal: stop.signal,
          onProgress: progress.update,
        });
        if (!stop.signal.aborted) await chosen.stack?.rebuildFiles();
        if (chosen.local && !stop.signal.aborted) {
          progress.end();
          await startFilesRebuild(chosen.local);
          await indexFiles(chosen.local, options.quiet === true, stop.signal);
        }
        return made;
      } finally {
        progress.end();
        await chosen.local?.compact();
      }
    });
    stop.release();
    if (summary.resumedAfter !== null)
      process.stderr.write(
        `mailglob: went on behind ${printable(summary.resumedAfter)}, where an earlier rebuild was stopped; --restart begins anew\n`,
      );
    await print(options.json ? machineSummary(summary) : summaryLine(summary));
    if (options.stack !== undefined && !stop.signal.aborted && options.quiet !== true)
      process.stderr.write(
        'mailglob: the stack now indexes its files anew; until that is done the index before answers\n',
      );
    if (stop.signal.aborted) {
      process.stderr.write('mailglob: interrupted: run the same command again, and it goes on where it was\n');
      process.exitCode = stop.exitStatus();
    }
  });
}
