// Terms in few bits: a prefix code (Huffman) of UTF-8 bytes, its lengths fixed here by the letters of words that are
// not common. A change of one is another version of whatever is written with it.

import { type BitReader, type BitWriter, checkEnd, newBitWriter, peekBits, writeBits, writtenBits } from './bits.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The length of each byte's code, a base-36 digit a byte. Byte 0 ends a term. */
const lengths =
  '37fffffffffffffffffffffffffffffffffffffcfffdc86f6666666666ffffff899999999999999999999999999ffff7f57564767487565569555678888fffffaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaafff89abbbbbbbbbb89bbbbbbbbbbbbbb9bb99999999999bbffffffffffffffff';
const longest = 15;

interface Codes {
  readonly lengths: Uint8Array;
  readonly codes: Uint16Array;
  /** By the next `longest` bits: the byte, and above it the length of its code. */
  readonly symbols: Uint16Array;
}

let made: Codes | null = null;

/** Canonical codes: shorter ones first, then in order of bytes. */
function makeCodes(): Codes {
  const sizes = Uint8Array.from(lengths, digit => Number.parseInt(digit, 36));
  const codes = new Uint16Array(256);
  const symbols = new Uint16Array(1 << longest);
  let code = 0;
  for (let size = 1; size <= longest; size++) {
    for (let byte = 0; byte < 256; byte++) {
      if (sizes[byte] !== size) continue;
      codes[byte] = code >>> (longest - size);
      symbols.fill((size << 8) | byte, code, code + (1 << (longest - size)));
      code += 1 << (longest - size);
    }
  }
  return { lengths: sizes, codes, symbols };
}

const codesOf = (): Codes => {
  made ??= makeCodes();
  return made;
};

/** Writes the bytes of a term between two of them, and its end. @param bytes none of them 0 */
export function writeTerm(writer: BitWriter, bytes: Uint8Array, from: number, to: number): void {
  const { lengths: sizes, codes } = codesOf();
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    writeBits(writer, codes[byte] ?? 0, sizes[byte] ?? 0);
  }
  writeBits(writer, codes[0] ?? 0, sizes[0] ?? 0);
}

/**
 * Reads a term into bytes from one of them on.
 * @returns where it ends in them
 * @throws Error where it is longer than they are
 */
export function readTerm(reader: BitReader, into: Uint8Array, from = 0): number {
  const { symbols } = codesOf();
  for (let i = from; i <= into.length; i++) {
    const symbol = symbols[peekBits(reader) >>> (32 - longest)] ?? 0;
    reader.at += symbol >>> 8;
    const byte = symbol & 0xff;
    if (byte === 0) return i;
    into[i] = byte;
  }
  throw new Error('words are damaged: a term does not end');
}

/**
 * Writes a term as UTF-8.
 * @returns how many bytes it has
 * @throws Error where there is no room for them
 */
export function writeUtf8(term: string, into: Uint8Array): number {
  for (let i = 0; i < term.length && i < into.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit >= 0x80) break;
    into[i] = unit;
    if (i + 1 === term.length) return i + 1;
  }
  const { read, written } = encoder.encodeInto(term, into);
  if (read < term.length) throw new Error('a word is longer than words are');
  return written;
}

/** Kept for the next term: what is made of one is a copy. */
const packing = { bytes: new Uint8Array(1024), writer: newBitWriter() };

/** A term in bytes of its own. @throws Error where it is longer than terms are */
export function packTerm(term: string): Uint8Array {
  const { bytes, writer } = packing;
  writer.bytes.fill(0, 0, (writer.length + 7) >>> 3);
  writer.length = 0;
  writeTerm(writer, bytes, 0, writeUtf8(term, bytes));
  return writtenBits(writer);
}

/** @throws Error where the bytes are no term */
export function unpackTerm(bytes: Uint8Array): string {
  // No letter has fewer than three bits.
  const buffer = new Uint8Array(bytes.length * 3);
  const reader = { bytes, at: 0 };
  const length = readTerm(reader, buffer);
  checkEnd(reader);
  return decoder.decode(buffer.subarray(0, length));
}
