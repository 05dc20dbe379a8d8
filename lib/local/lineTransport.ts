// MCP messages as lines of two streams. Unlike the transport of the package it answers a line that is no message, goes
// on after one that is too long, and answers what it was asked before the input ended.

import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { idOf, parseMessage, type RpcError, rpcCodes, rpcErrorBody } from '../gateway/message.ts';
import { paramsError } from '../gateway/requestParams.ts';
import { type RpcFailure, reworded } from '../gateway/withoutEcho.ts';
import { limits } from '../limits.ts';

const lineFeed = 0x0a;

/** How long answers are waited for once the input has ended: longer than a call may read. */
const graceMilliseconds = 10_000;

export interface LineTransport {
  readonly transport: Transport;
  /** Settles when the input has ended and every request in it is answered, or when the transport was closed. */
  readonly closed: Promise<void>;
}

/** A transport over two streams. */
export function createLineTransport(input: Readable, output: Writable): LineTransport {
  /** Pieces of the line that is being read; null while one that is too long is passed over. */
  let pieces: Buffer[] | null = [];
  let size = 0;
  const pending = new Set<string | number>();
  let ended = false;
  let isClosed = false;
  const { promise: closed, resolve: settleClosed } = Promise.withResolvers<void>();

  const transport: Transport = {
    start: async () => {
      input.on('data', read);
      input.once('end', end);
      input.once('close', end);
      input.once('error', close);
      output.once('error', close);
    },
    send: async message => {
      await write(isJSONRPCErrorResponse(message) ? plain(message) : message);
      if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) {
        pending.delete(message.id);
        closeIfDone();
      }
    },
    close: async () => close(),
  };

  const write = (message: unknown) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) reject(new Error('the connection is closed'));
      else output.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()));
    });

  const refuse = (error: RpcError, id: string | number | null = null) => {
    write(rpcErrorBody(error, id)).catch(() => close());
  };

  function read(chunk: Buffer): void {
    let from = 0;
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      extend(chunk.subarray(from, to));
      if (pieces !== null) receive(Buffer.concat(pieces).toString('utf8'));
      pieces = [];
      size = 0;
      from = to + 1;
    }
    extend(chunk.subarray(from));
  }

  function extend(piece: Buffer): void {
    if (pieces === null) return;
    size += piece.length;
    pieces.push(piece);
    if (size <= limits.requestBytes.value) return;
    pieces = null;
    refuse({
      code: rpcCodes.invalidRequest,
      message: `Invalid Request: at most ${limits.requestBytes.value} bytes a line`,
    });
  }

  function receive(line: string): void {
    if (line.trim() === '') return;
    const { message, error } = parseMessage(line);
    if (error !== undefined) {
      refuse(error);
    } else if (!isMessage(message)) {
      const noMessage = {
        code: rpcCodes.invalidRequest,
        message: 'Invalid Request: the line is not a JSON-RPC message',
      };
      refuse(paramsError(message) ?? noMessage, idOf(message));
    } else {
      if (isJSONRPCRequest(message)) pending.add(message.id);
      else if ('method' in message && message.method === 'notifications/cancelled') forget(message.params?.requestId);
      transport.onmessage?.(message);
    }
  }

  /** A request that was cancelled is not answered. */
  function forget(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') pending.delete(id);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    setTimeout(close, graceMilliseconds).unref();
    closeIfDone();
  }

  function closeIfDone(): void {
    if (ended && pending.size === 0) close();
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    input.off('data', read);
    input.pause();
    transport.onclose?.();
    settleClosed();
  }

  return { transport, closed };
}

/** The response without what the package repeats of a request, or shows of its schemas. */
function plain<T extends { readonly error: object }>(response: T): T {
  const error = reworded(response.error as RpcFailure);
  return error ? { ...response, error } : response;
}

/** Whether an object is a message. What is passed on is the object itself: the schema of the package leaves out keys. */
function isMessage(value: unknown): value is JSONRPCMessage {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}
