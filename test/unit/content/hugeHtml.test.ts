// HTML made to be dear: bounds end the reading, and what was read so far is there. That the bounds hold is told by what
// is left out, never by a clock.

import { readHtml } from '../../../lib/content/readHtml.ts';
import { limits } from '../../../lib/limits.ts';

describe('what is large and harmless is read to its end', () => {
  const n = 100_000;
  test.each([
    ['divisions within divisions', `${'<div>'.repeat(n)}deep${'</div>'.repeat(n)}end`],
    ['divisions that are never closed', `${'<div>'.repeat(n)}end`],
    ['styled divisions within each other', `${'<div style="color:#333">'.repeat(n)}deep${'</div>'.repeat(n)}end`],
    ['quotes within quotes', `${'<blockquote>'.repeat(n)}deep${'</blockquote>'.repeat(n)}end`],
    ['lists within lists', `${'<ul><li>'.repeat(n)}deep${'</ul>'.repeat(n)}end`],
    ['numbered lists within each other', `${'<ol><li>x'.repeat(n / 2)}deep${'</ol>'.repeat(n / 2)}end`],
    ['definitions within definitions', `${'<dl><dd>'.repeat(n)}end`],
    ['tables within cells', `${'<table><tr><td>'.repeat(n / 2)}deep${'</table>'.repeat(n / 2)}end`],
    ['text before tables', `<table>${'<b>x<tr>'.repeat(n / 4)}</table>end`],
    ['spans within spans', `${'<span>'.repeat(n)}deep${'</span>'.repeat(n)}end`],
    ['formatting that is never closed', `${'<b><i><u>'.repeat(n / 2)}end`],
    ['formatting that is closed in another order', `${'<b><p><i></b>x</i></p>'.repeat(n / 4)}end`],
    ['links within links', `${'<a href=x>x<div>'.repeat(n / 2)}end`],
    ['unknown elements and ends of others', `${'<x>'.repeat(n)}${'</y>'.repeat(n)}end`],
    [
      'formatting before paragraphs',
      `${Array.from({ length: n }, (_, i) => `<b a=${i}>`).join('')}${'<p>x</p>'.repeat(n)}end`,
    ],
    ['drawings within drawings', `${'<svg>'.repeat(n)}${'</svg>'.repeat(n)}end`],
    ['templates within templates', `${'<template>'.repeat(n)}${'</template>'.repeat(n)}end`],
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
    ['two thousand escapes', `<style>${'\\61 '.repeat(2000)}{display:none}</style><p>end`],
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
    ['formatting that every paragraph opens again', Array.from({ length: n }, (_, i) => `<p><b a=${i}></p>`).join('')],
    ['attributes on more elements than are read', '<p class=x>'.repeat(3 * n)],
    ['a style sheet before more elements than are read', `<style>p{color:red}</style>${'<p>'.repeat(3 * n)}`],
    ['more elements than are read before a drawing', `${'<p>'.repeat(3 * n)}<svg>HIDDEN`],
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

  test.each([
    ['that are nested', '<div>'.repeat(3 * n)],
    ['that stand behind each other', '<p>x</p>'.repeat(3 * n)],
    ['that format', '<b>'.repeat(3 * n)],
    ['of tables', '<table><tr><td>'.repeat(n)],
  ])('of more elements than are read %s the text that nothing hides is', (_, html) => {
    const { text, sanitizedHtml, isWhole } = readHtml(`<p>begin</p>${html}two<br>words`);
    expect(isWhole).toBe(false);
    expect(text).toMatch(/^begin/);
    expect(text).toMatch(/two words$/);
    expect(sanitizedHtml).toContain('two words');
  });

  test('what is hidden stays so when no more elements are made', () => {
    const many = '<p>'.repeat(3 * n);
    for (const end of ['</div>HIDDEN', '<p>HIDDEN']) expect(readHtml(`<div hidden>${many}${end}`).text).toBe('');
    for (const tag of ['<p hidden>', '<script>', '<select>'])
      expect(readHtml(`${many}x${tag}HIDDEN`).text).not.toContain('HIDDEN');
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
