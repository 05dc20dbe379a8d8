// Whole numbers of one to five bytes, seven bits a byte, the lowest first (LEB128), and what writes and reads them.

/** Bytes that grow. */
export interface ByteWriter {
  bytes: Uint8Array;
  length: number;
}

export const newWriter = (capacity = 1024): ByteWriter => ({ bytes: new Uint8Array(capacity), length: 0 });

function makeRoom(writer: ByteWriter, count: number): void {
  if (writer.length + count <= writer.bytes.length) return;
  const grown = new Uint8Array(Math.max(writer.bytes.length * 2, writer.length + count));
  grown.set(writer.bytes.subarray(0, writer.length));
  writer.bytes = grown;
}

/** @param value 0 to 2 ** 31 - 1 */
export function writeVarint(writer: ByteWriter, value: number): void {
  makeRoom(writer, 5);
  let rest = value;
  while (rest >= 0x80) {
    writer.bytes[writer.length++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  writer.bytes[writer.length++] = rest;
}

export function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  makeRoom(writer, bytes.length);
  writer.bytes.set(bytes, writer.length);
  writer.length += bytes.length;
}

/** As few as these are mostly, they are copied sooner one by one. */
const fewBytes = 24;

/** Writes some bytes from a place to another. */
export function copyBytes(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  if (to - from > fewBytes) {
    writeBytes(writer, bytes.subarray(from, to));
    return;
  }
  makeRoom(writer, to - from);
  const { bytes: into } = writer;
  let { length } = writer;
  for (let at = from; at < to; at++) into[length++] = bytes[at] ?? 0;
  writer.length = length;
}

export function writeByte(writer: ByteWriter, byte: number): void {
  makeRoom(writer, 1);
  writer.bytes[writer.length++] = byte;
}

export const writtenBytes = (writer: ByteWriter): Uint8Array => writer.bytes.slice(0, writer.length);

/** A place in bytes, moved by reading. */
export interface ByteReader {
  readonly bytes: Uint8Array;
  at: number;
}

/** @throws Error where the bytes end or it is longer than five of them */
export function readVarint(reader: ByteReader): number {
  const { bytes } = reader;
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[reader.at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw new Error('words are damaged: a number does not end');
}

/** A part of the bytes, not copied. @throws Error where they end before it does */
export function readBytes(reader: ByteReader, length: number): Uint8Array {
  if (reader.at + length > reader.bytes.length) throw new Error('words are damaged: bytes are missing');
  const part = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return part;
}

export function readByte(reader: ByteReader): number {
  const byte = reader.bytes[reader.at++];
  if (byte === undefined) throw new Error('words are damaged: bytes are missing');
  return byte;
}
