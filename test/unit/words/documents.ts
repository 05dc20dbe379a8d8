// Words of documents as they are kept, made at random.

import fc from 'fast-check';
import type { BatchDocuments } from '../../../lib/archive/words/batchBlocks.ts';
import { addDocument, newBatchWords } from '../../../lib/words/batchWords.ts';
import { commonTerms } from '../../../lib/words/commonTerms.ts';
import { encodeDocument } from '../../../lib/words/documentCodec.ts';
import { compareTerms, type DocumentWord, type WordDocument } from '../../../lib/words/documentWords.ts';

const term = fc.oneof(
  fc.constantFrom(...commonTerms),
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.stringMatching(/^\u0001[srA-Za-z0-9_-]{1,9}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(text => !text.includes('\0')),
);

export const ascending = (most: number, maxLength = 20): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.nat({ max: most }), { maxLength }).map(numbers => numbers.sort((a, b) => a - b));

const word: fc.Arbitrary<DocumentWord> = fc.record({
  term,
  weight: fc.oneof(fc.constantFrom(90, 91, 150), fc.integer({ min: 1, max: 255 })),
  positions: fc.oneof(ascending(300), ascending(40_000)),
});

export const wordDocument: fc.Arbitrary<WordDocument> = fc
  .uniqueArray(word, { selector: ({ term: own }) => own, maxLength: 60 })
  .map(words => ({ words: words.sort((a, b) => compareTerms(a.term, b.term)) }));

/** Documents by ordinal as a batch is made of them; null where an ordinal is empty. */
export function gathered(documents: readonly (WordDocument | null)[]): BatchDocuments {
  const words = newBatchWords();
  return { words, numbers: documents.map(one => one && addDocument(words, encodeDocument(one))) };
}
