import { read, textOf } from './read.ts';

const rtf = (body: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${body}}`, 'latin1');
const fonts =
  '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 Mincho;}{\\f3\\fcharset238 CE;}}';

test.each([
  ["Gr\\'f6\\'dfe", 'Größe'],
  ["{\\f1 \\'c4\\'ee\\'e3\\'ee\\'e2\\'ee\\'f0}", 'Договор'],
  ["{\\f2 \\'95\\'db\\'8f\\'d8}", '保証'],
  // The second byte of a character may be written as it is.
  ["{\\f2 \\'83g\\'83^}", 'トタ'],
  // So may it where the first one is: it is no mark then.
  ['{\\f2 \x83{\x83}\x83\\ end}', 'ボマソ end'],
  ["{\\f2 \x83\\'7b \xb1}", 'ボ ｱ'],
  // Some programs write UTF-8, whatever the font says.
  [Buffer.from('{\\f1 Gr\u00f6\u00dfe Договор 保修\\b  \u00fc}').toString('latin1'), 'Größe Договор 保修 ü'],
  ['{\\f0 Gr\u00f6\u00dfe}', 'Größe'],
  ["{\\f3 za\\'bf\\'f3\\'b3\\'e6}", 'zażółć'],
  ['\\u8364?uro \\u-10179?\\u-8704?', '€uro 😀'],
  ["{\\uc2\\u252\\'fc\\'fcx}", 'üx'],
  ['{\\upr{old}{\\*\\ud{new}}}', 'new'],
  ['a\\~b\\_c\\-d\\tab e\\emdash f', 'a b-cd e—f'],
  ['\\{braces\\} and \\\\', '{braces} and \\'],
])('%s', async (body, text) => {
  expect(textOf(await read(rtf(`${fonts}\\pard ${body}\\par`), 'a.rtf'))).toBe(text);
});

test('what is no text is left out: deleted text, fields, pictures, unknown groups, binary data', async () => {
  const body = `{\\info{\\title The title}{\\author No One}}{\\colortbl;\\red0;}kept {\\deleted gone} {\\field{\\*\\fldinst HYPERLINK "http://no.example"}{\\fldrslt shown}} {\\pict\\pngblip 89504e47}{\\*\\unknown no}\\bin6 }{\\no\\ after\\par`;
  const extraction = await read(rtf(body), 'a.rtf');
  expect(textOf(extraction)).toBe('kept shown after');
  expect(extraction).toMatchObject({ outcome: 'text', title: 'The title' });
});

test('sections follow headings by style; notes, boxes, headers and rows are lines', async () => {
  const body = `{\\stylesheet{\\s0 Normal;}{\\s1 heading 1;}}{\\header head\\par}\\pard\\s1 Chapter\\par\\pard text{\\footnote note} on\\par\\trowd a\\cell b\\cell\\row{\\shp{\\*\\shpinst{\\sp{\\sn no}{\\sv no}}{\\shptxt box\\par}}}end\\par`;
  expect((await read(rtf(body), 'a.rtf')).chunks).toEqual([
    { heading: 'Chapter', text: 'head\ntext on\nnote\na\tb\nend\nbox' },
  ]);
});

test('RTF that breaks off keeps its text, and says so', async () => {
  const bytes = rtf('first {\\b second').subarray(0, -1);
  const extraction = await read(bytes, 'a.rtf');
  expect(extraction.outcome).toBe('text');
  expect(extraction.reason).toContain('breaks off');
  expect(textOf(extraction)).toBe('first second');
});
