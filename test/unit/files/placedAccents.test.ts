import { isMadeByTex, placeAccents } from '../../../lib/files/placedAccents.ts';

test.each([
  ['G¨odel und na¨\u0131ve M¨uller', 'Gödel und naïve Müller'],
  [
    'Dvoˇr´ak, fa¸cade, caf´e, `a la, ˚Angstr¨om, Erd˝os, se˜nor, ˆetre, v˛a',
    'Dvořák, façade, café, à la, Ångström, Erdős, señor, être, vą',
  ],
  // What is no letter with an accent.
  ['x^a ~n ¨ o `` ¨q ~/home', 'x^a ~n ¨ o `` ¨q ~/home'],
])('%s', (written, text) => {
  expect(placeAccents(written, true)).toBe(text);
});

test('what is an apostrophe, a quotation mark or an operator elsewhere stays one there', () => {
  expect(placeAccents('it´e `a` ~a a^e G¨odel', false)).toBe('it´e `a` ~a a^e Gödel');
});

test('documents of TeX are told by who made them', () => {
  expect([isMadeByTex('TeX', 'pdfTeX-1.40.25'), isMadeByTex('dvips(k) 2022.1', 'GPL Ghostscript 10.0.0')]).toEqual([
    true,
    true,
  ]);
  expect([isMadeByTex(null, undefined, 7), isMadeByTex('Textmaker', 'Acrobat PDFWriter')]).toEqual([false, false]);
});
