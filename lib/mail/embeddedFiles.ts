// Files that a text body carries in itself, uuencoded or yEncoded: finds them and cuts them out of the text.

import { concatBytes, indexOfByte, indexOfText, toBinary } from './bytes.ts';
import { readUuencodedData, uuencodeBegin } from './uuencode.ts';

export interface EmbeddedFile {
  /** As it stands in the text, one character per byte; may be empty. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface EmbeddedFiles {
  readonly files: readonly EmbeddedFile[];
  /** The text without them. */
  readonly rest: Uint8Array;
  /** There are more, which are left in the text. */
  readonly hasMore: boolean;
}

interface Found extends EmbeddedFile {
  readonly end: number;
}

/** The next line from `start` that begins with `text`, or -1. */
function nextLine(bytes: Uint8Array, text: string, start: number): number {
  if (start === 0 && toBinary(bytes, 0, Math.min(text.length, bytes.length)) === text) return 0;
  const found = indexOfText(bytes, `\n${text}`, Math.max(0, start - 1));
  return found < 0 ? -1 : found + 1;
}

/** Longer lines are no header of a file. */
const longestLine = 2000;

function lineAt(bytes: Uint8Array, start: number): { text: string; next: number } {
  const lineFeed = indexOfByte(bytes, 0x0a, start);
  const end = lineFeed < 0 ? bytes.length : lineFeed;
  const text = toBinary(bytes, start, Math.min(end, start + longestLine)).replace(/\r$/, '');
  return { text, next: lineFeed < 0 ? bytes.length : lineFeed + 1 };
}

function readUuencoded(bytes: Uint8Array, start: number): Found | null {
  const line = lineAt(bytes, start);
  const begin = uuencodeBegin(line.text);
  if (begin === null) return null;
  const file = readUuencodedData(begin, bytes, line.next);
  // `begin 644 ...` in prose has no data; a mail that was cut off has data and no end.
  if (!file.hasEnd && (file.bytes.length === 0 || file.end < bytes.length)) return null;
  return { name: begin.name, bytes: file.bytes, end: file.end };
}

const yEncBegin = /^=ybegin [^\n]{0,400}?\bname=(.*)$/;

/** yEnc 1.3: every byte plus 42, critical ones escaped by `=` and 64 more. */
function decodeYEnc(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array(end - start);
  let written = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x0a || byte === 0x0d) continue;
    if (byte === 0x3d && i + 1 < end) {
      i++;
      out[written++] = (bytes[i] as number) - 106;
    } else out[written++] = byte - 42;
  }
  return out.subarray(0, written);
}

function readYEncoded(bytes: Uint8Array, start: number): Found | null {
  const line = lineAt(bytes, start);
  const name = yEncBegin
    .exec(line.text)?.[1]
    ?.trim()
    .replace(/^"(.*)"$/, '$1');
  if (name === undefined) return null;
  let data = line.next;
  if (toBinary(bytes, data, Math.min(data + 6, bytes.length)) === '=ypart') data = lineAt(bytes, data).next;
  const closing = nextLine(bytes, '=yend', data);
  const end = closing < 0 ? bytes.length : closing;
  return { name, bytes: decodeYEnc(bytes, data, end), end: closing < 0 ? bytes.length : lineAt(bytes, closing).next };
}

/** Finds the files in the decoded bytes of a text body. At most `most` of them. Linear in the bytes. */
export function findEmbeddedFiles(bytes: Uint8Array, most: number): EmbeddedFiles {
  const files: EmbeddedFile[] = [];
  const kept: Uint8Array[] = [];
  let keptFrom = 0;
  let hasMore = false;
  let uuencoded = nextLine(bytes, 'begin', 0);
  let yEncoded = nextLine(bytes, '=ybegin ', 0);
  while (uuencoded >= 0 || yEncoded >= 0) {
    const isUuencoded = uuencoded >= 0 && (yEncoded < 0 || uuencoded < yEncoded);
    const start = isUuencoded ? uuencoded : yEncoded;
    const found = isUuencoded ? readUuencoded(bytes, start) : readYEncoded(bytes, start);
    hasMore = found !== null && files.length >= most;
    if (hasMore) break;
    if (found !== null) {
      files.push({ name: found.name, bytes: found.bytes });
      kept.push(bytes.subarray(keptFrom, start));
      keptFrom = found.end;
    }
    const next = found?.end ?? start + 1;
    if (uuencoded >= 0 && uuencoded < next) uuencoded = nextLine(bytes, 'begin', next);
    if (yEncoded >= 0 && yEncoded < next) yEncoded = nextLine(bytes, '=ybegin ', next);
  }
  if (files.length === 0) return { files, rest: bytes, hasMore };
  kept.push(bytes.subarray(keptFrom));
  return { files, rest: concatBytes(kept), hasMore };
}
