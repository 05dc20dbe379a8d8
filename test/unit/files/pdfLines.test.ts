import type { PdfPiece } from '../../../lib/files/pdfLine.ts';
import { placeOf, textOfLines } from '../../../lib/files/pdfLines.ts';

/** Lines of ten points from their texts, where each begins and how far up; every character is as wide as its size. */
const page = (lines: readonly (readonly [text: string, left: number, up: number, size?: number])[]): string =>
  textOfLines(lines.map(([text, left, up, size = 10]) => ({ text, left, right: left + size * text.length, up, size })));

test('a full line of Chinese or Japanese runs on in the next one', () => {
  expect(
    page([
      ['本合同自双方签字之日起', 20, 100],
      ['生效，有效期三年，期满', 0, 85],
      ['可以续签。', 0, 70],
    ]),
  ).toBe('本合同自双方签字之日起生效，有效期三年，期满可以续签。');
});

test('so does one of Thai, which may end earlier', () => {
  expect(
    page([
      ['การรับประกันมีระยะ', 0, 100],
      ['เวลาห้าปีนับจากวันที่', 0, 85],
    ]),
  ).toBe('การรับประกันมีระยะเวลาห้าปีนับจากวันที่');
});

test.each<[string, readonly (readonly [string, number, number, number?])[]]>([
  [
    'a heading of another size',
    [
      ['合同书正文标题一二三', 0, 100, 16],
      ['本合同自双方签字之日起', 0, 80],
    ],
  ],
  [
    'a line that ends before the next one does',
    [
      ['第一条保修期与责任', 0, 100],
      ['本合同自双方签字之日起生效', 0, 85],
    ],
  ],
  [
    'short lines',
    [
      ['苏州', 0, 100],
      ['上海', 0, 85],
    ],
  ],
  [
    'the next column',
    [
      ['本合同自双方签字之日起', 0, 100],
      ['生效，有效期三年，期满', 150, 700],
    ],
  ],
  [
    'a line far below',
    [
      ['本合同自双方签字之日起', 0, 100],
      ['生效，有效期三年，期满', 0, 40],
    ],
  ],
  [
    'the end of a sentence',
    [
      ['本合同自双方签字生效。', 0, 100],
      ['有效期三年', 0, 85],
    ],
  ],
  [
    'words with blanks',
    [
      ['a line of English words', 0, 100],
      ['goes on in the next line', 0, 85],
    ],
  ],
  [
    'characters beside each other',
    [
      ['本', 0, 100],
      ['約', 40, 100],
    ],
  ],
])('but not %s', (_, lines) => {
  expect(page(lines)).toBe(lines.map(([text]) => text).join('\n'));
});

test('characters below each other are a column, which goes on in the next one to the left', () => {
  expect(
    page([
      ...[...'本契約は'].map((letter, i) => [letter, 100, 200 - 10 * i] as const),
      ...[...'三年と、'].map((letter, i) => [letter, 85, 200 - 10 * i] as const),
    ]),
  ).toBe('本契約は三年と、');
});

test('where a line stands is told along it and across, however it is turned', () => {
  const piece = (str: string, transform: readonly number[], width: number): PdfPiece => ({
    str,
    dir: 'ltr',
    transform,
    width,
  });
  expect(placeOf([piece('a', [10, 0, 0, 10, 50, 700], 10), piece(' ', [10, 0, 0, 10, 60, 700], 5)])).toEqual({
    ...{ left: 50, right: 60, up: 700, size: 10 },
  });
  // A quarter turn to the left.
  expect(placeOf([piece('a', [0, 12, -12, 0, 50, 700], 30)])).toEqual({ left: 700, right: 730, up: -50, size: 12 });
  expect(placeOf([{ str: 'of a form', dir: 'ltr' }]).size).toBe(0);
});
