// What every contract suite is told of its adapter, and the small helpers that they share.

import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { CursorKeys } from '../../lib/search/cursor.ts';

export interface ContractOptions {
  /** Multiplies row counts and property runs: 1 for an adapter in the process, less for a slow emulator. */
  readonly scale?: number;
  /**
   * For an emulator that compares the two bounds of a range with each other by UTF-16 units, as the service does not:
   * pairs of bounds whose order differs by that are left out.
   */
  readonly comparesBoundsInUtf16?: boolean;
}

/** A count that shrinks with the scale, but never below `least`. */
export const scaled = (count: number, { scale = 1 }: ContractOptions, least = 1): number =>
  Math.max(least, Math.round(count * scale));

/** What the tests around it share: opened before the first, closed behind the last. */
export function sharedBy<T extends { close(): Promise<void> }>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => present(opened);
}

/** Keys that cursors are signed with, of a suite of its own. */
export const ownCursorKeys = (): CursorKeys => ({ current: randomBytes(32), previous: [] });

/** A prefix that no other test uses: suites share one store, as mails of many accounts do. */
export const freshPrefix = (): string => `t${randomUUID().slice(0, 13)}`;

/** Order of UTF-8 bytes, the slow and sure way. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The value, or a failed test where there is none. */
export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('expected a value');
  return value;
}

export const noon = Date.UTC(2024, 4, 17, 12);
export const year = 365 * 86_400_000;

/** An instant that hardly any other test uses: a store may keep rows of one instant side by side. */
export const freshInstant = (): number => Date.UTC(2000, 0, 1) + randomInt(20 * 365 * 24 * 60) * 60_000;

/** Instants that collide, that nearly collide, that lie apart, and the ends of what a position can hold. */
export const instantsAround = (base: number): readonly number[] => [
  ...[0, 0, 0, 1, 40, 62, 63, 125, 999, 1000, 60_000, 86_400_000, year].map(later => base + later),
  ...[-1, -500, -3_600_000, -20 * year].map(later => base + later),
  0,
  -(2 ** 47),
  2 ** 47 - 1,
  Date.UTC(1899, 0, 1),
  Date.UTC(2301, 0, 1),
];
