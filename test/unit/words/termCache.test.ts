import { termAt } from '../../../lib/words/termCache.ts';

describe('termAt', () => {
  test('gives every word its own term, though words share a slot', () => {
    const words = Array.from({ length: 100_000 }, (_, i) => `w${i.toString(36)}`);
    const text = words.join(' ');
    for (let round = 0; round < 2; round++) {
      let at = 0;
      const terms = words.map(word => {
        const term = termAt(text, at, at + word.length, written => `term of ${written}`);
        at += word.length + 1;
        return term;
      });
      expect(terms).toEqual(words.map(word => `term of ${word}`));
    }
  });

  test('makes the term of a word once, and of a long one every time', () => {
    let made = 0;
    const make = (written: string): string => {
      made += 1;
      return written;
    };
    for (const word of ['zanzibar', 'zanzibar', 'z'.repeat(40), 'z'.repeat(40)]) termAt(word, 0, word.length, make);
    expect(made).toBe(3);
  });
});
