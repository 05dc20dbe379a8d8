// `mailglob status`: what the archive holds, by account and folder.

import type { Command } from 'commander';
import { readStatus } from '../../archive/status.ts';
import { humanCount } from '../humanUnits.ts';
import { type DataOptions, withArchive } from '../localArchive.ts';
import { dataOption, examples, jsonOption } from '../options.ts';
import { bold, print, printWidth } from '../output.ts';
import { printable } from '../printable.ts';
import { statusLine } from '../statusLine.ts';
import { type Column, table } from '../table.ts';

interface StatusOptions extends DataOptions {
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
  command.addOption(dataOption()).addOption(jsonOption());
  examples(command, 'mailglob status', 'mailglob status --data ~/mail-archive --json');
  command.action(async (options: StatusOptions) => {
    const status = await withArchive(options, { create: false }, ({ store }) => readStatus(store));
    if (options.json) return print(JSON.stringify(status));
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
