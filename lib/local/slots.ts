// Slots: the integers that rows with postings are kept under, counted down from the newest, so that a posting list
// read upwards is newest first. Decides which slot a position asks for; knows no table.
// FTS5 keeps slots as differences: eight a second makes them short, and 35 bits hold them all in five bytes.

import { instantOf, startOf } from '../archive/position.ts';

const slotsPerSecond = 8;
const millisecondsPerSlot = 1000 / slotsPerSecond;

/** Instants outside share the slot of their end. */
const oldest = Date.UTC(1970, 0, 1);
const newest = Date.UTC(2100, 0, 1);

const stepOf = (at: number): number => Math.floor(at / millisecondsPerSlot);
const newestStep = stepOf(newest);

/** The highest slot that a position can ask for. */
export const lastNaturalSlot = newestStep - stepOf(oldest);

/**
 * The slot that a position asks for, shared by all of one eighth of a second; never lower for an older position.
 * Takes a bound made by startOf() too.
 */
export const naturalSlot = (position: string): number =>
  newestStep - stepOf(Math.min(newest, Math.max(oldest, instantOf(position))));

/** The lowest bound of all positions whose natural slot is at most this one; null where that is none or all. */
export function startOfSlot(slot: number): string | null {
  if (slot < 0 || slot >= lastNaturalSlot) return null;
  return startOf(Math.ceil((newestStep - slot) * millisecondsPerSlot));
}
