// Words so common that their places would be most of an index. The other words tell, with each of their places, which of
// these stand beside them, and two of these that follow each other are a term of their own: a phrase is found without
// their places. Phrases of other common words are found by places. A change of the list is another version of blocks.

import { compareTerms } from './documentWords.ts';
import { termOfWritten } from './wideWords.ts';

const words =
  'the of to and a in is it for that this be with on as are not or by an at from if you have was will can all we ' +
  'your i which when would any has our der die und den zu ist de la le les et des en un el los que di il het van и в не на';

/** A code fits into six bits, and 0 is none. */
export const stopCodes = 64;

interface StopWords {
  readonly codes: ReadonlyMap<string, number>;
  /** By code. */
  readonly terms: readonly string[];
  readonly ranks: Uint8Array;
}

let made: StopWords | null = null;

function stopWords(): StopWords {
  if (made !== null) return made;
  const codes = new Map(
    words
      .split(' ')
      .slice(0, stopCodes - 1)
      .map((word, i) => [termOfWritten(word), i + 1]),
  );
  const terms: string[] = new Array(stopCodes).fill('');
  for (const [term, code] of codes) terms[code] = term;
  const ranks = new Uint8Array(stopCodes);
  for (const [i, term] of [...codes.keys()].sort(compareTerms).entries()) ranks[codes.get(term) ?? 0] = i + 1;
  made = { codes, terms, ranks };
  return made;
}

/** The number of a term among the stop words: 1 to 63; 0 for any other. */
export const stopCode = (term: string): number => stopWords().codes.get(term) ?? 0;

/** The stop word of a code. */
export const stopTerm = (code: number): string => stopWords().terms[code] ?? '';

/** By code, the places of stop words in the order of terms, from 1; 0 for none. */
export const stopRanks = (): Uint8Array => stopWords().ranks;

const pairMark = '\u0002';

/** The term of two stop words of which the second follows the first; no text has it, and no query. */
export const pairTerm = (first: string, second: string): string => `${pairMark}${first} ${second}`;

export const isPairTerm = (term: string): boolean => term.startsWith(pairMark);
