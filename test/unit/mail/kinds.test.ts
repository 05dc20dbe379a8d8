import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, mail, multipart, multipartMail, onlyPart, outline, raw, textPart, withPart } from '../../mails.ts';

const html = (body: string) => `Content-Type: text/html; charset=utf-8\n\n<html>${body}</html>`;
const image = (headers: string) =>
  `Content-Type: image/png; name=i.png\nContent-Transfer-Encoding: base64\n${headers}\n\n${base64('png')}`;

describe('kinds of parts', () => {
  it('is inline where the HTML body refers to it by Content-ID', async () => {
    const part = image('Content-Disposition: inline\nContent-ID: <image001.png@01DC321B.4994650>');
    for (const reference of [
      'cid:image001.png@01DC321B.4994650',
      'CID:IMAGE001.png%4001DC321B.4994650',
      'cid:image001.png&#64;01DC321B.4994650',
    ]) {
      const message = await parseMessage(multipartMail('mixed', [html(`<img src="${reference}">`), part]));
      expect(outline(message)).toEqual(['i.png (inline)']);
    }
  });

  it('is inline by Content-ID within multipart/related, unless marked as an attachment', async () => {
    const kinds = async (headers: string) =>
      outline(await parseMessage(multipartMail('related', [html(''), image(headers)])));
    expect(await kinds('Content-ID: <x>')).toEqual(['i.png (inline)']);
    expect(await kinds('Content-ID: <x>\nContent-Disposition: attachment')).toEqual(['i.png (attachment)']);
    expect(await kinds('X-No: id')).toEqual(['i.png (attachment)']);
  });

  it('is inline where the HTML body refers to it by Content-Location', async () => {
    const page = 'Content-Type: text/html\nContent-Location: http://example.com/a/page.html\n\n<img src="img/i.png">';
    const kinds = async (location: string) =>
      outline(await parseMessage(multipartMail('related', [page, image(`Content-Location: ${location}`)])));
    expect(await kinds('img/i.png')).toEqual(['i.png (inline)']);
    expect(await kinds('http://example.com/a/img/i.png')).toEqual(['i.png (inline)']);
    expect(await kinds('http://example.com/other.png')).toEqual(['i.png (attachment)']);
  });

  it('is an attachment where nobody refers to its Content-ID', async () => {
    const message = await parseMessage(
      multipartMail('mixed', [html('<img src="cid:other">'), image('Content-ID: <x>')]),
    );
    expect(outline(message)).toEqual(['i.png (attachment)']);
  });

  it('is an attachment for all types but images, audio and fonts, inline or not', async () => {
    const pdf = 'Content-Type: application/pdf\nContent-Disposition: inline; filename=report.pdf\nContent-ID: <x>\n\nx';
    const message = await parseMessage(multipartMail('related', [html('<a href="cid:x">'), pdf]));
    expect(outline(message)).toEqual(['report.pdf (attachment)']);
    expect(message.parts[0]?.disposition).toBe('inline');
  });

  it.each([
    'application/pkcs7-signature',
    'application/x-pkcs7-signature',
    'application/pgp-signature',
    'application/x-pgp-signature',
  ])('is a signature for %s', async type => {
    const message = await parseMessage(
      withPart(`Content-Type: ${type}; name=smime.p7s\nContent-Disposition: attachment; filename=smime.p7s`),
    );
    expect(outline(message)).toEqual(['smime.p7s (signature)']);
    expect(message.hasUnverifiedSignature).toBe(true);
  });

  it('derives the disposition where no header says it', async () => {
    const message = await parseMessage(
      multipartMail('related', [html('<img src="cid:x">'), image('Content-ID: <x>'), image('X-Other: 1')]),
    );
    expect(message.parts.map(part => part.disposition)).toEqual(['inline', 'attachment']);
    expect(message.parts[0]?.contentId).toBe('x');
  });

  it('counts a part of an unknown disposition as an attachment', async () => {
    expect(
      outline(
        await parseMessage(
          multipartMail('mixed', [textPart, 'Content-Type: text/plain\nContent-Disposition: quoted-printable\n\nx']),
        ),
      ),
    ).toEqual(['- (attachment)']);
  });

  it.each(['=?utf-8?Q?invalid?=', '<attachment>', '[x]', '\xe4nlage', '?'])(
    'takes an unnamed text with the unreadable disposition %j for a body',
    async value => {
      const text = `Content-Type: text/html\nContent-Disposition: ${value}`;
      expect(await parseMessage(mail(text, '<p>x</p>'))).toMatchObject({ html: '<p>x</p>', parts: [] });
      const named = await parseMessage(mail(`${text}; filename=a.html`, '<p>x</p>'));
      expect(outline(named)).toEqual(['a.html (attachment)']);
    },
  );

  it.each(['=?utf-8?Q?attachment?=', '"attachment"', 'attachment(x)', 'quoted-printable', '*'])(
    'takes an unnamed text of the disposition %j for an attachment',
    async value => {
      const message = await parseMessage(mail(`Content-Type: text/html\nContent-Disposition: ${value}`, '<p>x</p>'));
      expect(outline(message)).toEqual(['- (attachment)']);
    },
  );

  it('lists calendars, delivery reports and other parts that are no bodies', async () => {
    const message = await parseMessage(
      multipartMail('report', [
        textPart,
        'Content-Type: message/delivery-status\n\nStatus: 5.0.0',
        'Content-Type: text/rfc822-headers\n\nA: b',
      ]),
    );
    expect(message.parts.map(part => part.mediaType)).toEqual(['message/delivery-status', 'text/rfc822-headers']);
  });
});

