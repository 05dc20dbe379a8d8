// Watches the connections of an HTTP server. Stops it well: connections that wait for a request or for the rest of one at
// once, those with a request that is being answered when its answer is out, all of them after a moment. And keeps it
// from being filled up: beyond a number, the oldest that waits makes room, so that no heap of slow ones shuts others out.

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a call may read, shorter than a person waits. */
const graceMilliseconds = 6_000;

/**
 * Watches a server from before it listens. The function it gives stops the server; calling it again waits as well.
 * @param most connections at once; one more is closed where all of them are being answered.
 */
export function trackExchanges(server: Server, most: number): () => Promise<void> {
  const running = new Map<Socket, Set<IncomingMessage>>();
  let stopped: Promise<void> | null = null;
  /** Whether something that was asked in full is still to be answered. */
  const isOwed = (requests: ReadonlySet<IncomingMessage>): boolean => [...requests].some(({ complete }) => complete);
  const close = (socket: Socket) => {
    running.delete(socket);
    socket.destroy();
  };
  server.on('connection', socket => {
    if (running.size >= most) {
      const [waiting] = [...running].find(([, requests]) => !isOwed(requests)) ?? [];
      close(waiting ?? socket);
      if (waiting === undefined) return;
    }
    running.set(socket, new Set());
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const requests = running.get(socket);
    requests?.add(request);
    response.once('close', () => {
      requests?.delete(request);
      if (stopped !== null && (requests === undefined || !isOwed(requests))) socket.destroySoon();
    });
  });
  return () => {
    stopped ??= new Promise(resolve => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, requests] of running) if (!isOwed(requests)) socket.destroy();
    });
    return stopped;
  };
}
