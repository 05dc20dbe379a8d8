import fc from 'fast-check';
import { normalizeFileName } from '../../../lib/names/normalizeFileName.ts';

describe('normalizeFileName', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\RXD2-1.pdf', 'RXD2-1.pdf'],
    ['a/b\\c.txt', 'c.txt'],
    ['php://foo', 'foo'],
    ['two\r\nlines\tand tab.txt', 'two lines and tab.txt'],
    ['line\u2028separator\u2029s.txt', 'line separator s.txt'],
    ['safe.txt\0.sh', 'safe.txt.sh'],
    ['bell\u0007 and c1\u0085.txt', 'bell and c1 .txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['zero\u200bwidth\u2060\ufeff.pdf', 'zerowidth.pdf'],
    ['tag\u{e0041}s.pdf', 'tags.pdf'],
    ['👩\u200d👩\u200d👧.png', '👩\u200d👩\u200d👧.png'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['heart ❤\ufe0f.pdf', 'heart ❤\ufe0f.pdf'],
    ['  many   blanks .pdf  ', 'many blanks .pdf'],
    ['no\u00a0break\u3000wide.pdf', 'no break wide.pdf'],
    ['u\u0308ber.pdf', 'über.pdf'],
    ['ＲＸＤ２.pdf', 'ＲＸＤ２.pdf'],
    ['broken \ud800 surrogate.pdf', 'broken surrogate.pdf'],
    ['...', '...'],
    ['.pdf', '.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(normalizeFileName(given)).toBe(expected);
  });

  test.each(['', '.', '..', '   ', 'a/', 'C:\\', '\u200b', '\u202e.', './..'])('%j is unnamed', given => {
    expect(normalizeFileName(given)).toBeNull();
  });

  it('cuts long names to 200 code points and keeps the extension', () => {
    const name = normalizeFileName(`${'😀'.repeat(300)}.tar.gz`);
    expect([...(name ?? '')]).toHaveLength(200);
    expect(name).toMatch(/😀\.gz$/u);
  });

  it('cuts within what is no extension', () => {
    expect(normalizeFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(198)}`);
    expect(normalizeFileName('x'.repeat(201))).toBe('x'.repeat(200));
  });

  it('leaves no blank before the extension where the cut falls on one', () => {
    expect(normalizeFileName(`${'a'.repeat(195)} ${'b'.repeat(50)}.pdf`)).toBe(`${'a'.repeat(195)}.pdf`);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 }).map(units => String.fromCharCode(...units)),
    fc
      .array(
        fc.constantFrom('a', '.', ' ', '/', '\\', '\0', '\n', '\u202e', '\u200b', '\u200d', 'e\u0301', '😀', '\u3000'),
        { maxLength: 400 },
      )
      .map(list => list.join('')),
  );

  it('keeps its rules for any text', () => {
    const forbidden = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}/\\]/u;
    fc.assert(
      fc.property(anyText, text => {
        const name = normalizeFileName(text);
        if (name === null) return;
        expect(name).not.toMatch(forbidden);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
        expect([...name].length).toBeLessThanOrEqual(200);
        expect(['', '.', '..']).not.toContain(name);
      }),
      { numRuns: 2000 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, text => {
        const name = normalizeFileName(text);
        expect(name === null ? null : normalizeFileName(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});
