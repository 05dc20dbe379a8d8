import fc from 'fast-check';
import { encodePosition, startOf } from '../../../lib/archive/position.ts';
import { lastNaturalSlot, naturalSlot, startOfSlot } from '../../../lib/local/slots.ts';

const instant = fc.oneof(
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }),
  fc.integer({ min: Date.UTC(1969, 11, 31), max: Date.UTC(2101, 0, 1) }),
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

describe('startOfSlot', () => {
  it('parts the positions of a slot and above from those below', () => {
    fc.assert(
      fc.property(position, instant, (sk, at) => {
        const slot = naturalSlot(startOf(at));
        const bound = startOfSlot(slot);
        if (bound === null) expect(slot).toBe(0);
        else expect(sk >= bound).toBe(naturalSlot(sk) >= slot);
      }),
    );
  });

  it('has no bound where all positions or none are meant', () => {
    expect(startOfSlot(0)).toBeNull();
    expect(startOfSlot(lastNaturalSlot + 1)).toBeNull();
    expect(startOfSlot(lastNaturalSlot)).toBe(startOf(Date.UTC(2100, 0, 1)));
  });
});
