// English inflections: words that differ by them have one stem. Knows Latin letters in lower case alone, accented ones
// too: `cafés` and `Müller’s` are inflected as `houses` and `Miller’s` are.

import { stem } from 'porter2';

const latin = /^[\p{Script=Latin}']+$/u;

/** The Snowball stem (English, Porter 2) of a folded word; a word with other letters or digits is its own. */
export const stemOf = (folded: string): string => (latin.test(folded) ? stem(folded) : folded);
