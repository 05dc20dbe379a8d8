// Headers of megabytes: whatever is shown of a mail has its beginning, what stands behind it in the header is read as ever,
// and a mail of which something was left out says so.

import { contentOf } from '../../../lib/content/content.ts';
import { limits } from '../../../lib/limits.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';

const huge = 3 * 1024 * 1024;
const most = limits.storedHeaderCharacters.value;
const many = Array.from({ length: 100_000 }, (_, i) => i);

const usual = {
  Subject: 'Plan',
  From: 'Ann <ann@example.com>',
  To: 'bob@example.com',
  Date: 'Mon, 1 Jan 2024 10:00:00 +0000',
  'Message-ID': '<one@example.com>',
  'In-Reply-To': '<two@example.com>',
  References: '<three@example.com>',
  'Content-Type': 'text/plain; charset=utf-8',
};

/** The header with one field first that is as told, and the usual ones. */
async function read(name: string, value: string) {
  const fields = { [name]: value, ...Object.fromEntries(Object.entries(usual).filter(([other]) => other !== name)) };
  const header = Object.entries(fields).map(([field, text]) => `${field}: ${text}\r\n`);
  const message = await parseMessage(Buffer.from(`${header.join('')}\r\nHello.\r\n`));
  return { message, content: contentOf(message) };
}

type Read = Awaited<ReturnType<typeof read>>;

const people = ({ content }: Read, role: string) =>
  content.participants.filter(one => one.role === role).map(({ address, displayName }) => ({ address, displayName }));

const beginsWith = (text: string | null | undefined, start: string): void => {
  expect(text?.slice(0, start.length)).toBe(start);
  expect(text?.length).toBe(most);
  expect(text?.at(-1)).toBe('…');
};

describe('a field of three megabytes is shown by its beginning, and the mail marked', () => {
  test.each<[string, string, string, (read: Read) => void]>([
    ['a subject', 'Subject', `Offer ${'x'.repeat(huge)}`, ({ content }) => beginsWith(content.subject, 'Offer xxx')],
    [
      'a folded subject',
      'Subject',
      `Offer ${'x y\r\n '.repeat(huge / 6)}`,
      ({ content }) => beginsWith(content.subject, 'Offer x y x y'),
    ],
    [
      'a subject in UTF-8',
      'Subject',
      '見積'.repeat(huge / 6),
      ({ content }) => beginsWith(content.subject, '見積見積'),
    ],
    [
      'a subject of encoded words',
      'Subject',
      '=?utf-8?B?6KaL56mN?=\r\n '.repeat(huge / 24),
      ({ content }) => beginsWith(content.subject, '見積見積'),
    ],
    [
      'a subject of one encoded word',
      'Subject',
      `=?utf-8?Q?${'a=C3=BC'.repeat(huge / 7)}?=`,
      ({ content }) => beginsWith(content.subject, 'aüaü'),
    ],
    [
      'the name of a sender',
      'From',
      `"${'Ann '.repeat(huge / 4)}" <ann@example.com>`,
      mail => beginsWith(people(mail, 'from')[0]?.displayName, 'Ann Ann'),
    ],
    [
      'the address of a sender',
      'From',
      `<${'a'.repeat(huge)}@example.com>`,
      mail => beginsWith(people(mail, 'from')[0]?.address, 'aaa'),
    ],
    [
      'a message id',
      'Message-ID',
      `<${'m'.repeat(huge)}@example.com>`,
      ({ content }) => beginsWith(content.messageId, '<mmm'),
    ],
    [
      'what it answers',
      'In-Reply-To',
      `<${'m'.repeat(huge)}@example.com>`,
      ({ content }) => beginsWith(content.inReplyTo, '<mmm'),
    ],
    [
      'a date with a comment',
      'Date',
      `Mon, 1 Jan 2024 10:00:00 +0000 (${'c'.repeat(huge)})`,
      ({ content }) => expect(content.sentAt).toBe(Date.UTC(2024, 0, 1, 10)),
    ],
    [
      'a content type',
      'Content-Type',
      `text/plain; charset=utf-8; x="${'y'.repeat(huge)}"`,
      ({ content }) => expect(content.plainText.text).toBe('Hello.\n'),
    ],
    [
      'a media type',
      'Content-Type',
      `application/${'y'.repeat(huge)}`,
      ({ content }) => beginsWith(content.parts?.[0]?.mediaType, 'application/yyy'),
    ],
    [
      'a file name of a content type',
      'Content-Type',
      `application/pdf; name="${'n'.repeat(huge)}.pdf"`,
      mail => expect(mail.content.parts?.[0]).toMatchObject({ filename: 'n'.repeat(200), wasFileNameNormalized: true }),
    ],
    [
      'a file name',
      'Content-Disposition',
      `attachment; filename="${'n'.repeat(huge)}.pdf"`,
      ({ content }) =>
        expect(content.parts?.[0]).toMatchObject({ filename: 'n'.repeat(200), wasFileNameNormalized: true }),
    ],
    [
      'an encoded file name',
      'Content-Disposition',
      `attachment; filename*=utf-8''${'%C3%BC'.repeat(huge / 6)}`,
      mail => expect(mail.content.parts?.[0]).toMatchObject({ filename: 'ü'.repeat(200), wasFileNameNormalized: true }),
    ],
    ['a field that nobody reads', 'X-Report', 'z'.repeat(huge), () => undefined],
    [
      'six thousand fields',
      'X-0',
      many
        .slice(1, 6000)
        .map(i => `x\r\nX-${i}: y`)
        .join(''),
      () => undefined,
    ],
  ])('%s', async (_, name, value, expectShown) => {
    const mail = await read(name, value);
    expect(mail.message.isDamaged).toBe(true);
    expectShown(mail);
    const { content } = mail;
    if (name !== 'Subject') expect(content.subject).toBe('Plan');
    if (name !== 'From') expect(people(mail, 'from')).toEqual([{ address: 'ann@example.com', displayName: 'Ann' }]);
    expect(people(mail, 'to')).toEqual([{ address: 'bob@example.com', displayName: null }]);
    expect(content.sentAt).toBe(Date.UTC(2024, 0, 1, 10));
    if (name !== 'Message-ID') expect(content.messageId).toBe('<one@example.com>');
    if (name !== 'In-Reply-To') expect(content.inReplyTo).toBe('<two@example.com>');
    expect(content.references).toEqual(['<three@example.com>']);
  });
});

