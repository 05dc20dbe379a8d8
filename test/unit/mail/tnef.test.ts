import { limits } from '../../../lib/limits.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { decompressRtf, rtfBody } from '../../../lib/mail/rtf.ts';
import { base64, multipartMail, outline, textPart } from '../../mails.ts';
import { storedRtf, type TnefSpec, tnef } from '../../tnef.ts';

const winmail = (content: Uint8Array, type = 'application/ms-tnef; name="winmail.dat"') =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="winmail.dat"\n\n${base64(content)}`;
const parse = (spec: TnefSpec, others: readonly string[] = []) =>
  parseMessage(multipartMail('mixed', [...others, winmail(tnef(spec))]));

describe('winmail.dat', () => {
  it('is expanded to its files, and is none itself', async () => {
    const message = await parse(
      {
        files: [
          { longName: 'Long name.pdf', title: 'LONGNA~1.PDF', content: 'pdf' },
          { title: 'b.txt', content: 'text' },
        ],
      },
      [textPart],
    );
    expect(outline(message)).toEqual(['winmail.dat > Long name.pdf (attachment)', 'winmail.dat > b.txt (attachment)']);
    expect(message).toMatchObject({ hasUnexpandedTnef: false, text: 'Hello' });
    expect(message.parts[0]).toMatchObject({ number: 1, sizeBytes: 3, mediaType: 'application/octet-stream' });
  });

  it.each([
    ['the long name over the title', { longName: 'BST204DE.pdf', title: '.PDF File.pdf' }, 'BST204DE.pdf'],
    ['a whole short name over the title', { shortName: 'BST204DE.pdf', title: '.PDF File.pdf' }, 'BST204DE.pdf'],
    ['the title over a shortened name', { shortName: 'LONGNA~1.PDF', title: 'Long name.pdf' }, 'Long name.pdf'],
    ['a shortened name over none', { shortName: 'LONGNA~1.PDF' }, 'LONGNA~1.PDF'],
    ['none', {}, null],
  ])('names a file by %s', async (_, names, expected) => {
    expect((await parse({ files: [{ ...names, content: 'x' }] })).parts[0]?.filename).toBe(expected);
  });

  it.each([
    [950, Buffer.from('b3f8bbf9b3e62e646f63', 'hex'), '單'],
    [936, Buffer.from('cdf8c2e72e786c73', 'hex'), '网络.xls'],
    [1251, Buffer.from('c4eee3eee2eef02e646f63', 'hex'), 'Договор.doc'],
    [437, Buffer.from('4d816c6c65722e706466', 'hex'), 'Müller.pdf'],
    [65001, Buffer.from('网络.xls'), '网络.xls'],
  ])('reads names in code page %d', async (codePage, name, expected) => {
    for (const file of [{ title: name }, { longName8: name }]) {
      const filename = (await parse({ codePage, files: [{ ...file, content: 'x' }] })).parts[0]?.filename;
      if (codePage === 950) expect(filename).toBe(new TextDecoder('big5').decode(name));
      else expect(filename).toBe(expected);
    }
  });

  it.each([
    ['cdf8c2e72e786c73', '网络.xls'],
    ['90bf8b818f912e706466', '請求書.pdf'],
    ['c4eee3eee2eef02e646f63', 'Договор.doc'],
    ['4dfc6c6c65722e706466', 'Müller.pdf'],
    ['e7bd91e7bb9c2e786c73', '网络.xls'],
  ])('guesses the charset of names without a code page: %s', async (hex, expected) => {
    const name = Buffer.from(hex, 'hex');
    for (const file of [{ title: name }, { longName8: name }]) {
      const { parts } = await parse({ codePage: null, subject: 'x', files: [{ ...file, content: 'x' }] });
      expect(parts[0]?.filename).toBe(expected);
    }
  });

  it('follows the charsets that the mail names where there is no code page', async () => {
    const file = { title: Buffer.from('Pe\xe8ky.doc', 'latin1'), content: 'x' };
    const text = 'Content-Type: text/plain; charset=iso-8859-2\n\nHello';
    expect((await parse({ codePage: null, files: [file] }, [text])).parts[0]?.filename).toBe('Pečky.doc');
  });

  it('holds messages, which are files named by their subject, and the files in them', async () => {
    const inner = { subject: 'Forwarded', files: [{ longName: 'deep.pdf', content: 'x' }] };
    const message = await parse({ files: [{ title: 'Untitled Attachment', message: inner }] });
    expect(outline(message)).toEqual([
      'winmail.dat > Forwarded.eml (attachment)',
      'winmail.dat/Forwarded.eml > deep.pdf (attachment)',
    ]);
    expect(message.parts[0]).toMatchObject({ rawFilename: null, wasFileNameNormalized: true });
  });

  it('has images that its HTML refers to as inline resources', async () => {
    const image = { longName: 'i.png', mimeTag: 'image/png', contentId: 'x@y', content: 'png' };
    const message = await parse({ html: '<img src="cid:x@y">', files: [image, { ...image, contentId: 'other' }] });
    expect(message.parts.map(part => [part.kind, part.mediaType])).toEqual([
      ['inline', 'image/png'],
      ['attachment', 'image/png'],
    ]);
  });

  it('gives its bodies where the mail has none', async () => {
    expect(await parse({ body: Buffer.from('M\xfcller', 'latin1'), html: '<p>Hi' })).toMatchObject({
      text: 'Müller',
      html: '<p>Hi',
      parts: [],
    });
    expect(await parse({ body: 'inner', html: '<p>' }, [textPart])).toMatchObject({ text: 'Hello' });
    expect(await parse({ rtf: storedRtf("{\\rtf1\\ansi\\ansicpg1252 Gr\\u252 ?\\'dfe\\par bye}") })).toMatchObject({
      text: 'Grüße\nbye',
    });
  });

  it('is told by its name and signature whatever its type', async () => {
    const content = tnef({ files: [{ longName: 'a.pdf', content: 'x' }] });
    const message = await parseMessage(multipartMail('mixed', [winmail(content, 'application/octet-stream')]));
    expect(outline(message)).toEqual(['winmail.dat > a.pdf (attachment)']);
  });

  it('stays one part where it is broken, cut off or empty', async () => {
    const whole = tnef({ files: [{ longName: 'a.pdf', content: 'content' }] });
    for (const content of [Buffer.from('no tnef'), whole.subarray(0, whole.length - 20), Buffer.alloc(0), tnef({})]) {
      const message = await parseMessage(multipartMail('mixed', [textPart, winmail(content)]));
      expect(outline(message)).toEqual(['winmail.dat (attachment)']);
      expect(message.hasUnexpandedTnef).toBe(true);
    }
  });

  it('stays whole whatever byte of it is wrong', async () => {
    const content = tnef({
      subject: 's',
      html: '<p>',
      files: [{ longName: 'a.pdf', title: 'a', content: 'x', message: { files: [{ title: 'b', content: 'y' }] } }],
    });
    for (let i = 0; i < content.length; i++) {
      const wrong = Buffer.from(content);
      wrong[i] = (wrong[i] ?? 0) ^ 0xff;
      const message = await parseMessage(multipartMail('mixed', [winmail(wrong)]));
      expect(message.subject).toBe('Test');
    }
  });
});

describe('RTF', () => {
  // The example of MS-OXRTFCP section 4.1.
  const compressed = Buffer.from(
    '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
    'hex',
  );

  it('is decompressed', () => {
    expect(Buffer.from(decompressRtf(compressed, 1000) ?? []).toString('latin1')).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    );
  });

  it('gives no more bytes than asked for, and nothing for other bytes', () => {
    expect(decompressRtf(compressed, 10)).toHaveLength(10);
    expect(decompressRtf(Buffer.from('no'), 10)).toBeNull();
    expect(decompressRtf(Buffer.alloc(64), 10)).toBeNull();
  });

  it('marks a mail damaged where it is longer than is read', async () => {
    const start = '{\\rtf1 Hi\r\n';
    const most = limits.messageBytes.value;
    const pieces = [Buffer.from(`\0${start.slice(0, 8)}\0${start.slice(8)}\r\n\r\n\r`.padEnd(18, '\n'), 'latin1')];
    // References to the line ends behind the text, 17 of them each: they are no text themselves.
    let written = 16;
    const place = () => (207 + written) % 4096;
    while (written < most) {
      const group = Buffer.alloc(17, 0xff);
      for (let i = 0; i < 8; i++, written += 17) group.writeUInt16BE((((place() + 4095) % 4096) << 4) | 15, 1 + i * 2);
      pieces.push(group);
    }
    const data = Buffer.concat(pieces);
    const header = Buffer.alloc(16);
    for (const [i, value] of [data.length + 12, written, 0x75465a4c].entries()) header.writeUInt32LE(value, i * 4);
    const message = await parse({ rtf: Buffer.concat([header, data]), files: [] });
    expect(message).toMatchObject({ text: 'Hi', isDamaged: true });
    expect(await parse({ rtf: storedRtf('{\\rtf1 Hi}'), files: [] })).toMatchObject({
      text: 'Hi',
      isDamaged: false,
    });
  });

  it('gives back the HTML it was made from', () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0 Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf \\par \\htmlrtf0 Gr\\'fc\\'dfe{\\*\\htmltag72 </p>}}";
    expect(rtfBody(Buffer.from(rtf))).toEqual({ text: null, html: '<p>Grüße</p>' });
  });

  it('leaves out what is no text', () => {
    const rtf =
      '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\*\\generator Riched;}{\\pict 00ff}\\b Bold\\b0  and \\{braces\\}\\tab\\u8364?\\~end}';
    expect(rtfBody(Buffer.from(rtf))).toEqual({ text: 'Bold and {braces}\t€\u00a0end', html: null });
  });

  it('has no body in other bytes', () => {
    expect(rtfBody(Buffer.from('hello'))).toEqual({ text: null, html: null });
  });
});
