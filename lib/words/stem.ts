// English inflections: words that differ by them have one stem. Knows ASCII words in lower case alone.

import { stem } from 'porter2';

const english = /^[a-z']+$/;

/** The Snowball stem (English, Porter 2) of a folded word; a word with other letters or digits is its own. */
export const stemOf = (folded: string): string => (english.test(folded) ? stem(folded) : folded);
