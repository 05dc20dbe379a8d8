import fc from 'fast-check';
import {
  checkEnd,
  newBitWriter,
  readBits,
  readGamma,
  readRice,
  readUniform,
  riceParameter,
  writeBits,
  writeGamma,
  writeRice,
  writeUniform,
  writtenBits,
} from '../../../lib/words/bits.ts';

const written = fc.oneof(
  fc
    .nat({ max: 25 })
    .chain(count =>
      fc.record({ code: fc.constant('bits' as const), value: fc.nat({ max: 2 ** count - 1 }), by: fc.constant(count) }),
    ),
  fc.record({ code: fc.constant('gamma' as const), value: fc.integer({ min: 1, max: 2 ** 30 }), by: fc.constant(0) }),
  fc
    .integer({ min: 1, max: 2 ** 24 })
    .chain(range =>
      fc.record({ code: fc.constant('uniform' as const), value: fc.nat({ max: range - 1 }), by: fc.constant(range) }),
    ),
  fc.record({ code: fc.constant('rice' as const), value: fc.nat({ max: 2 ** 20 }), by: fc.nat({ max: 20 }) }),
);

describe('bits', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 200 }), values => {
        const writer = newBitWriter(1);
        for (const { code, value, by } of values) {
          if (code === 'bits') writeBits(writer, value, by);
          if (code === 'gamma') writeGamma(writer, value);
          if (code === 'uniform') writeUniform(writer, value, by);
          if (code === 'rice') writeRice(writer, value, by);
        }
        const reader = { bytes: writtenBits(writer), at: 0 };
        const read = values.map(({ code, by }) => {
          if (code === 'bits') return readBits(reader, by);
          if (code === 'gamma') return readGamma(reader);
          return code === 'uniform' ? readUniform(reader, by) : readRice(reader, by);
        });
        expect(read).toEqual(values.map(({ value }) => value));
        expect(reader.at).toBe(writer.length);
        checkEnd(reader);
      }),
    );
  });

  test('of a range take as many as the range needs', () => {
    const writer = newBitWriter();
    writeUniform(writer, 0, 1);
    expect(writer.length).toBe(0);
    for (let value = 0; value < 5; value++) writeUniform(writer, value, 5);
    expect(writer.length).toBe(2 + 2 + 2 + 3 + 3);
  });

  test('of a number near its parameter are few', () => {
    const numbers = Array.from({ length: 100 }, (_, i) => (i * 37) % 60);
    const writer = newBitWriter();
    const k = riceParameter(
      numbers.reduce((sum, number) => sum + number, 0),
      numbers.length,
    );
    for (const number of numbers) writeRice(writer, number, k);
    expect(writer.length / numbers.length).toBeLessThan(7);
  });

  test('that are not there are told', () => {
    const reader = { bytes: Uint8Array.of(0xff), at: 0 };
    readBits(reader, 9);
    expect(() => checkEnd(reader)).toThrow('damaged');
    expect(() => readGamma({ bytes: new Uint8Array(9), at: 0 })).toThrow('damaged');
  });
});
