// Work that goes on beside an answer: recording what was used, counting calls. It never makes an answer fail.

import { type Log, traceError } from '../log.ts';

export interface SideWork {
  /** Begins some work at once; a failure of it is a line of the log. */
  begin(work: () => Promise<void>): void;
  /** Settles when all work that was begun has ended, or after so many milliseconds. */
  settled(milliseconds: number): Promise<void>;
}

export function sideWork(log: Log): SideWork {
  const running = new Set<Promise<void>>();
  return {
    begin(work) {
      const one = work()
        .catch(error => log({ event: 'sideWorkFailure', error: traceError(error) }))
        .finally(() => running.delete(one));
      running.add(one);
    },
    async settled(milliseconds) {
      if (running.size === 0) return;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer);
    },
  };
}
