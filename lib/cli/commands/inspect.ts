// `mailglob inspect`: what the archive would make of each mail, storing nothing.

import type { Command } from 'commander';
import { readSources } from '../../import/readSources.ts';
import { parseMessage } from '../../mail/parseMessage.ts';
import { type FoundMail, inspectMail } from '../inspection.ts';
import { inspectionLines } from '../inspectionView.ts';
import { jsonLine } from '../json.ts';
import { examples, jsonOption } from '../options.ts';
import { print } from '../output.ts';
import { printable } from '../printable.ts';

interface InspectOptions {
  readonly json?: true;
}

export function inspectCommand(command: Command): void {
  command
    .argument('<path...>', 'mails, directories of them, mbox files, Maildirs, .zip of these; - for standard input')
    .addOption(jsonOption());
  examples(command, 'mailglob inspect letter.eml', 'mailglob inspect archive.mbox --json');
  command.action(async (paths: readonly string[], options: InspectOptions) => {
    let shown = 0;
    for await (const item of readSources(paths, { now: Date.now })) {
      if (item.kind === 'problem') {
        process.stderr.write(`mailglob: ${printable(`${item.origin}: ${item.message}`)}\n`);
        process.exitCode = 1;
        continue;
      }
      const { origin, index, raw, receivedAt } = item;
      const found: FoundMail = { file: origin, index, sizeBytes: raw.length, receivedAt };
      const message = await parseMessage(raw);
      const inspection = inspectMail(found, message);
      if (options.json) await print(jsonLine(inspection));
      else await print(...(shown > 0 ? [''] : []), ...inspectionLines(found, message, inspection));
      shown++;
    }
  });
}
