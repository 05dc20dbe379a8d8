import { limits } from '../../../lib/limits.ts';
import { headBytes } from '../../../lib/mail/isMail.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, mail, multipart, multipartMail, outline, raw, textPart, withPart } from '../../mails.ts';

const pdf = (name: string) => `Content-Type: application/pdf; name=${name}\n\nx`;

describe('structure', () => {
  it('reads the same with LF, CRLF and CR line ends', async () => {
    const crlf = Buffer.from(multipartMail('mixed', [textPart, pdf('a.pdf'), pdf('b.pdf')])).toString('latin1');
    for (const end of ['\r\n', '\n', '\r', '\r\r\n']) {
      const message = await parseMessage(Buffer.from(crlf.replaceAll('\r\n', end), 'latin1'));
      expect(outline(message)).toEqual(['a.pdf (attachment)', 'b.pdf (attachment)']);
      expect(message.subject).toBe('Test');
    }
  });

  it('tells CR line ends by the first bytes', async () => {
    const part = pdf('a.pdf').replace(/x$/, 'x'.repeat(headBytes));
    const text = Buffer.from(multipartMail('mixed', [textPart, part, pdf('b.pdf')])).toString('latin1');
    const end = text.lastIndexOf('--b0undary\r\n');
    const bytes = Buffer.from(text.slice(0, end).replaceAll('\r\n', '\r') + text.slice(end), 'latin1');
    const before = Buffer.from(bytes);
    expect(outline(await parseMessage(bytes))).toEqual(['a.pdf (attachment)', 'b.pdf (attachment)']);
    expect(await parseMessage(bytes, { maxBytes: 100 })).toMatchObject({ subject: 'Test', exceededSizeLimit: true });
    expect(bytes).toEqual(before);
  });

  it('closes a multipart at a delimiter of the one around it', async () => {
    const inner = multipart('mixed', [pdf('a.pdf')], 'inner').replace('--inner--\n', '');
    expect(outline(await parseMessage(multipartMail('mixed', [inner, pdf('b.pdf')])))).toEqual([
      'a.pdf (attachment)',
      'b.pdf (attachment)',
    ]);
  });

  it('passes over preamble and epilogue', async () => {
    const body = `Preamble\n--not a delimiter\n--b\n${pdf('a.pdf')}\n--b--\nEpilogue\n--b\n${pdf('late.pdf')}`;
    const message = await parseMessage(mail('Content-Type: multipart/mixed; boundary=b', body));
    expect(outline(message)).toEqual(['a.pdf (attachment)']);
    expect(message.isDamaged).toBe(false);
  });

  it('takes a closing delimiter with more behind it', async () => {
    const message = await parseMessage(
      mail('Content-Type: multipart/mixed; boundary=b', `--b\n${pdf('a.pdf')}\n--b-->\nfor scanners`),
    );
    expect(message.parts.map(part => part.sizeBytes)).toEqual([1]);
  });

  it('gives a delimiter to the innermost of two multiparts with one boundary', async () => {
    const inner = multipart('mixed', [pdf('a.pdf')], 'b0undary');
    expect(outline(await parseMessage(multipartMail('mixed', [inner, pdf('b.pdf')])))).toEqual([
      'a.pdf (attachment)',
      'b.pdf (attachment)',
    ]);
  });

  it('takes boundaries with odd characters, blanks after delimiters, and boundaries in sections', async () => {
    for (const [parameter, boundary] of [
      ['boundary="=_a:b/c (d)?"', '=_a:b/c (d)?'],
      ['boundary=plain;', 'plain \t'],
      ['boundary*0=one; boundary*1=two', 'onetwo'],
      ['Boundary = "x"', 'x'],
    ]) {
      const body = `--${boundary}\n${pdf('a.pdf')}\n--${boundary?.trimEnd()}--\n`;
      expect(outline(await parseMessage(mail(`Content-Type: multipart/mixed; ${parameter}`, body)))).toEqual([
        'a.pdf (attachment)',
      ]);
    }
  });

  it('ends the headers of a part at a delimiter', async () => {
    const body = `--b\nContent-Type: application/pdf; name=a.pdf\n--b\n${pdf('b.pdf')}\n--b--`;
    expect(outline(await parseMessage(mail('Content-Type: multipart/mixed; boundary=b', body)))).toEqual([
      'a.pdf (attachment)',
      'b.pdf (attachment)',
    ]);
  });

  it('reads a multipart that was encoded as a whole', async () => {
    const inner = raw(`--b\n${pdf('a.pdf')}\n--b--\n`);
    const message = await parseMessage(
      mail('Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64', base64(inner)),
    );
    expect(outline(message)).toEqual(['a.pdf (attachment)']);
  });

  it('passes over a From_ line, a byte order mark, blank lines and lines that are no headers', async () => {
    for (const before of [
      'From ann@example.com Mon Jan  1 00:00:00 2024\n',
      '>From ann Mon\n',
      '\xef\xbb\xbf',
      '\n \n',
      ' ',
      'X-First: 1\nno header at all\n',
    ]) {
      expect(await parseMessage(raw(`${before}Subject: Found\n\nbody`))).toMatchObject({
        subject: 'Found',
        text: 'body',
        isDamaged: false,
      });
    }
  });
});

