// Whose request is next: one of a connection at a time; and those that waited behind another of their connection, or come
// from one that was just turned away, only so many in a turn of the event loop, so that no heap of them stands before
// the one request of somebody else.

import type { Socket } from 'node:net';

/** Requests of those who wait, begun in one turn of the event loop. */
const perTurn = 4;

/**
 * Answers a request, until the answer is out. Tells whether it turned the caller away; does not reject.
 */
export type Exchange = () => Promise<{ readonly wasRefused: boolean }>;

interface Line {
  /** What is to be done once what is being done is. */
  readonly waiting: Exchange[];
  isBusy: boolean;
  wasRefused: boolean;
}

/** Gives a function that begins an exchange of a connection in its turn. A connection on which one waits is not read. */
export function takeTurns(): (socket: Socket, exchange: Exchange) => void {
  const lines = new WeakMap<Socket, Line>();
  const ready: Socket[] = [];

  async function run(socket: Socket, line: Line, exchange: Exchange): Promise<void> {
    line.isBusy = true;
    line.wasRefused = (await exchange()).wasRefused;
    line.isBusy = false;
    if (line.waiting.length > 0) getInLine(socket);
    else socket.resume();
  }

  function getInLine(socket: Socket): void {
    ready.push(socket);
    if (ready.length === 1) setImmediate(turn);
  }

  function turn(): void {
    for (const socket of ready.splice(0, perTurn)) {
      const line = lines.get(socket);
      const exchange = line?.waiting.shift();
      if (line === undefined || exchange === undefined || socket.destroyed) continue;
      void run(socket, line, exchange);
      // Reading the body of a request that is here already had the connection read on.
      if (line.waiting.length > 0) socket.pause();
    }
    if (ready.length > 0) setImmediate(turn);
  }

  return (socket, exchange) => {
    const line = lines.get(socket) ?? { waiting: [], isBusy: false, wasRefused: false };
    lines.set(socket, line);
    const isFirst = line.waiting.length === 0;
    if (isFirst && !line.isBusy && !line.wasRefused) {
      void run(socket, line, exchange);
      return;
    }
    line.waiting.push(exchange);
    socket.pause();
    if (isFirst && !line.isBusy) getInLine(socket);
  };
}
