// Text, sheets and slides of Office and OpenDocument: what is text, in which order, under which heading.

import { docx, odf, relations, xlsx, zip } from './parts.ts';
import { read, textOf } from './read.ts';

const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('text documents of Word', () => {
  const chunksOf = async (body: string, parts: Readonly<Record<string, string>> = {}) =>
    (await read(docx(body, parts), 'a.docx')).chunks;

  test('sections by headings, whose styles are found by outline level, by name, and by what they are based on', async () => {
    const styles = `<w:styles>
      <w:style w:styleId="a"><w:name w:val="heading 1"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style>
      <w:style w:styleId="c"><w:name w:val="X"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
      <w:style w:styleId="d"><w:name w:val="X"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
      <w:style w:styleId="e"><w:basedOn w:val="f"/></w:style><w:style w:styleId="f"><w:basedOn w:val="e"/></w:style></w:styles>`;
    const body = ['a', 'b', 'c', 'd', 'e'].map(style => paragraph(`in ${style}`, style)).join('');
    const parts = {
      'word/_rels/document.xml.rels': relations(['r1', 'styles', 'styles.xml']),
      'word/styles.xml': styles,
    };
    expect(await chunksOf(body, parts)).toEqual([
      { heading: 'in a', text: '' },
      { heading: 'in b', text: '' },
      { heading: 'in c', text: 'in d\nin e' },
    ]);
  });

  test('what was inserted stays, what was deleted or moved away goes', async () => {
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const body = `<w:p>${run('a ')}<w:ins>${run('in ')}</w:ins><w:del><w:r><w:delText>out </w:delText></w:r></w:del><w:moveFrom>${run('from ')}</w:moveFrom><w:moveTo>${run('to')}</w:moveTo></w:p>`;
    expect(await chunksOf(body)).toEqual([{ heading: null, text: 'a in to' }]);
  });

  test('notes and comments follow their paragraph; those that nothing refers to are kept at the end', async () => {
    const note = (kind: string, id: number, text: string) => `<w:${kind} w:id="${id}">${paragraph(text)}</w:${kind}>`;
    const parts = {
      'word/_rels/document.xml.rels': relations(['r1', 'footnotes', 'notes.xml'], ['r2', 'comments', 'comments.xml']),
      'word/notes.xml': `<w:footnotes>${note('footnote', 1, 'first note')}${note('footnote', 2, 'lost note')}</w:footnotes>`,
      'word/comments.xml': `<w:comments>${note('comment', 1, 'a comment')}</w:comments>`,
    };
    const body = `<w:p><w:r><w:t>one</w:t><w:footnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>${paragraph('two')}`;
    expect(await chunksOf(body, parts)).toEqual([
      { heading: null, text: 'one\nfirst note\na comment\ntwo' },
      { heading: null, text: 'lost note' },
    ]);
  });

  test('rows of tables are lines of cells, tables within cells too', async () => {
    const cell = (contents: string) => `<w:tc>${contents}</w:tc>`;
    const inner = `<w:tbl><w:tr>${cell(paragraph('b1'))}${cell(paragraph('b2'))}</w:tr></w:tbl>`;
    const body = `<w:tbl><w:tr>${cell(paragraph('a') + paragraph('more'))}${cell(inner)}</w:tr></w:tbl>${paragraph('end')}`;
    expect(await chunksOf(body)).toEqual([{ heading: null, text: 'a more\tb1\tb2\nend' }]);
  });

  test('one of two forms of a text box; the text of pictures; no tab stops, field codes or readings', async () => {
    const box = `<w:txbxContent>${paragraph('boxed')}</w:txbxContent>`;
    const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><w:t>host</w:t><w:tab/><w:t>tabbed</w:t><w:instrText>DATE</w:instrText></w:r>
      <w:ruby><w:rt><w:r><w:t>reading</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>base</w:t></w:r></w:rubyBase></w:ruby><wp:docPr descr="A scheme of the rig"/><wp:docPr descr="image1.png"/></w:p>`;
    expect(await chunksOf(body)).toEqual([{ heading: null, text: 'host\ttabbedbase\nboxed\nA scheme of the rig' }]);
  });
});

describe('workbooks of Excel', () => {
  test('cells by type, hidden sheets, and rows as lines', async () => {
    const rows = `<row><c t="s"><v>1</v></c><c t="s"><v>9</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
      <row><c s="1"><v>45366</v></c><c t="str"><f>A1&amp;"x"</f><v>cached</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>
      <row><c t="d"><v>2024-03-15T00:00:00</v></c><c><f>SUM(A1)</f></c></row>`;
    const parts = {
      'xl/sharedStrings.xml':
        '<sst><si><t>zero</t></si><si><r><t>sh</t></r><r><t>ared</t></r><rPh><t>aloud</t></rPh></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    };
    expect((await read(xlsx(rows, parts), 'a.xlsx')).chunks).toEqual([
      { heading: 'One', text: 'shared\tTRUE\t#N/A\n2024-03-15\tcached\tinline\n2024-03-15' },
    ]);
  });
});

describe('presentations of PowerPoint', () => {
  test('slides in their order, under their titles, with notes and comments', async () => {
    const shape = (text: string, placeholder = '') =>
      `<p:sp>${placeholder && `<p:ph type="${placeholder}"/>`}<p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const bytes = zip({
      '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(['r1', 'slide', 'slides/a.xml'], ['r2', 'slide', 'slides/b.xml']),
      'ppt/slides/a.xml': `<p:sld show="0">${shape('only text')}</p:sld>`,
      'ppt/slides/b.xml': `<p:sld>${shape('text')}${shape('Title', 'ctrTitle')}<p:grpSp>${shape('grouped')}</p:grpSp></p:sld>`,
      'ppt/slides/_rels/b.xml.rels': relations(
        ['r1', 'notesSlide', '../notes/n.xml'],
        ['r2', 'comments', '/ppt/c.xml'],
      ),
      'ppt/notes/n.xml': `<p:notes>${shape('spoken', 'body')}${shape('7', 'sldNum')}</p:notes>`,
      'ppt/c.xml': '<p:cmLst><p:cm><p:text>a comment</p:text></p:cm></p:cmLst>',
    });
    expect((await read(bytes, 'a.pptx')).chunks).toEqual([
      { heading: 'Slide 1: Title', text: 'text\ngrouped\nspoken\na comment' },
      { heading: 'Slide 2', text: 'only text' },
    ]);
  });
});

