// Terms as tokens of FTS5: short hashes, so that a posting list costs little to name. Two terms with one token only
// cost a verification, since every candidate is verified.

/** Letters and digits that the ascii tokenizer keeps as they are. */
const digits = '0123456789abcdefghijklmnopqrstuv';

/** Two characters each. */
const pairs = Array.from({ length: 1024 }, (_, i) => digits.charAt(i >> 5) + digits.charAt(i & 31));

/** The token of a term as a number of 30 bits, five for each of its six characters, the first uppermost. */
function tokenNumber(term: string): number {
  let a = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) a = Math.imul(a ^ term.charCodeAt(i), 0x01000193);
  a = Math.imul(a ^ (a >>> 16), 0xc2b2ae35);
  a ^= a >>> 13;
  let number = 0;
  for (let i = 0; i < 6; i++) number = (number << 5) | ((a >>> (5 * i)) & 31);
  return number;
}

const tokenText = (number: number): string =>
  `${pairs[number >>> 20]}${pairs[(number >>> 10) & 1023]}${pairs[number & 1023]}`;

/** The token of a term. */
export const tokenOf = (term: string): string => tokenText(tokenNumber(term));

/** The tokens of some terms, distinct and in order, as FTS5 takes them in. */
export function tokensOf(terms: readonly string[]): string {
  const numbers = new Uint32Array(terms.length);
  for (const [place, term] of terms.entries()) numbers[place] = tokenNumber(term);
  numbers.sort();
  let tokens = '';
  let last = -1;
  for (const number of numbers) {
    if (number === last) continue;
    tokens += last < 0 ? tokenText(number) : ` ${tokenText(number)}`;
    last = number;
  }
  return tokens;
}

/** 32 bits over the tokens of a row: whether its postings must be written again. */
export function digestOf(tokens: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < tokens.length; i++) hash = Math.imul(hash ^ tokens.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
