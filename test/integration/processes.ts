// Servers that the integration tests start beside themselves, each a process of its own that ends with them.

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Server {
  readonly endpoint: string;
  stop(): Promise<void>;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly port: number;
  /** Path that is asked until the server answers it, with whatever status. */
  readonly ready: string;
}

const patienceMilliseconds = 60_000;

/** A port of the loopback interface that nothing listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Starts a server on the loopback interface and waits until it answers. */
export async function startServer({ command, args, environment, port, ready }: ServerCommand): Promise<Server> {
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  // The last of what it said, for the error should it not come up; draining also keeps its pipes from filling.
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  let failure: Error | undefined;
  child.once('error', error => {
    failure = error;
  });
  const end = () => child.kill();
  process.once('exit', end);
  const stop = async () => {
    process.removeListener('exit', end);
    await stopped(child);
  };
  for (const until = Date.now() + patienceMilliseconds; Date.now() < until; await sleep(50)) {
    if (failure || child.exitCode !== null) break;
    const answered = await fetch(endpoint + ready).then(
      async response => {
        await response.arrayBuffer();
        return true;
      },
      () => false,
    );
    if (answered) return { endpoint, stop };
  }
  await stop();
  throw new Error(`${command} did not answer on ${endpoint}: ${failure?.message ?? said}`);
}

/** Ends a process, kindly at first. */
async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
