// How documents are ranked: BM25F, its constants fixed here. A change of one makes every stored weight another, so it
// is followed by a rebuild. Knows no fields, postings or storage.

/** Where a further occurrence counts little: `k1` of BM25. */
const k1 = 1.2;
const mostWeight = 255;

/** The weight of a word with a pseudo-frequency: saturated as BM25 does, in 255 steps. */
export const weightOf = (pseudoFrequency: number): number =>
  Math.min(mostWeight, Math.max(1, Math.round((mostWeight * pseudoFrequency) / (k1 + pseudoFrequency))));

/**
 * How much a word tells where `documents` are searched and `withWord` of them have it: above 0, less the more have it.
 */
export const idfOf = (documents: number, withWord: number): number =>
  Math.log(1 + (documents - withWord + 0.5) / (withWord + 0.5));

/** What one word adds to the score of a document that has it with a weight. */
export const scoreOf = (idf: number, weight: number): number => (idf * weight) / mostWeight;
