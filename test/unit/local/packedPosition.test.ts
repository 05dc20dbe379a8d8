import fc from 'fast-check';
import { encodePosition } from '../../../lib/archive/position.ts';
import { packPosition, unpackPosition } from '../../../lib/local/packedPosition.ts';

const position = fc
  .record({ at: fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }), id: fc.uuid(), number: fc.nat(4095) })
  .map(encodePosition);

describe('packPosition', () => {
  it('takes 24 bytes, from which the position comes back', () => {
    fc.assert(
      fc.property(position, sk => {
        const packed = packPosition(sk);
        expect(packed).toHaveLength(24);
        expect(unpackPosition(packed)).toBe(sk);
      }),
    );
  });

  it('keeps the order', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(Math.sign(Buffer.compare(packPosition(a), packPosition(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});
