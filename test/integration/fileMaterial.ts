// The documents that the tests of a deployment put into mails and under library/: those that real programs wrote, and
// some that are made to hurt.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtractionOutcome } from '../../lib/files/extraction.ts';
import { docx, zip } from '../unit/files/parts.ts';

const directory = join(import.meta.dirname, '../documents');
const read = (name: string): Buffer => readFileSync(join(directory, name));

export interface TestDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Expected {
  readonly type: string;
  readonly outcome: ExtractionOutcome;
  readonly phrases: readonly string[];
}

/** Documents of every type that text comes out of, with what is to be found in each. */
export const realDocuments: readonly (TestDocument & Expected)[] = Object.entries(
  JSON.parse(String(read('expected.json'))) as Readonly<Record<string, Expected>>,
)
  .filter(([, { outcome, phrases }]) => outcome === 'text' && phrases.length > 0)
  .map(([name, expected]) => ({ name, bytes: read(name), ...expected }));

const text = (name: string, contents: string): TestDocument & Expected => ({
  ...{ name, bytes: Buffer.from(contents), type: name.slice(name.lastIndexOf('.') + 1), outcome: 'text' },
  phrases: ['Gewährleistung Blattgold'],
});

/** Types whose files no program is needed for. */
export const plainDocuments: readonly (TestDocument & Expected)[] = [
  text('plain.txt', 'Die Gewährleistung Blattgold gilt zwölf Monate.\n'),
  text('table.csv', 'Teil,Text\n1,Gewährleistung Blattgold\n'),
  text('table.tsv', 'Teil\tText\n1\tGewährleistung Blattgold\n'),
  text('data.json', '{"text":"Gewährleistung Blattgold"}'),
  text(
    'calendar.ics',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Gewährleistung Blattgold\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ),
  text('letter.eml', 'From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\n\r\nGewährleistung Blattgold\r\n'),
];

/** What is made to hurt, each with why it is not read; null where it is read, and does no harm. */
export const hostileDocuments: readonly (TestDocument & { readonly reason: RegExp | null })[] = [
  {
    name: 'bomb.docx',
    bytes: docx(`<w:p><w:r><w:t>${'bomb '.repeat(20_000_000)}</w:t></w:r></w:p>`),
    reason: /more|larger|bytes/,
  },
  { name: 'locked.pdf', bytes: read('qpdf-encrypted.pdf'), reason: /password/ },
  { name: 'broken.docx', bytes: read('python-docx.docx').subarray(0, 3_000), reason: /./ },
  {
    name: 'laughs.docx',
    bytes: zip({
      '_rels/.rels':
        '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<!DOCTYPE w [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i > 0 ? i - 1 : ''};`.repeat(20)}">`).join('')}]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&a19;</w:t></w:r></w:p></w:body></w:document>`,
    }),
    reason: null,
  },
];

/** A mail that carries documents. */
export function mailOf(subject: string, documents: readonly TestDocument[], date = '2024-03-05T10:00:00Z'): string {
  const parts = documents.map(({ name, bytes }) =>
    [
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
  return [
    'From: Ann <ann@example.com>',
    'To: billing@example.com',
    `Subject: ${subject}`,
    `Date: ${new Date(date).toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=edge',
    '',
    ...['Content-Type: text/plain\r\n\r\nWith files.', ...parts].map(part => `--edge\r\n${part}`),
    '--edge--',
    '',
  ].join('\r\n');
}
