import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { mail, multipartMail, raw, textPart, utf8 } from '../../mails.ts';

describe('parseMessage', () => {
  it('reads the headers of a mail', async () => {
    const message = await parseMessage(
      raw(`Received: from a by b; Mon, 26 Dec 2022 16:08:00 +0000
Received: from c by d; Mon, 26 Dec 2022 16:07:30 +0000
From: =?utf-8?Q?J=C3=BCrgen?= <j@example.com>, second@example.com
Sender: s@example.com
Reply-To: r@example.com
To: a@example.com, "B, B" <b@example.com>
Cc: c@example.com
To: late@example.com
Bcc: hidden@example.com
Subject: =?utf-8?Q?Gr=C3=BC?=
 =?utf-8?Q?=C3=9Fe?= from
  Berlin
Message-ID: <id@example.com>
In-Reply-To: Your message <before@example.com> of Monday
References: <first@example.com> <before@example.com>
Date: Mon, 26 Dec 2022 16:07:14 +0000

Hello
`),
    );
    expect(message).toEqual({
      subject: 'Grüße from  Berlin',
      messageId: '<id@example.com>',
      inReplyTo: '<before@example.com>',
      references: ['<first@example.com>', '<before@example.com>'],
      participants: [
        { role: 'from', address: 'j@example.com', displayName: 'Jürgen' },
        { role: 'from', address: 'second@example.com', displayName: null },
        { role: 'sender', address: 's@example.com', displayName: null },
        { role: 'replyTo', address: 'r@example.com', displayName: null },
        { role: 'to', address: 'a@example.com', displayName: null },
        { role: 'to', address: 'b@example.com', displayName: 'B, B' },
        { role: 'to', address: 'late@example.com', displayName: null },
        { role: 'cc', address: 'c@example.com', displayName: null },
        { role: 'bcc', address: 'hidden@example.com', displayName: null },
      ],
      sentAt: Date.parse('2022-12-26T16:07:14Z'),
      receivedHeaderAt: Date.parse('2022-12-26T16:08:00Z'),
      text: 'Hello\n',
      html: null,
      parts: [],
      isEncrypted: false,
      hasUnverifiedSignature: false,
      hasUnexpandedTnef: false,
      isDamaged: false,
      exceededSizeLimit: false,
    });
  });

  it('has empty or null values where headers are missing', async () => {
    expect(await parseMessage(raw('X: y\n\n'))).toMatchObject({
      subject: '',
      messageId: null,
      inReplyTo: null,
      references: [],
      participants: [],
      sentAt: null,
      receivedHeaderAt: null,
      text: '',
      isDamaged: false,
    });
  });

  it('takes the first of duplicate fields, and the topmost date that can be read', async () => {
    const message = await parseMessage(
      raw(
        'Subject: one\nSubject: two\nFrom: a@x.com\nFrom: b@x.com\nDate: nonsense\nDate: 1 Jan 2024 00:00:00 +0000\nReceived: no date\nReceived: x; 2 Jan 2024 00:00:00 +0000\n\n',
      ),
    );
    expect(message.subject).toBe('one');
    expect(message.participants).toEqual([{ role: 'from', address: 'a@x.com', displayName: null }]);
    expect(message.sentAt).toBe(Date.parse('2024-01-01T00:00:00Z'));
    expect(message.receivedHeaderAt).toBe(Date.parse('2024-01-02T00:00:00Z'));
  });

  it.each([
    [utf8('Grüße 网络'), 'Grüße 网络'],
    ['Gr\xfc\xdfe', 'Grüße'],
    ['=?gb2312?B?zfjC5w==?=', '网络'],
    ['=?x-unknown?Q?caf=C3=A9?=', 'café'],
    ['=?utf-8?Q?two=0D=0Alines?=', 'two lines'],
    ['a =?utf-8?Q?b?= c', 'a b c'],
    ['\x1b$B9q\x1b(B', '国'],
  ])('decodes the subject %j', async (subject, expected) => {
    expect((await parseMessage(raw(`Subject: ${subject}\n\n`))).subject).toBe(expected);
  });

  it('reads raw bytes of headers in the charset that the body names', async () => {
    const message = await parseMessage(
      raw('Subject: \xf4\xef\nFrom: \xf4\xef <a@x.com>\nContent-Type: text/plain; charset=koi8-r\n\n\xf4'),
    );
    expect(message).toMatchObject({ subject: 'ТО', text: 'Т' });
    expect(message.participants[0]?.displayName).toBe('ТО');
  });

  it('takes identifiers without brackets as they stand', async () => {
    expect((await parseMessage(raw('Message-ID: bare@example.com\n\n'))).messageId).toBe('bare@example.com');
  });

  it('hands out views into the mail, not copies', async () => {
    const bytes = multipartMail('mixed', [textPart, 'Content-Type: a/b; name=x\n\ncontent']);
    expect((await parseMessage(bytes)).parts[0]?.content.buffer).toBe(bytes.buffer);
  });

  it('leaves the mail as it is', async () => {
    const bytes = mail('Content-Transfer-Encoding: quoted-printable', 'a=3Db');
    const before = Buffer.from(bytes);
    await parseMessage(bytes);
    expect(Buffer.from(bytes)).toEqual(before);
  });
});
