// Plain text, tables, JSON, XML, calendars, pages and mails.

import { read, textOf } from './read.ts';

const textIn = async (contents: string | Uint8Array, name: string) => textOf(await read(contents, name));

describe('CSV', () => {
  test.each([
    ['a,b\n1,2\n', 'a\tb\n1\t2'],
    ['a;b\r\n"x; y";2,50\r\n', 'a\tb\nx; y\t2,50'],
    ['"say ""hi""","two\nlines"\n', 'say "hi"\ttwo lines'],
    ['a|b\n1|2', 'a\tb\n1\t2'],
    ['a,"never closed\nb,c', 'a\tnever closed\nb\tc'],
    ['\n\na,\n', 'a'],
  ])('%j', async (source, text) => {
    expect((await read(source, 'a.csv')).chunks).toEqual([{ heading: null, text }]);
  });

  test('TSV keeps commas', async () => {
    expect((await read('a, b\tc\n', 'a.tsv')).chunks).toEqual([{ heading: null, text: 'a, b\tc' }]);
  });
});

describe('JSON', () => {
  test.each([
    ['{"name":"Ann","list":[1,true,null,"x"]}', 'name: Ann\nlist\n1\ntrue\nnull\nx'],
    ['"a\\n\\u00fc\\ud83d\\ude00\\"q\\" \\/"', 'a\nü😀"q" /'],
    ['{"a":1}\n{"a":2}', 'a: 1\na: 2'],
    ['// note\n{"a": 1,}', '//\nnote\na: 1'],
    ['{"open": "not clos', 'open: not clos'],
  ])('%j', async (source, text) => {
    expect((await read(source, 'a.json')).chunks).toEqual([{ heading: null, text }]);
  });

  test('pictures in base64 are no text', async () => {
    const picture = Buffer.alloc(3_000, 7).toString('base64');
    expect(await textIn(JSON.stringify({ png: picture, caption: 'a caption' }), 'a.ipynb')).toBe('caption: a caption');
  });
});

describe('XML', () => {
  test.each([
    ['<r><a>one</a><b>two</b></r>', 'one two'],
    ['<r>\n<a>one</a>\n<b>two</b>\n</r>', 'one two'],
    ['<r>a <i>b</i> c &lt;&#x20ac;&unknown;</r>', 'a b c <€'],
    ['<r><![CDATA[<raw> & text]]><!-- not --><?not this?></r>', '<raw> & text'],
    ['<r title="Words to read" id="x1" style="color: red; margin: 0">t</r>', 'Words to read t'],
    ['<svg><style>.a{}</style><script>no</script><text>Label</text></svg>', 'Label'],
    ['<r><style face="normal">A citation style</style></r>', 'A citation style'],
  ])('%s', async (source, text) => {
    expect(await textIn(source, 'a.xml')).toBe(text);
  });

  test('words that one tag sets off stay as they stand; what elements hold stands apart', async () => {
    const xml =
      '<book><title>On <em>wa</em>ter</title><para>H<sub>2</sub>O, <b>hot</b>, cold<note><p>A note.</p></note> or not</para><row><a>1</a><b>2</b></row></book>';
    expect(await textIn(xml, 'a.xml')).toBe('On water H2O, hot, cold A note. or not 1 2');
  });

  test('XML that breaks off is broken, and keeps what was there', async () => {
    expect(await read('<r><a>kept</a><b>also', 'a.xml')).toMatchObject({
      outcome: 'broken',
      reason: 'its XML breaks off',
      chunks: [{ text: 'kept also' }],
    });
  });
});

describe('calendars', () => {
  const calendar = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Program//EN',
    'BEGIN:VEVENT',
    'UID:1@x',
    'DTSTART;TZID=Europe/Berlin:20240315T093000',
    'SUMMARY;LANGUAGE=en:Review\\, part 1',
    'DESCRIPTION:First\\nsecond li',
    ' ne',
    'ATTENDEE;CN="Meyer, Eva";ROLE=CHAIR:mailto:eva@example.org',
    'END:VEVENT',
    'BEGIN:VTODO',
    'SUMMARY:Order parts',
    'DUE;VALUE=DATE:20240401',
    'END:VTODO',
    'END:VCALENDAR',
  ].join('\r\n');

  test('a chunk for each entry, under its summary', async () => {
    expect((await read(calendar, 'a.ics')).chunks).toEqual([
      { heading: 'Review, part 1', text: '2024-03-15 09:30\nFirst\nsecond line\nMeyer, Eva eva@example.org' },
      { heading: 'Order parts', text: '2024-04-01' },
    ]);
  });
});

test('a calendar of version 1.0 in quoted-printable', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Gr=FC=DFe an=',
    ' alle',
  ];
  const calendar = [...lines, 'LOCATION:A=B', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  expect((await read(calendar, 'a.vcs')).chunks).toEqual([{ heading: 'Grüße an alle', text: 'A=B' }]);
});

