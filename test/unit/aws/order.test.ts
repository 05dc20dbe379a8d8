import fc from 'fast-check';
import { compareBytes } from '../../../lib/aws/order.ts';

const text = fc.string({ unit: 'binary' }).map(s => s.toWellFormed());

test('compares as the UTF-8 bytes do', () => {
  fc.assert(
    fc.property(text, text, text, (head, a, b) => {
      const bytes = Buffer.compare(Buffer.from(head + a), Buffer.from(head + b));
      expect(Math.sign(compareBytes(head + a, head + b))).toBe(bytes);
    }),
    { numRuns: 2_000 },
  );
});

test('puts astral characters above the last of the basic plane', () => {
  expect(compareBytes('\uff5e', '\u{1f600}')).toBeLessThan(0);
  expect('\uff5e' < '\u{1f600}').toBe(false);
});
