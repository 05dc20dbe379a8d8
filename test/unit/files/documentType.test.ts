// Types by content: what a file is called counts only where content cannot tell.

import { makePdf } from './makePdf.ts';
import { docx, odf, xlsx, zip } from './parts.ts';
import { read } from './read.ts';

const mail = 'From: a@example.org\nTo: b@example.org\nSubject: s\nDate: Mon, 1 Apr 2024 10:00:00 +0200\n\nbody\n';
const page = '<!DOCTYPE html><html><body>words</body></html>';

test.each<[string, string | Uint8Array, string]>([
  ['a.docx', makePdf([{ text: 'words' }]), 'pdf'],
  ['a.pdf', Buffer.concat([Buffer.from('some lines\nbefore it\n'), makePdf([{ text: 'words' }])]), 'pdf'],
  ['a.pdf', docx('<w:p><w:t>words</w:t></w:p>'), 'docx'],
  ['a.docx', xlsx('<row><c><v>1</v></c></row>'), 'xlsx'],
  ['a.zip', odf('presentation', '<text:p>words</text:p>'), 'odp'],
  ['a.txt', '{\\rtf1 words}', 'rtf'],
  ['a.doc', page, 'html'],
  ['a.txt', page, 'html'],
  ['a.xml', `<?xml version="1.0"?><!-- c -->${page}`, 'html'],
  ['a', '<p>words <b>more</b></p>', 'html'],
  ['a.html', 'plain words', 'txt'],
  ['a.doc', '<?xml version="1.0"?><r>words</r>', 'xml'],
  ['a.pdf', 'plain words', 'txt'],
  ['a.json', '{"a": 1}', 'json'],
  ['a', '{"a": 1}', 'json'],
  ['a', '{not json', 'txt'],
  ['a.md', '# words', 'md'],
  ['a.MARKDOWN', '<div>words</div>', 'md'],
  ['a.txt', '# words', 'txt'],
  ['a.csv', 'a,b', 'csv'],
  ['a.csv', `part,price\n${'pump,12\n'.repeat(20)}\0\0\0`, 'csv'],
  ['a.tsv', 'a\tb', 'tsv'],
  ['a.txt', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:words\nEND:VEVENT\nEND:VCALENDAR\n', 'ics'],
  ['a.txt', mail, 'eml'],
  ['a.py', 'def words(): pass', 'txt'],
  ['a.txt', Buffer.from('\ufeffwords', 'utf16le'), 'txt'],
  ['a.txt', Buffer.from('words without a mark', 'utf16le'), 'txt'],
])('%s with other contents', async (fileName, contents, type) => {
  expect(await read(contents, fileName)).toMatchObject({ type, outcome: 'text' });
});

test('a media type tells what a name without an ending does not', async () => {
  expect((await read('# words', 'download', 'text/markdown; charset=utf-8')).type).toBe('md');
  expect((await read('a;b', 'download', 'text/csv')).type).toBe('csv');
});

test.each<[string, Uint8Array, string, string]>([
  ['a.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 'png', 'no text is read from files of type png'],
  ['a.pdf', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), 'jpeg', 'no text is read from files of type jpeg'],
  ['a.zip', zip({ 'a.txt': 'words' }), 'zip', 'no text is read from files of type zip'],
  [
    'a.xlsb',
    zip({ 'xl/workbook.bin': 'b', '[Content_Types].xml': '<a/>' }),
    'xlsb',
    'no text is read from files of type xlsb',
  ],
  ['a.dat', Uint8Array.from({ length: 2_000 }, (_, i) => i % 251), 'binary', 'it is of a type that holds no text'],
])('%s is found by its name alone', async (fileName, bytes, type, reason) => {
  expect(await read(bytes, fileName)).toMatchObject({ type, outcome: 'nameOnly', reason, chunks: [] });
});

test.each([
  ['a.docx', new Uint8Array(0), 'it is empty'],
  ['a.docx', docx('<w:p/>').subarray(0, 200), 'it is no whole zip, as documents of its type are'],
  ['a.pdf', Uint8Array.from({ length: 2_000 }, (_, i) => i % 251), 'it is no pdf, and nothing else that is known'],
  ['a.odt', zip({ 'meta.xml': '<a/>' }), 'it is a zip, and no odt'],
  ['a.rtf', Uint8Array.from({ length: 2_000 }, (_, i) => i % 251), 'it is no rtf, and nothing else that is known'],
])('%s that cannot be read says why', async (fileName, bytes, reason) => {
  expect(await read(bytes, fileName)).toMatchObject({ outcome: 'broken', reason, chunks: [] });
});

test.each([
  ['more', Buffer.from('trailing bytes')],
  ['less', Buffer.alloc(0)],
])('a zip with %s after its directory than that says', async (_, trailer) => {
  const bytes = Buffer.from(docx('<w:p><w:t>words</w:t></w:p>'));
  bytes.writeUInt16LE(1, bytes.length - 2);
  expect(await read(Buffer.concat([bytes, trailer]), 'a.docx')).toMatchObject({ type: 'docx', outcome: 'text' });
});

test('an Office document that is encrypted is an OLE file', async () => {
  const ole = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);
  expect(await read(ole('EncryptedPackage\0EncryptionInfo'), 'a.xlsx')).toMatchObject({
    type: 'xlsx',
    outcome: 'encrypted',
    reason: 'it needs a password',
  });
  expect(await read(ole('WordDocument'), 'a.bin')).toMatchObject({ type: 'doc', outcome: 'nameOnly' });
});

test('an OpenDocument file that is encrypted says so in its manifest', async () => {
  const bytes = odf('text', '<text:p>x</text:p>', {
    'META-INF/manifest.xml': '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
  });
  expect(await read(bytes, 'a.odt')).toMatchObject({ type: 'odt', outcome: 'encrypted', chunks: [] });
});
