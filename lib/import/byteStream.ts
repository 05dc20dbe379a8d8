// Streams of bytes and how to look at their beginning before deciding what they are. It knows files and gzip, no mail.

import { read } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { headBytes } from '../mail/isMail.ts';

/** Bytes of which the beginning is at hand. */
export interface OpenStream {
  /** At least headBytes of them, or all there are. */
  readonly head: Buffer;
  /** What comes after the head; read at most once. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Bytes of head and rest together, where that is known beforehand. */
  readonly size: number | null;
}

/** The whole of a stream, or, where that is too much, its bytes for reading on. */
export type Collected =
  | { readonly isWhole: true; readonly bytes: Buffer }
  | { readonly isWhole: false; readonly chunks: AsyncIterable<Uint8Array> };

export async function* nothing(): AsyncGenerator<Uint8Array> {
  // An empty stream.
}

/** Bytes at hand as a stream of one chunk. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** All bytes of an open stream in order. */
export async function* allBytes({ head, rest }: Pick<OpenStream, 'head' | 'rest'>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** Reads the beginning of a stream. It is closed when `rest` has been read or abandoned, or by `close`. */
export async function openStream(
  chunks: AsyncIterable<Uint8Array>,
  size: number | null,
): Promise<OpenStream & { close(): Promise<void> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { pieces, isDone } = await take(iterator, headBytes);
  return {
    head: Buffer.concat(pieces),
    rest: isDone ? nothing() : remainder(iterator),
    size,
    async close() {
      await iterator.return?.();
    },
  };
}

/** Reads a whole stream into memory of its own if it has at most `limit` bytes. */
export async function collect(stream: OpenStream, limit: number): Promise<Collected> {
  const { head, size } = stream;
  if (head.length === size) return { isWhole: true, bytes: head };
  if (size !== null && size > limit) return { isWhole: false, chunks: allBytes(stream) };
  const iterator = stream.rest[Symbol.asyncIterator]();
  const { pieces, isDone } = await take(iterator, limit - head.length + 1);
  if (isDone) return { isWhole: true, bytes: Buffer.concat([head, ...pieces]) };
  return { isWhole: false, chunks: chain([head, ...pieces], remainder(iterator)) };
}

async function* chain(pieces: readonly Buffer[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
  yield* rest;
}

async function take(
  iterator: AsyncIterator<Uint8Array>,
  enough: number,
): Promise<{ pieces: Buffer[]; isDone: boolean }> {
  const pieces: Buffer[] = [];
  for (let length = 0; length < enough; ) {
    const { value, done } = await iterator.next();
    if (done) return { pieces, isDone: true };
    pieces.push(asBuffer(value));
    length += value.length;
  }
  return { pieces, isDone: false };
}

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
