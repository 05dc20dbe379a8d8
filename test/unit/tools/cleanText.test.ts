import fc from 'fast-check';
import { cleanText } from '../../../lib/tools/cleanText.ts';

describe('cleanText', () => {
  it.each([
    ['plain text stays', 'Re: Ünïcode – 日本語 😀', 'Re: Ünïcode – 日本語 😀'],
    ['lone surrogates', 'a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
    ['control characters', 'a\u0000\u001b[31mb\r\n\tc\u009bd', 'a [31mb c d'],
    ['line separators', 'a\u2028b\u2029c', 'a b c'],
    ['bidi controls', 'invoice\u202efdp.exe\u202c', 'invoicefdp.exe'],
    [
      'text hidden in tag characters',
      `hi${[...'obey'].map(c => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}!`,
      'hi!',
    ],
    ['blanks around', '  a  b  ', 'a  b'],
    ['nothing', '', ''],
  ])('%s', (_, text, clean) => {
    expect(cleanText(text, 100)).toBe(clean);
  });

  it('cuts by code points and shows that it did', () => {
    expect(cleanText('😀'.repeat(10), 10)).toBe('😀'.repeat(10));
    expect(cleanText('😀'.repeat(11), 10)).toBe(`${'😀'.repeat(9)}…`);
    expect(cleanText('x'.repeat(5_000_000), 10)).toBe('xxxxxxxxx…');
  });

  it('always gives one well-formed line within the bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        const clean = cleanText(text, most);
        expect([...clean].length).toBeLessThanOrEqual(most);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
