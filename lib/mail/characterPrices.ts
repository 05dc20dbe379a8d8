// What every model of text is made from: looking at each character above 0x7F with its neighbours, in bits.

/** Of a character that no text in the charset has: a replacement character, a control. */
const impossible = 30;
/** Of one that is hardly ever there. */
export const strange = 16;

export const isAsciiLetter = (char: string | undefined): boolean => char !== undefined && /^[A-Za-z]$/.test(char);
export const isUpper = (char: string): boolean => char !== char.toLowerCase();
export const isLower = (char: string): boolean => char !== char.toUpperCase();
export const isLetter = (char: string | undefined): boolean => char !== undefined && /^[\p{L}\p{M}]$/u.test(char);

/** Sums the price of every character above 0x7F, with its neighbours. */
export function sum(
  text: string,
  price: (char: string, before: string | undefined, after: string | undefined) => number,
): number {
  const chars = [...text];
  let bits = 0;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] as string;
    if (char > '\x7f')
      bits += /^[\ufffd\p{Cc}\p{Co}\p{Cn}]$/u.test(char) ? impossible : price(char, chars[i - 1], chars[i + 1]);
  }
  return bits;
}

const quotes = new Set('“”„«»®™©§');

/** Bits that a mark of typography costs where it stands within a word, or a sign that follows words before one. */
export function misplaced(char: string, before: string | undefined, after: string | undefined): number {
  if (!quotes.has(char)) return 0;
  if (isLetter(before) && isLetter(after)) return 5;
  return isLetter(after) && '®™©'.includes(char) ? 5 : 0;
}

/** Marks that stand in text of any language of a charset that has them. */
export const typography = new Set('–—‘’“”„…«»€§°©®™№');
export const inRange = (char: string, first: string, last: string): boolean => char >= first && char <= last;
