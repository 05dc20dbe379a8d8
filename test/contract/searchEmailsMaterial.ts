// What searchEmails() is tried with: short mails whose scores and dates tie, what happens to an archive of them, and
// questions of every form with the filters by definition.

import fc from 'fast-check';
import type { ModelMail } from './searchEmailsModel.ts';

const accounts = ['ann', 'Zoë 見'];
const folders = ['INBOX', 'Inbox', 'Archive/2024'];
const people = [
  'Ann Lee <ann@example.com>',
  'Bob <Bob@Example.org>',
  '田中 芽衣 <tanaka@example.net>',
  'list@example.net',
];
export const noon = 1_700_000_000_000;
const instants = [0, noon, noon, noon + 1, noon + 86_400_000, 9_000_000_000_000];
const words = [
  ...['invoice', 'invoices', 'Invoicing', 'payment', 'the', 'of', 'noise test', 'test noise', 'report', 'report'],
  ...['of the', 'to be of', 'is not the', 'report of the invoice', 'to the invoice'],
  ...['Übersicht', 'u\u0308bersicht', 'Größe', 'RXD2-1234', 'rxd2 1234', 'INV_2024_077', 'ann@example.com', 'café'],
  ...['請求書', '見積書', '東京', 'ใบแจ้งหนี้', 'счёт', "don't", 'x', '12.5', '2024'],
];

const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map(some => some.join(' '));
const line = fc.tuple(fc.constantFrom('', '', '', '> ', '-- \n'), text).map(([mark, own]) => mark + own);

/** Mails with few instants and short texts, so that scores and dates tie: some of them by design, some by chance. */
const place = {
  accountId: fc.constantFrom(...accounts),
  folderAlias: fc.constantFrom(...folders),
  receivedAt: fc.oneof(fc.constantFrom(...instants), fc.integer({ min: noon - 1e7, max: noon + 1e7 })),
  seen: fc.constantFrom(null, true, false),
};
export const plainMail = fc.record({
  ...place,
  subject: fc.constantFrom('', 'invoice', 'report'),
  from: fc.constant('Ann Lee <ann@example.com>'),
  to: fc.constant(['Bob <Bob@Example.org>']),
  crowd: fc.constant(0),
  lines: fc.constantFrom(['invoice'], ['report of payment'], []),
  hidden: fc.constant(false),
  files: fc.constant<string[]>([]),
});
const richMail = fc.record({
  ...place,
  subject: text,
  from: fc.constantFrom(...people),
  to: fc.subarray(people, { minLength: 1 }),
  crowd: fc.constantFrom(0, 0, 0, 60),
  lines: fc.array(line, { maxLength: 5 }),
  hidden: fc.boolean(),
  files: fc.subarray(['report.pdf', 'RXD2-1234 test.pdf', '見積書.xlsx', 'x.txt'], { maxLength: 2 }),
});
const mail = fc.oneof(plainMail, richMail);
type Mail = typeof mail extends fc.Arbitrary<infer T> ? T : never;

export function rawOf({ subject, from, to, crowd, lines, hidden, files }: Mail, id: string): Uint8Array {
  const recipients = [...Array.from({ length: crowd }, (_, i) => `crowd${i}@example.com`), ...to];
  const encoded = (value: string) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`;
  const named = (one: string) => one.replace(/^(.+) (<.*>)$/, (_, name, address) => `${encoded(name)} ${address}`);
  const body = lines.join('\n');
  const html = `<p>${lines.map(one => one.replaceAll('>', '&gt;')).join('<br>')}</p><p style="display:none">invoice hidden secret</p>`;
  const parts = [
    `Content-Type: text/${hidden ? 'html' : 'plain'}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(hidden ? html : body).toString('base64')}`,
    ...files.map(
      name =>
        `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\nx`,
    ),
  ];
  return Buffer.from(
    [
      `From: ${named(from)}`,
      `To: ${recipients.map(named).join(',\r\n ')}`,
      `Subject: ${encoded(subject)}`,
      `X-Id: ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...parts.map(part => `--b\r\n${part}`),
      '--b--',
      '',
    ].join('\r\n'),
  );
}

