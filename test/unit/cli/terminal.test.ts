import { canRedraw, outputWidth } from '../../../lib/cli/terminal.ts';

const terminal = { isTTY: true, columns: 120 };
const pipe = { isTTY: false, columns: 0 };

test.each([
  [terminal, {}, 120],
  [terminal, { COLUMNS: '60' }, 60],
  [terminal, { COLUMNS: 'wide' }, 120],
  [terminal, { COLUMNS: '5' }, 20],
  [{ isTTY: true, columns: 0 }, {}, 80],
  [pipe, {}, null],
  [pipe, { COLUMNS: '60' }, 60],
])('the width of %j with %j is %j', (output, env, width) => {
  expect(outputWidth(output, env)).toBe(width);
});

test('a bar is drawn on a terminal that can', () => {
  expect([canRedraw(terminal, {}), canRedraw(terminal, { TERM: 'dumb' }), canRedraw(pipe, {})]).toEqual([
    true,
    false,
    false,
  ]);
});
