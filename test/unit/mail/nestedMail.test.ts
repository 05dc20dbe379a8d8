import { limits } from '../../../lib/limits.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, multipart, multipartMail, outline, raw, sha256, textPart, utf8 } from '../../mails.ts';

const attachment = (name: string) =>
  `Content-Type: application/pdf\nContent-Disposition: attachment; filename=${name}\n\nx`;
const enclosed = (subject: string, content: string, headers = '') =>
  `Content-Type: message/rfc822${headers}\n\nSubject: ${subject}\n${content}`;

describe('nested mail', () => {
  it('is one attachment, and its attachments are parts of the outer message too', async () => {
    const inner = enclosed('Offer', multipart('mixed', [textPart, attachment('inner.pdf')], 'in'));
    const message = await parseMessage(multipartMail('mixed', [textPart, inner, attachment('outer.pdf')]));
    expect(outline(message)).toEqual([
      'Offer.eml (attachment)',
      'Offer.eml > inner.pdf (attachment)',
      'outer.pdf (attachment)',
    ]);
    expect(message.parts.map(part => part.number)).toEqual([1, 2, 3]);
    expect(message.parts[0]).toMatchObject({
      rawFilename: null,
      wasFileNameNormalized: true,
      mediaType: 'message/rfc822',
    });
    expect(message.text).toBe('Hello');
  });

  it('is the raw bytes of the enclosed message, without the line break before the delimiter', async () => {
    const inner = `Subject: Raw\n${multipart('mixed', [textPart], 'in')}`;
    const message = await parseMessage(multipartMail('mixed', [`Content-Type: message/rfc822\n\n${inner}`]));
    expect(message.parts[0]?.sha256).toBe(sha256(raw(inner)));
  });

  it('goes by its own name where it has one', async () => {
    const message = await parseMessage(multipartMail('mixed', [enclosed('Offer', '\nHi', '; name="my mail.eml"')]));
    expect(message.parts[0]).toMatchObject({ filename: 'my mail.eml', wasFileNameNormalized: false });
  });

  it.each([
    ['=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße.eml'],
    [utf8('Grüße'), 'Grüße.eml'],
    ['Re: a/b', 'b.eml'],
    ['two\n lines', 'two lines.eml'],
  ])('takes its name from the subject %j', async (subject, name) => {
    expect(outline(await parseMessage(multipartMail('mixed', [enclosed(subject, '\nHi')])))).toEqual([
      `${name} (attachment)`,
    ]);
  });

  it('is unnamed without a subject; its parts are then found under its number', async () => {
    const inner = `Content-Type: message/rfc822\n\nX-No: subject\n${multipart('mixed', [attachment('a.pdf')], 'in')}`;
    expect(outline(await parseMessage(multipartMail('mixed', [attachment('first.pdf'), inner])))).toEqual([
      'first.pdf (attachment)',
      '- (attachment)',
      '2 > a.pdf (attachment)',
    ]);
  });

  it.each(['base64', 'quoted-printable'])('is opened in %s too', async encoding => {
    const content = `Subject: Inner\n${multipart('mixed', [attachment('a.pdf')], 'in')}`;
    const body = encoding === 'base64' ? base64(raw(content)) : content.replaceAll('=', '=3D');
    const part = `Content-Type: message/rfc822\nContent-Transfer-Encoding: ${encoding}\n\n${body}`;
    const message = await parseMessage(multipartMail('mixed', [part]));
    expect(outline(message)).toEqual(['Inner.eml (attachment)', 'Inner.eml > a.pdf (attachment)']);
    expect(message.parts[0]?.sha256).toBe(sha256(raw(content)));
  });

  it('is what the parts of a digest are', async () => {
    const message = await parseMessage(multipartMail('digest', ['\nSubject: One\n\n1', '\nSubject: Two\n\n2']));
    expect(outline(message)).toEqual(['One.eml (attachment)', 'Two.eml (attachment)']);
  });

  it('refers to its own images', async () => {
    const page = (id: string) => `Content-Type: text/html\n\n<img src="cid:${id}">`;
    const image = (id: string) => `Content-Type: image/png; name=${id}.png\nContent-ID: <${id}>\n\nx`;
    const inner = enclosed('In', multipart('mixed', [page('a'), image('a'), image('b')], 'in'));
    const message = await parseMessage(multipartMail('mixed', [page('b'), inner]));
    expect(outline(message)).toEqual(['In.eml (attachment)', 'In.eml > a.png (inline)', 'In.eml > b.png (attachment)']);
  });

  it('leaves flags of protection to the enclosed message', async () => {
    const inner = enclosed(
      'Secret',
      multipart('encrypted', ['Content-Type: application/pgp-encrypted\n\nVersion: 1'], 'in'),
    );
    expect(await parseMessage(multipartMail('mixed', [inner]))).toMatchObject({ isEncrypted: false });
  });

  it('is opened to so many levels; what lies deeper stays one file with its name', async () => {
    const most = limits.nesting.value;
    const levels = most + 3;
    let content = `Subject: level ${levels}\n\nbottom`;
    for (let level = levels - 1; level >= 0; level--) {
      content = `Subject: level ${level}\n${multipart('mixed', [`Content-Type: message/rfc822\n\n${content}`], `b${level}`)}`;
    }
    const message = await parseMessage(raw(content));
    expect(message.parts).toHaveLength(most + 1);
    expect(message.parts.at(-1)).toMatchObject({ filename: `level ${most + 1}.eml` });
    expect(message.parts.at(-1)?.path?.split('/')).toHaveLength(most);
    expect(message.isDamaged).toBe(false);
  });
});
