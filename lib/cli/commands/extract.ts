// `mailglob extract`: what search_files would index of a document, storing nothing.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type BytePath, toFsPath } from '../../bytePath.ts';
import { extractDocument, refuseBySize } from '../../files/extractDocument.ts';
import type { Extraction } from '../../files/extraction.ts';
import { givenPaths } from '../../givenPaths.ts';
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
async function read(file: string, path: BytePath): Promise<Read | null> {
  try {
    // Looked at while it is open, so that nothing takes its place; a pipe would keep who opens it waiting.
    const handle = await open(toFsPath(path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await readOpen(file, handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory; name files' : message;
    process.stderr.write(`mailglob: ${printable(`${file}: ${why}`)}\n`);
    process.exitCode = 1;
    return null;
  }
}

async function readOpen(file: string, handle: FileHandle): Promise<Read> {
  const stats = await handle.stat();
  if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is no file but a pipe, a socket or a device');
  const { size } = stats;
  const fileName = basename(file);
  const start = performance.now();
  const extraction =
    size > limits.documentBytes.value
      ? refuseBySize(fileName)
      : await extractDocument(await handle.readFile(), { fileName });
  return { extraction, milliseconds: Math.round(performance.now() - start) };
}

export function extractCommand(command: Command): void {
  command.argument('<file...>', 'documents: text, office, PDF, web pages, mails, calendars').addOption(jsonOption());
  examples(command, 'mailglob extract contract.pdf', 'mailglob extract library/*.docx --json');
  command.action(async (files: readonly string[], options: ExtractOptions) => {
    const paths = givenPaths(files);
    let shown = 0;
    const reading = new Map<number, Promise<Read | null>>();
    for (const [i, file] of files.entries()) {
      // Some are read ahead, while the one before is awaited; they are shown in the order they were named.
      for (let ahead = i; ahead < Math.min(files.length, i + limits.readingWorkers.value); ahead++)
        if (!reading.has(ahead)) reading.set(ahead, read(files[ahead] ?? file, paths[ahead] ?? ''));
      const done = await reading.get(i);
      reading.set(i, Promise.resolve(null));
      if (!done) continue;
      const { extraction, milliseconds } = done;
      const { type, outcome, reason, chunks } = extraction;
      if (options.json) await print(jsonLine({ file, type, outcome, reason, chunks, milliseconds }));
      else {
        // One text: a document may have more lines than a function takes arguments.
        const lines = extractionLines(file, extraction, milliseconds);
        await print([...(shown > 0 ? [''] : []), ...lines].join('\n'));
      }
      shown++;
    }
  });
}
