import fc from 'fast-check';
import {
  batchDocuments,
  bucketCount,
  bucketOf,
  decodeBlock,
  encodeBlock,
  findInBlock,
  type WordPosting,
  type WordPostings,
} from '../../../lib/words/blockCodec.ts';
import { ascending } from './documents.ts';

const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(text => !text.includes('\0'));
const posting = (ordinal: number): fc.Arbitrary<WordPosting> =>
  fc.record({
    ordinal: fc.constant(ordinal),
    weight: fc.integer({ min: 1, max: 255 }),
    positions: fc.oneof({ weight: 3, arbitrary: ascending(400, 4) }, ascending(2_000_000, 4)),
  });
const few = ascending(batchDocuments - 1, 8).filter(ordinals => ordinals.length > 0);
const many = fc
  .nat({ max: 3 })
  .map(gap => Array.from({ length: batchDocuments }, (_, i) => i).filter(i => i % (gap + 2) === 0));
const postings = (ordinals: fc.Arbitrary<number[]>): fc.Arbitrary<WordPosting[]> =>
  ordinals.chain(numbers => fc.tuple(...numbers.map(posting)));
const withoutPositions = (all: WordPosting[]): WordPosting[] => all.map(one => ({ ...one, positions: [] }));
const block = fc
  .uniqueArray(
    fc.tuple(
      term,
      fc.oneof(
        { weight: 6, arbitrary: postings(few) },
        { weight: 1, arbitrary: postings(many) },
        { weight: 2, arbitrary: postings(few).map(withoutPositions) },
      ),
    ),
    { selector: ([own]) => own, maxLength: 6 },
  )
  .map(entries => new Map(entries));

const read = ({ df, ordinals, weights, positionsAt }: WordPostings): WordPosting[] => {
  expect(ordinals.length).toBe(df);
  return Array.from(ordinals, (ordinal, i) => ({ ordinal, weight: weights[i] ?? 0, positions: positionsAt(i) }));
};

describe('encodeBlock', () => {
  test('keeps every word with its postings, found one by one or decoded together', () => {
    fc.assert(
      fc.property(block, fc.string({ maxLength: 3 }), (words, stranger) => {
        const bytes = encodeBlock(words);
        expect(decodeBlock(bytes)).toEqual(words);
        for (const [own, expected] of words) {
          const found = findInBlock(bytes, own);
          expect(found && read(found)).toEqual(expected);
        }
        if (!words.has(stranger)) expect(findInBlock(bytes, stranger)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test('makes the same bytes whatever the order of its words', () => {
    fc.assert(
      fc.property(block, words => {
        expect(encodeBlock(new Map([...words].reverse()))).toEqual(encodeBlock(words));
      }),
      { numRuns: 20 },
    );
  });

  test('takes a byte or two for a rare word of a document besides its letters', () => {
    const word = [{ ordinal: 3, weight: 80, positions: [17] }];
    expect(encodeBlock(new Map([['x', word]])).length).toBeLessThan(11);
  });

  test('takes a bit for the number of each document that has a common word', () => {
    const all = Array.from({ length: 1000 }, (_, ordinal) => ({ ordinal, weight: 80, positions: [] }));
    expect(encodeBlock(new Map([['the', all]])).length).toBeLessThan(1000 + batchDocuments / 8 + 16);
  });
});

describe('positionsAt', () => {
  const all = Array.from({ length: 300 }, (_, i) => ({
    ordinal: i * 3,
    weight: 1 + (i % 255),
    positions: Array.from({ length: i % 5 }, (_, j) => i * 7 + j * j * 100),
  }));
  const bytes = encodeBlock(new Map([['word', all]]));

  test('reads the positions of any document, in any order', () => {
    const found = findInBlock(bytes, 'word');
    for (const i of [299, 0, 150, 150, 7, 298, 1]) expect(found?.positionsAt(i)).toEqual(all[i]?.positions);
  });
});

describe('damaged blocks', () => {
  test('of another version are told', () => {
    expect(() => findInBlock(Uint8Array.of(99, 0), 'x')).toThrow('another version');
  });

  test('are read in bounded time, or told', () => {
    fc.assert(
      fc.property(block, fc.uint8Array({ maxLength: 100 }), fc.nat(), (words, noise, at) => {
        const bytes = encodeBlock(words);
        const spoilt = Uint8Array.of(...bytes.slice(0, Math.max(1, at % bytes.length)), ...noise);
        for (const action of [() => decodeBlock(spoilt), () => findInBlock(spoilt, [...words.keys()][0] ?? 'x')]) {
          try {
            action();
          } catch (error) {
            expect(String(error)).toMatch(/^Error: (?:words are|a block of words is)/);
          }
        }
      }),
    );
  });
});

describe('bucketOf', () => {
  test('is what it was when blocks were written', () => {
    expect(['invoic', 'the', 'rxd2-1234', '東京', ''].map(bucketOf)).toEqual([2860, 4006, 519, 2307, 540]);
  });

  test('spreads words evenly', () => {
    const sizes = new Uint32Array(bucketCount);
    for (let i = 0; i < bucketCount * 16; i++) {
      const bucket = bucketOf(`w${i}`);
      sizes[bucket] = (sizes[bucket] ?? 0) + 1;
    }
    expect(Math.min(...sizes)).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(45);
  });
});
