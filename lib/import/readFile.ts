// Reads the mail out of one regular file, small ones at a stroke. It knows no directories.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type BytePath, toFsPath } from '../bytePath.ts';
import { headBytes } from '../mail/isMail.ts';
import { fileChunks, nothing } from './byteStream.ts';
import { describeReadError, problem, type Reading } from './reading.ts';
import { formOf, type Place, readStream } from './readStream.ts';
import { readZip } from './readZip.ts';
import type { SourceItem } from './sourceItem.ts';

/** A file up to this size is read by one synchronous call: three times as fast as any other way. */
const wholeBytes = 256 * 1024;

/** The items of one file. Whatever goes wrong is a problem, after the items that came before it. */
export async function* readFile(path: BytePath, place: Place, reading: Reading): AsyncGenerator<SourceItem> {
  let fd: number | null = null;
  let size = 0;
  let counted = 0;
  // Not all of a file need be read, and a file may grow while it is: progress counts each file's size exactly.
  const count = (bytes: number) => {
    const step = Math.min(bytes, size - counted);
    counted += step;
    if (step > 0) reading.addBytes(step);
  };
  try {
    fd = openSync(toFsPath(path), 'r');
    size = fstatSync(fd).size;
    const head = readHead(fd, size <= wholeBytes ? size : headBytes);
    if (formOf(head, place) === 'zip' && opensZip(place)) {
      yield* readZip(fd, size, place, reading, count);
      return;
    }
    count(head.length);
    const rest = size <= wholeBytes ? nothing() : fileChunks(fd, head.length, reading.chunkBytes, count);
    yield* readStream({ head, rest, size }, place, reading);
  } catch (error) {
    yield problem(place.origin, describeReadError(error));
  } finally {
    if (fd !== null) closeSync(fd);
    count(size - counted);
  }
}

/** In a directory only what is called .zip is one of mails: documents and programs are zips as well. */
const opensZip = ({ isNamed, maildir, origin }: Place): boolean => isNamed || (!maildir && /\.zip$/i.test(origin));

function readHead(fd: number, length: number): Buffer {
  const head = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(fd, head, filled, length - filled, filled);
    if (got === 0) break;
    filled += got;
  }
  return filled === length ? head : head.subarray(0, filled);
}
