// Progress of a task of several steps: a bar for each, one after the other.

import { type Progress, type ProgressOptions, startProgress } from './progress.ts';

export interface StepStanding<Step extends string> {
  readonly step: Step;
  readonly done: number;
  /** Null where nobody can tell. */
  readonly total: number | null;
}

export interface Steps<Step extends string> {
  readonly update: (standing: StepStanding<Step>) => void;
  /** Prints a line on standard output without tearing the bar. */
  readonly clear: () => void;
  readonly end: () => void;
}

/** Progress on standard error; silent with `quiet`. */
export function startSteps<Step extends string>(
  steps: Readonly<Record<Step, ProgressOptions>>,
  quiet: boolean,
): Steps<Step> {
  let current: Step | undefined;
  let progress: Progress | undefined;
  return {
    update({ step, done, total }) {
      if (step !== current) {
        progress?.end();
        progress = startProgress(steps[step], quiet);
        current = step;
      }
      progress?.update(done, total);
    },
    clear: () => progress?.end(),
    end: () => progress?.end(),
  };
}
