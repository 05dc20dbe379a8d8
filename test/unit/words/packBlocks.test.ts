import fc from 'fast-check';
import { addDocument, newBatchWords } from '../../../lib/words/batchWords.ts';
import { batchDocuments } from '../../../lib/words/blockCodec.ts';
import { encodeDocument } from '../../../lib/words/documentCodec.ts';
import { compareTerms, type WordDocument, wordsOfDocument } from '../../../lib/words/documentWords.ts';
import { packBlocks } from '../../../lib/words/packBlocks.ts';
import { gathered, wordDocument } from './documents.ts';
import { plainBlocks } from './plainBlocks.ts';

const packed = (documents: readonly (WordDocument | null)[], mostBytes: number) => {
  const { words, numbers } = gathered(documents);
  return [...packBlocks(words, numbers, mostBytes)];
};

const stopTerms = ['the', 'of', 'a', 'in', 'und', 'не', 'we'];
/** Words that stand close together, stop words among them, two of them at one position too. */
const crowded = fc
  .uniqueArray(
    fc.record({
      term: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...stopTerms) },
        fc.constantFrom('rule', 'road', 'invoic', 'größ', '東京', '😀'),
      ),
      weight: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 255 })),
      positions: fc
        .uniqueArray(fc.nat({ max: 24 }), { maxLength: 12 })
        .map(positions => positions.sort((a, b) => a - b)),
    }),
    { selector: ({ term }) => term, maxLength: 12 },
  )
  .map(words => ({ words: words.sort((a, b) => compareTerms(a.term, b.term)) }));

describe('packBlocks', () => {
  test('makes the bytes that are made in the plainest way', () => {
    const documents = fc.array(fc.option(fc.oneof(wordDocument, crowded), { freq: 5 }), { maxLength: 12 });
    fc.assert(
      fc.property(documents, fc.constantFrom(1, 300, 200 * 1024), (some, mostBytes) => {
        expect(packed(some, mostBytes)).toEqual(plainBlocks(some, mostBytes));
      }),
    );
  });

  test('does so for a whole batch: words that many documents have, places that stand apart, in several entries', () => {
    const word = (i: number): string => `w${(i * i) % 977}`;
    const documents = Array.from({ length: batchDocuments }, (_, ordinal): WordDocument | null => {
      if (ordinal % 50 === 7) return null;
      const body = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 'of the' : word(ordinal + i * 7))).join(' ');
      const long = ordinal % 2 === 0 ? ` ${'pump valve '.repeat(400)}` : '';
      const fields = { subject: `order ${ordinal}`, people: [], fileNames: [], filterTerms: [] };
      return wordsOfDocument({ ...fields, body: body + long });
    });
    const own = packed(documents, 200 * 1024);
    expect(own).toEqual(plainBlocks(documents, 200 * 1024));
    expect(own.some(({ places }) => places.length > 1)).toBe(true);
  });

  test('goes by ordinals, whatever the order in which documents were added, and leaves out who has none', () => {
    fc.assert(
      fc.property(fc.array(crowded, { minLength: 1, maxLength: 8 }), fc.nat(), (some, left) => {
        const words = newBatchWords();
        const numbers = [...some].reverse().map(one => addDocument(words, encodeDocument(one)));
        const documents = some.map((one, i) => (i === left % some.length ? null : one));
        const placed = documents.map((one, i) => one && (numbers[some.length - 1 - i] ?? null));
        expect([...packBlocks(words, placed, 200 * 1024)]).toEqual(plainBlocks(documents, 200 * 1024));
      }),
    );
  });
});

describe('addDocument', () => {
  test('adds nothing of a damaged document', () => {
    fc.assert(
      fc.property(wordDocument, crowded, fc.uint8Array({ maxLength: 60 }), fc.nat(), (one, other, noise, at) => {
        const words = newBatchWords();
        const first = addDocument(words, encodeDocument(one));
        const bytes = encodeDocument(other);
        const spoilt = Uint8Array.of(...bytes.slice(0, at % bytes.length), ...noise);
        try {
          addDocument(words, spoilt);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: words are/);
        }
        const last = addDocument(words, bytes);
        expect([...packBlocks(words, [first, last], 200 * 1024)]).toEqual(plainBlocks([one, other], 200 * 1024));
      }),
    );
  });
});
