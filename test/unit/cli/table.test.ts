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

test('leaves out a column without cells before any other, where there is no room for all', () => {
  const bare = rows.map(([date = '', size = '', name = '']) => [date, size, name, '', 'Numbers']);
  expect(table(columns, bare, 60)[0]).toBe('date          size  file name                        subject');
  expect(table(columns, bare, null)[0]).toContain('from');
  expect(table(columns, bare, 90)[0]).toContain('from');
});

test('leaves columns out and narrows them until the one that matters has its least', () => {
  const named = columns.map(column => (column.title === 'file name' ? { ...column, least: 24 } : column));
  expect(table(named, rows, 60)).toEqual([
    'date          size  file name                 from',
    '2024-03-05  1.5 kB  a very long…report.pdf    Ann <ann@exam…',
    '2024-03-04   23 MB  見積書.pdf                bob@example.c…',
  ]);
  expect(table(named, rows, 50)[0]).toBe('date          size  file name');
  expect(table(named, rows, 30).map(textWidth)).toEqual([29, 30, 30]);
});

test('no line is wider than the terminal', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 50 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
      fc.integer({ min: 40, max: 150 }),
      (cells, width) => {
        const wide = cells.map(([name, from, subject]) => ['2024-03-05', '999 kB', name, from, subject]);
        const named = columns.map(column => (column.cut === 'middle' ? { ...column, least: 24 } : column));
        for (const line of [...table(columns, wide, width), ...table(named, wide, width)])
          expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
