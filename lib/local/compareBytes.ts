// The order of UTF-8 bytes on JavaScript's strings, without encoding them.

/** Surrogates stand for code points above all others, but have lower units than U+E000 to U+FFFF. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000);

/** Less than, equal to or more than 0 as the UTF-8 bytes of `a` come before, with or after those of `b`. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}
