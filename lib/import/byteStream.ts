// Streams of bytes and how to look at their beginning before deciding what they are. It knows files and gzip, no mail.

import { read } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { headBytes } from './isMail.ts';

/** Bytes of which the beginning is at hand. */
export interface OpenStream {
  /** At least headBytes of them, or all there are. */
  readonly head: Buffer;
  /** What comes after the head; read at most once. */
  readonly rest: AsyncIterable<Uint8Array>;
}

/** The bytes that fit, and what is left of the stream if they do not. */
export interface Collected {
  readonly bytes: Buffer;
  /** null where `bytes` is all there is. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

export async function* nothing(): AsyncGenerator<Uint8Array> {
  // An empty stream.
}

export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** All bytes of an open stream in order. */
export async function* allBytes({ head, rest }: OpenStream): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** Reads the beginning of a stream. The stream is closed when `rest` has been read or abandoned, or by `close`. */
export async function openStream(chunks: AsyncIterable<Uint8Array>): Promise<OpenStream & { close(): Promise<void> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { bytes, isDone } = await take(iterator, headBytes);
  const rest = isDone ? nothing() : remainder(iterator);
  return {
    head: bytes,
    rest,
    async close() {
      await iterator.return?.();
    },
  };
}

/** Reads a whole stream into memory, as far as `limit` bytes go. */
export async function collect(stream: OpenStream, limit: number): Promise<Collected> {
  const iterator = stream.rest[Symbol.asyncIterator]();
  const { bytes, isDone } = await take(iterator, limit + 1, stream.head);
  return { bytes, rest: isDone ? null : remainder(iterator) };
}

async function take(
  iterator: AsyncIterator<Uint8Array>,
  enough: number,
  first?: Buffer,
): Promise<{ bytes: Buffer; isDone: boolean }> {
  const pieces = first ? [first] : [];
  let length = first?.length ?? 0;
  while (length < enough) {
    const { value, done } = await iterator.next();
    if (done) return { bytes: joined(pieces), isDone: true };
    pieces.push(asBuffer(value));
    length += value.length;
  }
  return { bytes: joined(pieces), isDone: false };
}

const joined = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces;
  return pieces.length === 1 && first ? first : Buffer.concat(pieces);
};

async function* remainder(iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

const readAsync = promisify(read);

/** What is in an open file from where it stands to its end, in chunks that nobody writes to again. */
export async function* fileChunks(
  fd: number,
  from: number,
  chunkBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let position = from; ; ) {
    const { bytesRead, buffer } = await readAsync(fd, Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    onBytes(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

/** What gzipped bytes hold, several members one after the other included. Fails where they are damaged or cut short. */
export function gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // Errors of either side arrive with the reader of the result.
  pipeline(Readable.from(chunks, { objectMode: true }), unpacked, () => {});
  return unpacked;
}
