import fc from 'fast-check';
import { limits } from '../../../lib/limits.ts';
import { read, textOf } from './read.ts';

const chunksOf = async (text: string) => (await read(text, 'a.md')).chunks;

test('sections follow headings of both forms, and code is no heading', async () => {
  const text = 'before\n\n# One #\n\ntext\n\nTwo\n---\n\n```sh\n# comment\n```\n\n## Three {#anchor}\n';
  expect(await chunksOf(text)).toEqual([
    { heading: null, text: 'before' },
    { heading: 'One', text: 'text' },
    { heading: 'Two', text: 'sh\n# comment' },
    { heading: 'Three', text: '' },
  ]);
});

test.each([
  ['**bold**ly and *slanted* and ***both***', 'boldly and slanted and both'],
  ['_slanted_ but snake_case_name and 2 * 3 * 4', 'slanted but snake_case_name and 2 * 3 * 4'],
  ['~~gone~~ and `code_span` and ``a ` b``', 'gone and code_span and a ` b'],
  ['see [the terms](https://example.org/t "T") now', 'see the terms (https://example.org/t) now'],
  ['![a scheme](img/s.png) [![badge](b.svg)](x.md)', 'a scheme (img/s.png) badge (b.svg) (x.md)'],
  ['[[Page|shown]] and [[Other]]', 'shown and Other'],
  ['<https://example.org> and <ann@example.org>', 'https://example.org and ann@example.org'],
  ['<b>in</b>line <span class="x">html</span>', 'inline html'],
  ['- [x] done', 'done'],
  ['> quoted *words*', 'quoted words'],
  ['| a | b |', 'a\tb'],
  ['&amp; &#8364; &nbsp; \\*star\\*', '& € *star*'],
  ['M&uuml;ller &lt;b&gt; &copy; R&D; a&b', 'Müller <b> © R&D; a&b'],
  ['text[^1] of it\n\n[^1]: a note', 'text of it\na note'],
])('%s', async (source, shown) => {
  expect(await chunksOf(source)).toEqual([{ heading: null, text: shown }]);
});

describe('what only tells of scripts and styles costs no text', () => {
  test.each([
    ['code', 'Embed the `<script>` tags.\n\nMore words.\n', 'Embed the <script> tags.\nMore words.'],
    ['code of two backticks', 'See ``a ` <style>`` here.\nMore words.\n', 'See a ` <style> here.\nMore words.'],
    ['code in a row', '| `<style>` | x |\n|---|---|\n| `<script>` | words |\n', '<style>\tx\n<script>\twords'],
    ['code in an item', '- `noscript` or `<script>`: one\n- two\n', 'noscript or <script>: one\ntwo'],
    ['code set in', 'Write:\n\n    <script src="a.js">\n\nThen go on.\n', 'Write:\nThen go on.'],
    ['a tag in a paragraph', 'All <script> tags are escaped,\n\nas these are.\n', 'All\nas these are.'],
    ['a fence', '```html\n<script>\n```\nMore words.\n', 'html\n<script>\nMore words.'],
    ['what stands around them', 'a <style>x{}</style> b <script>y()</script> c\n', 'a b c'],
    ['what stands behind their end', '<script>\nno()\n\nno()\n</script> words\nmore\n', 'words\nmore'],
  ])('%s', async (_, markdown, expected) => {
    const { chunks } = await read(markdown, 'a.md');
    expect(chunks.map(({ text }) => text).join('\n')).toBe(expected);
  });

  test('a heading', async () => {
    const { chunks } = await read('# a\nx\n## chalk.`<style>`\ny\n## b\nz\n', 'a.md');
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      ['a', 'x'],
      ['chalk.<style>', 'y'],
      ['b', 'z'],
    ]);
  });
});

test.each([
  ['an index', 'the first `x` is list[0], or row[name]', 'the first x is list[0], or row[name]'],
  ['a reference', 'see [the guide][1] and [this]', 'see the guide and this'],
])('%s in brackets', async (_, markdown, expected) => {
  const { chunks } = await read(markdown, 'a.md');
  expect(chunks).toEqual([{ heading: null, text: expected }]);
});

