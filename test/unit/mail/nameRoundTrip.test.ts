// Any name that a sender encodes by the book, however it is cut into pieces, comes back whole.

import fc from 'fast-check';
import { rareTwoByteCharacters } from '../../../lib/mail/commonCharacters.ts';
import { onlyPart, withPart } from '../../mails.ts';

const percent = (bytes: Uint8Array): string =>
  [...bytes].map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const q = (bytes: Uint8Array): string =>
  [...bytes].map(byte => (byte === 0x20 ? '_' : `=${byte.toString(16).padStart(2, '0').toUpperCase()}`)).join('');

/** Cuts bytes anywhere, within characters too. */
function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...cuts.map(one => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

const names = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  )
  .filter(
    name =>
      name.isWellFormed() &&
      name.trim() !== '' &&
      !name.startsWith('\ufeff') &&
      !name.includes('=?') &&
      !name.includes('\x1b'),
  );
const cuts = fc.array(fc.nat(), { maxLength: 5 });

/**
 * Short names of characters that no name has, all of two bytes: these are read in another charset where one is likelier, so
 * that two bytes of GBK are a word of Chinese and not one letter of phonetics.
 */
const looksLikeAnotherCharset = (name: string): boolean =>
  Buffer.byteLength(name) <= 40 && !/[^\0-\u07ff]/.test(name) && name.match(rareTwoByteCharacters) !== null;

const rawName = async (disposition: string) =>
  (await onlyPart(withPart(`Content-Disposition: attachment;\n ${disposition}`))).rawFilename;

describe('a name', () => {
  it('in RFC 2231 sections in any order', async () => {
    await fc.assert(
      fc.asyncProperty(names, cuts, fc.boolean(), async (name, where, isReversed) => {
        const sections = cut(Buffer.from(name), where).map(
          (piece, i) => `filename*${i}*=${i === 0 ? "utf-8'en'" : ''}${percent(piece)}`,
        );
        expect(await rawName((isReversed ? sections.toReversed() : sections).join(';\n '))).toBe(name);
      }),
    );
  });

  it('in RFC 2047 words of both encodings', async () => {
    await fc.assert(
      fc.asyncProperty(names, cuts, fc.boolean(), async (name, where, isQuoted) => {
        const words = cut(Buffer.from(name), where).map((piece, i) =>
          i % 2 === 0 ? `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=` : `=?utf-8?Q?${q(piece)}?=`,
        );
        const value = words.join('\n ');
        expect(await rawName(isQuoted ? `filename="${value}"` : `filename=${value}`)).toBe(name);
      }),
    );
  });

  it('in raw UTF-8 within quotes', async () => {
    const printable = names.filter(
      name =>
        !/[\p{Cc}\u2028\u2029]/u.test(name) && !/^(?:[A-Za-z]:\\|\\\\)/.test(name) && !looksLikeAnotherCharset(name),
    );
    await fc.assert(
      fc.asyncProperty(printable, async name => {
        const quoted = Buffer.from(name.replace(/["\\]/g, '\\$&')).toString('latin1');
        expect(await rawName(`filename="${quoted}"`)).toBe(name);
      }),
    );
  });
});
