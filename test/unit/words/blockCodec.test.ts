import fc from 'fast-check';
import {
  batchDocuments,
  bucketCount,
  bucketOf,
  decodeBlock,
  positionLookup,
  type WordPosting,
  type WordPostings,
} from '../../../lib/words/blockCodec.ts';
import { noPositions } from '../../../lib/words/positionCodec.ts';
import { pairTerm, stopCode } from '../../../lib/words/stopWords.ts';
import { ascending } from './documents.ts';
import { findInBlock } from './findInBlock.ts';
import { joinEntries, packWord } from './plainBlocks.ts';

const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(text => !/[\0\u0002]/.test(text));
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

/** A block of words, and the block of their places that stand apart. */
function encodeBlock(words: ReadonlyMap<string, readonly WordPosting[]>) {
  const packed = Array.from(words, ([own, all]) => packWord(own, all)).sort((a, b) => Buffer.compare(a.term, b.term));
  return {
    bytes: joinEntries(packed.map(({ entry }) => entry)),
    places: joinEntries(packed.flatMap(({ apart }) => apart)),
  };
}

const read = (
  { df, ordinals, weights, positionsAt: own, isApart }: WordPostings,
  sought: string,
  places: readonly Uint8Array[],
): WordPosting[] => {
  expect(ordinals.length).toBe(df);
  const positionsAt = (isApart ? positionLookup(sought)(places) : own) ?? noPositions;
  return Array.from(ordinals, (ordinal, i) => ({ ordinal, weight: weights[i] ?? 0, positions: positionsAt(i) }));
};

describe('decodeBlock', () => {
  test('keeps every word with its postings, found one by one or decoded together', () => {
    fc.assert(
      fc.property(block, fc.string({ maxLength: 3 }), (words, stranger) => {
        const { bytes, places } = encodeBlock(words);
        expect(decodeBlock(bytes, own => positionLookup(own)([places]))).toEqual(words);
        for (const [own, expected] of words) {
          const found = findInBlock(bytes, own);
          expect(found && read(found, own, [places])).toEqual(expected);
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
    expect(encodeBlock(new Map([['x', word]])).bytes.length).toBeLessThan(11);
  });

  test('takes a bit for the number of each document that has a common word', () => {
    const all = Array.from({ length: 1000 }, (_, ordinal) => ({ ordinal, weight: 80, positions: [] }));
    expect(encodeBlock(new Map([['the', all]])).bytes.length).toBeLessThan(1000 + batchDocuments / 8 + 16);
  });
});

describe('positionsAt', () => {
  const all = Array.from({ length: 300 }, (_, i) => ({
    ordinal: i * 3,
    weight: 1 + (i % 255),
    positions: Array.from({ length: i % 5 }, (_, j) => i * 7 + j * j * 100),
  }));
  const anyOrder = [299, 0, 150, 150, 7, 298, 33, 32, 31, 64, 1];

  test('reads the positions of any document, in any order, where they stand apart', () => {
    const { bytes, places } = encodeBlock(new Map([['word', all]]));
    const found = findInBlock(bytes, 'word');
    expect(found?.isApart).toBe(true);
    expect(found?.positionsAt(7)).toEqual([]);
    const positionsAt = positionLookup('word')([joinEntries([]), places]);
    for (const i of anyOrder) expect(positionsAt?.(i)).toEqual(all[i]?.positions);
    expect(positionLookup('other')([places])).toBeNull();
  });

  test('reads them where they stand in the block', () => {
    const some = all.slice(0, 60);
    const found = findInBlock(encodeBlock(new Map([['word', some]])).bytes, 'word');
    expect(found?.isApart).toBe(false);
    for (const i of [59, 0, 33, 33, 7, 1]) expect(found?.positionsAt(i)).toEqual(some[i]?.positions);
  });

  test('reads them out of several entries, of which none is large', () => {
    const many = all.map(({ positions, ...one }) => ({
      ...one,
      positions: [...positions, ...Array(900).keys()].map((_, i) => i * 200),
    }));
    const { apart } = packWord('word', many);
    expect(apart.length).toBeGreaterThan(2);
    for (const entry of apart) expect(entry.length).toBeLessThan(190 * 1024);
    const positionsAt = positionLookup('word')(apart.map(entry => joinEntries([entry])));
    for (const i of anyOrder) expect(positionsAt?.(i)).toEqual(many[i]?.positions);
  });

  test('tells those beside stop words alone, where it is asked', () => {
    const stops = fc.uint8Array({ max: 3, maxLength: 20 });
    const documents = fc.array(fc.record({ stops, positions: ascending(24, 6) }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(documents, fc.boolean(), fc.nat(3), fc.nat(3), (some, isLong, before, after) => {
        const postings = some.map(({ positions, ...one }, ordinal) => ({
          ...{ ordinal, weight: 9, ...one },
          positions: isLong ? [...positions, ...Array.from({ length: 50 }, (_, i) => 1000 + i)] : positions,
        }));
        const { bytes, places } = encodeBlock(new Map([['word', postings]]));
        const found = findInBlock(bytes, 'word');
        const positionsAt = found?.isApart ? positionLookup('word')([places]) : found?.positionsAt;
        for (const [i, one] of postings.entries())
          expect(positionsAt?.(i, before, after)).toEqual(
            one.positions.filter(
              at => (before === 0 || one.stops[at - 1] === before) && (after === 0 || one.stops[at + 1] === after),
            ),
          );
      }),
    );
  });
});

describe('stop words', () => {
  test('have codes of six bits, and no word twice', () => {
    const codes = ['the', 'of', 'und', 'не', 'we'].map(stopCode);
    expect(new Set(codes).size).toBe(5);
    for (const code of codes) expect(code).toBeGreaterThan(0);
    for (const code of codes) expect(code).toBeLessThan(64);
    expect(stopCode('invoic')).toBe(0);
  });

  test('in pairs are no words of a document', () => {
    const pair = [{ ordinal: 3, weight: 1, positions: [17] }];
    const { bytes } = encodeBlock(new Map([[pairTerm('of', 'the'), pair]]));
    expect(decodeBlock(bytes)).toEqual(new Map());
    expect(findInBlock(bytes, pairTerm('of', 'the'))?.df).toBe(1);
  });
});

describe('damaged blocks', () => {
  test('of another version are told', () => {
    expect(() => findInBlock(Uint8Array.of(99, 0), 'x')).toThrow('another version');
  });

  test('are read in bounded time, or told', () => {
    fc.assert(
      fc.property(block, fc.uint8Array({ maxLength: 100 }), fc.nat(), (words, noise, at) => {
        const { bytes, places } = encodeBlock(words);
        const spoiltOf = (whole: Uint8Array) =>
          Uint8Array.of(...whole.slice(0, Math.max(1, at % whole.length)), ...noise);
        const [spoilt, spoiltPlaces] = [spoiltOf(bytes), spoiltOf(places)];
        const [sought = 'x'] = words.keys();
        for (const action of [
          () => decodeBlock(spoilt),
          () => findInBlock(spoilt, sought)?.positionsAt(batchDocuments - 1),
          () => positionLookup(sought)([spoiltPlaces])?.(batchDocuments - 1, 1),
        ]) {
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
