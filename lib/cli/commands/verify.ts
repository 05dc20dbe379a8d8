// `mailglob verify`: checks that rows, raw mails and postings agree, and names every disagreement.

import type { Command } from 'commander';
import { type VerifyProgress, type VerifySummary, verify } from '../../archive/verify.ts';
import { type ArchiveOptions, archiveOptions, mailRulesOf, withChosenArchive } from '../chosenArchive.ts';
import { counted, humanDuration } from '../humanUnits.ts';
import { jsonLine, roundedSeconds } from '../json.ts';
import { examples, jsonOption, quietOption } from '../options.ts';
import { print } from '../output.ts';
import { printable } from '../printable.ts';
import { startSteps } from '../steps.ts';
import { watchStopSignals } from '../stopSignal.ts';

interface VerifyOptions extends ArchiveOptions {
  readonly json?: true;
  readonly quiet?: true;
}

const steps: Readonly<Record<VerifyProgress['step'], { readonly label: string; readonly unit: 'messages' | 'rows' }>> =
  {
    mails: { label: 'reading mails', unit: 'messages' },
    rows: { label: 'checking rows', unit: 'rows' },
    words: { label: 'checking words', unit: 'messages' },
  };

function summaryLine({ mails, attachments, disagreements, seconds }: VerifySummary): string {
  const found = disagreements === 0 ? 'everything agrees' : counted(disagreements, 'disagreement');
  return `${counted(mails, 'message')} with ${counted(attachments, 'attachment row')}: ${found}, in ${humanDuration(seconds)}`;
}

export function verifyCommand(command: Command): void {
  archiveOptions(command).addOption(jsonOption()).addOption(quietOption());
  examples(command, 'mailglob verify', 'mailglob verify --data ~/mail-archive --json', 'mailglob verify --stack dev');
  command.addHelpText(
    'after',
    '\nIt writes nothing. Each disagreement is a line that says what to do; the last line counts. Exit status 1 if there\nis any. With --stack every mail is downloaded and every item of the table is read.',
  );
  command.action(async (options: VerifyOptions) => {
    const stop = watchStopSignals();
    const progress = startSteps(steps, options.quiet === true);
    const summary = await withChosenArchive(options, { create: false }, async chosen => {
      const rules = await mailRulesOf(chosen);
      const found = verify(chosen.archive, { rules, signal: stop.signal, onProgress: progress.update });
      try {
        for (;;) {
          const { done, value } = await found.next();
          if (done) return value;
          progress.clear();
          await print(options.json ? jsonLine(value) : printable(value.message));
        }
      } finally {
        progress.end();
      }
    });
    stop.release();
    await print(
      options.json ? jsonLine({ ...summary, seconds: roundedSeconds(summary.seconds) }) : summaryLine(summary),
    );
    if (summary.disagreements > 0) process.exitCode = 1;
    if (stop.signal.aborted) {
      process.stderr.write('mailglob: interrupted: not everything was looked at\n');
      process.exitCode = stop.exitStatus();
    }
  });
}
