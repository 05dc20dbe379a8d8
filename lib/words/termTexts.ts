// The texts of terms that are read from bytes. They come again and again, and a text that is there already costs less than
// a new one, to make and to look up. Bounded: a text takes the place of another that falls on the same slot.

const slots = 1 << 15;
const longest = 32;
const texts = new Array<string>(slots).fill('');

/** The term of the first bytes of some, which are UTF-8. */
export function termOfBytes(bytes: Buffer, length: number): string {
  let hash = 0x811c9dc5;
  let all = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    all |= byte;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  if (all >= 0x80 || length > longest) return bytes.toString('utf8', 0, length);
  const slot = (hash ^ (hash >>> 15)) & (slots - 1);
  const known = texts[slot] as string;
  if (isText(known, bytes, length)) return known;
  const text = bytes.toString('latin1', 0, length);
  texts[slot] = text;
  return text;
}

function isText(text: string, bytes: Uint8Array, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) !== bytes[i]) return false;
  return true;
}
