// Time that passes only while something is waited for: what runs in parallel overlaps, and nothing really waits.

import type { Clock } from '../../lib/aws/backoff.ts';

export interface VirtualTime extends Clock {
  /** Resolves once virtual time has come so far. */
  sleep(milliseconds: number): Promise<void>;
}

/** A clock at zero. `random` is that of the backoff. */
export function virtualTime(random: () => number = () => 0.5): VirtualTime {
  let now = 0;
  let waiting: { readonly at: number; readonly wake: () => void }[] = [];
  let scheduled = false;

  /** Wakes the next ones due, once everything that could run has run. */
  function turn(): void {
    scheduled = false;
    const next = Math.min(...waiting.map(({ at }) => at));
    const due = waiting.filter(({ at }) => at === next);
    waiting = waiting.filter(({ at }) => at !== next);
    now = next;
    for (const { wake } of due) wake();
    schedule();
  }

  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(turn);
  }

  return {
    now: () => now,
    random,
    sleep(milliseconds) {
      return new Promise(wake => {
        waiting.push({ at: now + Math.max(0, milliseconds), wake });
        schedule();
      });
    },
  };
}
