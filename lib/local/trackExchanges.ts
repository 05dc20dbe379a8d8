// Watches the connections of an HTTP server. Stops it well: connections that wait for a request or for the rest of one at
// once, those with a request that is being answered when its answer is out, all of them after a moment. And keeps it
// from being filled up: beyond a number one makes room, so that no heap of slow, greedy or refused ones shuts others out.

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a call may read, shorter than a person waits. */
const graceMilliseconds = 6_000;

interface Connection {
  /** Requests that were not answered to their end. */
  readonly requests: Set<IncomingMessage>;
  /** Whether the last answer turned it away: no credentials, bad ones, or too many requests. */
  wasRefused: boolean;
}

/** Requests that came in full and are still to be answered. */
const owed = ({ requests }: Connection): number => [...requests].filter(({ complete }) => complete).length;

/** Who makes room first: who sends on without waiting for answers, who was turned away, who has asked nothing. */
const giveWay: readonly ((connection: Connection) => boolean)[] = [
  connection => owed(connection) > 1,
  ({ wasRefused }) => wasRefused,
  connection => owed(connection) === 0,
];

/**
 * Watches a server from before it listens. The function it gives stops the server; calling it again waits as well.
 * @param most connections at once; one more is closed where all of them are being answered.
 * @param refusals statuses of answers that turn somebody away.
 */
export function trackExchanges(server: Server, most: number, refusals: ReadonlySet<number>): () => Promise<void> {
  const running = new Map<Socket, Connection>();
  let stopped: Promise<void> | null = null;
  /** The oldest that gives way by the first rule by which any does. */
  const giving = (): Socket | undefined => {
    for (const gives of giveWay) for (const [socket, connection] of running) if (gives(connection)) return socket;
    return undefined;
  };
  const close = (socket: Socket) => {
    running.delete(socket);
    socket.destroy();
  };
  server.on('connection', socket => {
    if (running.size >= most) {
      const other = giving();
      close(other ?? socket);
      if (other === undefined) return;
    }
    running.set(socket, { requests: new Set(), wasRefused: false });
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = running.get(socket);
    connection?.requests.add(request);
    response.once('close', () => {
      if (connection) {
        connection.requests.delete(request);
        connection.wasRefused = refusals.has(response.statusCode);
      }
      if (stopped !== null && (connection === undefined || owed(connection) === 0)) socket.destroySoon();
    });
  });
  return () => {
    stopped ??= new Promise(resolve => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, connection] of running) if (owed(connection) === 0) socket.destroy();
    });
    return stopped;
  };
}
