// What seems wrong is looked at again a little later, so that mail that is just being stored is not taken for a
// disagreement.

import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';

/** Waits until what was being stored is. */
export type Settle = () => Promise<unknown>;

export const settleAWhile: Settle = () => sleep(limits.settleMilliseconds.value);

/** What `look` still finds of the suspects, looked at together, some thousands at once. */
export async function* secondLook<Suspect, Finding>(
  suspects: AsyncIterable<Suspect>,
  settle: Settle,
  look: (suspects: readonly Suspect[]) => AsyncIterable<Finding>,
): AsyncGenerator<Finding> {
  let some: Suspect[] = [];
  for await (const suspect of suspects) {
    some.push(suspect);
    if (some.length < limits.suspiciousRows.value) continue;
    await settle();
    yield* look(some);
    some = [];
  }
  if (some.length === 0) return;
  await settle();
  yield* look(some);
}
