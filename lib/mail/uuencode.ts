// Uuencoded data: one line, and a whole body that is one uuencoded file. Knows no text around it (see embeddedFiles.ts).

import { decodeBase64 } from './base64.ts';
import { indexOfByte, toBinary } from './bytes.ts';

const beginLine = /^begin(-base64)? +[0-7]{3,5} +(.+)$/;

export interface UuencodeBegin {
  readonly name: string;
  /** The lines that follow are base64, as POSIX uuencode -m writes them. */
  readonly isBase64: boolean;
}

/** What a `begin 644 name` or `begin-base64 644 name` line says, or null. */
export function uuencodeBegin(line: string): UuencodeBegin | null {
  if (!line.startsWith('begin')) return null;
  const match = beginLine.exec(line);
  return match === null ? null : { name: (match[2] as string).trim(), isBase64: match[1] !== undefined };
}

/** Decodes the line from `start` to `end` into `out` at `at`; the bytes written, or -1 where it is no uuencoded line. */
function decodeUuencodedLine(input: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  const first = input[start];
  if (first === undefined || start >= end || first < 0x20 || first > 0x60) return -1;
  const count = (first - 0x20) & 63;
  const needed = Math.ceil(count / 3) * 4;
  const given = end - start - 1;
  // Trailing blanks are often lost on the way (they stand for zero), and some encoders add a checksum character.
  if (given > needed + 2) {
    for (let i = start + 1 + needed + 2; i < end; i++) if (input[i] !== 0x20) return -1;
  }
  let written = 0;
  for (let i = start + 1; written < count; i += 4) {
    let bits = 0;
    for (let k = 0; k < 4; k++) {
      const byte = i + k < end ? (input[i + k] as number) : 0x20;
      if (byte < 0x20 || byte > 0x60) return -1;
      bits = (bits << 6) | ((byte - 0x20) & 63);
    }
    out[at + written++] = bits >> 16;
    if (written < count) out[at + written++] = bits >> 8;
    if (written < count) out[at + written++] = bits;
  }
  return written;
}

export interface UuencodedFile {
  readonly bytes: Uint8Array;
  /** Where reading ended: after the `end` line, or before the first line that is no data. */
  readonly end: number;
  readonly hasEnd: boolean;
}

/** Reads the data lines from `start`, after the begin line. */
function readUuencodedLines(input: Uint8Array, start: number): UuencodedFile {
  let pos = start;
  // Grown by need, so that a text full of begin lines costs little.
  let out = new Uint8Array(128);
  let written = 0;
  while (pos < input.length) {
    const lineFeed = indexOfByte(input, 0x0a, pos);
    const next = lineFeed < 0 ? input.length : lineFeed + 1;
    let end = lineFeed < 0 ? input.length : lineFeed;
    if (end > pos && input[end - 1] === 0x0d) end--;
    if (end - pos >= 3 && input[pos] === 0x65 && toBinary(input, pos, end).trim() === 'end') {
      return { bytes: out.subarray(0, written), end: next, hasEnd: true };
    }
    if (end > pos) {
      if (written + 64 > out.length) {
        const larger = new Uint8Array(out.length * 2);
        larger.set(out.subarray(0, written));
        out = larger;
      }
      const count = decodeUuencodedLine(input, pos, end, out, written);
      if (count < 0) break;
      written += count;
    }
    pos = next;
  }
  return { bytes: out.subarray(0, written), end: pos, hasEnd: false };
}

const base64Line = /^[A-Za-z0-9+/]+={0,2}$/;
/** POSIX allows 76 characters; more are read, and this many at a time. */
const longestBase64Line = 1000;

/** Reads lines of base64 from `start` up to the line `====`, or before the first that is none. */
function readBase64Lines(input: Uint8Array, start: number): UuencodedFile {
  let pos = start;
  let hasEnd = false;
  let dataEnd = start;
  while (pos < input.length && !hasEnd) {
    const lineFeed = indexOfByte(input, 0x0a, pos);
    const end = lineFeed < 0 ? input.length : lineFeed;
    if (end - pos > longestBase64Line) break;
    const line = toBinary(input, pos, end).trim();
    hasEnd = line === '====';
    if (!hasEnd && line !== '' && !base64Line.test(line)) break;
    if (!hasEnd) dataEnd = end;
    pos = lineFeed < 0 ? input.length : lineFeed + 1;
  }
  return { bytes: decodeBase64(input.subarray(start, dataEnd)).bytes, end: pos, hasEnd };
}

/** Reads the data that a begin line announces, from the line after it. */
export const readUuencodedData = ({ isBase64 }: UuencodeBegin, input: Uint8Array, start: number): UuencodedFile =>
  isBase64 ? readBase64Lines(input, start) : readUuencodedLines(input, start);

/** A body with `Content-Transfer-Encoding: x-uuencode`, with or without its begin line. */
export function decodeUuencodedBody(input: Uint8Array): Uint8Array {
  let pos = 0;
  while (pos < input.length) {
    const lineFeed = indexOfByte(input, 0x0a, pos);
    const end = lineFeed < 0 ? input.length : lineFeed;
    const begin = input[pos] === 0x62 ? uuencodeBegin(toBinary(input, pos, end).trim()) : null;
    if (begin !== null) return readUuencodedData(begin, input, end + 1).bytes;
    pos = end + 1;
  }
  return readUuencodedLines(input, 0).bytes;
}
