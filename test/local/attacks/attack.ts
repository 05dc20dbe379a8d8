// What an attempt at the gateway is, and what must come of it.

import type { Answer, Victim } from './victim.ts';

export interface Attack {
  readonly what: string;
  readonly attempt: (victim: Victim) => Promise<Answer>;
  /** Statuses that refuse it; 0 where the connection is closed without an answer. */
  readonly statuses: readonly number[];
  /** What the answer says, where the status alone does not tell a refusal from an answer. */
  readonly says?: RegExp;
}

export const attack = (
  what: string,
  statuses: number | readonly number[],
  attempt: Attack['attempt'],
  says?: RegExp,
): Attack => ({
  what,
  attempt,
  statuses: typeof statuses === 'number' ? [statuses] : statuses,
  ...(says === undefined ? {} : { says }),
});
