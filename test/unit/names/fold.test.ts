import fc from 'fast-check';
import { fold, foldRun } from '../../../lib/names/fold.ts';
import { odd } from './oddText.ts';

describe('fold', () => {
  test.each([
    ['RXD2_SCH.PDF', 'rxd2_sch.pdf'],
    ['U\u0308bersicht.pdf', '\u00fcbersicht.pdf'],
    ['ＲＸＤ２－１.pdf', 'rxd2-1.pdf'],
    ['noise\u00a0test.pdf', 'noise test.pdf'],
    ['İstanbul.pdf', 'istanbul.pdf'],
    ['ΟΔΟΣ.txt', 'οδοσ.txt'],
    ['οδος.txt', 'οδοσ.txt'],
    ['co\u00adop\u200d.txt', 'coop.txt'],
    ['❤\ufe0f.png', '❤.png'],
    ['  a \t\u3000 b  ', 'a b'],
    ['résumé.doc', 'résumé.doc'],
    ['ﬁle①.pdf', 'file1.pdf'],
    ['', ''],
  ])('%j is %j', (name, expected) => {
    expect(fold(name)).toBe(expected);
  });

  test('the quick way for ASCII gives what the long way gives', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{0,40}$/), text => {
        const long = foldRun(`${text}見`);
        expect(`${foldRun(text)}見`).toBe(long);
      }),
    );
  });

  test('ignores case and Unicode form', () => {
    fc.assert(
      fc.property(odd, text => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~äöüé]{0,24}$/), text => {
        expect(fold(text.toUpperCase())).toBe(fold(text));
      }),
    );
  });

  test('leaves nothing to trim, no run of blanks and nothing that is dropped', () => {
    fc.assert(
      fc.property(odd, text => {
        expect(fold(text)).not.toMatch(/^\s|\s$|\s\s|[^\S ]|\u00ad|\u200c|\u200d|\ufe0f|ς/u);
      }),
    );
  });

  // What is dropped is dropped after it, so that something between them, or a second dot, keeps a dot.
  test('leaves no dot above an i that has one', () => {
    fc.assert(
      fc.property(
        odd,
        fc.constantFrom('\u0130', 'I\u0307', 'i\u0307', '\u2170\u0307'),
        odd,
        (before, dotted, after) => {
          fc.pre(!/^\p{M}|^\p{Cf}|^\u0307/u.test(after.normalize('NFKD')));
          expect(fold(before + dotted + after)).toBe(fold(`${before}i${after}`));
        },
      ),
    );
  });
});