describe('pages', () => {
  test('title, sections, lists, tables and pictures; no script, style, comment or markup', async () => {
    const html = `<!doctype html><html><head><title>The page</title><style>p{color:red}</style></head><body>
      <h1>First <em>part</em></h1><p>One<b>word</b> and <a href="more.html">a link</a>.</p><script>var no = 1</script>
      <!-- no --><ul><li>item</li></ul><table><tr><td>a</td><td>b</td></tr></table><img src="pic.png" alt="A picture">
      <h2>Second</h2><pre>kept
as lines</pre><noscript>without script</noscript></body></html>`;
    const extraction = await read(html, 'a.html');
    expect(extraction).toMatchObject({ type: 'html', outcome: 'text', title: 'The page' });
    expect(extraction.references).toEqual(['more.html', 'pic.png']);
    expect(extraction.chunks).toEqual([
      { heading: 'The page', text: '' },
      { heading: 'First part', text: 'Oneword and a link.\nitem\na\tb\nA picture' },
      { heading: 'Second', text: 'kept\nas lines\nwithout script' },
    ]);
  });

  test('what its styles hide is text of it, since a page may show it when something is pressed; so is what a control holds', async () => {
    const html = `<html><head><style>.no{display:none} #far{position:absolute;left:-9999px}</style></head><body>
      <p>seen</p><p class="no">one</p><p hidden>two</p><div id="far">three</div><p style="color:#fff">four</p>
      <p style="font-size:0">five <b style="font-size:12px">but this</b></p><select><option>choice</select>
      <textarea>written</textarea><details><summary>more</summary>folded</details><svg><text>drawn</text></svg></body></html>`;
    expect(textOf(await read(html, 'a.html'))).toBe(
      'seen one two three four five but this choice written more folded drawn',
    );
  });

  test('how words are read aloud stands after the block, and parts no word', async () => {
    const html = `<html><body><h1><ruby>契約<rt>けいやく</rt></ruby>書</h1><p>これは<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>都の<ruby><rb>規</rb><rb>則</rb><rtc><rt>き</rt><rt>そく</rt></rtc></ruby>です。</p><p>終わり</p></body></html>`;
    expect((await read(html, 'a.html')).chunks).toEqual([
      { heading: '契約書', text: 'けいやく\nこれは東京都の規則です。\nとうきょう きそく\n終わり' },
    ]);
  });

  test('a line end within Chinese or Japanese parts no word, and one between words does', async () => {
    const html = '<p>本合同自双方\n    签字之日起，\r\n生效 期限\nthree\n年</p><pre>目\n录</pre>';
    expect((await read(html, 'a.html')).chunks).toEqual([
      { heading: null, text: '本合同自双方签字之日起，生效 期限 three 年\n目\n录' },
    ]);
  });

  test('a text in Cyrillic of Windows, and of an old Mac', async () => {
    const text = 'Привет мир, договор подписан вчера, уважаемые коллеги';
    for (const charset of ['windows-1251', 'x-mac-cyrillic']) {
      const decoder = new TextDecoder(charset);
      const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
      const bytes = Buffer.from(Array.from(text, letter => byteOf.get(letter) ?? 0));
      expect(await textIn(bytes, 'a.txt')).toBe(text);
    }
  });

  test('the charset that a page names', async () => {
    const page = Buffer.from('<html><meta charset="iso-8859-2"><p>\xB1\xE6\xEA</p></html>', 'latin1');
    expect(await textIn(page, 'a.html')).toBe('ąćę');
  });
});

describe('mails', () => {
  const head =
    'From: Eva <eva@example.org>\r\nTo: bob@example.org\r\nSubject: Terms\r\nDate: Mon, 1 Apr 2024 10:00:00 +0200\r\n';

  test('headers, body, and what its files hold under their names', async () => {
    const mail = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n--x\r\nContent-Type: text/html; name="a.html"\r\nContent-Disposition: attachment; filename="a.html"\r\n\r\n<p>Inner <b>page</b></p><script>no</script>\r\n--x--\r\n`;
    expect((await read(mail, 'a.eml')).chunks).toEqual([
      { heading: 'Terms', text: '2024-04-01T08:00:00Z\nEva <eva@example.org>, bob@example.org\nHello' },
      { heading: 'a.html', text: 'Inner page' },
    ]);
  });

  test('mails within mails end', async () => {
    let mail = `${head}\r\ninnermost\r\n`;
    for (let i = 0; i < 20; i++)
      mail = `${head}Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\nContent-Type: message/rfc822\r\n\r\n${mail}\r\n--b${i}--\r\n`;
    const extraction = await read(mail, 'a.eml');
    expect(extraction.outcome).toBe('text');
    expect(extraction.chunks.length).toBeLessThan(200);
  });
});

describe('plain text', () => {
  test('a section that is too long is cut at blanks, and nothing is lost', async () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `word${i}`);
    const { chunks } = await read(words.join(' '), 'a.txt');
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap(({ text }) => text.split(/\s+/))).toEqual(words);
  });

  test('a heading that is longer than headings are stands below itself, whole', async () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ');
    expect((await read(`# ${words}\n\nrest`, 'a.md')).chunks).toEqual([
      { heading: words.slice(0, 300), text: `${words}\nrest` },
    ]);
  });

  test('UTF-32 with its mark, in either order of bytes', async () => {
    const text = 'Gewähr 日本 😀';
    for (const isLittle of [true, false]) {
      const codes = [...`\ufeff${text}`].map(letter => letter.codePointAt(0) ?? 0);
      const bytes = Buffer.alloc(4 * codes.length + 2);
      for (const [i, code] of codes.entries())
        if (isLittle) bytes.writeUInt32LE(code, 4 * i);
        else bytes.writeUInt32BE(code, 4 * i);
      // What is cut off at the end, and what is no character.
      expect(await textIn(bytes, 'a.txt')).toBe(text);
      expect(await textIn(Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(4, 0xff)]), 'a.txt')).toBe('G\ufffd');
    }
    const long = Buffer.alloc(4 * 10_000, Buffer.from('a\0\0\0'));
    expect(await textIn(Buffer.concat([Buffer.from('fffe0000', 'hex'), long]), 'a.txt')).toHaveLength(10_000 + 1);
  });

  test('nothing, blanks and line feeds are no text', async () => {
    for (const contents of ['', ' \n\t\r\n', '\u00a0\u200b']) {
      expect(await read(contents, 'a.txt')).toMatchObject({ outcome: 'noText', chunks: [] });
    }
  });
});
