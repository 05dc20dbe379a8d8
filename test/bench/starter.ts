// Starts programs for the benchmarks from a process of its own, which stays small: to start one from a process of
// gigabytes takes many times what the program takes. As a script it is that process.

import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Order {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Starter {
  /** Runs a program to its end and gives the milliseconds that it took, the start of its process included. */
  time(command: string, args: readonly string[], env?: Order['env']): Promise<number>;
  close(): void;
}

/** A starter; it lasts until it is closed. */
export function makeStarter(): Starter {
  const child = spawn(process.execPath, ['--no-warnings', import.meta.filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async time(command, args, env = {}) {
      child.stdin.write(`${JSON.stringify({ command, args, env } satisfies Order)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${command} could not be started`);
      return Number(value);
    },
    close: () => child.stdin.end(),
  };
}

async function serve(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { command, args, env } = JSON.parse(line) as Order;
    const started = performance.now();
    const { error } = spawnSync(command, args, {
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw error;
    process.stdout.write(`${performance.now() - started}\n`);
  }
}

if (import.meta.main) await serve();
