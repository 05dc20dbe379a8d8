import { relative, sep } from 'node:path';
import fc from 'fast-check';
import { cutSegment, pathOfKey, restOf } from '../../../lib/local/blobPaths.ts';

/** The key back from the names of a path, by the same two functions that a listing uses. */
function keyOfPath(path: string): string {
  let key = '';
  let begun: string | null = null;
  const names = path.split(sep);
  for (const [i, name] of names.entries()) {
    const own: string = begun === null ? name : begun + (restOf(name) ?? 'not made here');
    const isFile = i === names.length - 1;
    const cut: string | null = isFile ? null : cutSegment(begun === null ? name : (restOf(name) ?? ''));
    if (cut !== null) begun = (begun ?? '') + cut;
    else {
      key += key === '' ? own : `/${own}`;
      begun = null;
    }
  }
  return key;
}

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', '%', '~', '+', '.', '-', 'é', '見', '\u{1F600}') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter(c => !/[/\0]/.test(c)) },
);
const segment = fc
  .oneof(fc.string({ unit, minLength: 1, maxLength: 12 }), fc.string({ unit, minLength: 200, maxLength: 500 }))
  .filter(text => text !== '.' && text !== '..' && !text.includes('/') && !text.includes('\0'));

describe('pathOfKey', () => {
  it('keeps every key apart, below the root, in names that a file system takes', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), segments => {
        const key = segments.join('/');
        const path = relative('/root', pathOfKey('/root', key));
        for (const name of path.split(sep)) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(253);
          expect(['', '.', '..']).not.toContain(name);
        }
        expect(keyOfPath(path)).toBe(key);
      }),
    );
  });

  it('leaves the names alone that importers make', () => {
    expect(pathOfKey('/root', 'mail/billing/Archive%2F2024/0a-b.eml')).toBe(
      '/root/mail/billing/Archive%2F2024/0a-b.eml',
    );
  });

  it.each(['', '/', 'a//b', '/a', 'a/', '.', '..', 'a/../b', 'a/./b', '../a', 'a\0b', 'a/\uD800'])(
    'refuses %j',
    key => {
      expect(() => pathOfKey('/root', key)).toThrow('a blob key is not one that can be kept as a file');
    },
  );
});
