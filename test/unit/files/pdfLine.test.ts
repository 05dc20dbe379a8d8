import { pdfLine } from '../../../lib/files/pdfLine.ts';

/** Pieces from their texts and how far from the left each is drawn. */
const line = (...pieces: readonly (readonly [string, number])[]): string =>
  pdfLine(
    pieces.map(([str, left]) => ({
      str,
      dir: /[\u0590-\u06ff]/.test(str) ? 'rtl' : 'ltr',
      transform: [1, 0, 0, 1, left, 700],
    })),
  );

test.each<[string, string, readonly (readonly [string, number])[]]>([
  [
    'words from left to right',
    'one two',
    [
      ['one', 10],
      [' ', 30],
      ['two', 40],
    ],
  ],
  [
    'drawn from the right',
    'שלום עולם',
    [
      ['שלום', 80],
      [' ', 70],
      ['עולם', 20],
    ],
  ],
  [
    'drawn from the left',
    'שלום עולם טוב',
    [
      ['טוב', 10],
      [' ', 30],
      ['עולם', 40],
      [' ', 70],
      ['שלום', 80],
    ],
  ],
  [
    'with words of the other kind, which keep their order',
    'גרסה Open Office חדשה מאוד',
    [
      ['מאוד', 10],
      [' ', 30],
      ['חדשה', 40],
      [' ', 60],
      ['Open', 70],
      [' ', 80],
      ['Office', 90],
      [' ', 110],
      ['גרסה', 120],
    ],
  ],
  [
    'with a number at the end',
    'עמוד 12',
    [
      ['12', 10],
      [' ', 20],
      ['עמוד', 30],
    ],
  ],
  [
    'beside a column of the other kind',
    'words שלום עולם טוב',
    [
      ['words', 10],
      [' ', 30],
      ['טוב', 140],
      [' ', 160],
      ['עולם', 170],
      [' ', 190],
      ['שלום', 200],
    ],
  ],
  [
    'in a line of the other kind',
    'the words שלום עולם in a line',
    [
      ['the words ', 10],
      ['עולם', 60],
      [' ', 80],
      ['שלום', 90],
      [' in a line', 120],
    ],
  ],
])('%s', (_, text, pieces) => {
  expect(line(...pieces)).toBe(text);
});
