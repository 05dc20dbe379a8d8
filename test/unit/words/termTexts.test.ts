import fc from 'fast-check';
import { termOfBytes } from '../../../lib/words/termTexts.ts';

describe('termOfBytes', () => {
  const read = (term: string): string => {
    const bytes = Buffer.from(`${term} and what stands behind`);
    return termOfBytes(bytes, Buffer.byteLength(term));
  };

  test('gives every term its own text, though terms share a slot', () => {
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < 100_000; i++) {
        const term = `w${i.toString(36)}`;
        if (read(term) !== term) throw new Error(`${term} is read as ${read(term)}`);
      }
  });

  test('reads terms of any script and length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), term => {
        expect(read(term.toWellFormed())).toBe(term.toWellFormed());
      }),
    );
  });
});
