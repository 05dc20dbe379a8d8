import fc from 'fast-check';
import {
  decodePosition,
  encodePosition,
  instantOf,
  isPosition,
  positionLength,
  startOf,
} from '../../../lib/archive/position.ts';

const position = fc.record({
  at: fc.oneof(fc.integer({ min: -(2 ** 46), max: 2 ** 46 }), fc.constantFrom(0, 1, 1_700_000_000_000, -1)),
  id: fc.uuid(),
  number: fc.nat(4095),
});

describe('position', () => {
  test('comes back as it was, in 32 characters', () => {
    fc.assert(
      fc.property(position, own => {
        const text = encodePosition(own);
        expect(text).toHaveLength(positionLength);
        expect(isPosition(text)).toBe(true);
        expect(decodePosition(text)).toEqual(own);
        expect(instantOf(text)).toBe(own.at);
      }),
    );
  });

  test('is ordered by instant, then id, then number downwards', () => {
    fc.assert(
      fc.property(position, position, fc.boolean(), fc.boolean(), (a, other, sameAt, sameId) => {
        const b = { ...other, ...(sameAt && { at: a.at }), ...(sameId && { id: a.id }) };
        const order = a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : b.number - a.number);
        expect(Math.sign(Buffer.compare(Buffer.from(encodePosition(a)), Buffer.from(encodePosition(b))))).toBe(
          Math.sign(order),
        );
      }),
    );
  });

  test('the bound of an instant is below its positions and above all earlier ones', () => {
    fc.assert(
      fc.property(position, own => {
        expect(startOf(own.at) < encodePosition(own)).toBe(true);
        expect(startOf(own.at + 1) > encodePosition(own)).toBe(true);
      }),
    );
  });

  test('instants beyond its range are held at its ends', () => {
    const id = '7c0c273e-68b8-460d-90f3-1212af6a62a9';
    expect(decodePosition(encodePosition({ at: 8.64e15, id, number: 1 })).at).toBe(2 ** 47 - 1);
    expect(decodePosition(encodePosition({ at: -8.64e15, id, number: 1 })).at).toBe(-(2 ** 47));
  });

  test.each(['', 'x'.repeat(31), 'x'.repeat(33), `${'x'.repeat(31)}é`, `${'x'.repeat(31)} `])('%j is none', text => {
    expect(isPosition(text)).toBe(false);
  });
});
