import fc from 'fast-check';
import { packTerm, unpackTerm } from '../../../lib/words/termCode.ts';

const term = fc.string({ unit: 'grapheme', maxLength: 64 }).filter(text => !text.includes('\0'));

describe('packTerm', () => {
  test('keeps every term, each in bytes of its own', () => {
    fc.assert(
      fc.property(term, term, (a, b) => {
        expect(unpackTerm(packTerm(a))).toBe(a);
        if (a !== b) expect(packTerm(a)).not.toEqual(packTerm(b));
      }),
    );
  });

  test('has a code for every byte of UTF-8', () => {
    const points = [1, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff].map(point => String.fromCodePoint(point));
    expect(unpackTerm(packTerm(points.join('')))).toBe(points.join(''));
  });

  test('is shorter than the letters of English words', () => {
    expect(packTerm('quotation').length).toBeLessThan(8);
    expect(packTerm('inv_2024_077').length).toBeLessThan(11);
  });

  test('tells bytes that are no term', () => {
    expect(() => unpackTerm(new Uint8Array(4).fill(0xff))).toThrow('damaged');
    expect(() => unpackTerm(packTerm('quotation').slice(0, 3))).toThrow('damaged');
  });
});
