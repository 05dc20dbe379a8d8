import fc from 'fast-check';
import { fitEnd, fitMiddle, pad, textWidth } from '../../../lib/cli/fitText.ts';

describe('fitMiddle', () => {
  test('keeps the ending of a file name', () => {
    expect(fitMiddle('a very long name of a quarterly report.pdf', 20)).toBe('a very lon…eport.pdf');
  });

  test('counts wide characters as two columns', () => {
    expect(fitMiddle('見積書見積書見積書.pdf', 12)).toBe('見積書….pdf');
    expect(textWidth('見積書….pdf')).toBe(11);
  });

  test('leaves alone what fits', () => {
    expect(fitMiddle('見積書.pdf', 10)).toBe('見積書.pdf');
  });
});

test('fitEnd never splits a grapheme', () => {
  expect(fitEnd('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
});

test('a text without width is cut too', () => {
  expect(fitEnd(`a${'\u{301}'.repeat(100_000)}`, 10).length).toBeLessThan(1000);
});

test('no text takes more columns than asked', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 40 }), (value, width) => {
      expect(textWidth(fitEnd(value, width))).toBeLessThanOrEqual(width);
      expect(textWidth(fitMiddle(value, width))).toBeLessThanOrEqual(width);
      expect(textWidth(pad(fitEnd(value, width), width))).toBe(width);
    }),
  );
});
