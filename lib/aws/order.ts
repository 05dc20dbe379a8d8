// The order of sort keys, which is that of their UTF-8 bytes. It differs from JavaScript's own, that of UTF-16 units,
// only where a surrogate meets a unit above all surrogates.

const firstSurrogate = 0xd800;

/** Negative, zero or positive as `a` stands before, at or after `b` by UTF-8 bytes. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return x >= firstSurrogate && y >= firstSurrogate ? weight(x) - weight(y) : x - y;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every unit that is none. */
const weight = (unit: number): number => (unit < 0xe000 ? unit + 0x2800 : unit);
