// Numbers that look random and are the same for one seed.

export interface Random {
  /** From 0 to below 1. */
  (): number;
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  /** One of some things. */
  of<T>(things: readonly [T, ...T[]]): T;
  /** Around a median, many below it and a few far above: `spread` is that of the logarithm. */
  aroundMedian(median: number, spread: number): number;
}

export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  // Mulberry32, by Tommy Ettinger, public domain.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return Object.assign(next, {
    below,
    of: <T>(things: readonly [T, ...T[]]): T => things[below(things.length)] ?? things[0],
    aroundMedian: (median: number, spread: number): number =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  });
}
