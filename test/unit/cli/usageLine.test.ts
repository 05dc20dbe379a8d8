import { usageLine } from '../../../lib/cli/usageLine.ts';

test('is one line, with where to look', () => {
  expect(usageLine("error: unknown option '--jsno'\n(Did you mean --json?)\n", ['status', '--jsno'], 'status')).toBe(
    "mailglob: unknown option '--jsno' (Did you mean --json?): see 'mailglob status --help'",
  );
  expect(usageLine("error: unknown command 'x'\n", ['x'], null)).toBe(
    "mailglob: unknown command 'x': see 'mailglob --help'",
  );
});

test.each([
  ['of an argument', ['é'.repeat(257)]],
  ['behind the = of an option', [`--account=${'é'.repeat(257)}`]],
])('cuts a long value %s, and keeps what stands behind it', (_, args) => {
  const text = `error: option '--account <id>' argument '${'é'.repeat(257)}' is invalid. It takes 1 to 256.\n`;
  expect(usageLine(text, args, 'import')).toBe(
    `mailglob: option '--account <id>' argument '${'é'.repeat(60)}…' is invalid. It takes 1 to 256: see 'mailglob import --help'`,
  );
});

test('shows nothing that acts on a terminal', () => {
  expect(usageLine("error: unknown command 'a\nb\u{1b}[2J\u{202e}'\n", ['a\nb\u{1b}[2J\u{202e}'], null)).toBe(
    "mailglob: unknown command 'a b\u{fffd}[2J\u{fffd}': see 'mailglob --help'",
  );
});

test('takes $ in a value as it stands', () => {
  const value = `$&${'x'.repeat(100)}`;
  expect(usageLine(`error: '${value}'`, [value], null)).toContain(`'$&${'x'.repeat(58)}…'`);
});
