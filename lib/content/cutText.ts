// Text of a mail as far as it is kept. Rows and content cut alike, so that what one of them knows the other does too.

import { limits } from '../limits.ts';

/** At most so many characters (UTF-16 code units), well-formed: between two halves of one character nothing is cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, isSplit ? most - 1 : most).toWellFormed();
}

/** A subject, an address, a name or an identifier. */
export const cutHeader = (text: string): string => cutText(text, limits.storedHeaderCharacters.value);
