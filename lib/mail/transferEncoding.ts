// Content-Transfer-Encodings: bytes as they stand in the mail -> decoded bytes. Lenient, linear, and never throws.

import { decodeBase64 } from './base64.ts';
import { decodeUuencodedBody } from './uuencode.ts';

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
