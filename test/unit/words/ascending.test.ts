import fc from 'fast-check';
import { isAmong, placeFrom } from '../../../lib/words/ascending.ts';

test('a number is found among ascending ones as by looking at each', () => {
  const number = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(number), number, (some, wanted) => {
      const ascending = Uint16Array.from(some).sort();
      expect(isAmong(ascending, wanted)).toBe(some.includes(wanted));
      expect(placeFrom(ascending, wanted)).toBe(some.filter(one => one < wanted).length);
    }),
  );
});
