// `mailglob remove`: removes messages with all their rows and bytes.

import type { Command } from 'commander';
import { removeMessages } from '../../archive/removeMessages.ts';
import { type ArchiveOptions, archiveOptions, withChosenArchive } from '../chosenArchive.ts';
import { counted } from '../humanUnits.ts';
import { jsonLine } from '../json.ts';
import { examples, jsonOption } from '../options.ts';
import { print } from '../output.ts';
import { printable } from '../printable.ts';

interface RemoveOptions extends ArchiveOptions {
  readonly json?: true;
}

export function removeCommand(command: Command): void {
  command.argument('<id...>', 'message ids (message_id of a search result)');
  archiveOptions(command).addOption(jsonOption());
  examples(
    command,
    'mailglob remove 2f1c8a30-5d1e-8b7a-9c04-6f0e2d9b1a55',
    'mailglob remove 2f1c8a30-5d1e-8b7a-9c04-6f0e2d9b1a55 --stack dev',
  );
  command.addHelpText(
    'after',
    '\nThe mail is gone from the data directory at once, and can be imported again. The bucket of a stack keeps old versions\nof its objects for retention.oldVersionDays of mailglob.yml, where its owner can still bring them back.',
  );
  command.action(async (ids: readonly string[], options: RemoveOptions) => {
    const asked = [...new Set(ids.map(id => id.toLowerCase()))];
    const results = await withChosenArchive(options, { create: false }, ({ archive }) =>
      removeMessages(archive, asked),
    );
    const removed = asked.filter((_, i) => results[i]);
    const unknown = asked.filter((_, i) => !results[i]);
    for (const id of unknown)
      process.stderr.write(`mailglob: there is no message ${printable(id)}: give the message_id of a search result\n`);
    await print(options.json ? jsonLine({ removed, unknown }) : `${counted(removed.length, 'message')} removed`);
    if (unknown.length > 0) process.exitCode = 1;
  });
}
