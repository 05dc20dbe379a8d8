// Medians of what takes turns: on a machine that does other things too, one run says little, and two that were not
// made side by side say nothing of each other.

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that a share of all others is at or below, between neighbours where it falls between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export const largest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** A figure with as many digits as it is worth. */
export function rounded(value: number, digits = 3): number {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value;
}

export interface Turns {
  readonly rounds: number;
  /** A task that took this many milliseconds in all is not asked again, once it has had three turns. */
  readonly patience?: number;
}

const leastTurns = 3;

/**
 * Lets tasks take turns, after one turn each that does not count, and gives the milliseconds of every turn by task.
 * A task that resolves to a number tells its own milliseconds; any other is timed.
 */
export async function takeTurns<Name extends string>(
  tasks: ReadonlyMap<Name, () => unknown>,
  { rounds, patience = Number.POSITIVE_INFINITY }: Turns,
): Promise<ReadonlyMap<Name, readonly number[]>> {
  const taken = new Map<Name, number[]>([...tasks.keys()].map(name => [name, []]));
  for (const task of tasks.values()) await task();
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of tasks) {
      const turns = taken.get(name) ?? [];
      if (turns.length >= leastTurns && turns.reduce((sum, turn) => sum + turn, 0) > patience) continue;
      const started = performance.now();
      const own = await task();
      turns.push(typeof own === 'number' ? own : performance.now() - started);
    }
  }
  return taken;
}

/** Short tasks are repeated for so long in one turn: less than the clock and the caches' state would blur them. */
const turnMilliseconds = 3;

/** A task that is repeated within its turn and tells the milliseconds of one time. */
export const repeatedly =
  (task: () => unknown): (() => Promise<number>) =>
  async () => {
    const started = performance.now();
    let times = 0;
    let passed = 0;
    while (passed < turnMilliseconds) {
      await task();
      times++;
      passed = performance.now() - started;
    }
    return passed / times;
  };
