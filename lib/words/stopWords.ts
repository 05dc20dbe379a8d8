// Words so common that their places would be most of an index. The other words tell, with each of their places, which of
// these stand beside them, and two of these that follow each other are a term of their own: a phrase is found without
// their places. Phrases of other common words are found by places. A change of the list is another version of blocks.

import { termOfWritten } from './wideWords.ts';

const words =
  'the of to and a in is it for that this be with on as are not or by an at from if you have was will can all we ' +
  'your i which when would any has our der die und den zu ist de la le les et des en un el los que di il het van и в не на';

/** A code fits into six bits, and 0 is none. */
const mostCodes = 63;

let codes: ReadonlyMap<string, number> | null = null;

/** The number of a term among the stop words: 1 to 63; 0 for any other. */
export function stopCode(term: string): number {
  codes ??= new Map(
    words
      .split(' ')
      .slice(0, mostCodes)
      .map((word, i) => [termOfWritten(word), i + 1]),
  );
  return codes.get(term) ?? 0;
}

const pairMark = '\u0002';

/** The term of two stop words of which the second follows the first; no text has it, and no query. */
export const pairTerm = (first: string, second: string): string => `${pairMark}${first} ${second}`;

export const isPairTerm = (term: string): boolean => term.startsWith(pairMark);
