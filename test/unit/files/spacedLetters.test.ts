import type { PdfPiece } from '../../../lib/files/pdfLine.ts';
import { closeSpaced, type Spaced } from '../../../lib/files/spacedLetters.ts';

/** Pieces of letters of ten points, each as wide, so far apart as the numbers between them say. */
function pieces(...parts: readonly (string | number)[]): PdfPiece[] {
  let left = 50;
  return parts.map(part => {
    const str = typeof part === 'number' ? ' ' : part;
    const width = typeof part === 'number' ? part : 10 * part.length;
    const piece = { str, dir: 'ltr', transform: [10, 0, 0, 10, left, 700], width };
    left += width;
    return piece;
  });
}
const close = (of: Spaced, ...parts: readonly (string | number)[]): string =>
  closeSpaced(pieces(...parts), of)
    .map(({ str }) => str)
    .join('');

test.each<[string, Spaced, readonly (string | number)[]]>([
  ['RECHNUNG Nr. 7', 'any', ['R E C H N U N G', 3, 'Nr. 7']],
  ['ANGEBOT', 'any', ['A', 9, 'N', 9.5, 'G', 9, 'E', 9, 'B', 9, 'O', 9, 'T']],
  ['LANGE WORTE', 'any', ['L', 6, 'A', 6, 'N', 6, 'G', 6, 'E', 14, 'W', 6, 'O', 6, 'R', 6, 'T', 6, 'E']],
  ['das Wort gesperrt steht da', 'any', ['das Wort g e s p e r r t steht da']],
  ['zweite Seite', 'any', ['z w e i t e S e i t e']],
  ['a punkt g e s p. da', 'any', ['a punkt g e s p. da']],
  ['R E C H N U N G', 'han', ['R E C H N U N G']],
  ['目录 甲方：保修 期限', 'han', ['目 录', 3, '甲 方：', '保修 ', '期 限']],
  ['合同书', 'han', ['合', 12, '同', 12, '书']],
  // What is no word: too few, the letters of a list, columns, and whatever has no one distance.
  ['a b c', 'any', ['a b c']],
  ['I am a b', 'any', ['I am a b']],
  ['a b c d e', 'any', ['a b c d e']],
  ['x Y x Y', 'any', ['x Y x Y']],
  ['X Y Y X', 'any', ['X', 40, 'Y', 40, 'Y', 40, 'X']],
  ['X WORT', 'any', ['X', 14, 'W', 6, 'O', 6, 'R', 6, 'T']],
  ['X Y Y X', 'any', ['X', 3, 'Y', 9, 'Y', 3, 'X']],
])('%s', (text, of, parts) => {
  expect(close(of, ...parts)).toBe(text);
});

test('pieces that do not tell where they are stay as they are', () => {
  const form = ['A', ' ', 'B', ' ', 'D', ' ', 'C'].map(str => ({ str, dir: 'ltr' }));
  expect(closeSpaced(form, 'any')).toEqual(form);
});

test('a line of very many letters is read in one go', () => {
  const letters = Array.from({ length: 400_000 }, (_, i): PdfPiece => {
    const str = i % 2 === 1 ? ' ' : i % 4 === 0 ? 'x' : 'Y';
    return { str, dir: 'ltr', transform: [10, 0, 0, 10, 10 * i, 700], width: 10 };
  });
  expect(closeSpaced(letters, 'any')).toHaveLength(letters.length);
});
