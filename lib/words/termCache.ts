// The terms of words as they were written. Words come again and again, and folding and stemming one costs more than a
// look. Bounded: a word takes the place of another that falls on the same slot.

const slots = 1 << 15;
const longest = 32;
/** By slot: the word as written, and its term. */
const writtenWords = new Array<string>(slots).fill('');
const terms = new Array<string>(slots).fill('');

function slotOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

/** The term of the word between two offsets of a text; made by `make` of the word where it is not known. */
export function termAt(text: string, start: number, end: number, make: (written: string) => string): string {
  if (end - start > longest) return make(text.slice(start, end));
  const slot = slotOf(text, start, end);
  const written = writtenWords[slot] as string;
  if (written.length === end - start && text.startsWith(written, start)) return terms[slot] as string;
  // A slice would keep the whole text alive.
  const copy = copied(text.slice(start, end));
  const term = make(copy);
  writtenWords[slot] = copy;
  terms[slot] = term;
  return term;
}

const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
