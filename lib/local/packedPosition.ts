// Positions in three quarters of their bytes: each character of one is six bits, so 32 of them are 24 bytes.

import { positionLength } from '../archive/position.ts';

/** The characters of a position, in the order of their bytes. */
const digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const codes = Uint8Array.from(digits, digit => digit.charCodeAt(0));
const valueOfCode = new Uint8Array(128);
for (const [value, code] of codes.entries()) valueOfCode[code] = value;

const packedLength = (positionLength * 6) / 8;

/** A position as bytes; their order is that of positions. */
export function packPosition(position: string): Uint8Array {
  const packed = new Uint8Array(packedLength);
  for (let from = 0, to = 0; to < packedLength; from += 4, to += 3) {
    const bits =
      ((valueOfCode[position.charCodeAt(from)] ?? 0) << 18) |
      ((valueOfCode[position.charCodeAt(from + 1)] ?? 0) << 12) |
      ((valueOfCode[position.charCodeAt(from + 2)] ?? 0) << 6) |
      (valueOfCode[position.charCodeAt(from + 3)] ?? 0);
    packed[to] = bits >> 16;
    packed[to + 1] = bits >> 8;
    packed[to + 2] = bits;
  }
  return packed;
}

const text = Buffer.alloc(positionLength);

/** The position that packPosition() made these bytes from. */
export function unpackPosition(packed: Uint8Array): string {
  for (let from = 0, to = 0; from < packedLength; from += 3, to += 4) {
    const bits = ((packed[from] ?? 0) << 16) | ((packed[from + 1] ?? 0) << 8) | (packed[from + 2] ?? 0);
    text[to] = codes[bits >> 18] ?? 0;
    text[to + 1] = codes[(bits >> 12) & 63] ?? 0;
    text[to + 2] = codes[(bits >> 6) & 63] ?? 0;
    text[to + 3] = codes[bits & 63] ?? 0;
  }
  return text.toString('latin1');
}
