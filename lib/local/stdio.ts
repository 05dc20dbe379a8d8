// The tools over standard input and output, for desktop clients that start the program themselves. Standard output
// carries messages alone.

import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createLineTransport } from './lineTransport.ts';

export interface StdioOptions {
  /** Gives a fresh server; which era it speaks, the first message decides. */
  readonly createServer: () => Server;
  /** Standard input and output of the process where left out. */
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Serves until the input ends and what was asked is answered, or until the signal. */
export async function serveStandardStreams(options: StdioOptions, signal?: AbortSignal): Promise<void> {
  const { transport, closed } = createLineTransport(options.input ?? process.stdin, options.output ?? process.stdout);
  // Nothing here ever changes while it is listened to: subscriptions are refused.
  const connection = serveStdio(options.createServer, { transport, maxSubscriptions: 0 });
  signal?.addEventListener('abort', () => void connection.close(), { once: true });
  await closed;
}
