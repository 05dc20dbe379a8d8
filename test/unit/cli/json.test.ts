import fc from 'fast-check';
import { jsonLine, roundedSeconds } from '../../../lib/cli/json.ts';

test('no line end of Unicode is left, and the value is the same', () => {
  const text = 'a\u{85}b\u{2028}c\u{2029}d\ne';
  expect(jsonLine({ text })).toBe('{"text":"a\\u0085b\\u2028c\\u2029d\\ne"}');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\u{85}', '\u{2028}', '\u{2029}', '\\', '"', 'u', '\r') }), value => {
      expect(JSON.parse(jsonLine([value]))).toEqual([value]);
      expect(jsonLine([value])).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('seconds are rounded to milliseconds', () => {
  expect([0.07500526199999999, 12.3456, 0].map(roundedSeconds)).toEqual([0.075, 12.346, 0]);
});
