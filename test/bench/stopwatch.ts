// Time of what is told to be measured, and of nothing between.

export interface Stopwatch {
  timed(work: () => void): void;
  /** So far. */
  milliseconds(): number;
}

export function stopwatch(): Stopwatch {
  let milliseconds = 0;
  return {
    timed(work) {
      const started = performance.now();
      work();
      milliseconds += performance.now() - started;
    },
    milliseconds: () => milliseconds,
  };
}
