// Numbers of few bits, highest bit first, and what writes and reads them. Knows nothing of what they stand for.

/** Bits that grow. */
export interface BitWriter {
  bytes: Uint8Array;
  /** How many bits are written; those behind are 0. */
  length: number;
}

export const newBitWriter = (capacity = 1024): BitWriter => ({ bytes: new Uint8Array(capacity), length: 0 });

/** @param count of bits, at most 25 */
export function writeBits(writer: BitWriter, value: number, count: number): void {
  const byte = writer.length >>> 3;
  if (byte + 4 > writer.bytes.length) {
    const grown = new Uint8Array(writer.bytes.length * 2 + 4);
    grown.set(writer.bytes);
    writer.bytes = grown;
  }
  const { bytes } = writer;
  const shifted = value << (32 - count - (writer.length & 7));
  if (count === 0) return;
  bytes[byte] = (bytes[byte] ?? 0) | (shifted >>> 24);
  bytes[byte + 1] = (shifted >>> 16) & 0xff;
  bytes[byte + 2] = (shifted >>> 8) & 0xff;
  bytes[byte + 3] = shifted & 0xff;
  writer.length += count;
}

/** A whole number from 1 up, small ones in few bits (Elias gamma). */
export function writeGamma(writer: BitWriter, value: number): void {
  const bits = 31 - Math.clz32(value);
  if (bits > 12) {
    writeBits(writer, 0, bits);
    writeBits(writer, value >>> 12, bits - 11);
    writeBits(writer, value & 0xfff, 12);
  } else writeBits(writer, value, 2 * bits + 1);
}

/** A whole number from 0 up, of a range of which all are as likely: phase-in codes of 0 to below `range`. */
export function writeUniform(writer: BitWriter, value: number, range: number): void {
  const bits = 32 - Math.clz32(range - 1);
  const short = (1 << bits) - range;
  if (value < short) writeBits(writer, value, bits - 1);
  else writeBits(writer, value + short, bits);
}

const riceLimit = 12;
/** A whole number from 0 up, mostly near 2 ** k (Rice). */
export function writeRice(writer: BitWriter, value: number, k: number): void {
  const quotient = value >>> k;
  if (quotient < riceLimit) {
    writeBits(writer, (1 << (quotient + 1)) - 2, quotient + 1);
    writeBits(writer, value & ((1 << k) - 1), k);
  } else {
    writeBits(writer, (1 << riceLimit) - 1, riceLimit);
    writeGamma(writer, value + 1);
  }
}

/** The parameter of writeRice() for `count` numbers that add up to `sum`. */
export const riceParameter = (sum: number, count: number): number =>
  count === 0 || sum <= count ? 0 : Math.max(0, 31 - Math.clz32(Math.floor((0.69 * sum) / count) || 1));

/** The bits as bytes, the last filled up. */
export const writtenBits = (writer: BitWriter): Uint8Array => writer.bytes.slice(0, (writer.length + 7) >>> 3);

/** A place in bits, moved by reading. Behind the end all bits are 0; who reads on is told by checkEnd(). */
export interface BitReader {
  readonly bytes: Uint8Array;
  at: number;
}

/** The next 24 bits or more as the highest of 32, without moving. */
export function peekBits({ bytes, at }: BitReader): number {
  const byte = at >>> 3;
  const word =
    ((bytes[byte] ?? 0) << 24) |
    ((bytes[byte + 1] ?? 0) << 16) |
    ((bytes[byte + 2] ?? 0) << 8) |
    (bytes[byte + 3] ?? 0);
  const shift = at & 7;
  return shift === 0 ? word : (word << shift) | ((bytes[byte + 4] ?? 0) >>> (8 - shift));
}

export function readBits(reader: BitReader, count: number): number {
  if (count === 0) return 0;
  const value = peekBits(reader) >>> (32 - count);
  reader.at += count;
  return value;
}

export function readGamma(reader: BitReader): number {
  const zeros = Math.clz32(peekBits(reader));
  if (zeros > 30) throw damaged();
  reader.at += zeros;
  return zeros > 24 ? readBits(reader, zeros - 11) * 0x1000 + readBits(reader, 12) : readBits(reader, zeros + 1);
}

export function readUniform(reader: BitReader, range: number): number {
  const bits = 32 - Math.clz32(range - 1);
  if (bits === 0) return 0;
  const short = (1 << bits) - range;
  const value = readBits(reader, bits - 1);
  return value < short ? value : value * 2 + readBits(reader, 1) - short;
}

export function readRice(reader: BitReader, k: number): number {
  const ones = Math.clz32(~peekBits(reader));
  if (ones >= riceLimit) {
    reader.at += riceLimit;
    return readGamma(reader) - 1;
  }
  reader.at += ones + 1;
  return ones * 2 ** k + readBits(reader, k);
}

const damaged = (): Error => new Error('words are damaged');

/** @throws Error where more bits were read than there are */
export function checkEnd({ bytes, at }: BitReader): void {
  if (at > bytes.length * 8) throw damaged();
}
