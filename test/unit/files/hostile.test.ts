// Documents made to hurt who reads them: each ends with an outcome and a reason, within the limits, through the worker.

import { deflateSync } from 'node:zlib';
import { endDocumentWorkers, extractDocument } from '../../../lib/files/extractDocument.ts';
import type { Extraction } from '../../../lib/files/extraction.ts';
import { limits } from '../../../lib/limits.ts';
import { makePdf } from './makePdf.ts';
import { docx, odf, xlsx, zip } from './parts.ts';
import { textOf } from './read.ts';

afterAll(endDocumentWorkers);

const extract = (bytes: Uint8Array, fileName: string): Promise<Extraction> => extractDocument(bytes, { fileName });
const ending = ({ outcome, reason }: Extraction) => ({ outcome, reason });
const megabytes = (count: number, char = ' ') => char.repeat(count * 1024 * 1024);

describe('zips that unpack to much', () => {
  const tooMuch = { outcome: 'tooBig', reason: 'it unpacks to more than documents do' };

  test('a text part of blanks', async () => {
    expect(ending(await extract(docx(megabytes(70)), 'a.docx'))).toEqual(tooMuch);
  });

  test('many parts that are small each', async () => {
    const parts: Record<string, string> = {};
    const named: string[] = [];
    for (let i = 0; i < 15; i++) {
      parts[`word/header${i}.xml`] = `<w:hdr>${megabytes(5)}</w:hdr>`;
      named.push(`<Relationship Id="r${i}" Type="x/header" Target="header${i}.xml"/>`);
    }
    parts['word/_rels/document.xml.rels'] = `<Relationships>${named.join('')}</Relationships>`;
    const extraction = await extract(docx('<w:p><w:r><w:t>Kept words</w:t></w:r></w:p>', parts), 'a.docx');
    expect(ending(extraction)).toEqual(tooMuch);
    expect(textOf(extraction)).toBe('Kept words');
  });

  test('a sheet of more cells than are read keeps those before', async () => {
    const row = '<row><c><v>7</v></c></row>';
    const extraction = await extract(xlsx(row.repeat(limits.documentCells.value + 1)), 'a.xlsx');
    expect(ending(extraction)).toEqual({ outcome: 'tooBig', reason: 'only its first 2000000 cells were read' });
    expect(extraction.chunks[0]).toEqual({ heading: 'One', text: expect.stringMatching(/^7\n7\n/) });
  });

  test('a part that is not read may unpack to anything', async () => {
    const extraction = await extract(
      docx('<w:p><w:r><w:t>Small text</w:t></w:r></w:p>', { 'word/embeddings/a.bin': megabytes(90) }),
      'a.docx',
    );
    expect(extraction).toMatchObject({
      outcome: 'text',
      reason: null,
      chunks: [{ heading: null, text: 'Small text' }],
    });
  });

  test('a directory that claims less than comes out', async () => {
    const bytes = Buffer.from(docx(megabytes(70)));
    // The uncompressed size of the text part, in the directory at the end.
    const entry = bytes.lastIndexOf('word/document.xml') - 46;
    expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
    bytes.writeUInt32LE(10, entry + 24);
    expect(ending(await extract(bytes, 'a.docx'))).toEqual(tooMuch);
  });

  test('entries that share the bytes of one member', async () => {
    const bytes = Buffer.from(zip({ 'xl/workbook.xml': megabytes(10), 'xl/b.xml': 'b' }));
    const first = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    const second = bytes.indexOf(Buffer.from('504b0102', 'hex'), first + 4);
    // The second entry of the directory is made to point to the member of the first.
    bytes.copy(bytes, second + 10, first + 10, first + 28);
    bytes.copy(bytes, second + 42, first + 42, first + 46);
    expect(ending(await extract(bytes, 'a.xlsx'))).toEqual({
      outcome: 'tooBig',
      reason: 'its parts share bytes, as those of a zip bomb do',
    });
  });

  test('a cell that is said to be there a billion times is read once', async () => {
    const cell =
      '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>Thistle</text:p></table:table-cell></table:table-row></table:table>';
    const extraction = await extract(odf('spreadsheet', cell), 'a.ods');
    expect(extraction).toMatchObject({ type: 'ods', outcome: 'text', chunks: [{ heading: 'T', text: 'Thistle' }] });
  });

  test('cells that are far apart cost no more than others', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>near</t></is></c></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row>';
    expect((await extract(xlsx(rows), 'a.xlsx')).chunks).toEqual([{ heading: 'One', text: 'near\nfar' }]);
  });
});

