// Raw names in charsets of which a byte within a character may look like syntax: a backslash, a quote, a semicolon, a blank.

import { decodeParameter, parseParameters } from '../../../lib/mail/parameters.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { canEncode, encode, raw, withTail } from '../../encode.ts';
import { onlyPart, utf8, withPart } from '../../mails.ts';

const nameIn = (header: string, hints: readonly string[] = []) =>
  decodeParameter(parseParameters(header, hints), 'filename', hints).value;
const charsets = ['shift_jis', 'big5', 'gb18030'] as const;

describe('a character of which the second byte is ASCII', () => {
  const examples: [string, string][] = [
    ['shift_jis', 'ソフト表.xls'],
    ['shift_jis', '能力表.pdf'],
    ['shift_jis', '予定表.xls'],
    ['shift_jis', '請求書ソ表.xlsx'],
    ['shift_jis', '申請.pdf'],
    ['shift_jis', 'ポスター構成案.pdf'],
    ['shift_jis', '予定表'],
    ['big5', '功能表.doc'],
    ['big5', '許功蓋.pdf'],
    ['big5', '成功案例.ppt'],
    ['gb18030', '誠.pdf'],
    ['gb18030', '誠信報告.pdf'],
  ];

  test.each(examples)('in %s: %s, quoted and not, with a charset named and without', async (charset, name) => {
    for (const label of ['', `; charset=${charset}`]) {
      for (const value of [`"${raw(charset, name)}"`, raw(charset, name)]) {
        for (const headers of [
          `Content-Type: application/octet-stream; name=${value}${label}`,
          `Content-Type: application/octet-stream${label}\nContent-Disposition: attachment; filename=${value}; size=7`,
        ]) {
          expect((await onlyPart(withPart(headers))).rawFilename).toBe(name);
        }
      }
    }
  });

  test.each(charsets)('of %s, every one of them, where the charset is named', charset => {
    const labels = charset === 'gb18030' ? ['gbk'] : [charset];
    const [start, end] = ({ shift_jis: ['会議', '表'], big5: ['會議', '功'], gb18030: ['会议', '誠'] } as const)[
      charset
    ];
    const backslashed = withTail(charset, tail => tail === 0x5c);
    const others = withTail(charset, tail => tail >= 0x40 && tail <= 0x7e).filter((_, i) => i % 11 === 0);
    for (const char of [...backslashed, ...others]) {
      if (!/^\p{L}$/u.test(char)) continue;
      const name = `${start}${char}${end}`;
      expect(nameIn(`attachment; filename="${raw(charset, name)}"; size=1`, labels)).toBe(name);
      expect(nameIn(`attachment; filename=${raw(charset, `${name}.pdf`)}; size=1`, labels)).toBe(`${name}.pdf`);
    }
  });

  it('before the quote that ends the value', () => {
    expect(nameIn(`attachment; filename="${raw('shift_jis', '予定表')}"; x="a"`)).toBe('予定表');
    expect(nameIn(`attachment; filename="${raw('shift_jis', '予定')}\\"${raw('shift_jis', '表')}\\".xls"; x="a"`)).toBe(
      '予定"表".xls',
    );
  });

  it('whose backslash a program escaped that knew no charset', () => {
    const escaped = raw('shift_jis', '予定表.xls').replaceAll('\\', '\\\\');
    expect(nameIn(`attachment; filename="${escaped}"`)).toBe('予定表.xls');
    expect(nameIn(`attachment; filename="${raw('shift_jis', '予定表').replaceAll('\\', '\\\\')}"; x=y`)).toBe('予定表');
  });

  it('in a Windows path, whose own backslashes separate', async () => {
    const path = 'C:\\資料\\予定表.xls';
    const part = await onlyPart(withPart(`Content-Disposition: attachment; filename="${raw('shift_jis', path)}"`));
    expect(part).toMatchObject({ rawFilename: path, filename: '予定表.xls' });
  });

  it('is no reason to see one where there is none', () => {
    const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;
    for (const [charset, name] of [
      ['windows-1251', 'ООО "Ромашка".doc'],
      ['windows-1251', 'Акт "Север"'],
      ['koi8-r', 'ООО "Ромашка".doc'],
      ['windows-1252', 'Café "Zoé".pdf'],
      ['windows-1252', 'l"été"'],
      ['windows-1253', 'ΑΕ "Ελλάς".pdf'],
    ] as const) {
      expect(nameIn(`attachment; filename=${quoted(raw(charset, name))}; size=1`)).toBe(name);
    }
    expect(nameIn(`attachment; filename=${quoted(utf8('zoé" 表".pdf'))}; size=1`)).toBe('zoé" 表".pdf');
  });
});