describe('bodies', () => {
  it('are the plain and HTML versions of the alternative', async () => {
    const message = await parseMessage(multipartMail('alternative', [textPart, html('Hi')]));
    expect(message).toMatchObject({ text: 'Hello', html: '<html>Hi</html>', parts: [] });
  });

  it('are not texts with a name or attachment disposition', async () => {
    const named = 'Content-Type: text/plain; name=notes.txt\n\nnotes';
    const marked = 'Content-Type: text/html\nContent-Disposition: attachment\n\n<p>';
    const message = await parseMessage(multipartMail('mixed', [named, marked, textPart]));
    expect(message).toMatchObject({ text: 'Hello', html: null });
    expect(outline(message)).toEqual(['notes.txt (attachment)', '- (attachment)']);
  });

  it('are read on below, as readers show them, though the further texts are attachments', async () => {
    const pdf = 'Content-Type: application/pdf; name=a.pdf\n\nx';
    const message = await parseMessage(
      multipartMail('mixed', ['Content-Type: text/plain\n\nabove', pdf, 'Content-Type: text/plain\n\nbelow']),
    );
    expect(message.text).toBe('above\nbelow');
    expect(outline(message)).toEqual(['a.pdf (attachment)', '- (attachment)']);
  });

  it('take no footer for the plain version of HTML', async () => {
    const message = await parseMessage(
      multipartMail('mixed', [html('Hi'), 'Content-Type: text/plain\n\n-- \nA mailing list']),
    );
    expect(message).toMatchObject({ text: null, html: '<html>Hi</html>' });
  });

  it('take the alternative within other multiparts', async () => {
    const inner = multipart('alternative', ['Content-Type: text/plain\n\nplain', html('rich')], 'inner');
    const message = await parseMessage(multipartMail('mixed', [inner, 'Content-Type: text/plain\n\nfooter']));
    expect(message).toMatchObject({ text: 'plain\nfooter', html: '<html>rich</html>' });
  });

  it('leave out an empty plain version beside HTML', async () => {
    expect(
      await parseMessage(multipartMail('alternative', ['Content-Type: text/plain\n\n \n', html('Hi')])),
    ).toMatchObject({ text: null });
  });

  it('are the whole of a multipart that cannot be split', async () => {
    expect(await parseMessage(mail('Content-Type: multipart/mixed', 'Some text'))).toMatchObject({
      text: 'Some text',
      parts: [],
      isDamaged: false,
    });
  });

  it.each([
    ['charset=iso-8859-1', '\x80 \xe4', '€ ä'],
    ['charset=utf-8', '\xc3\xa4', 'ä'],
    ['charset="UTF8"', '\xc3\xa4', 'ä'],
    ['charset=us-ascii', '\xc3\xa4', 'ä'],
    ['charset=utf-8', '\xe4\xf6\xfc sind Umlaute', 'äöü sind Umlaute'],
    ['charset=koi8-r', '\xf4\xc5\xd3\xd4', 'Тест'],
    ['charset=cp850', 'M\x81ller', 'Müller'],
    ['charset=iso-2022-jp', '\x1b$B9q\x1b(B', '国'],
    ['charset=iso-2022-kr', '\x1b$)C\x0eGQ1[\x0f.', '한글.'],
    ['charset=hz-gb-2312', '~{VPND~}.', '中文.'],
    ['charset=utf-7', 'Hi Mom -+Jjo--!', 'Hi Mom -☺-!'],
    ['charset=no-such', '\xc3\xa4', 'ä'],
    ['x=y', '\xcd\xf8\xc2\xe7', '网络'],
    ["charset*=utf-8''iso-8859-15", '\xa4', '€'],
  ])('are decoded from %s', async (charset, body, expected) => {
    expect((await parseMessage(mail(`Content-Type: text/plain; ${charset}`, body))).text).toBe(expected);
  });

  it('know the charset that HTML names for itself, and byte order marks', async () => {
    const page = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">\xf4';
    expect((await parseMessage(mail('Content-Type: text/html', page))).html).toMatch(/Т$/);
    expect((await parseMessage(mail('Content-Type: text/plain; charset=latin1', '\xef\xbb\xbf\xc3\xa4'))).text).toBe(
      'ä',
    );
  });

  it('have their flowed lines joined', async () => {
    const body = 'One \nline.\n> quoted \n> on\nnew\n-- \nAnn\n';
    expect((await parseMessage(mail('Content-Type: text/plain; format=flowed', body))).text).toBe(
      'One line.\n> quoted on\nnew\n-- \nAnn\n',
    );
    const spaced = mail('Content-Type: text/plain; format=flowed; delsp=yes', 'no \nblank');
    expect((await parseMessage(spaced)).text).toBe('noblank');
    expect((await parseMessage(mail('Content-Type: text/plain', 'One \nline.'))).text).toBe('One \nline.');
  });
});

