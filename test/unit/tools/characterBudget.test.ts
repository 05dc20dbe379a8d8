import fc from 'fast-check';
import { readHtml } from '../../../lib/content/readHtml.ts';
import { type CharacterLimits, characterBudget } from '../../../lib/tools/characterBudget.ts';

const show = (limits: CharacterLimits, texts: readonly string[], kind: 'plain' | 'html' = 'plain') => {
  const budget = characterBudget(limits);
  return texts.map(text => budget({ text, isWhole: true }, kind));
};

const family = '👨‍👩‍👧';

describe('characterBudget', () => {
  test('returns what fits, counted in code points', () => {
    expect(show({ representation: 3, call: 5 }, ['a😀b', '', 'cd'])).toEqual([
      { text: 'a😀b', originalCharacterCount: 3, truncatedBy: 'none' },
      { text: '', originalCharacterCount: 0, truncatedBy: 'none' },
      { text: 'cd', originalCharacterCount: 2, truncatedBy: 'none' },
    ]);
  });

  test('says which of the two limits cut', () => {
    const cuts = (limits: CharacterLimits, lengths: readonly number[]) =>
      show(
        limits,
        lengths.map(length => 'x'.repeat(length)),
      ).map(({ text, truncatedBy }) => [text.length, truncatedBy]);
    expect(cuts({ representation: 10, call: 25 }, [11, 11, 11, 1, 0])).toEqual([
      [10, 'bodyCharacterLimit'],
      [10, 'bodyCharacterLimit'],
      [5, 'readCharacterBudget'],
      [0, 'readCharacterBudget'],
      [0, 'none'],
    ]);
    expect(cuts({ representation: 10, call: 20 }, [10, 11])).toEqual([
      [10, 'none'],
      [10, 'bodyCharacterLimit'],
    ]);
    expect(cuts({ representation: 10, call: 19 }, [10, 9, 1])).toEqual([
      [10, 'none'],
      [9, 'none'],
      [0, 'readCharacterBudget'],
    ]);
  });

  test('says of a body that was not read to its end that it is cut', () => {
    expect(characterBudget({ representation: 10, call: 10 })({ text: 'abc', isWhole: false }, 'plain')).toEqual({
      text: 'abc',
      originalCharacterCount: 3,
      truncatedBy: 'bodyCharacterLimit',
    });
  });

  test.each([
    ['a pair of surrogates', '😀😀', 1, '😀'],
    ['a letter and its accent', 'ae\u0301x', 2, 'a'],
    ['a family', `a${family}b`, 4, 'a'],
    ['a family that fits', `a${family}b`, 6, `a${family}`],
    ['two flags', '🇩🇪🇫🇷', 3, '🇩🇪'],
    ['a line break', 'a\r\nb', 2, 'a'],
    ['a skin', '👍🏽x', 1, ''],
  ])('does not cut %s', (_, text, representation, shown) => {
    expect(show({ representation, call: 100 }, [text])[0]?.text).toBe(shown);
  });

  test('cuts HTML neither within a tag nor within a reference', () => {
    const html = '<p>a &amp; b <a href="https://example.com/">c</a></p>';
    const cuts = new Set(
      Array.from({ length: html.length }, (_, i) => show({ representation: i, call: 100 }, [html], 'html')[0]?.text),
    );
    expect([...cuts]).toEqual([
      '',
      '<p>',
      '<p>a',
      '<p>a ',
      '<p>a &amp;',
      '<p>a &amp; ',
      '<p>a &amp; b',
      '<p>a &amp; b ',
      '<p>a &amp; b <a href="https://example.com/">',
      '<p>a &amp; b <a href="https://example.com/">c',
      '<p>a &amp; b <a href="https://example.com/">c</a>',
    ]);
  });

  test('what it returns begins the whole, keeps to both limits and ends where a character ends', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      'e\u0301',
      '😀',
      family,
      '🇩🇪',
      '\r\n',
      ' ',
      '<p>',
      '&amp;',
      '한',
      '\u0e01\u0e33',
    );
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 5 }),
        fc.nat(12),
        fc.nat(30),
        (pieces, representation, call) => {
          const texts = pieces.map(some => some.join(''));
          let spent = 0;
          for (const [i, { text, originalCharacterCount, truncatedBy }] of show(
            { representation, call },
            texts,
          ).entries()) {
            const whole = texts[i] ?? '';
            const most = Math.min(representation, call - spent);
            expect(originalCharacterCount).toBe([...whole].length);
            expect(whole.startsWith(text)).toBe(true);
            expect([...text].length).toBeLessThanOrEqual(most);
            expect(truncatedBy === 'none').toBe(text === whole);
            if (text !== whole) {
              const graphemes = [...segmenter.segment(whole)].map(({ index }) => index);
              expect(graphemes).toContain(text.length);
              const next = graphemes[graphemes.indexOf(text.length) + 1] ?? whole.length;
              expect([...whole.slice(0, next)].length).toBeGreaterThan(most);
            }
            spent += [...text].length;
          }
        },
      ),
    );
  });

  test('of sanitized HTML no cut opens what was closed', () => {
    const html = readHtml('<p>a &lt;b&gt; "c" <a href="https://example.com/?a=1&amp;b=2">d</a></p>').sanitizedHtml;
    for (let most = 0; most <= html.length; most++) {
      const [cut] = show({ representation: most, call: 1000 }, [html], 'html');
      expect(cut?.text).not.toMatch(/<[^>]*$|&[a-z]*$/);
    }
  });
});
