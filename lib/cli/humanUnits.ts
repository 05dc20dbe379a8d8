// Sizes, counts and durations as people read them.

const sizeUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in at most seven characters, powers of 1000: `999 B`, `1.5 kB`, `23 MB`. */
export function humanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.5 kB would round to 1000 kB: it is 1.0 MB.
  while (unit < sizeUnits.length - 1 && Math.round(value) >= 1000) {
    value /= 1000;
    unit++;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${sizeUnits[unit] ?? ''}`;
}

/** `1,234,567`, the same in every locale. */
export const humanCount = (count: number): string => Math.round(count).toLocaleString('en-US');

/** `1 message`, `2 messages`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${humanCount(count)} ${count === 1 ? noun : plural}`;

/** `0:07`, `12:30`, `3:05:00`. */
export function humanDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
