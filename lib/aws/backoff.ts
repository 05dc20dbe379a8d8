// How long to wait for a table or bucket that is asked too much, and when to give up. Knows no call's content.

import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';

/** Time and chance, so that tests need neither. */
export interface Clock {
  /** Milliseconds, as performance.now(). */
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
  /** 0 to below 1. */
  random(): number;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: ms => sleep(ms), random: Math.random };

const firstWait = 50;
const longestWait = 5_000;

const passing = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'ThrottledException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'TooManyRequestsException',
  'SlowDown',
  'InternalServerError',
  'InternalError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionInProgressException',
  'ConditionalRequestConflict',
  'OperationAborted',
  'TimeoutError',
  'RequestTimeout',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether the same call may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return passing.has(error.name) || (typeof code === 'string' && passing.has(code)) || status >= 500 || status === 429;
}

/** The service went on refusing for as long as a call may wait. The refusal is the cause. */
export class ThrottledError extends Error {
  constructor(what: string, milliseconds: number, cause?: unknown) {
    super(`${what} was still refused after ${Math.round(milliseconds / 1000)} seconds of trying`, { cause });
    this.name = 'ThrottledError';
  }
}

/** Waits between tries: exponential with full jitter, bounded in sum. Made anew for each piece of work. */
export interface Patience {
  /** Sleeps before the next try; throws ThrottledError once the time is used up. */
  wait(cause?: unknown): Promise<void>;
  /** After progress the next wait is short again; the end stays. */
  relax(): void;
}

/** Patience for one piece of work that begins now. `what` names it in the error. */
export function patience(what: string, clock: Clock, milliseconds = limits.throttleMilliseconds.value): Patience {
  const end = clock.now() + milliseconds;
  let ceiling = firstWait;
  return {
    async wait(cause) {
      const left = end - clock.now();
      if (left <= 0) throw new ThrottledError(what, milliseconds, cause);
      await clock.sleep(Math.min(left, 1 + Math.floor(clock.random() * ceiling)));
      ceiling = Math.min(longestWait, ceiling * 2);
    },
    relax() {
      ceiling = firstWait;
    },
  };
}

/** Calls until it succeeds, while the failures are passing ones and patience lasts. */
export async function retry<T>(waiting: Patience, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await waiting.wait(error);
    }
  }
}
