import { cellFormats } from '../../../lib/files/cellFormat.ts';

const shown = (value: number, code: string, is1904 = false): string =>
  cellFormats([200], new Map([[200, code]]), is1904).show(value, 0);

test.each([
  [1234.5, 'General', '1234.5'],
  [0.1 + 0.2, 'General', '0.3'],
  [1e21, 'General', '1E+21'],
  [1234.5, '#,##0.00', '1,234.50'],
  [1.005, '0.00', '1.01'],
  [-1234567.891, '#,##0.0', '-1,234,567.9'],
  [-0.001, '0.00', '0.00'],
  [42, '00000', '00042'],
  [0.256, '0.0%', '25.6%'],
  [12345, '0.00E+00', '1.23E+4'],
  [99.9, '[$€-407] #,##0.00', '€ 99.90'],
  [99.9, '#,##0.00 "EUR"', '99.90 EUR'],
  [99.9, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', '$ 99.90'],
  [-5, '#,##0;[Red](#,##0)', '-5'],
  [7, '0 "pieces; of 10"', '7 pieces; of 10'],
  [0.5, '# ?/?', '0.5'],
  [5, '@', '5'],
])('%d as %s is %s', (value, code, text) => {
  expect(shown(value, code)).toBe(text);
});

test.each([
  [45366, 'dd.mm.yyyy', '2024-03-15'],
  [45366, '[$-407]d. mmmm yyyy', '2024-03-15'],
  [45366.604166666664, 'yyyy-mm-dd hh:mm', '2024-03-15 14:30'],
  [45366.99999999, 'yyyy-mm-dd hh:mm:ss', '2024-03-16'],
  [0.604166666666667, 'h:mm AM/PM', '14:30'],
  [0.5, 'mm:ss', '12:00'],
  [1.5, '[h]:mm', '36:00'],
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [61, 'yyyy-mm-dd', '1900-03-01'],
  [-1, 'yyyy-mm-dd', '-1'],
  [3e6, 'yyyy-mm-dd', '3000000'],
])('%d as %s is %s', (value, code, text) => {
  expect(shown(value, code)).toBe(text);
});

test('workbooks that count from 1904', () => {
  expect(shown(0, 'yyyy-mm-dd', true)).toBe('1904-01-01');
});

test('built-in formats by number', () => {
  const { show } = cellFormats([0, 14, 22, 10, 4], new Map(), false);
  expect([45366, 45366, 45366.5, 0.1, 1234].map((value, style) => show(value, style))).toEqual([
    '45366',
    '2024-03-15',
    '2024-03-15 12:00',
    '10.00%',
    '1,234.00',
  ]);
});

test('a format that is no format shows the number', () => {
  for (const code of ['', ';;;', '"', '[', '\\', '"'.repeat(500), '[$', 'qqq']) expect(shown(12, code)).toMatch(/12/);
});
