// Reads mail from the paths a person gave, in every form that `mailglob import` takes. It decides what a path is; how
// each form is read is in the readers beside it. Nothing is stored.

import { createReadStream, type Stats, statSync } from 'node:fs';
import { type BytePath, toFsPath } from '../bytePath.ts';
import { givenPaths } from '../givenPaths.ts';
import { openStream } from './byteStream.ts';
import { measure } from './measure.ts';
import { readDirectory } from './readDirectory.ts';
import { readFile } from './readFile.ts';
import { describeReadError, problem, type Reading, startReading } from './reading.ts';
import { readStream } from './readStream.ts';
import type { ReadOptions, SourceItem } from './sourceItem.ts';

/**
 * The messages of the given paths, one after the other, with a problem for everything that was named or found and
 * cannot be read. It never throws for what a file holds; memory is bounded by one message.
 *
 * - A file is told by its content: a message, an mbox (mboxrd or mboxo), either gzipped, or a zip of any of these. A
 *   file that is none is a problem if it was named, and passed over in a directory.
 * - A file called `.eml` that begins with a From_ line is one message, line included, unless further messages follow.
 * - A directory is read with all below it. One with `cur` (or `new` and `tmp`) is a Maildir.
 * - `-` is standard input: a message or an mbox, perhaps gzipped.
 *
 * @example
 * for await (const item of readSources(['old.mbox', 'Maildir'], { now: Date.now })) {
 *   if (item.kind === 'message') console.log(item.origin, item.index, item.raw.length);
 * }
 */
export async function* readSources(paths: readonly string[], options: ReadOptions): AsyncGenerator<SourceItem> {
  const reading = startReading(options, options.onProgress ? await measure(paths) : null);
  const given = givenPaths(paths);
  for (const [i, path] of paths.entries()) {
    if (path === '-') yield* readInput(options.standardInput ?? process.stdin, path, reading);
    else yield* readPath(path, given[i] ?? '', reading);
  }
}

async function* readPath(path: string, given: BytePath, reading: Reading): AsyncGenerator<SourceItem> {
  let stat: Stats;
  try {
    stat = statSync(toFsPath(given));
  } catch (error) {
    yield problem(path, describeReadError(error));
    return;
  }
  if (stat.isFile()) yield* readFile(given, { origin: path, isNamed: true, maildir: null }, reading);
  else if (stat.isDirectory()) {
    let found = 0;
    for await (const item of readDirectory(given, reading)) {
      found++;
      yield item;
    }
    if (found === 0) yield problem(path, 'holds no mail');
  } else yield* readInput(createReadStream(toFsPath(given)), path, reading);
}

/** A pipe or a device: read once, from its beginning. */
async function* readInput(
  input: AsyncIterable<Uint8Array>,
  origin: string,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  try {
    const stream = await openStream(counted(input, reading), null);
    try {
      yield* readStream(stream, { origin, isNamed: true, maildir: null }, reading);
    } finally {
      await stream.close();
    }
  } catch (error) {
    yield problem(origin, describeReadError(error));
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    reading.addBytes(chunk.length);
    yield chunk;
  }
}
