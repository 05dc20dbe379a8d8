// Makes text that strangers wrote safe to show on a terminal. It knows no terminal: the same text goes into a pipe.

/** C0 and C1 controls, DEL, line and paragraph separators, bidi controls, and halves of surrogate pairs. */
const unsafe = /[\p{Cc}\u{2028}\u{2029}\u{200e}\u{200f}\u{61c}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}\p{Cs}]/gu;
const blank = /[\t\n\v\f\r\u{2028}\u{2029}]/u;

/** One line for a cell or a message: white space controls become blanks, other controls a replacement character. */
export const printable = (text: string): string =>
  text.replace(unsafe, character => (blank.test(character) ? ' ' : '\u{fffd}'));

/** The same for a message, without runs of blanks. */
export const oneLine = (text: string): string => printable(text).replace(/ {2,}/gu, ' ').trim();

/** The same for a reader who looks for the cause: every such character as `\u{202e}`, so that nothing is hidden. */
export const escaped = (text: string): string =>
  text.replace(unsafe, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
