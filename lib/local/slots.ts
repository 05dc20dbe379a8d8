// Slots: the integers that rows with postings are kept under, so that slots read downwards are newest first. Decides
// which slot a position asks for; knows no table.
// They grow with time, since mail mostly arrives and is imported in order of time, and SQLite fills its pages only
// where a table grows at its end. Two seconds each keep the differences short that FTS5 stores.

import { instantOf, startOf } from '../archive/position.ts';

const millisecondsPerSlot = 2000;

/** Instants outside share the slot of their end. */
const oldest = Date.UTC(1970, 0, 1);
const newest = Date.UTC(2100, 0, 1);

/** The highest slot that a position can ask for; the lowest is 0. */
export const lastNaturalSlot = Math.floor((newest - oldest) / millisecondsPerSlot);

/**
 * The slot that a position asks for, shared by all of its two seconds; never higher for an older position. Takes a
 * bound made by startOf() too.
 */
export const naturalSlot = (position: string): number =>
  Math.floor((Math.min(newest, Math.max(oldest, instantOf(position))) - oldest) / millisecondsPerSlot);

/** The lowest bound of all positions whose natural slot is at least this one; null where that is none or all. */
export function startOfSlot(slot: number): string | null {
  if (slot <= 0 || slot > lastNaturalSlot) return null;
  return startOf(oldest + slot * millisecondsPerSlot);
}
