import { zip } from './parts.ts';
import { read, textOf } from './read.ts';

const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';
const page = (body: string, title = 'The book') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body>${body}</body></html>`;
const book = (parts: Readonly<Record<string, string>>, spine = '<itemref idref="b"/><itemref idref="a"/>') =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OPS/book.opf': `<package><metadata><dc:title>The book</dc:title><dc:title>A subtitle</dc:title></metadata>
      <manifest><item id="a" href="text/a%20one.xhtml" media-type="application/xhtml+xml"/>
      <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/><item id="c" href="nav.xhtml"/></manifest>
      <spine>${spine}</spine></package>`,
    'OPS/text/a one.xhtml': page(
      '<h1>Last</h1><p>words <img src="../pic.png" alt="A picture"/></p><script>no</script>',
    ),
    'OPS/b.xhtml': page('<p>first words</p>', 'Preface'),
    'OPS/nav.xhtml': page('<p>contents</p>'),
    ...parts,
  });

test('chapters in the order that the book gives them, under their headings', async () => {
  const extraction = await read(book({}), 'a.epub');
  expect(extraction).toMatchObject({ type: 'epub', outcome: 'text', title: 'The book', references: [] });
  expect(extraction.chunks).toEqual([
    { heading: 'Preface', text: 'first words' },
    { heading: 'Last', text: 'words A picture' },
  ]);
});

test('without an order all pages by their names', async () => {
  expect(textOf(await read(book({}, ''), 'a'))).toBe('Preface first words The book contents Last words A picture');
});

test('the name of a page is no heading of its own, and a heading without text is', async () => {
  const parts = { 'OPS/b.xhtml': page('<h1>Part one</h1>', 'b.xhtml') };
  expect((await read(book(parts), 'a.epub')).chunks[0]).toEqual({ heading: 'Part one', text: '' });
});

test('a book whose pages are encrypted needs a password, one whose fonts are does not', async () => {
  const encryption = (uri: string) =>
    `<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`;
  expect(await read(book({ 'META-INF/encryption.xml': encryption('OPS/b.xhtml') }), 'a.epub')).toMatchObject({
    outcome: 'encrypted',
  });
  expect(await read(book({ 'META-INF/encryption.xml': encryption('OPS/font.otf') }), 'a.epub')).toMatchObject({
    outcome: 'text',
  });
});

test('a book without chapters is broken', async () => {
  const empty = zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': container });
  expect(await read(empty, 'a.epub')).toMatchObject({ type: 'epub', outcome: 'broken', reason: 'it has no chapters' });
});