describe('transfer encodings', () => {
  const content = async (encoding: string, body: string) =>
    Buffer.from(
      (await onlyPart(withPart(`Content-Type: a/b\nContent-Transfer-Encoding: ${encoding}`, body))).content,
    ).toString('latin1');

  test.each([
    ['base64', 'aGVsbG8=', 'hello'],
    ['BASE64 ', 'aGVs\nbG8=', 'hello'],
    ['base64', 'aGVs*!\n  bG8', 'hello'],
    ['base64', 'aGVsbG8=\nIHdvcmxk', 'hello world'],
    ['base64', 'YQ==YQ==', 'aa'],
    ['base64', 'a', ''],
    ['base64 (comment)', 'aGVsbG8=', 'hello'],
    ['quoted-printable', 'a=3Db=\n c=0D=0A', 'a=b c\r\n'],
    ['quoted-printable', 'a = b =zz =4', 'a = b =zz =4'],
    ['quoted-printable', 'trailing  \nblanks =  \nhere', 'trailing\r\nblanks here'],
    ['quoted-printable', 'low=c3=A4', 'low\xc3\xa4'],
    ['x-uuencode', 'begin 644 a.txt\n%:&5L;&\\ \n`\nend', 'hello'],
    ['8bit', '\xff', '\xff'],
    ['unheard-of', 'as it is', 'as it is'],
  ])('%s of %j', async (encoding, body, expected) => {
    expect(await content(encoding, body)).toBe(expected);
  });

  it('keeps the bytes of a part as they stand, line ends included', async () => {
    const [part] = (
      await parseMessage(
        Buffer.from('Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: a/b\n\none\ntwo\n\n--b--\n'),
      )
    ).parts;
    expect(Buffer.from(part?.content ?? []).toString()).toBe('one\ntwo\n');
    expect((await onlyPart(raw('Content-Type: a/b\n\none\ntwo\n'))).sizeBytes).toBe(10);
  });
});
