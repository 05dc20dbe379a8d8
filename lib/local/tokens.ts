// Terms as tokens of FTS5: short hashes, so that a posting list costs little to name. Two terms with one token only
// cost a verification, since every candidate is verified.

/** Letters and digits that the ascii tokenizer keeps as they are. */
const digits = '0123456789abcdefghijklmnopqrstuv';

/** Characters of a token, five bits each. */
const tokenLength = 6;

/** The token of a term. */
export function tokenOf(term: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (a >>> 16), 0xc2b2ae35);
  a ^= a >>> 13;
  let out = '';
  for (let i = 0; i < tokenLength; i++) {
    out += digits.charAt(a & 31);
    a = (a >>> 5) | ((b & 31) << 27);
    b >>>= 5;
  }
  return out;
}

/** The tokens of some terms, distinct and in order, as FTS5 takes them in. */
export const tokensOf = (terms: readonly string[]): string => [...new Set(terms.map(tokenOf))].toSorted().join(' ');

/** 32 bits over the tokens of a row: whether its postings must be written again. */
export function digestOf(tokens: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < tokens.length; i++) hash = Math.imul(hash ^ tokens.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
