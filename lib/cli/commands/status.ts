// `mailglob status`: what the archive holds, by account and folder.

import type { Command } from 'commander';
import { readStatus } from '../../archive/status.ts';
import { type ArchiveOptions, archiveOptions, withChosenArchive } from '../chosenArchive.ts';
import { humanCount } from '../humanUnits.ts';
import { jsonLine } from '../json.ts';
import { examples, jsonOption } from '../options.ts';
import { bold, print, printWidth } from '../output.ts';
import { printable } from '../printable.ts';
import { statusLine } from '../statusLine.ts';
import { type Column, table } from '../table.ts';

interface StatusOptions extends ArchiveOptions {
  readonly json?: true;
}

const columns: readonly Column[] = [
  { title: 'ACCOUNT', cut: 'end' },
  { title: 'FOLDER', cut: 'end', weight: 2 },
  { title: 'MESSAGES', align: 'right' },
  { title: 'ATTACHMENTS', align: 'right' },
  { title: 'LAST STORED (UTC)', expendable: 1 },
];

export function statusCommand(command: Command): void {
  archiveOptions(command).addOption(jsonOption());
  examples(command, 'mailglob status', 'mailglob status --data ~/mail-archive --json', 'mailglob status --stack dev');
  command.action(async (options: StatusOptions) => {
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
    if (rows.length === 0) return print("No mail yet: 'mailglob import PATH --account ID' takes some in.");
    const [titles = '', ...lines] = table(columns, rows, printWidth());
    return print(bold(titles), ...lines, '', statusLine(status));
  });
}
