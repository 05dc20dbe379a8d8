// Values of CSS in one spelling, so that nothing is longer than what it says: blanks, digits and data within count.

/** What follows is no part of the data of an address. */
const endOfData = /["')\s]/g;

/** Addresses that hold their data, but for style sheets, without it: fonts and pictures are larger than all else. */
export function withoutData(css: string): string {
  let out = '';
  let at = 0;
  for (let start = css.indexOf('data:'); start >= 0; start = css.indexOf('data:', at)) {
    endOfData.lastIndex = start;
    const end = endOfData.exec(css)?.index ?? css.length;
    const isSheet = css.startsWith('data:text/css', start);
    out += css.slice(at, isSheet ? end : start + 'data:'.length);
    at = end;
  }
  return at === 0 ? css : out + css.slice(at);
}

/** More digits than this tell nothing of what can be seen. */
const decimals = /(\.\d{6})\d+/g;
const leadingZeros = /(?<![#\w.])0+(?=\d)/g;

/** A value with single blanks, and numbers without digits that change nothing. */
export function plainValue(value: string): string {
  const spaced = /\s\s|[\t\n\f\r]/.test(value) ? value.replace(/\s+/g, ' ') : value;
  return /\d{7}/.test(spaced) ? spaced.replace(decimals, '$1').replace(leadingZeros, '') : spaced;
}

/** What is longer is not read, and what it is said of is not shown: no mail has it, but to hide what it says. */
export const longestValue = 1000;

/** Where the bracket that opens at `at` is closed; the end of the text if it is not. */
export function endOfBracket(text: string, at: number): number {
  let depth = 0;
  let quote = '';
  for (let i = at; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i;
  }
  return text.length;
}
