import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { encodePosition } from '../../../lib/archive/position.ts';
import { MailglobError } from '../../../lib/errors.ts';
import { bindingOf, openCursor, sealCursor } from '../../../lib/search/cursor.ts';

const keys = { current: randomBytes(32), previous: [] };
const binding = bindingOf(['searchAttachments', '*.pdf']);

const place = fc.record({
  behind: fc
    .record({ at: fc.integer({ min: -1e12, max: 1e14 }), id: fc.uuid(), number: fc.nat(4000) })
    .map(encodePosition),
  skip: fc.nat(10_000),
});

const codeOf = (act: () => unknown): number => {
  try {
    act();
  } catch (error) {
    if (error instanceof MailglobError) return error.code;
    throw error;
  }
  return 0;
};

describe('cursor', () => {
  test('comes back as it was, in at most 512 URL-safe characters', () => {
    fc.assert(
      fc.property(place, own => {
        const cursor = sealCursor(keys, binding, own);
        expect(cursor).toMatch(/^[\w-]{1,512}$/);
        expect(openCursor(keys, binding, cursor)).toEqual(own);
      }),
    );
  });

  test('edited, cut, lengthened or foreign is 52001', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.integer({ min: 1, max: 63 }), (own, at, change) => {
        const cursor = sealCursor(keys, binding, own);
        const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const i = at % cursor.length;
        const other = digits[(digits.indexOf(cursor[i] ?? '') + change) % 64];
        const edited = cursor.slice(0, i) + other + cursor.slice(i + 1);
        for (const text of [
          edited,
          cursor.slice(0, i),
          `${cursor}A`,
          `${cursor}=`,
          cursor + cursor,
          '',
          'x',
          '\u{1f601}',
        ]) {
          expect(codeOf(() => openCursor(keys, binding, text))).toBe(52001);
        }
        expect(codeOf(() => openCursor({ current: randomBytes(32), previous: [] }, binding, cursor))).toBe(52001);
      }),
    );
  });

  test('of another question is 52002', () => {
    const cursor = sealCursor(keys, binding, { behind: 'x', skip: 0 });
    expect(codeOf(() => openCursor(keys, bindingOf(['searchAttachments', '*.doc']), cursor))).toBe(52002);
  });

  test('stays good when the key is rotated', () => {
    const cursor = sealCursor(keys, binding, { behind: 'x', skip: 7 });
    const rotated = { current: randomBytes(32), previous: [randomBytes(32), keys.current] };
    expect(openCursor(rotated, binding, cursor)).toEqual({ behind: 'x', skip: 7 });
  });
});