describe('a character of four bytes in GB18030', () => {
  it('whose second and fourth bytes are digits', () => {
    const bytes = Buffer.concat([
      encode('gb18030', '合同'),
      Buffer.from('8139ee39', 'hex'),
      encode('gb18030', '誠.doc'),
    ]).toString('latin1');
    expect(nameIn(`attachment; filename="${bytes}"; size=1`, ['gb18030'])).toBe(
      `合同${new TextDecoder('gb18030').decode(Buffer.from('8139ee39', 'hex'))}誠.doc`,
    );
  });
});

describe('ISO 2022 in the raw', () => {
  /** ISO-2022-JP of what EUC-JP has: its bytes without the eighth bit, between switches. */
  const iso2022 = (text: string) =>
    text.replace(
      /[^\0-\x7f]+/g,
      run => `\x1b$B${[...encode('euc-jp', run)].map(byte => String.fromCharCode(byte & 0x7f)).join('')}\x1b(B`,
    );

  // Their bytes: a quote, a backslash, a semicolon, an equals sign and a question mark, a parenthesis.
  it.each(['あ＆い.pdf', '松会社.doc', '算山産.xls', '修正.doc', '資料（最終）.pdf', '図面ばかり.dwg'])('%s', name => {
    expect(canEncode('euc-jp', name.replace(/[\0-\x7f]/g, ''))).toBe(true);
    expect(nameIn(`attachment; filename="${iso2022(name)}"; size=1`)).toBe(name);
    expect(nameIn(`attachment; filename=${iso2022(name)}; size=1`)).toBe(name);
  });

  it('every character of two bytes in JIS X 0208', () => {
    for (const char of withTail('euc-jp', tail => tail >= 0xa1)) {
      // Node's two decoders do not agree on every mark.
      if (new TextDecoder('iso-2022-jp').decode(Buffer.from(iso2022(char), 'latin1')) !== char) continue;
      expect(nameIn(`attachment; filename="${iso2022(`a${char}`)}"; size=1`)).toBe(`a${char}`);
    }
  });

  it('half-width Japanese, and Korean', () => {
    expect(nameIn('attachment; filename="\x1b(I"\\;=\x1b(B.pdf"; size=1')).toBe('｢ﾜｻｽ.pdf');
    expect(nameIn('attachment; filename="\x1b$)C\x0e"\\;"\x0f.hwp"; size=1')?.endsWith('.hwp')).toBe(true);
  });

  it('HZ where it is named', () => {
    expect(nameIn('attachment; filename="~{<:Ky2;~}.pdf"; size=1', ['hz-gb-2312'])).toBe('己所不.pdf');
    expect(nameIn('attachment; filename="a~{bb~}.pdf"; size=1')).toBe('a~{bb~}.pdf');
  });
});

describe('a byte that is a blank elsewhere', () => {
  it('0xA0 at the end of an unquoted UTF-8 name and within it', () => {
    for (const name of ['città', 'Voilà été.pdf', 'Š.pdf']) {
      expect(nameIn(`attachment; filename=${utf8(name)}; size=1`)).toBe(name);
      expect(nameIn(`attachment; filename=${utf8(name)}`)).toBe(name);
    }
  });

  it('0xA0 at the end of a subject, and in a display name without quotes', async () => {
    const headers = `From: ${utf8('Zoà Šimà')} <zoa@example.com>\nSubject: ${utf8('La città')}\nContent-Type: text/plain`;
    const message = await parseMessage(Buffer.from(`${headers}\n\nx`, 'latin1'));
    expect(message.subject).toBe('La città');
    expect(message.participants).toEqual([{ role: 'from', address: 'zoa@example.com', displayName: 'Zoà Šimà' }]);
  });
});

describe('the display name of a sender', () => {
  it.each([
    ['shift_jis', '営業 予定表'],
    ['shift_jis', 'ソニー表示'],
    ['big5', '許功蓋'],
    ['big5', '王成功'],
  ])('in %s: %s', async (charset, name) => {
    for (const written of [`"${raw(charset, name)}"`, raw(charset, name)]) {
      const header = `From: ${written} <a@example.com>, "B" <b@example.com>\nContent-Type: text/plain`;
      const { participants } = await parseMessage(Buffer.from(`${header}\n\nx`, 'latin1'));
      expect(participants.map(({ address, displayName }) => [address, displayName])).toEqual([
        ['a@example.com', name],
        ['b@example.com', 'B'],
      ]);
    }
  });

  it('in ISO-2022-JP with a quote among its bytes', async () => {
    const header = 'From: "\x1b$B"";3\x1b(B" <a@example.com>, b@example.com\nContent-Type: text/plain';
    const { participants } = await parseMessage(Buffer.from(`${header}\n\nx`, 'latin1'));
    expect(participants.map(({ address }) => address)).toEqual(['a@example.com', 'b@example.com']);
  });
});
