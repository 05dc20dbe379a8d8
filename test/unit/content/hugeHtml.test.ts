// HTML made to be dear: bounds end the reading, and what was read so far is there. That the bounds hold is told by what
// is left out, never by a clock.

import { readHtml } from '../../../lib/content/readHtml.ts';
import { limits } from '../../../lib/limits.ts';

describe('what is large and harmless is read to its end', () => {
  test.each([
    ['ten thousand nested tags', `${'<div>'.repeat(10_000)}deep${'</div>'.repeat(10_000)}end`],
    ['ten thousand quotes within quotes', `${'<blockquote>'.repeat(10_000)}deep${'</blockquote>'.repeat(10_000)}end`],
    ['five thousand lists within lists', `${'<ul><li>'.repeat(5_000)}deep${'</ul>'.repeat(5_000)}end`],
    ['a table of a hundred thousand cells', `<table>${`<tr>${'<td>x'.repeat(100)}`.repeat(1000)}</table>end`],
    ['a million attributes', `<p ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=1`).join(' ')}>end`],
    ['a million times one attribute', `<p ${'a=1 '.repeat(1_000_000)}>end`],
    ['ten megabytes of a picture within', `<img src="data:image/png;base64,${'A'.repeat(10_000_000)}">end`],
    ['openings of tags alone', `${'<'.repeat(400_000)} end`],
    ['a million beginnings of comments', `${'<!--'.repeat(1_000_000)}-->end`],
    ['ampersands alone', `${'&'.repeat(300_000)} end`],
    ['a style of a million declarations', `<p style="${'a:b;'.repeat(1_000_000)}">end`],
    ['a style of a million braces', `<p style="${'{('.repeat(1_000_000)}">end`],
    ['a class of a million names', `<style>.x{display:none}</style><p class="${'y '.repeat(1_000_000)}">end`],
    ['a million escapes', `<style>${'\\61 '.repeat(250_000)}{display:none}</style><p>end`],
    ['a link of a million characters', `<a href="https://e.example/${'x'.repeat(1_000_000)}">x</a>end`],
    ['a million end tags', `${'</p>'.repeat(100_000)}${'</x>'.repeat(1_000_000)}end`],
  ])('%s', (_, html) => {
    const { text, sanitizedHtml, isWhole } = readHtml(html);
    expect(isWhole).toBe(true);
    expect(text).toMatch(/end$/);
    expect(sanitizedHtml).toContain('end');
  });
});

describe('what would take more than its length is read so far', () => {
  const n = 100_000;
  test.each([
    ['nesting', '<div>'.repeat(n)],
    ['unknown elements and ends of others', '<x>'.repeat(n) + '</y>'.repeat(n)],
    ['formatting that every paragraph opens again', Array.from({ length: n }, (_, i) => `<p><b a=${i}></p>`).join('')],
    ['formatting before paragraphs', Array.from({ length: n }, (_, i) => `<b a=${i}>`).join('') + '<p>x</p>'.repeat(n)],
    ['links within links', '<a href=x>x<div>'.repeat(n)],
    ['tables within cells', '<table><td>x'.repeat(n)],
    ['text before tables', `<table>${'<b>x<tr>'.repeat(n)}`],
    ['templates', '<template>'.repeat(n)],
    ['drawings', '<svg>'.repeat(n)],
    ['more than may be read', `<p>${'word '.repeat(limits.htmlCharacters.value / 4)}`],
    [
      'more rules than may be matched',
      `<style>${'p p p p p p .x{display:none}'.repeat(2000)}</style>${'<p class=x><div>'.repeat(2000)}`,
    ],
  ])('%s', (_, html) => {
    const { text, sanitizedHtml, isWhole } = readHtml(`<p>begin</p>${html}`);
    expect(isWhole).toBe(false);
    expect(text).toMatch(/^begin/);
    expect(sanitizedHtml).toMatch(/^<p>begin<\/p>/);
    expect(text.length).toBeLessThanOrEqual(limits.bodyCharacters.value + limits.htmlCharacters.value);
  });

  test('both forms are bounded, however much one character of the source makes', () => {
    const { text, isWhole } = readHtml(`${'<blockquote>'.repeat(10)}<pre>${'x\n'.repeat(2_000_000)}</pre>`);
    expect(isWhole).toBe(false);
    expect(text.length).toBeLessThan(limits.bodyCharacters.value + 100);
  });

  test('what cannot be judged is not shown', () => {
    const rules = Array.from({ length: 1000 }, (_, i) => `.a div div div div .b${i % 2}{display:none}`).join('');
    const html = `<style>${rules}.z{display:none}</style>${'<div class=b0>'.repeat(400)}${'</div>'.repeat(400)}<p class=z>HIDDEN</p>`;
    expect(readHtml(html).text).not.toContain('HIDDEN');
  });
});
