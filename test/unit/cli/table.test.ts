import fc from 'fast-check';
import { textWidth } from '../../../lib/cli/fitText.ts';
import { type Column, table } from '../../../lib/cli/table.ts';

const columns: readonly Column[] = [
  { title: 'date' },
  { title: 'size', align: 'right' },
  { title: 'file name', cut: 'middle', weight: 3 },
  { title: 'from', cut: 'end', weight: 2, expendable: 1 },
  { title: 'subject', cut: 'end', weight: 2, expendable: 2 },
];

const rows = [
  [
    '2024-03-05',
    '1.5 kB',
    'a very long name of a quarterly report.pdf',
    'Ann <ann@example.com>',
    'Numbers of the quarter',
  ],
  ['2024-03-04', '23 MB', '見積書.pdf', 'bob@example.com', ''],
];

test('lays out every cell at full width where nothing bounds it', () => {
  expect(table(columns, rows, null)).toEqual([
    'date          size  file name                                   from                   subject',
    '2024-03-05  1.5 kB  a very long name of a quarterly report.pdf  Ann <ann@example.com>  Numbers of the quarter',
    '2024-03-04   23 MB  見積書.pdf                                  bob@example.com',
  ]);
});

test('cuts names in the middle and the rest at the end', () => {
  expect(table(columns, rows, 80)).toEqual([
    'date          size  file name                 from              subject',
    '2024-03-05  1.5 kB  a very long…report.pdf    Ann <ann@exampl…  Numbers of the…',
    '2024-03-04   23 MB  見積書.pdf                bob@example.com',
  ]);
});

test('leaves columns out where the terminal is narrow, the subject first', () => {
  expect(table(columns, rows, 45)[0]).toBe('date          size  file name      from');
  expect(table(columns, rows, 34)[0]).toBe('date          size  file name');
});

test('no line is wider than the terminal', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 50 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
      fc.integer({ min: 40, max: 150 }),
      (cells, width) => {
        const wide = cells.map(([name, from, subject]) => ['2024-03-05', '999 kB', name, from, subject]);
        for (const line of table(columns, wide, width)) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
