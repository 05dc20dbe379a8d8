import fc from 'fast-check';
import { escaped, printable } from '../../../lib/cli/printable.ts';

const control = /[\p{Cc}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{2028}\u{2029}]/u;

describe('printable', () => {
  test('takes escape sequences apart', () => {
    expect(printable('\u{1b}[2J\u{1b}]0;title\u{7}evil.pdf')).toBe('\u{fffd}[2J\u{fffd}]0;title\u{fffd}evil.pdf');
    expect(printable('\u{9b}31mred')).toBe('\u{fffd}31mred');
  });

  test('makes one line of several', () => {
    expect(printable('a\r\nb\tc\u{2028}d')).toBe('a  b c d');
  });

  test('takes away what reorders a line', () => {
    expect(printable('invoice\u{202e}fdp.exe')).toBe('invoice\u{fffd}fdp.exe');
  });

  test('leaves text, emoji sequences and combining marks alone', () => {
    const text = 'Übersicht 見積書 👩‍👩‍👧 e\u{301} نامه';
    expect(printable(text)).toBe(text);
  });

  test('leaves no control character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(printable(text)).not.toMatch(control);
        expect(escaped(text)).not.toMatch(control);
      }),
    );
  });
});

test('escaped shows which character it was', () => {
  expect(escaped('a\u{202e}b\u{1b}\n')).toBe('a\\u{202e}b\\u{1b}\\u{a}');
});
