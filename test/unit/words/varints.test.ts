import fc from 'fast-check';
import { newWriter, readBytes, readVarint, writeBytes, writeVarint, writtenBytes } from '../../../lib/words/varints.ts';

describe('varints', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 31 - 1 })), fc.uint8Array(), (values, rest) => {
        const writer = newWriter(1);
        for (const value of values) writeVarint(writer, value);
        writeBytes(writer, rest);
        const reader = { bytes: writtenBytes(writer), at: 0 };
        expect(values.map(() => readVarint(reader))).toEqual(values);
        expect(readBytes(reader, rest.length)).toEqual(rest);
      }),
    );
  });

  test('that do not end, and bytes that are missing, are told', () => {
    expect(() => readVarint({ bytes: Uint8Array.of(0x80), at: 0 })).toThrow('damaged');
    expect(() => readVarint({ bytes: new Uint8Array(9).fill(0x80), at: 0 })).toThrow('damaged');
    expect(() => readBytes({ bytes: new Uint8Array(3), at: 1 }, 3)).toThrow('damaged');
  });
});
