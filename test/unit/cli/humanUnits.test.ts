import { counted, humanDuration, humanSize } from '../../../lib/cli/humanUnits.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1500, '1.5 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [40 * 1024 * 1024, '42 MB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(humanSize(bytes)).toBe(text);
});

test.each([
  [0, '0:00'],
  [59.6, '1:00'],
  [3599, '59:59'],
  [3600, '1:00:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds)).toBe(text);
});

test('one is singular', () => {
  expect([counted(1, 'message'), counted(1234, 'message'), counted(0, 'copy', 'copies')]).toEqual([
    '1 message',
    '1,234 messages',
    '0 copies',
  ]);
});
