import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { encodePosition, startOf } from '../../../lib/archive/position.ts';
import {
  endOfFine,
  farSlotOf,
  fineOfFar,
  finePerNatural,
  fineSlot,
  isFar,
  lastNaturalSlot,
  naturalSlot,
  startOfFine,
} from '../../../lib/local/slots.ts';

const instant = fc.oneof(
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }),
  fc.integer({ min: Date.UTC(1969, 11, 31), max: Date.UTC(2101, 0, 1) }),
  fc.nat(3000),
  fc.constantFrom(0, -1, 1999, 2000, Date.UTC(2100, 0, 1) - 1, Date.UTC(2100, 0, 1)),
);
const position = fc.record({ at: instant, id: fc.uuid(), number: fc.nat(4095) }).map(encodePosition);

describe('naturalSlot', () => {
  it('is never higher for an older position', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const [older, newer] = a < b ? [a, b] : [b, a];
        expect(naturalSlot(older)).toBeLessThanOrEqual(naturalSlot(newer));
      }),
    );
  });

  it('stays within 0 and the last one', () => {
    expect(naturalSlot(startOf(-(2 ** 47)))).toBe(0);
    expect(naturalSlot(startOf(2 ** 47 - 1))).toBe(lastNaturalSlot);
    expect(lastNaturalSlot).toBeLessThan(2 ** 35);
  });

  it('tells instants of two seconds and more apart', () => {
    const at = Date.UTC(2024, 0, 1);
    expect([0, 1999, 2000, 4000].map(later => naturalSlot(startOf(at + later)) - naturalSlot(startOf(at)))).toEqual([
      0, 0, 1, 2,
    ]);
  });
});

describe('fineSlot', () => {
  it('is never higher for an older position, nor for the beginning of one', () => {
    fc.assert(
      fc.property(position, position, fc.integer({ min: 8, max: 32 }), (a, b, length) => {
        const [older, newer] = a < b ? [a, b] : [b, a];
        expect(fineSlot(older)).toBeLessThanOrEqual(fineSlot(newer));
        expect(fineSlot(newer.slice(0, length))).toBeLessThanOrEqual(fineSlot(newer));
      }),
      { numRuns: 1000 },
    );
  });

  it('lies within its near slot', () => {
    fc.assert(
      fc.property(position, sk => {
        expect(Math.floor(fineSlot(sk) / finePerNatural)).toBe(naturalSlot(sk));
      }),
    );
  });

  it('tells thousands of one whole second apart, and leaves them in order', () => {
    const positions = Array.from({ length: 10_000 }, () =>
      encodePosition({ at: Date.UTC(2024, 0, 1), id: randomUUID(), number: 1 }),
    ).toSorted();
    const fine = positions.map(fineSlot);
    expect(fine).toEqual(fine.toSorted((a, b) => a - b));
    expect(new Set(fine).size).toBeGreaterThan(9_800);
  });

  it('is a number that is counted exactly, far slots included', () => {
    expect(fineSlot(startOf(2 ** 47 - 1))).toBeLessThan(endOfFine);
    expect(Number.isSafeInteger(farSlotOf(endOfFine + 100_000_000))).toBe(true);
    expect(isFar(lastNaturalSlot + 16)).toBe(false);
    for (const fine of [0, 1, endOfFine]) {
      expect(isFar(farSlotOf(fine))).toBe(true);
      expect(fineOfFar(farSlotOf(fine))).toBe(fine);
    }
  });
});

describe('startOfFine', () => {
  it('parts the positions of a fine slot and above from those below', () => {
    fc.assert(
      fc.property(position, position, fc.integer({ min: -1, max: 1 }), (sk, other, step) => {
        const fine = fineSlot(other) + step;
        const bound = startOfFine(fine);
        if (bound === null) expect(fine <= 0 || fine > fineSlot(startOf(2 ** 47 - 1))).toBe(true);
        else expect(sk >= bound).toBe(fineSlot(sk) >= fine);
      }),
      { numRuns: 2000 },
    );
  });

  it('has no bound where all positions or none are meant', () => {
    expect(startOfFine(0)).toBeNull();
    expect(startOfFine(endOfFine)).toBeNull();
    expect(startOfFine(lastNaturalSlot * finePerNatural)).toBe(startOf(Date.UTC(2100, 0, 1)));
  });
});
