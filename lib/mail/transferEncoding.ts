// Content-Transfer-Encodings: bytes as they stand in the mail -> decoded bytes. Lenient, linear, and never throws.

import { decodeUuencodedBody } from './uuencode.ts';

const skip = 64;
const pad = 65;
const sextets = new Uint8Array(256).fill(skip);
for (let i = 0; i < 64; i++) {
  sextets['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i;
}
sextets[0x3d] = pad;

export interface DecodedBase64 {
  readonly bytes: Uint8Array;
  /** The data stops within a group of four characters that no padding ends. */
  readonly stopsWithinGroup: boolean;
}

/** RFC 2045 section 6.8. Characters outside the alphabet are skipped; padding ends a group, and data may go on after it. */
export function decodeBase64(input: Uint8Array): DecodedBase64 {
  const out = new Uint8Array(Math.ceil(input.length / 4) * 3);
  const length = input.length;
  let written = 0;
  let bits = 0;
  let held = 0;
  let i = 0;
  while (i < length) {
    if (held === 0) {
      // Four good characters at once, as long as they come.
      while (i + 3 < length) {
        const a = sextets[input[i] as number] as number;
        const b = sextets[input[i + 1] as number] as number;
        const c = sextets[input[i + 2] as number] as number;
        const d = sextets[input[i + 3] as number] as number;
        if ((a | b | c | d) >= skip) break;
        out[written] = (a << 2) | (b >> 4);
        out[written + 1] = (b << 4) | (c >> 2);
        out[written + 2] = (c << 6) | d;
        written += 3;
        i += 4;
      }
      if (i >= length) break;
    }
    const value = sextets[input[i++] as number] as number;
    if (value === skip) continue;
    if (value === pad) {
      if (held >= 2) out[written++] = bits >> (held === 2 ? 4 : 10);
      if (held === 3) out[written++] = bits >> 2;
      held = 0;
      bits = 0;
      continue;
    }
    bits = (bits << 6) | value;
    if (++held === 4) {
      out[written] = bits >> 16;
      out[written + 1] = bits >> 8;
      out[written + 2] = bits;
      written += 3;
      held = 0;
      bits = 0;
    }
  }
  const stopsWithinGroup = held > 0;
  if (held >= 2) out[written++] = bits >> (held === 2 ? 4 : 10);
  if (held === 3) out[written++] = bits >> 2;
  return { bytes: out.subarray(0, written), stopsWithinGroup };
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** RFC 2045 section 6.7. Blanks at the end of a line are dropped, line ends stay as they are, malformed escapes are kept. */
export function decodeQuotedPrintable(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(input.length);
  const length = input.length;
  let written = 0;
  let i = 0;
  while (i < length) {
    const byte = input[i] as number;
    if (byte === 0x3d) {
      const high = hexValue(input[i + 1]);
      const low = high < 0 ? -1 : hexValue(input[i + 2]);
      if (low >= 0) {
        out[written++] = high * 16 + low;
        i += 3;
        continue;
      }
      // A soft line break, perhaps with blanks before the line end.
      let end = i + 1;
      while (input[end] === 0x20 || input[end] === 0x09) end++;
      if (end >= length) break;
      if (input[end] === 0x0d && input[end + 1] === 0x0a) i = end + 2;
      else if (input[end] === 0x0a) i = end + 1;
      else {
        out[written++] = byte;
        i++;
      }
      continue;
    }
    if (byte === 0x20 || byte === 0x09) {
      let end = i + 1;
      while (input[end] === 0x20 || input[end] === 0x09) end++;
      const next = input[end];
      if (!(next === 0x0a || (next === 0x0d && input[end + 1] === 0x0a))) {
        for (; i < end; i++) out[written++] = input[i] as number;
      }
      i = end;
      continue;
    }
    out[written++] = byte;
    i++;
  }
  return out.subarray(0, written);
}

export interface DecodedContent {
  readonly bytes: Uint8Array;
  readonly stopsWithinGroup: boolean;
}

/** Decodes a body by the (lower case) name of its encoding; an unknown one leaves it as it is, without a copy. */
export function decodeTransferEncoding(body: Uint8Array, encoding: string): DecodedContent {
  switch (encoding) {
    case 'base64':
      return decodeBase64(body);
    case 'quoted-printable':
      return { bytes: decodeQuotedPrintable(body), stopsWithinGroup: false };
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode':
    case 'uue':
      return { bytes: decodeUuencodedBody(body), stopsWithinGroup: false };
    default:
      return { bytes: body, stopsWithinGroup: false };
  }
}