describe('entities of XML', () => {
  const nested = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const bodies: Readonly<Record<string, string>> = {
    'a billion laughs': `<!DOCTYPE d [<!ENTITY l0 "laugh">${nested}]><d>kept &l10; words</d>`,
    'one long entity many times': `<!DOCTYPE d [<!ENTITY a "${'z'.repeat(50_000)}">]><d>kept ${'&a;'.repeat(50_000)} words</d>`,
    'a file of the machine': '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]><d>kept &f; words</d>',
    'a parameter entity from elsewhere':
      '<!DOCTYPE d [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><d>kept words</d>',
  };

  test.each(Object.keys(bodies))('%s: none is expanded', async name => {
    const xml = bodies[name] ?? '';
    expect(textOf(await extract(Buffer.from(xml), 'a.xml'))).toBe('kept words');
    const part = xml.replace('<d>', '<w:p><w:t>').replace('</d>', '</w:t></w:p>');
    const inZip = zip({ 'word/document.xml': part });
    expect(textOf(await extract(inZip, 'a.docx'))).toBe('kept words');
  });
});

describe('tables that lay out a whole document', () => {
  const count = 150_000;
  test.each([
    ['docx', docx(`<w:tbl><w:tr><w:tc>${'<w:p><w:r><w:t>word</w:t></w:r></w:p>'.repeat(count)}</w:tc></w:tr></w:tbl>`)],
    [
      'odt',
      odf(
        'text',
        `<table:table><table:table-row><table:table-cell>${'<text:p>word</text:p>'.repeat(count)}</table:table-cell></table:table-row></table:table>`,
      ),
    ],
    [
      'docx',
      docx(
        `<w:p><w:pict><w:txbxContent><w:p><w:pict><w:txbxContent>${'<w:p><w:r><w:t>word</w:t></w:r></w:p>'.repeat(count)}</w:txbxContent></w:pict></w:p></w:txbxContent></w:pict></w:p>`,
      ),
    ],
    [
      'odt',
      odf(
        'text',
        `<text:p><draw:frame><draw:text-box><text:p><draw:frame><draw:text-box>${'<text:p>word</text:p>'.repeat(count)}</draw:text-box></draw:frame></text:p></draw:text-box></draw:frame></text:p>`,
      ),
    ],
  ])('%s: every paragraph of one cell or box is read', async (type, bytes) => {
    const extraction = await extract(bytes, `a.${type}`);
    expect(ending(extraction)).toEqual({ outcome: 'text', reason: null });
    expect(textOf(extraction).match(/word/g)).toHaveLength(count);
  });
});

describe('nesting', () => {
  const deep = 60_000;

  test.each([
    ['a.json', `${'['.repeat(deep)}"deep words"${']'.repeat(deep)}`],
    ['a.html', `<html>${'<div>'.repeat(deep)}deep words${'</div>'.repeat(deep)}</html>`],
    ['a.xml', `<r>${'<a>'.repeat(deep)}deep words${'</a>'.repeat(deep)}</r>`],
    ['a.rtf', `{\\rtf1 ${'{'.repeat(deep)}deep words${'}'.repeat(deep)}}`],
    ['a.md', `${'>'.repeat(5_000)} deep words`],
  ])('%s', async (fileName, text) => {
    const extraction = await extract(Buffer.from(text), fileName);
    expect(extraction.outcome).toBe('text');
    expect(textOf(extraction)).toContain('deep words');
  });

  test('of tables and text boxes in a text document', async () => {
    const tables = '<w:tbl><w:tr><w:tc><w:p><w:r><w:txbxContent>'.repeat(5_000);
    const extraction = await extract(docx(`${tables}<w:p><w:r><w:t>deep words</w:t></w:r></w:p>`), 'a.docx');
    expect(['broken', 'tooBig', 'text', 'noText']).toContain(extraction.outcome);
  });

  test('beyond any use ends with a reason', async () => {
    const body = '<w:p>'.repeat(limits.xmlDepth.value + 1);
    expect(ending(await extract(docx(body), 'a.docx'))).toEqual({
      outcome: 'tooBig',
      reason: 'its elements are nested too deep',
    });
  });
});