describe('lists of a hundred thousand', () => {
  test.each([
    ['To', many.map(i => `u${i}@example.com`).join(', ')],
    ['To', many.map(i => `User ${i} <u${i}@example.com>`).join(',\r\n ')],
    ['Cc', many.map(i => `"Zoë ${i}" <u${i}@example.com>`).join(',\r\n\t')],
    ['Bcc', many.map(i => `u${i}@example.com (User ${i})`).join(',')],
  ])('%s %#: the first are there, whole', async (name, value) => {
    const mail = await read(name, value);
    expect(mail.message.isDamaged).toBe(true);
    expect(mail.content.subject).toBe('Plan');
    const shown = people(mail, name.toLowerCase());
    expect(mail.content.participants).toHaveLength(limits.storedParticipants.value);
    expect(shown.map(({ address }) => address)).toEqual(shown.map((_, i) => `u${i}@example.com`));
  });

  test('of addresses behind a header that is full: none is cut in two', async () => {
    const header = `X: ${'x'.repeat(huge)}\r\nTo: ${many.map(i => `user${i}@${'d'.repeat(80)}.example.com`).join(', ')}`;
    const { participants, isDamaged } = await parseMessage(Buffer.from(`${header}\r\n\r\nHello.\r\n`));
    expect(isDamaged).toBe(true);
    expect(participants.length).toBeGreaterThan(500);
    for (const { address } of participants) expect(address).toMatch(/^user\d+@d{80}\.example\.com$/);
  });

  test('of references: the first are there, whole', async () => {
    const { content, message } = await read('References', many.map(i => `<r${i}@example.com>`).join('\r\n '));
    expect(message.isDamaged).toBe(true);
    expect(content.references).toEqual(many.slice(0, limits.storedReferences.value).map(i => `<r${i}@example.com>`));
  });
});

describe('what is long and fits is no damage', () => {
  test.each<[string, string, (read: Read) => void]>([
    ['Subject', 'x'.repeat(500_000), ({ content }) => beginsWith(content.subject, 'xxx')],
    ['References', `<${'r'.repeat(5000)}@example.com>`, ({ content }) => beginsWith(content.references[0], '<rrr')],
    ['In-Reply-To', `<${'r'.repeat(5000)}@example.com>`, ({ content }) => beginsWith(content.inReplyTo, '<rrr')],
    ['Date', `(${'c'.repeat(5000)}) Mon, 1 Jan 2024 10:00:00 +0000`, () => undefined],
    [
      'Received',
      `from a (${'c'.repeat(50_000)}); Tue, 2 Jan 2024 10:00:00 +0000`,
      ({ message }) => expect(message.receivedHeaderAt).toBe(Date.UTC(2024, 0, 2, 10)),
    ],
    [
      'Content-Type',
      `text/plain; x="${'y'.repeat(900_000)}"; charset=utf-8`,
      ({ content }) => expect(content.plainText.text).toBe('Hello.\n'),
    ],
    [
      'Content-Disposition',
      `attachment; filename="${'n'.repeat(900_000)}.pdf"`,
      ({ content }) => expect(content.parts?.[0]?.filename).toBe(`${'n'.repeat(196)}.pdf`),
    ],
  ])('%s', async (name, value, expectShown) => {
    const mail = await read(name, value);
    expect(mail.message.isDamaged).toBe(false);
    expect(mail.content.sentAt).toBe(Date.UTC(2024, 0, 1, 10));
    expectShown(mail);
  });
});

test('the header of a file within a mail is bounded alike', async () => {
  const raw = [
    'Subject: outer',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    `X-Junk: ${'z'.repeat(huge)}`,
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=plan.pdf',
    '',
    'x',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Subject: inner ${'x'.repeat(huge)}`,
    '',
    'y',
    '--b--',
    '',
  ].join('\r\n');
  const { isDamaged, parts } = await parseMessage(Buffer.from(raw));
  expect(isDamaged).toBe(true);
  expect(parts.map(part => part.filename)).toEqual(['plan.pdf', `inner ${'x'.repeat(190)}.eml`]);
});
