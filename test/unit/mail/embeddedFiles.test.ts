import { limits } from '../../../lib/limits.ts';
import { findEmbeddedFiles } from '../../../lib/mail/embeddedFiles.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, mail, multipartMail, onlyPart, outline, raw, textPart, withPart } from '../../mails.ts';

/** As uuencode(1) writes it, with ` for zero. */
function uuencode(name: string, content: Uint8Array): string {
  const char = (bits: number) => String.fromCharCode(bits === 0 ? 0x60 : bits + 0x20);
  const lines: string[] = [];
  for (let i = 0; i < content.length; i += 45) {
    const piece = content.subarray(i, i + 45);
    let line = char(piece.length);
    for (let k = 0; k < piece.length; k += 3) {
      const bits = ((piece[k] ?? 0) << 16) | ((piece[k + 1] ?? 0) << 8) | (piece[k + 2] ?? 0);
      for (const shift of [18, 12, 6, 0]) line += char((bits >> shift) & 63);
    }
    lines.push(line);
  }
  return `begin 644 ${name}\n${[...lines, '`', 'end'].join('\n')}\n`;
}

/** As yEnc 1.3 says. One character per byte. */
function yEncode(name: string, content: Uint8Array, part = ''): string {
  let line = '';
  for (const byte of content) {
    const code = (byte + 42) & 255;
    const isCritical = code === 0 || code === 10 || code === 13 || code === 61;
    line += isCritical ? `=${String.fromCharCode((code + 64) & 255)}` : String.fromCharCode(code);
    if (line.length % 129 > 126) line += '\r\n';
  }
  return `=ybegin line=128 size=${content.length} name=${name}\n${part}${line}\n=yend size=${content.length}\n`;
}

const allBytes = Uint8Array.from({ length: 512 }, (_, i) => i & 255);

describe('files in text bodies', () => {
  it('are attachments and are cut out of the text', async () => {
    const message = await parseMessage(
      mail('X: y', `Before\n${uuencode('a b.bin', allBytes)}Between\n${uuencode('c.bin', allBytes)}After\n`),
    );
    expect(outline(message)).toEqual(['a b.bin (attachment)', 'c.bin (attachment)']);
    expect(message.text).toBe('Before\nBetween\nAfter\n');
    for (const part of message.parts) expect(Buffer.from(part.content)).toEqual(Buffer.from(allBytes));
  });

  it('are read from the base64 form of uuencode', async () => {
    const coded = `begin-base64 644 all.bin\n${base64(allBytes)}\n====\n`;
    const message = await parseMessage(
      mail('X: y', `Before\nbegin-base64 644 b64.txt\nQ2F0\n====\nBetween\n${coded}After\nbegin-base64 644 x\nno data`),
    );
    expect(outline(message)).toEqual(['b64.txt (attachment)', 'all.bin (attachment)']);
    expect(Buffer.from(message.parts[0]?.content ?? []).toString()).toBe('Cat');
    expect(Buffer.from(message.parts[1]?.content ?? [])).toEqual(Buffer.from(allBytes));
    expect(message.text).toBe('Before\nBetween\nAfter\nbegin-base64 644 x\nno data');
    const whole = await onlyPart(
      withPart('Content-Type: a/b; name=x\nContent-Transfer-Encoding: x-uuencode', coded.slice(0, 150)),
    );
    expect(Buffer.from(allBytes).subarray(0, whole.sizeBytes)).toEqual(Buffer.from(whole.content));
    expect(whole.sizeBytes).toBeGreaterThan(80);
  });

  it('are read from yEnc, whole or a part of several', async () => {
    const part = '=ypart begin=1 end=512\n';
    const message = await parseMessage(
      mail('X: y', `Before\n${yEncode('a b.bin', allBytes)}${yEncode('c.bin', allBytes, part)}After`),
    );
    expect(outline(message)).toEqual(['a b.bin (attachment)', 'c.bin (attachment)']);
    expect(message.text).toBe('Before\nAfter');
    for (const found of message.parts) expect(Buffer.from(found.content)).toEqual(Buffer.from(allBytes));
  });

  it('stand in message order beside other parts, numbered like them', async () => {
    const text = `Content-Type: text/plain\n\n${uuencode('first.bin', allBytes)}`;
    const message = await parseMessage(multipartMail('mixed', [text, 'Content-Type: a/b; name=second.bin\n\nx']));
    expect(outline(message)).toEqual(['first.bin (attachment)', 'second.bin (attachment)']);
    expect(message.text).toBe('');
  });

  it('have raw names in the charset they are in', async () => {
    expect(outline(await parseMessage(mail('X: y', uuencode('M\xfcller.bin', allBytes))))).toEqual([
      'Müller.bin (attachment)',
    ]);
  });

  it.each([
    'begin 644 of the story\nwas simple.\n',
    'begin at the beginning\n',
    '=ybegin is a word\n',
    'begin 644\n',
    'begin 644 a\n',
  ])('are not seen in %j', async text => {
    const message = await parseMessage(mail('X: y', text));
    expect(message.parts).toEqual([]);
    expect(message.text).toBe(text);
  });

  it('are kept from a mail that was cut off', () => {
    const whole = uuencode('a.bin', allBytes);
    const { files, rest } = findEmbeddedFiles(raw(whole.slice(0, 200)), 10);
    expect(files.map(file => file.name)).toEqual(['a.bin']);
    expect(Buffer.from(allBytes).subarray(0, 90)).toEqual(Buffer.from(files[0]?.bytes.subarray(0, 90) ?? []));
    expect(rest).toHaveLength(0);
  });

  it('are no more than asked for', () => {
    const { files, rest, hasMore } = findEmbeddedFiles(raw(uuencode('a', allBytes).repeat(5)), 2);
    expect(files).toHaveLength(2);
    expect(rest.length).toBeGreaterThan(0);
    expect(hasMore).toBe(true);
    expect(findEmbeddedFiles(raw(`${uuencode('a', allBytes).repeat(2)}begin 644 a\n`), 2).hasMore).toBe(false);
  });

  it('are no more than a mail may have parts; a mail with more is marked damaged', async () => {
    const file = uuencode('a', allBytes.subarray(0, 3));
    const most = limits.parts.value;
    const whole = await parseMessage(mail('X: y', file.repeat(most)));
    expect(whole).toMatchObject({ isDamaged: false, text: '' });
    expect(whole.parts).toHaveLength(most);
    const cut = await parseMessage(mail('X: y', file.repeat(most + 1)));
    expect(cut).toMatchObject({ isDamaged: true, text: file });
    expect(cut.parts).toHaveLength(most);
    const after = await parseMessage(
      multipartMail('mixed', [textPart, 'Content-Type: a/b; name=x\n\nx', `X: y\n\n${file.repeat(most)}`]),
    );
    expect(after.isDamaged).toBe(true);
    expect(after.parts).toHaveLength(most);
  });
});
