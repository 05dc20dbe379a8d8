// `mailglob status`: what the archive holds, by account and folder.

import type { Command } from 'commander';
import { listQuarantine, readStatus } from '../../archive/status.ts';
import { type ArchiveOptions, archiveOptions, withChosenArchive } from '../chosenArchive.ts';
import { humanCount } from '../humanUnits.ts';
import { jsonLine } from '../json.ts';
import { examples, jsonOption } from '../options.ts';
import { bold, print, printWidth } from '../output.ts';
import { printable } from '../printable.ts';
import { quarantineRecord, quarantineTable } from '../quarantineView.ts';
import { statusLine } from '../statusLine.ts';
import { type Column, table } from '../table.ts';

interface StatusOptions extends ArchiveOptions {
  readonly json?: true;
  readonly quarantined?: true;
}

const columns: readonly Column[] = [
  { title: 'ACCOUNT', cut: 'end' },
  { title: 'FOLDER', cut: 'end', weight: 2 },
  { title: 'MESSAGES', align: 'right' },
  { title: 'ATTACHMENTS', align: 'right' },
  { title: 'LAST STORED (UTC)', expendable: 1 },
];

export function statusCommand(command: Command): void {
  archiveOptions(command)
    .option('--quarantined', 'list the objects that could not be taken in, and why')
    .addOption(jsonOption());
  examples(
    command,
    'mailglob status',
    'mailglob status --data ~/mail-archive --json',
    'mailglob status --stack dev',
    'mailglob status --quarantined --stack dev',
  );
  command.action(async (options: StatusOptions) => {
    if (options.quarantined) return showQuarantine(options);
    const status = await withChosenArchive(options, { create: false }, ({ archive }) => readStatus(archive.store));
    if (options.json) return print(jsonLine(status));
    const rows = status.accounts.flatMap(({ accountId, folders }) =>
      folders.map(({ folderAlias, messages, attachments, lastStoredAt }) => [
        printable(accountId),
        printable(folderAlias),
        humanCount(messages),
        humanCount(attachments),
        lastStoredAt?.slice(0, 16).replace('T', ' ') ?? 'never',
      ]),
    );
    const waiting = status.quarantined > 0 ? ["'mailglob status --quarantined' lists what is in quarantine."] : [];
    if (rows.length === 0) {
      return print("No mail yet: 'mailglob import PATH --account ID' takes some in.", ...waiting);
    }
    const [titles = '', ...lines] = table(columns, rows, printWidth());
    return print(bold(titles), ...lines, '', statusLine(status), ...waiting);
  });
}

async function showQuarantine(options: StatusOptions): Promise<void> {
  const rows = await withChosenArchive(options, { create: false }, ({ archive }) => listQuarantine(archive.store));
  if (options.json) return print(jsonLine({ quarantined: rows.map(quarantineRecord) }));
  if (rows.length === 0) return print('Nothing is in quarantine.');
  const [titles = '', ...lines] = quarantineTable(rows, printWidth());
  return print(
    bold(titles),
    ...lines,
    '',
    "Each lies untouched where its key says: mend or delete it there; 'mailglob rebuild' judges all of them anew.",
  );
}