describe('damage', () => {
  const damaged = async (bytes: Uint8Array) => (await parseMessage(bytes)).isDamaged;
  const data = base64('x'.repeat(300));
  const whole = Buffer.from(
    withPart('Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64', data),
  ).toString('latin1');

  it('is a mail without any header, of whatever bytes', async () => {
    for (const bytes of ['', '\n', 'no headers here\n', '\0\0\0', '\xff\xfe\0'])
      expect(await damaged(Buffer.from(bytes, 'latin1'))).toBe(true);
    expect((await parseMessage(Buffer.from('just text'))).text).toBe('just text');
  });

  it('is a mail cut off within base64 data, whose parts are listed', async () => {
    const start = whole.indexOf(data.slice(0, 20));
    for (const length of [1, 2, 3, 40, 60, 100, 201]) {
      const message = await parseMessage(Buffer.from(whole.slice(0, start + length), 'latin1'));
      expect(message.isDamaged).toBe(true);
      expect(outline(message)).toEqual(['a.pdf (attachment)']);
    }
  });

  it('is a mail cut off within the headers of a part', async () => {
    expect(await damaged(Buffer.from(whole.slice(0, whole.indexOf('name=a.pdf') + 5), 'latin1'))).toBe(true);
  });

  it('is a mail of one base64 part that ends within a line and a group', async () => {
    const single = (body: string) => mail('Content-Type: application/pdf\nContent-Transfer-Encoding: base64', body);
    expect(await damaged(single(data.slice(0, 102)))).toBe(true);
    expect(await damaged(single(`${data.slice(0, 102)}\n`))).toBe(false);
    expect(await damaged(single(data))).toBe(false);
  });

  it('is not a multipart that merely lacks its closing delimiter', async () => {
    expect(await damaged(Buffer.from(whole.replace('--b0undary--\r\n', ''), 'latin1'))).toBe(false);
    expect(await damaged(mail('Content-Type: multipart/mixed; boundary=b', `--b\n${pdf('a.pdf')}\n--b\n`))).toBe(false);
    expect(await damaged(mail('Content-Type: multipart/mixed; boundary=b', '--b\n\nsome te'))).toBe(false);
  });

  it('is not a whole mail', async () => {
    expect(await damaged(Buffer.from(whole, 'latin1'))).toBe(false);
    expect(await damaged(mail('X-No: body'))).toBe(false);
  });
});

describe('limits', () => {
  it('reads a mail over the size limit for its headers alone', async () => {
    const bytes = withPart('Content-Type: application/pdf; name=a.pdf', 'x'.repeat(1000));
    expect(await parseMessage(bytes, { maxBytes: 500 })).toMatchObject({
      subject: 'Test',
      exceededSizeLimit: true,
      isDamaged: false,
      parts: [],
      text: null,
      html: null,
    });
    expect((await parseMessage(bytes, { maxBytes: bytes.length })).exceededSizeLimit).toBe(false);
  });

  it.each([
    ['header fields', () => raw(`Subject: s\n${'X: y\n'.repeat(limits.headerCount.value + 1)}\nbody`)],
    ['header bytes', () => raw(`Subject: s\nX: ${'y'.repeat(limits.headerBytes.value)}\n\nbody`)],
    [
      'parts',
      () =>
        multipartMail('mixed', [
          textPart,
          ...Array.from({ length: limits.parts.value + 5 }, () => 'Content-Type: a/b\n\nx'),
        ]),
    ],
    [
      'multiparts within multiparts',
      () => {
        let content = textPart;
        for (let i = 0; i <= limits.multipartDepth.value; i++) content = multipart('mixed', [content], `b${i}`);
        return raw(`Subject: s\n${content}`);
      },
    ],
    [
      'sections of a name',
      () => {
        const sections = Array.from({ length: 8192 }, (_, i) => `;\n filename*${i}*=a`).join('');
        return withPart(`Content-Type: a/b\nContent-Disposition: attachment${sections}`);
      },
    ],
  ])('marks a mail with too many %s as damaged, with its parts so far', async (_, make) => {
    const message = await parseMessage(make());
    expect(message.isDamaged).toBe(true);
    expect(message.subject).not.toBe('');
    expect(message.parts.length).toBeLessThanOrEqual(limits.parts.value);
  });

  it('keeps the name up to the sections it reads', async () => {
    const sections = Array.from({ length: 8192 }, (_, i) => `;\n filename*${i}*=a`).join('');
    const [part] = (await parseMessage(withPart(`Content-Type: a/b\nContent-Disposition: attachment${sections}`)))
      .parts;
    expect(part?.rawFilename).toBe('a'.repeat(limits.parameterSections.value));
    expect(part?.filename).toHaveLength(limits.fileNameCharacters.value);
  });

  it('lists the parts within the limit', async () => {
    const many = multipartMail('mixed', [textPart, ...Array.from({ length: 3000 }, (_, i) => pdf(`${i}.pdf`))]);
    const message = await parseMessage(many);
    expect(message.parts.length).toBeGreaterThanOrEqual(limits.parts.value - 1);
    expect(message.parts[0]?.filename).toBe('0.pdf');
  });
});