const queryWord = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(
    'nothing',
    'secret',
    'ann',
    'example.com',
    '1234',
    'rxd2',
    '見',
    '求書',
    'แจ้ง',
    'INVOICE',
    'lee',
    'report.pdf',
  ),
);
const element = fc
  .tuple(
    fc.constantFrom('', '', '', '', '-'),
    fc.oneof(
      queryWord,
      fc.array(queryWord, { minLength: 1, maxLength: 3 }).map(some => `"${some.join(' ')}"`),
    ),
  )
  .map(parts => parts.join(''));
const queryText = fc.oneof(
  fc.constantFrom('invoice', 'report', 'payment', 'ann', 'invoice -payment', '"report of payment"'),
  fc.constantFrom(
    ...[
      '"of the"',
      '"to be of the"',
      '"is not the invoice"',
      '"report of the"',
      '"to be" -"of the"',
      '"be of" invoice',
    ],
    ...[
      '"the invoice"',
      '"the report of"',
      'invoice -"the invoice"',
      '"the of"',
      '"is not"',
      '"not the invoice of the"',
    ],
  ),
  fc.array(element, { minLength: 1, maxLength: 3 }).map(some => some.join(' ')),
);

const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
export const question = fc.record({
  queryText,
  accountIds: fc.oneof(fc.constant(accounts), fc.subarray(accounts)),
  folderAliases: rarely(['inbox'], ['ARCHIVE/2024', 'nothing'], ['nothing']),
  filters: fc.record({
    senderAddress: rarely('ANN@example.com', 'bob@example.org', 'nobody@example.com'),
    recipientAddress: rarely('tanaka@example.net', 'crowd7@example.com', 'nobody@example.com'),
    subjectFragment: rarely('invoice', 'REPORT', '見積'),
    receivedFrom: rarely(-10_000, noon, noon + 1),
    receivedBefore: rarely(noon + 1, noon + 5e6, 8.64e15),
    isRemotelySeen: rarely(true, false),
    hasAttachments: rarely(true, false),
  }),
  limit: fc.constantFrom<number>(1, 2, 3, 20, 50),
});
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** What happens to an archive, step by step; each time to one of its accounts. */
export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(mail, { minLength: 1, maxLength: 10 }).map(mails => ({ kind: 'store' as const, mails })),
  },
  { weight: 4, arbitrary: fc.constantFrom(...accounts).map(accountId => ({ kind: 'seal' as const, accountId })) },
  { weight: 3, arbitrary: fc.nat().map(seed => ({ kind: 'remove' as const, seed })) },
  { weight: 1, arbitrary: fc.nat().map(seed => ({ kind: 'storeAgain' as const, seed })) },
);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const noFlags = { observedAt: 1, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };
const fold = (value: string) => value.normalize('NFC').toLowerCase();

/** The filters by definition. */
export const passing =
  ({ filters: f, folderAliases }: Question) =>
  ({ message: row }: ModelMail): boolean =>
    (folderAliases?.some(alias => fold(alias) === fold(row.folderAlias)) ?? true) &&
    (f.senderAddress === null || fold(row.senderAddress ?? '') === fold(f.senderAddress)) &&
    (f.recipientAddress === null ||
      [...row.toAddresses, ...row.ccAddresses].some(one => fold(one) === fold(f.recipientAddress ?? ''))) &&
    (f.subjectFragment === null || fold(row.subject).includes(fold(f.subjectFragment))) &&
    (f.receivedFrom === null || row.receivedAt >= f.receivedFrom) &&
    (f.receivedBefore === null || row.receivedAt < f.receivedBefore) &&
    (f.isRemotelySeen === null || row.remoteFlags?.isSeen === f.isRemotelySeen) &&
    (f.hasAttachments === null || (row.attachments?.attachmentCount ?? 0) > 0 === f.hasAttachments);
