// Places among ascending numbers.

/** The place of the first that is at least a number; the length where none is. */
export function placeFrom(ascending: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a number stands among them. */
export const isAmong = (ascending: ArrayLike<number>, wanted: number): boolean =>
  ascending[placeFrom(ascending, wanted)] === wanted;
