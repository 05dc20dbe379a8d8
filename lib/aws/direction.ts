// Positions in the direction in which they are asked for: which comes first, and how far one is.

import type { Direction } from '../archive/ports.ts';
import { instantOf } from '../archive/position.ts';
import { compareBytes } from './order.ts';

/** Whether `a` comes before `b` in the direction (negative), after it (positive), or is the same. */
export const inDirection = (direction: Direction, a: string, b: string): number =>
  direction === 'newestFirst' ? compareBytes(b, a) : compareBytes(a, b);

/** A position as a number that falls as reading goes on: milliseconds, and a fraction for rows of one instant. */
export function measureOf(position: string, direction: Direction): number {
  let fraction = 0;
  for (let i = 12; i >= 8; i--) fraction = (fraction + (position.charCodeAt(i) || 0)) / 128;
  const at = instantOf(position);
  const measure = (Number.isFinite(at) ? at : 0) + fraction;
  return direction === 'newestFirst' ? measure : -measure;
}