test('a chart says its title, its series and their names, on one level or several', async () => {
  const chart = `<c:chartSpace><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>
    <c:ser><c:tx><c:strRef><c:f>S!$A</c:f><c:strCache><c:pt><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx>
    <c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl><c:pt><c:v>January</c:v></c:pt></c:lvl><c:lvl><c:pt><c:v>2024</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>
    <c:val><c:numRef><c:numCache><c:pt><c:v>17.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:chartSpace>`;
  const bytes = zip({
    '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/slides/slide1.xml': '<p:sld/>',
    'ppt/slides/_rels/slide1.xml.rels': relations(['r1', 'chart', '../c.xml']),
    'ppt/c.xml': chart,
  });
  expect((await read(bytes, 'a.pptx')).chunks).toEqual([{ heading: 'Slide 1', text: 'Sales\nNorth\nJanuary\n2024' }]);
});

test('a slide or a sheet that is damaged costs no other', async () => {
  const slides = zip({
    '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:t>cut',
    'ppt/slides/slide2.xml': '<p:sld><a:p><a:t>whole</a:t></a:p></p:sld>',
  });
  expect(await read(slides, 'a.pptx')).toMatchObject({
    ...{ outcome: 'broken', reason: 'its XML breaks off' },
    chunks: [{ heading: 'Slide 2', text: 'whole' }],
  });
  const sheets = xlsx('', {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': '<worksheet><row><c t="str"><v>cut',
    'xl/worksheets/sheet2.xml': '<worksheet><row><c t="str"><v>whole</v></c></row></worksheet>',
  });
  expect(await read(sheets, 'a.xlsx')).toMatchObject({
    outcome: 'broken',
    chunks: [{ heading: 'Sheet 2', text: 'whole' }],
  });
});

