// Bytes and their one-character-per-byte strings, in which headers are read before their charset is known.

const empty = new Uint8Array(0);

/** A Buffer over the same memory. */
const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as a string of characters U+0000 to U+00FF. */
export const toBinary = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  end > start ? view(bytes).toString('latin1', start, end) : '';

/** The bytes of a string that toBinary() made. */
export const fromBinary = (text: string): Uint8Array => (text === '' ? empty : Buffer.from(text, 'latin1'));

/** Position of a byte from `start`, or -1. */
export const indexOfByte = (bytes: Uint8Array, byte: number, start: number): number => bytes.indexOf(byte, start);

/** Position of an ASCII string from `start`, or -1. */
export const indexOfText = (bytes: Uint8Array, text: string, start: number): number =>
  view(bytes).indexOf(text, start, 'latin1');

/** Whether a binary string holds a byte above 0x7F. */
export function hasEightBit(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return true;
  return false;
}

/** Whether a character is a blank or line end of ASCII. Others are halves of characters while there is one per byte. */
export const isBlank = (char: string | undefined): boolean =>
  char === ' ' || char === '\t' || char === '\r' || char === '\n' || char === '\v' || char === '\f';

/** A text without the blanks of ASCII around it. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

/** Several pieces as one; a single piece is given back as it is. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length <= 1) return pieces[0] ?? empty;
  return Buffer.concat(pieces);
}

/** Whether lines end in a carriage return alone, as old Macs wrote them, by the first bytes of a file. */
export const endsLinesInReturns = (head: Uint8Array): boolean => !head.includes(0x0a) && head.includes(0x0d);
