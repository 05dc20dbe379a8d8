// How much one caller may ask: requests at once, and requests in a minute. Callers are told apart by an id that means
// nothing here.

import type { Caller } from '../tools/caller.ts';
import type { CallQuota } from './callQuota.ts';
import { refusal } from './refusal.ts';

export interface Admission {
  /** Runs what answers a caller, or turns the caller away with 429. */
  admit(caller: Caller, answer: () => Promise<Response>): Promise<Response>;
}

export interface AdmissionOptions {
  readonly quota: CallQuota;
  /** Requests of one caller that this process answers at once. */
  readonly atOnce: number;
}

const tooMany = (text: string, seconds: number): Response => refusal(429, text, { 'retry-after': String(seconds) });

export function admission({ quota, atOnce }: AdmissionOptions): Admission {
  const running = new Map<string, number>();
  return {
    async admit({ id }, answer) {
      const others = running.get(id) ?? 0;
      if (others >= atOnce) return tooMany(`at most ${atOnce} requests at once: wait for an answer`, 1);
      const seconds = quota.take(id);
      if (seconds > 0) return tooMany(`too many requests in this minute: try again in ${seconds} seconds`, seconds);
      running.set(id, others + 1);
      try {
        return await answer();
      } finally {
        const left = (running.get(id) ?? 1) - 1;
        if (left === 0) running.delete(id);
        else running.set(id, left);
      }
    },
  };
}
