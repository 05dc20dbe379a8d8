// `mailglob extract`: what search_files would index of a document, storing nothing.

import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { extractDocument, refuseBySize } from '../../files/extractDocument.ts';
import type { Extraction } from '../../files/extraction.ts';
import { limits } from '../../limits.ts';
import { extractionLines } from '../extractionView.ts';
import { jsonLine } from '../json.ts';
import { examples, jsonOption } from '../options.ts';
import { print } from '../output.ts';
import { printable } from '../printable.ts';

interface ExtractOptions {
  readonly json?: true;
}

interface Read {
  readonly extraction: Extraction;
  readonly milliseconds: number;
}

/** Null, with a line on standard error, where the file cannot be had. */
async function read(file: string): Promise<Read | null> {
  try {
    const { size } = await stat(file);
    const fileName = basename(file);
    const start = performance.now();
    const extraction =
      size > limits.documentBytes.value
        ? refuseBySize(fileName)
        : await extractDocument(await readFile(file), { fileName });
    return { extraction, milliseconds: Math.round(performance.now() - start) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory; name files' : message;
    process.stderr.write(`mailglob: ${printable(`${file}: ${why}`)}\n`);
    process.exitCode = 1;
    return null;
  }
}

export function extractCommand(command: Command): void {
  command.argument('<file...>', 'documents: text, office, PDF, web pages, mails, calendars').addOption(jsonOption());
  examples(command, 'mailglob extract contract.pdf', 'mailglob extract library/*.docx --json');
  command.action(async (files: readonly string[], options: ExtractOptions) => {
    let shown = 0;
    const reading = new Map<number, Promise<Read | null>>();
    for (const [i, file] of files.entries()) {
      // Some are read ahead, while the one before is awaited; they are shown in the order they were named.
      for (let ahead = i; ahead < Math.min(files.length, i + limits.readingWorkers.value); ahead++)
        if (!reading.has(ahead)) reading.set(ahead, read(files[ahead] ?? file));
      const done = await reading.get(i);
      reading.set(i, Promise.resolve(null));
      if (!done) continue;
      const { extraction, milliseconds } = done;
      const { type, outcome, reason, chunks } = extraction;
      if (options.json) await print(jsonLine({ file, type, outcome, reason, chunks, milliseconds }));
      else await print(...(shown > 0 ? [''] : []), ...extractionLines(file, extraction, milliseconds));
      shown++;
    }
  });
}
