// Slots: the integers that rows with postings are kept under, in order of time. Decides which slot a position asks for;
// knows no table.
//
// They grow with time, since mail mostly arrives and is imported in order of time, and SQLite fills its pages only
// where a table grows at its end. A row asks for the near slot of its two seconds, since two seconds keep the
// differences short that FTS5 stores. Where many rows are of one moment it gets a far slot: those are so many that
// thousands of one second, and mail without dates that was stored all at once, still lie in the order of their
// positions, so that none need be read to find the next.

import { idStartOf, instantOf, startOf, withIdStart } from '../archive/position.ts';

const millisecondsPerSlot = 2000;
const millisecondsPerSecond = 1000;

/** Instants outside share the slots of their end. */
const oldest = Date.UTC(1970, 0, 1);
const newest = Date.UTC(2100, 0, 1);

/** Characters of an id that tell fine slots apart: dates of mail are whole seconds, and most slots are for those. */
const wholeSecond = { characters: 4, slots: 4 * 64 ** 3 } as const;
const otherInstant = { characters: 2, slots: 4 * 64 } as const;
const finePerSecond = wholeSecond.slots + (millisecondsPerSecond - 1) * otherInstant.slots;

/** The highest near slot that a position can ask for; the lowest is 0. */
export const lastNaturalSlot = Math.floor((newest - oldest) / millisecondsPerSlot);

const clamp = (instant: number): number => Math.min(newest, Math.max(oldest, instant));

/**
 * The near slot that a position asks for, shared by all of its two seconds; never higher for an older position. Takes a
 * bound made by startOf() too.
 */
export const naturalSlot = (position: string): number =>
  Math.floor((clamp(instantOf(position)) - oldest) / millisecondsPerSlot);

/** Fine slots that share one near slot. */
export const finePerNatural = (millisecondsPerSlot / millisecondsPerSecond) * finePerSecond;
/** One above every fine slot. */
export const endOfFine = (lastNaturalSlot + 1) * finePerNatural;

/** Far slots are above all near ones, and numbers up to which JavaScript counts exactly. */
const firstFar = 2 ** 32;
export const isFar = (slot: number): boolean => slot >= firstFar;
export const farSlotOf = (fine: number): number => firstFar + fine;
export const fineOfFar = (slot: number): number => slot - firstFar;

/**
 * A position's place among all, as fine as far slots are; never higher for an older position. Takes every beginning of
 * a position too, as the least of those that begin so.
 */
export function fineSlot(position: string): number {
  const instant = instantOf(position);
  const at = clamp(instant);
  if (at !== instant) return at === oldest ? 0 : lastNaturalSlot * finePerNatural;
  const second = Math.floor((at - oldest) / millisecondsPerSecond);
  const millisecond = at - oldest - second * millisecondsPerSecond;
  const first = second * finePerSecond;
  if (at === newest) return first;
  return millisecond === 0
    ? first + idStartOf(position, wholeSecond.characters)
    : first + wholeSecond.slots + (millisecond - 1) * otherInstant.slots + idStartOf(position, otherInstant.characters);
}

/** The lowest bound of all positions whose fine slot is at least this one; null where that is none or all. */
export function startOfFine(fine: number): string | null {
  if (fine <= 0 || fine > lastNaturalSlot * finePerNatural) return null;
  const second = Math.floor(fine / finePerSecond);
  const at = oldest + second * millisecondsPerSecond;
  const within = fine - second * finePerSecond;
  if (within < wholeSecond.slots) return withIdStart(startOf(at), within, wholeSecond.characters);
  const behind = within - wholeSecond.slots;
  const millisecond = 1 + Math.floor(behind / otherInstant.slots);
  return withIdStart(startOf(at + millisecond), behind % otherInstant.slots, otherInstant.characters);
}
