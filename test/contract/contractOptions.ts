// What every contract suite is told of its adapter, and the small helpers that they share.

import { randomUUID } from 'node:crypto';

export interface ContractOptions {
  /** Multiplies row counts and property runs: 1 for an adapter in the process, less for a slow emulator. */
  readonly scale?: number;
}

/** A count that shrinks with the scale, but never below `least`. */
export const scaled = (count: number, { scale = 1 }: ContractOptions, least = 1): number =>
  Math.max(least, Math.round(count * scale));

/** A prefix that no other test uses: suites share one store, as mails of many accounts do. */
export const freshPrefix = (): string => `t${randomUUID().slice(0, 13)}`;

/** Order of UTF-8 bytes, the slow and sure way. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The value, or a failed test where there is none. */
export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('expected a value');
  return value;
}
