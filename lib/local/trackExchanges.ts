// Stops an HTTP server well: idle connections at once, busy ones when their answer is out, all of them after a moment.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a call may read, shorter than a person waits. */
const graceMilliseconds = 6_000;

/** Watches a server from before it listens. The function it gives stops the server; calling it again waits as well. */
export function trackExchanges(server: Server): () => Promise<void> {
  const running = new Map<Socket, number>();
  let stopped: Promise<void> | null = null;
  server.on('connection', socket => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (running.has(socket)) running.set(socket, left);
      if (stopped !== null && left === 0) socket.destroySoon();
    });
  });
  return () => {
    stopped ??= new Promise(resolve => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const [socket, exchanges] of running) if (exchanges === 0) socket.destroy();
    });
    return stopped;
  };
}