test('scripts and styles are left out', async () => {
  const { chunks } = await read('a\n<script>\nvar hidden\n</script>\nb\n<style>x{}</style>\nc\n', 'a.md');
  expect(chunks).toEqual([{ heading: null, text: 'a\nb\nc' }]);
});

test('tags are of the front matter and of the body, each once, and none of code, headings or addresses', async () => {
  const text = [
    '---',
    'tags: [Alpha, "two words", 2024]',
    '---',
    '# Heading #no',
    'text #beta #alpha #über/straße (no#no) https://x.example/#no #123 `#no`',
    '```',
    '#no',
    '```',
  ].join('\n');
  expect((await read(text, 'a.md')).tags).toEqual(['Alpha', 'two words', '2024', 'beta', 'über/straße']);
});

test.each([
  ['tags: a, b c', ['a', 'b c']],
  ['tags: a b', ['a', 'b']],
  ['tags:\n  - a\n  - "#b"', ['a', 'b']],
  ['Tag: one', ['one']],
  ['tags: {a: b}', []],
  ['tags: [a\n', ['a']],
])('front matter %j', async (yaml, tags) => {
  expect((await read(`---\n${yaml}\n---\ntext`, 'a.md')).tags).toEqual(tags);
});

test.each([
  ['2024-05-06', '2024-05-06'],
  ['2024-5-6', '2024-05-06'],
  ['2024/05/06', '2024-05-06'],
  ['"2024-05-06"', '2024-05-06'],
  ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09Z'],
  ['2024-05-06 07:08', '2024-05-06T07:08:00Z'],
  ['2024-02-30', null],
  ['2024-13-01', null],
  ['2024-05-06T25:00', null],
  ['yesterday', null],
  ['[2024-05-06]', null],
])('date: %s', async (written, date) => {
  expect((await read(`---\ndate: ${written}\n---\n`, 'a.md')).date).toBe(date);
});

test('the title is that of the front matter, else the first heading', async () => {
  expect((await read('---\ntitle: "A: b"\n---\n# C', 'a.md')).title).toBe('A: b');
  expect((await read('text\n\n# C\n\n# D', 'a.md')).title).toBe('C');
  expect((await read('text', 'a.md')).title).toBeNull();
});

test('front matter is searched as it is written; a rule of dashes within a text is none', async () => {
  expect((await chunksOf('---\nauthor: Eva\n---\nbody'))[0]).toEqual({ heading: null, text: 'author: Eva' });
  expect((await read('text\n---\ntags: [a]\n---\n', 'a.md')).tags).toEqual([]);
});

test('aliases of YAML that multiply cost nothing', async () => {
  const lines = ['a0: &a0 [x, x]', ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)];
  const extraction = await read(`---\n${lines.join('\n')}\ntags: *a30\n---\nbody`, 'a.md');
  expect(extraction.tags.length).toBeLessThanOrEqual(limits.keywords.value);
  expect(textOf(extraction)).toContain('body');
});

test('references are files, as they are named, and no addresses', async () => {
  const text =
    '![a](img/a%20b.png) [b](docs/b.pdf#page=2) [c](https://example.org/c.png) [d](#here) [e](mailto:a@b.c)\n' +
    '<img src="f.gif"> ![[g.png]]\n\n[r]: <./h.md> "H"\n[i](<j k.txt>)';
  expect((await read(text, 'a.md')).references).toEqual(
    ['f.gif', 'img/a b.png', 'docs/b.pdf', 'g.png', './h.md', 'j k.txt'].sort(
      (a, b) => order(text, a) - order(text, b),
    ),
  );
});

/** Where a reference stands in a text; the order within one line is that of their forms. */
const order = (text: string, reference: string): number => text.indexOf(reference.split(' ')[0] ?? '');

test('every word of plain paragraphs is found, whatever marks stand around it', async () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const mark = fc.constantFrom('', '*', '**', '_', '`', '~~', '> ', '- ', '# ', '| ', '\n', '\n\n', '    ');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(mark, word, mark), { maxLength: 12 }), async parts => {
      const text = parts.map(([before, inner, after]) => `${before}${inner}${after}`).join(' ');
      const found = textOf(await read(text, 'a.md'));
      for (const [, inner] of parts) expect(found).toContain(inner);
    }),
  );
});
