// The lines of the log about requests that were turned away or failed before a call: one each, with one more that says
// why, until somebody sends so many that they would fill a disk, or a bill. Those beyond are counted.

import { limits } from '../limits.ts';
import type { ErrorTrace, Log } from '../log.ts';

export interface Refusal {
  readonly status: number;
  readonly requestId: string;
  /** Of a few fixed words, where the status does not say it. */
  readonly reason?: string | undefined;
  /** What failed, where it was no fault of the request. */
  readonly error?: ErrorTrace;
}

const second = 1000;

/**
 * Writes lines for each refusal, up to a number a second, and at the end of the second one with the count of the others.
 * @param most refusals a second that are listed; limits.ts where left out.
 */
export function refusalLog(log: Log, most: number = limits.refusalLines.value): (refusal: Refusal) => void {
  let written = 0;
  let omitted = 0;
  let began = Number.NEGATIVE_INFINITY;
  const end = (): void => {
    if (omitted > 0) log({ event: 'refusals', count: omitted });
    omitted = 0;
    written = 0;
    began = performance.now();
  };
  return ({ status, requestId, reason, error }) => {
    if (performance.now() - began >= second) end();
    if (written < most) {
      written++;
      if (error !== undefined) log({ event: 'failure', requestId, error });
      log({ event: 'refusal', status, ...(reason === undefined ? {} : { reason }), requestId });
    } else if (omitted++ === 0) {
      setTimeout(end, second).unref();
    }
  };
}
