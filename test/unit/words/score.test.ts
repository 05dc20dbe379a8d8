import fc from 'fast-check';
import { idfOf, scoreOf, weightOf } from '../../../lib/words/score.ts';

describe('weightOf', () => {
  test('grows with the frequency and never past its bounds', () => {
    const frequency = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(frequency, frequency, (a, b) => {
        expect(weightOf(Math.min(a, b))).toBeLessThanOrEqual(weightOf(Math.max(a, b)));
        expect(weightOf(a)).toBeGreaterThanOrEqual(1);
        expect(weightOf(a)).toBeLessThanOrEqual(255);
      }),
    );
  });

  test('is BM25 with k1 1.2, to a step of 255', () => {
    for (const frequency of [0.1, 0.5, 1, 2, 5, 20]) {
      expect(Math.abs(scoreOf(1, weightOf(frequency)) - frequency / (1.2 + frequency))).toBeLessThan(0.5 / 255 + 1e-9);
    }
  });
});

describe('idfOf', () => {
  test('is above 0, and more the fewer documents have the word', () => {
    for (const documents of [1, 10, 1_000_000]) {
      let before = Number.POSITIVE_INFINITY;
      for (let withWord = 0; withWord <= documents; withWord += Math.ceil(documents / 10)) {
        const idf = idfOf(documents, withWord);
        expect(idf).toBeGreaterThan(0);
        expect(idf).toBeLessThan(before);
        before = idf;
      }
    }
  });
});
