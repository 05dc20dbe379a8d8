// Text of a mail as far as it is kept. Rows and content cut alike, so that what one of them knows the other does too.

import { limits } from '../limits.ts';

/** At most so many characters (UTF-16 code units), well-formed: between two halves of one character nothing is cut. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, isSplit ? most - 1 : most).toWellFormed();
}

/** A subject, an address, a name or an identifier. One that is cut ends with an ellipsis, as where it is shown. */
export function cutHeader(text: string): string {
  const most = limits.storedHeaderCharacters.value;
  return text.length <= most ? text.toWellFormed() : `${cutText(text, most - 1)}…`;
}
