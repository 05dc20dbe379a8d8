// Turns the signals that ask a process to stop into one that its work can watch.

import type { Readable } from 'node:stream';

/** Exit statuses of a process that a signal ended, as shells have them. */
const statuses = { SIGINT: 130, SIGTERM: 143 } as const;
type Name = keyof typeof statuses;
const names = Object.keys(statuses) as readonly Name[];

export interface StopSignal {
  /** Aborted by the first SIGINT or SIGTERM. A second one ends the process at once. */
  readonly signal: AbortSignal;
  /** The exit status of work that was cut short by the signal. */
  readonly exitStatus: () => number;
  /** Gives the signals back. */
  readonly release: () => void;
}

/** Watches for SIGINT and SIGTERM. */
export function watchStopSignals(): StopSignal {
  const controller = new AbortController();
  let status = 0;
  const stop = (name: NodeJS.Signals) => {
    status = statuses[name as Name];
    if (controller.signal.aborted) process.exit(status);
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    exitStatus: () => status,
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** What a stream gives until the signal: one that waits for a slow writer ends too. */
export async function* untilStopped(input: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stopped = aborted(signal).then(() => ({ done: true, value: undefined }) as const);
  const chunks = input[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stopped]);
      if (done) return;
      yield value;
    }
  } finally {
    input.destroy();
  }
}