describe('PDFs', () => {
  test('a page that unpacks to a hundred megabytes, twice packed', async () => {
    const bytes = deflateSync(deflateSync(Buffer.alloc(100 * 1024 * 1024, ' ')));
    const pages = [{ text: 'First page' }, { stream: { entries: '/Filter[/FlateDecode/FlateDecode]', bytes } }];
    const extraction = await extract(makePdf(pages), 'a.pdf');
    expect(['text', 'tooBig']).toContain(extraction.outcome);
  });

  test('five thousand pages', async () => {
    const pages = Array.from({ length: 5_000 }, (_, i) => ({ text: `Page words ${i + 1}` }));
    const { outcome, reason, chunks } = await extract(makePdf(pages), 'a.pdf');
    // A slow machine reads fewer, and says so.
    if (outcome !== 'text') expect({ outcome, reason }).toMatchObject({ outcome: 'tooBig', reason: /first \d+ pages/ });
    expect(chunks.length).toBeGreaterThan(100);
    expect(chunks[99]).toEqual({ heading: 'Page 100', text: 'Page words 100' });
  });

  test('pages that hold each other', async () => {
    const pdf = Buffer.from(makePdf([{ text: 'words' }]))
      .toString('latin1')
      .replace('/Kids[4 0 R]', '/Kids[2 0 R]');
    const extraction = await extract(Buffer.from(pdf, 'latin1'), 'a.pdf');
    expect(['text', 'broken', 'noText']).toContain(extraction.outcome);
  });
});

test('a document larger than any that is read is not read', async () => {
  const bytes = new Uint8Array(limits.documentBytes.value + 1);
  const extraction = await extract(bytes, 'a.docx');
  expect(extraction).toMatchObject({ type: 'docx', outcome: 'tooBig', chunks: [] });
  expect(extraction.reason).toContain(String(limits.documentBytes.value));
});

test('a text longer than is kept keeps its beginning', async () => {
  const line = 'words of a long text\n';
  const bytes = Buffer.from(line.repeat(Math.ceil((limits.documentCharacters.value * 1.2) / line.length)));
  const { outcome, reason, chunks } = await extract(bytes, 'a.txt');
  expect({ outcome, reason }).toEqual({ outcome: 'tooBig', reason: 'only its first 5000000 characters were read' });
  const characters = chunks.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeGreaterThan(limits.documentCharacters.value * 0.9);
  expect(characters).toBeLessThanOrEqual(limits.documentCharacters.value);
  for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(limits.chunkCharacters.value);
});

test.each([
  ['a.xml', `<r>${' '.repeat(limits.documentTextBytes.value)}<a>after</a></r>`],
  ['a.json', `[${' '.repeat(limits.documentTextBytes.value)}"after"]`],
  ['a.txt', `é${'\n'.repeat(limits.documentTextBytes.value)}after`],
  ['a.txt', `${'日'.repeat(1000)}${'\n'.repeat(limits.documentTextBytes.value - 3_001)}日after`],
])('of %s that is longer than texts are read, the beginning is', async (fileName, text) => {
  const extraction = await extract(Buffer.from(text), fileName);
  expect(extraction.outcome).toBe('tooBig');
  expect(extraction.reason).toMatch(/^only its first 2516582\d bytes were read$/);
  expect(textOf(extraction)).not.toContain('after');
  expect(textOf(extraction)).not.toContain('\ufffd');
});
