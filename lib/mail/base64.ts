// Base64 as mail has it: bytes -> decoded bytes. Lenient, linear, and never throws.

const skip = 64;
const pad = 65;
const sextets = new Uint8Array(256).fill(skip);
for (let i = 0; i < 64; i++) {
  sextets['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i;
}
sextets[0x3d] = pad;

export interface DecodedBase64 {
  readonly bytes: Uint8Array;
  /** The data stops within a group of four characters that no padding ends. */
  readonly stopsWithinGroup: boolean;
}

/** RFC 2045 section 6.8. Characters outside the alphabet are skipped; padding ends a group, and data may go on after it. */
export function decodeBase64(input: Uint8Array): DecodedBase64 {
  const out = new Uint8Array(Math.ceil(input.length / 4) * 3);
  const length = input.length;
  let written = 0;
  let bits = 0;
  let held = 0;
  let i = 0;
  while (i < length) {
    if (held === 0) {
      // Four good characters at once, as long as they come.
      while (i + 3 < length) {
        const a = sextets[input[i] as number] as number;
        const b = sextets[input[i + 1] as number] as number;
        const c = sextets[input[i + 2] as number] as number;
        const d = sextets[input[i + 3] as number] as number;
        if ((a | b | c | d) >= skip) break;
        out[written] = (a << 2) | (b >> 4);
        out[written + 1] = (b << 4) | (c >> 2);
        out[written + 2] = (c << 6) | d;
        written += 3;
        i += 4;
      }
      if (i >= length) break;
    }
    const value = sextets[input[i++] as number] as number;
    if (value === skip) continue;
    if (value === pad) {
      if (held >= 2) out[written++] = bits >> (held === 2 ? 4 : 10);
      if (held === 3) out[written++] = bits >> 2;
      held = 0;
      bits = 0;
      continue;
    }
    bits = (bits << 6) | value;
    if (++held === 4) {
      out[written] = bits >> 16;
      out[written + 1] = bits >> 8;
      out[written + 2] = bits;
      written += 3;
      held = 0;
      bits = 0;
    }
  }
  const stopsWithinGroup = held > 0;
  if (held >= 2) out[written++] = bits >> (held === 2 ? 4 : 10);
  if (held === 3) out[written++] = bits >> 2;
  return { bytes: out.subarray(0, written), stopsWithinGroup };
}
