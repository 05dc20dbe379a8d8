import { contentOf } from '../../../lib/content/content.ts';
import { contentVersion, decodeContent, encodeContent } from '../../../lib/content/contentCodec.ts';
import { limits } from '../../../lib/limits.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { mail, multipartMail, raw, utf8 } from '../../mails.ts';

const read = async (bytes: Uint8Array, maxBytes?: number) =>
  contentOf(await parseMessage(bytes, maxBytes === undefined ? {} : { maxBytes }));

const html = (body: string) => `Content-Type: text/html; charset=utf-8\n\n${utf8(body)}`;

describe('the content of a mail', () => {
  test('has headers, participants, both forms of the body and the parts', async () => {
    const content = await read(
      raw(
        [
          'From: =?utf-8?q?J=C3=BCrgen?= <j@example.com>',
          'Sender: office@example.com',
          'Reply-To: <reply@example.com>',
          'To: Bob <bob@example.org>, carol@example.org',
          'Cc: dave@example.org',
          'Subject: Two forms',
          'Date: Mon, 6 May 2024 07:08:09 +0200',
          'Message-ID: <2@example.com>',
          'In-Reply-To: <1@example.com>',
          'References: <0@example.com> <1@example.com>',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=x',
          '',
          '--x',
          'Content-Type: multipart/alternative; boundary=y',
          '',
          '--y\nContent-Type: text/plain\n\nPlain words',
          '--y\nContent-Type: text/html\n\n<p onclick=x>HTML <b>words</b></p>',
          '--y--',
          '--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="a/b\t.pdf"\n\nabc',
          '--x--',
          '',
        ].join('\n'),
      ),
    );
    expect(content).toEqual({
      subject: 'Two forms',
      messageId: '<2@example.com>',
      inReplyTo: '<1@example.com>',
      references: ['<0@example.com>', '<1@example.com>'],
      participants: [
        { role: 'from', address: 'j@example.com', displayName: 'Jürgen' },
        { role: 'sender', address: 'office@example.com', displayName: null },
        { role: 'replyTo', address: 'reply@example.com', displayName: null },
        { role: 'to', address: 'bob@example.org', displayName: 'Bob' },
        { role: 'to', address: 'carol@example.org', displayName: null },
        { role: 'cc', address: 'dave@example.org', displayName: null },
      ],
      sentAt: Date.UTC(2024, 4, 6, 5, 8, 9),
      availability: 'readable',
      plainText: { text: expect.stringMatching(/^Plain words\n?$/), isWhole: true },
      sanitizedHtml: { text: '<p>HTML <b>words</b></p>', isWhole: true },
      parts: [
        {
          number: 1,
          kind: 'attachment',
          filename: 'b .pdf',
          wasFileNameNormalized: true,
          mediaType: 'application/pdf',
          sizeBytes: 3,
          disposition: 'attachment',
          path: null,
        },
      ],
    });
  });

  test('of HTML alone, or beside an empty text, has text made of it, without what is hidden', async () => {
    const body = '<p>Shown</p><p style="display:none">hidden</p>';
    for (const bytes of [
      mail(html(body)),
      multipartMail('alternative', ['Content-Type: text/plain\n\n \n', html(body)]),
    ])
      expect((await read(bytes)).plainText).toEqual({ text: 'Shown', isWhole: true });
  });

  test('of a text is the text, without characters that hide', async () => {
    const { plainText, sanitizedHtml } = await read(
      mail(
        'Content-Type: text/plain; charset=utf-8',
        utf8('> quoted\n\n\tindented \u202eno\u200b\u0007 <b>tag</b>\rline'),
      ),
    );
    expect(plainText.text.trimEnd()).toBe('> quoted\n\n\tindented no <b>tag</b>\nline');
    expect(sanitizedHtml).toBeNull();
  });

  test('says what cannot be read', async () => {
    const encrypted = multipartMail('encrypted; protocol="application/pgp-encrypted"', [
      'Content-Type: application/pgp-encrypted\n\nVersion: 1',
      'Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----',
    ]);
    const armored = mail('Content-Type: text/plain', '-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----');
    for (const bytes of [encrypted, armored])
      expect(await read(bytes)).toMatchObject({
        availability: 'encryptedNotReadableLocally',
        plainText: { text: '' },
        sanitizedHtml: null,
      });
    expect((await read(encrypted)).parts).not.toBeNull();
    expect(await read(mail('Content-Type: text/plain', 'long enough'), 20)).toMatchObject({
      subject: 'Test',
      availability: 'notStoredExceededSizeLimit',
      plainText: { text: '' },
      sanitizedHtml: null,
      parts: null,
    });
  });

  test('is bounded', async () => {
    const many = (prefix: string) => Array.from({ length: 5000 }, (_, i) => `<${prefix}${i}@example.com>`).join(' ');
    const content = await read(
      raw(
        `To: ${many('t').replaceAll(' ', ', ')}\nReferences: ${many('r')}\nSubject: ${'s'.repeat(10_000)}\n\n${'x'.repeat(3_000_000)}`,
      ),
    );
    expect(content.participants).toHaveLength(limits.storedParticipants.value);
    expect(content.references).toHaveLength(limits.storedReferences.value);
    expect(content.subject).toHaveLength(limits.storedHeaderCharacters.value);
    expect(content.plainText).toEqual({ text: 'x'.repeat(limits.bodyCharacters.value), isWhole: false });
  });

  test('is not cut within a character', async () => {
    const { plainText } = await read(
      mail('Content-Type: text/plain; charset=utf-8', utf8(`x${'😀'.repeat(limits.bodyCharacters.value / 2)}`)),
    );
    expect(plainText.text.isWellFormed()).toBe(true);
    expect(plainText.text).toHaveLength(limits.bodyCharacters.value - 1);
  });
});

describe('its stored bytes', () => {
  const id = '84662e19-dbe1-820e-8503-1385167689d3';
  const stored = async (words = 200) => {
    const content = await read(mail(html(`<p>${'some words '.repeat(words)}ü</p>`)));
    return { content, bytes: encodeContent(id, content) };
  };

  test('come back as what they were, and are fewer', async () => {
    const { content, bytes } = await stored();
    expect(decodeContent(id, bytes)).toEqual(content);
    expect(decodeContent(id, Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))).toEqual(content);
    expect(bytes.length).toBeLessThan(500);
    const short = await stored(2);
    expect(decodeContent(id, short.bytes)).toEqual(short.content);
  });

  test.each([2, 200])(
    'read as nothing with any byte changed, cut anywhere, or with more behind: %i words',
    async words => {
      const { bytes } = await stored(words);
      for (let i = 0; i < bytes.length; i++) {
        const changed = Uint8Array.from(bytes);
        changed[i] = (changed[i] ?? 0) ^ 1;
        expect(decodeContent(id, changed)).toBeNull();
        expect(decodeContent(id, bytes.subarray(0, i))).toBeNull();
      }
      expect(decodeContent(id, Buffer.concat([bytes, Buffer.alloc(1)]))).toBeNull();
    },
  );

  test('read as nothing for another message, and of an older or newer version', async () => {
    const { bytes } = await stored();
    expect(decodeContent(id.replace('8', '9'), bytes)).toBeNull();
    for (const version of [contentVersion - 1, contentVersion + 1]) {
      const other = Uint8Array.from(bytes);
      other[3] = version;
      expect(decodeContent(id, other)).toBeNull();
    }
  });
});
