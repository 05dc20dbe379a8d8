import fc from 'fast-check';
import { compareBytes } from '../../../lib/local/compareBytes.ts';

describe('compareBytes', () => {
  it('orders as Buffer.compare() does', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      '/',
      '\u{7FF}',
      '\u{D7FF}',
      '\u{E000}',
      '\u{FFFF}',
      '\u{10000}',
      '\u{10FFFF}',
    );
    const text = fc.oneof(fc.string({ unit, maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 5 }));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 1000 },
    );
  });
});