describe('OpenDocument', () => {
  test('deletions go, whether their text lies with the changes or between marks', async () => {
    const changes =
      '<text:tracked-changes><text:changed-region text:id="a"><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region><text:changed-region text:id="b"><text:insertion/></text:changed-region></text:tracked-changes>';
    const body = `${changes}<text:p>x<text:change-start text:change-id="a"/> out<text:change-end text:change-id="a"/> <text:change-start text:change-id="b"/>in<text:change-end text:change-id="b"/></text:p>`;
    expect((await read(odf('text', body), 'a.odt')).chunks).toEqual([{ heading: null, text: 'x in' }]);
  });

  test('notes follow, blanks count, running heads come once at the end', async () => {
    const body =
      '<text:h>Head</text:h><text:p>one<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note><text:s text:c="3"/>two<text:tab/>three</text:p>';
    const styles =
      '<office:document-styles><style:master-page><style:header><text:p>running</text:p></style:header><style:footer><text:p>running</text:p></style:footer></style:master-page></office:document-styles>';
    expect((await read(odf('text', body, { 'styles.xml': styles }), 'a.odt')).chunks).toEqual([
      { heading: 'Head', text: 'one two\tthree\nnote' },
      { heading: null, text: 'running' },
    ]);
  });

  test('cells as they are shown, else what they hold', async () => {
    const body =
      '<table:table table:name="T"><table:table-row><table:table-cell office:date-value="2024-03-15"><text:p>15.03.24</text:p></table:table-cell><table:table-cell office:value="4711"/><table:table-cell table:number-columns-repeated="9"/></table:table-row></table:table>';
    expect((await read(odf('spreadsheet', body), 'a.ods')).chunks).toEqual([{ heading: 'T', text: '15.03.24\t4711' }]);
  });

  test('fields that are called as properties are: the title, a date, who wrote it; those of a comment are no text', async () => {
    const comment =
      '<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024-03-15T00:00:00</dc:date><loext:sender-initials>A</loext:sender-initials><text:p>remark</text:p></office:annotation>';
    const body = `<text:p>of <text:title>Handbook</text:title>, <text:date text:date-value="2024-03-15">15 March</text:date>, by <text:creator>Bo</text:creator>.${comment}</text:p><text:p>then</text:p>`;
    expect((await read(odf('text', body), 'a.odt')).chunks).toEqual([
      { heading: null, text: 'of Handbook, 15 March, by Bo.\nremark\nthen' },
    ]);
  });

  test('what a picture shows stands in lines of its own', async () => {
    const frame =
      '<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:title>a boat</svg:title><svg:desc>in the harbour</svg:desc></draw:frame>';
    expect((await read(odf('text', `<text:p>before${frame}</text:p>`), 'a.odt')).chunks).toEqual([
      { heading: null, text: 'before\na boat\nin the harbour' },
    ]);
  });

  test('charts and documents within come last', async () => {
    const chart =
      '<office:document-content><office:body><office:chart><chart:title><text:p>Sales by region</text:p></chart:title></office:chart></office:body></office:document-content>';
    const bytes = odf('spreadsheet', '<table:table table:name="T"/>', {
      'Object 1/content.xml': chart,
      'Object 2/content.xml': '<broken',
    });
    expect(await read(bytes, 'a.ods')).toMatchObject({
      outcome: 'text',
      chunks: [{ heading: null, text: 'Sales by region' }],
    });
  });

  test('help that a cell shows while it is filled in', async () => {
    const body =
      '<table:content-validations><table:content-validation><table:help-message><text:p>a month as a number</text:p></table:help-message></table:content-validation></table:content-validations>';
    expect(textOf(await read(odf('spreadsheet', body), 'a.ods'))).toBe('a month as a number');
  });

  test('macros with a password leave the text readable; without its first part the manifest says what it is', async () => {
    const entry = (path: string, type: string, rest = '') =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}">${rest}</manifest:file-entry>`;
    const bytes = zip({
      'META-INF/manifest.xml': `<manifest:manifest>${entry('/', 'application/vnd.oasis.opendocument.presentation')}${entry('content.xml', 'text/xml')}${entry('Basic/M.xml', '', '<manifest:encryption-data/>')}</manifest:manifest>`,
      'content.xml':
        '<office:document-content><office:body><draw:page><text:p>words</text:p></draw:page></office:body></office:document-content>',
    });
    expect(await read(bytes, 'a.bin')).toMatchObject({
      ...{ type: 'odp', outcome: 'text', reason: null },
      chunks: [{ heading: 'Slide 1', text: 'words' }],
    });
  });

  test('paragraphs in the style of a heading are headings, where one alone is set so too', async () => {
    const long = 'word '.repeat(60).trim();
    const content = `<office:document-content><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Heading_20_2"><style:text-properties/></style:style><style:style style:name="P2" style:parent-style-name="Text_20_body"/></office:automatic-styles><office:body><office:text><text:p text:style-name="Title">A title</text:p><text:p text:style-name="P2">one</text:p><text:p text:style-name="P1">Part</text:p><text:p text:style-name="Title">${long}</text:p><text:p text:style-name="Table_20_Heading">two</text:p></office:text></office:body></office:document-content>`;
    const bytes = zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content });
    expect((await read(bytes, 'a.odt')).chunks).toEqual([
      { heading: 'A title', text: 'one' },
      { heading: 'Part', text: `${long}\ntwo` },
    ]);
  });

  test('slides under their titles', async () => {
    const body =
      '<draw:page><draw:frame presentation:class="title"><text:p>Title</text:p></draw:frame><draw:frame><text:p>text</text:p></draw:frame></draw:page><draw:page><text:p>other</text:p></draw:page>';
    expect((await read(odf('presentation', body), 'a.odp')).chunks).toEqual([
      { heading: 'Slide 1: Title', text: 'text' },
      { heading: 'Slide 2', text: 'other' },
    ]);
  });
});
