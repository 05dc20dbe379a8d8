// How rare a gram is among file names, from a fixed table: good enough to order a pattern's grams without statistics.
// A wrong guess costs reads, never an answer.

import type { PatternGram } from './grams.ts';

/** -log2 of how often a character stands at a place of a file name, rounded; from names of several archives. */
const characterBits: Readonly<Record<string, number>> = {
  '\u0001': 0.5,
  '\u0002': 0.5,
  '.': 2.5,
  ' ': 3,
  _: 3,
  '-': 3,
  0: 2.6,
  1: 2.8,
  2: 2.7,
  e: 3,
  a: 3.5,
  i: 3.4,
  n: 3.6,
  t: 3.7,
  r: 3.8,
  o: 3.9,
  s: 3.9,
  d: 4.2,
  l: 4.3,
  c: 4.2,
  p: 4.3,
  m: 4.5,
  g: 4.5,
  u: 4.6,
  f: 5,
  b: 5,
  h: 5,
  v: 5.2,
  x: 5.4,
  w: 5.8,
  k: 5.8,
  y: 5.8,
  j: 5.4,
  z: 6.5,
  q: 7,
};
const digitBits = 3.3;
const otherBits = 6.5;

/** The same by character code, of ASCII. */
const bitsOfCode = Float64Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return characterBits[character] ?? (character >= '3' && character <= '9' ? digitBits : otherBits);
});

/** Windows that endings, cameras, scanners and years make far more common than their letters. */
const commonBits: Readonly<Record<string, number>> = {
  '.pd': 2.2,
  pdf: 2.2,
  'df\u0002': 2.2,
  '.jp': 2.5,
  jpg: 2.7,
  'pg\u0002': 2.7,
  '.pn': 3.2,
  png: 3.2,
  'ng\u0002': 3.2,
  '.xl': 3.8,
  xls: 3.8,
  lsx: 4.5,
  'sx\u0002': 4.5,
  '.do': 3.9,
  doc: 3.7,
  ocx: 4.6,
  'cx\u0002': 4.6,
  'eg\u0002': 5.2,
  peg: 5.2,
  '.gi': 5.1,
  gif: 5.1,
  'if\u0002': 4.7,
  '.zi': 5.2,
  zip: 5.2,
  'ip\u0002': 5.2,
  '.pp': 5.2,
  ppt: 5.2,
  '.tx': 5.2,
  txt: 5.2,
  'xt\u0002': 5.2,
  '\u0001im': 2.2,
  ima: 2.6,
  mag: 2.6,
  age: 2.5,
  ge0: 2.9,
  img: 3.3,
  mg_: 3.4,
  inv: 3.5,
  '202': 2.4,
  '201': 3.6,
  '200': 5,
  '000': 5,
  '001': 4.7,
  _20: 3.3,
  ' 20': 3.5,
  '-20': 4.6,
  ing: 4.1,
  ion: 4.6,
  ent: 4.4,
};

/** By the length of a name: the shortest are rare. */
const bitsOfLength: readonly number[] = [14, 14, 14, 12, 11, 11, 7, 7, 7];
const bitsOfLongLength = 4;

/** Estimated -log2 of the share of names that stand under the gram; 0 for the gram of every name. */
export function rarityOf({ gram, kind }: PatternGram): number {
  switch (kind) {
    case 'every':
      return 0;
    case 'whole':
      return 24;
    case 'length':
      return bitsOfLength[Number(gram.slice(1))] ?? bitsOfLongLength;
    case 'digits':
      return /^(19|20)/.test(gram) ? 7 : 10;
    case 'ideograph':
      return gram.length > 1 ? 9 : 6;
    case 'window':
      return commonBits[gram] ?? sumOfBits(gram);
  }
}

/** Letters of a word are not independent: three of them are likelier together than alone. */
function sumOfBits(gram: string): number {
  let bits = 0;
  for (let i = 0; i < gram.length; i++) {
    const code = gram.charCodeAt(i);
    // The second half of a character beyond the first plane counts with the first.
    if ((code & 0xfc00) !== 0xdc00) bits += bitsOfCode[code] ?? otherBits;
  }
  return bits * 0.7;
}
