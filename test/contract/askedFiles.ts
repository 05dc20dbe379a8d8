// Documents of every type and mails with files, which tests of search_files store and ask for.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedEmailIdOf } from '../../lib/archive/identity.ts';

const documents = join(import.meta.dirname, '..', 'documents');
export const realDocument = (name: string): Buffer => readFileSync(join(documents, name));

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const supply = `---
date: 2024-03-15
tags: [Legal, supply chain]
---
# Scope

The supplier delivers heliopumps. #hardware

![pump](../pictures/pump.png) ![lost](../pictures/lost.png)

## Warranty clause

Twelve months from
delivery. The warranty clause covers heliopumps and **rotors** only.

## Liability

Nothing else is owed. Heliopumps are named once.
`;

/** What the operator puts under \`library/\`, by path. */
export const libraryDocuments: ReadonlyMap<string, Uint8Array> = new Map<string, Uint8Array>([
  ...Object.entries({
    'contracts/supply.md': supply,
    'contracts/old/annex 2023-06-01.txt': 'The annex names heliopumps and their zirconvalves.',
    'contracts/prices.csv': 'part,price\nquartzgasket,12\n',
    'contracts/prices.tsv': 'part\tprice\nflintgasket\t12\n',
    'data/part.json': '{"part": {"name": "basaltgasket"}}',
    'data/part.xml': '<part><name>granitegasket</name></part>',
    'data/part.rtf': '{\\rtf1\\ansi marblegasket}',
    'data/meeting.ics':
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20240501T100000Z\r\nSUMMARY:slategasket review\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    'data/letter.eml':
      'From: ann@example.com\r\nSubject: Note\r\nContent-Type: text/plain\r\n\r\nThe chalkgasket is here.\r\n',
    'data/page.html':
      '<h1>Intro</h1><p>Hello</p><h2>Seals</h2><p>An opalgasket seals.</p><script>hiddengasket()</script>',
    'data/empty.txt': '',
    'data/blanks.txt': ' \n\t\n',
    'data/twin a.txt': 'These twins are equal.',
    'data/twin b.txt': 'These twins are equal.',
    'data/broken.docx': 'PK\u0003\u0004 no document',
  }).map(([path, text]): [string, Uint8Array] => [`library/${path}`, Buffer.from(text)]),
  ['library/pictures/pump.png', png],
  ['library/pictures/unasked picture.png', Buffer.concat([png, Buffer.of(0)])],
  ...readdirSync(documents)
    .filter(name => /\.(docx|xlsx|pptx|odt|ods|odp|pdf)$/.test(name))
    .map((name): [string, Uint8Array] => [`library/real/${name}`, realDocument(name)]),
]);

export const fileFolder = 'Files/2024';
export const month = '2024-03';

interface Part {
  readonly type: string;
  readonly name: string | null;
  readonly bytes: Uint8Array;
}

/** A mail with files, of the fifth of March 2024. */
function mailWith(subject: string, parts: readonly Part[], header: readonly string[] = []): string {
  return [
    ...['From: Ann <ann@example.com>', 'To: bob@example.com', `Subject: ${subject}`, ...header],
    ...['Date: Tue, 05 Mar 2024 12:00:00 +0000', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
    ...['--b', 'Content-Type: text/plain', '', 'Attached.'],
    ...parts.flatMap(({ type, name, bytes }) => [
      ...['--b', `Content-Type: ${type}`, 'Content-Transfer-Encoding: base64'],
      `Content-Disposition: attachment${name === null ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`,
      ...['', Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')],
    ]),
    '--b--',
    '',
  ].join('\r\n');
}

const text = (name: string | null, written: string): Part => ({
  type: 'text/plain; charset=utf-8',
  name,
  bytes: Buffer.from(written),
});

/** The last is to be stored with the keywords that its header tells. */
export const fileMails: readonly string[] = [
  mailWith('Offer', [
    text('offer 20240229.txt', 'Our offer for heliopumps with a sapphiregasket.'),
    { type: 'image/png', name: 'scan_0815.png', bytes: png },
    text(null, 'A file without a name about the rubygasket.'),
  ]),
  mailWith('Kept', [text('kept.txt', 'About the pearlgasket.')], ['X-Keywords: Invoiced']),
];

export const idOf = (accountId: string, mail: string): string =>
  storedEmailIdOf(accountId, fileFolder, Buffer.from(mail));

/** Files of the library and of the mails. */
export const fileCount = libraryDocuments.size + 4;
