import { decodeWords } from '../../../lib/mail/encodedWords.ts';
import { decodeLabelledUtf8, decodeUnlabelled, guessCharset } from '../../../lib/mail/guessCharset.ts';
import { canEncode, encode } from '../../encode.ts';
import { formsOf, shortNames } from './shortNames.ts';

/** Charset, name, and the name's bytes in that charset. */
const names = [
  ['gb18030', '网络.xls', 'cdf8c2e72e786c73'],
  ['gb18030', '合同.pdf', 'bacfcdac2e706466'],
  ['gb18030', '2024年度报告.docx', '32303234c4eab6c8b1a8b8e62e646f6378'],
  ['gb18030', '发票.pdf', 'b7a2c6b12e706466'],
  ['gb18030', '管理.doc', 'b9dcc0ed2e646f63'],
  ['gb18030', '简历 张三.doc', 'bcf2c0fa20d5c5c8fd2e646f63'],
  ['gb18030', '报价单-最终版.xlsx', 'b1a8bcdbb5a52dd7eed6d5b0e62e786c7378'],
  ['gb18030', '员工手册.pdf', 'd4b1b9a4cad6b2e12e706466'],
  ['gb18030', '采购订单.xls', 'b2c9b9bab6a9b5a52e786c73'],
  ['big5', '報價單.pdf', 'b3f8bbf9b3e62e706466'],
  ['big5', '發票.pdf', 'b56fb2bc2e706466'],
  ['big5', '會議記錄.doc', 'b77cc4b3b04fbffd2e646f63'],
  ['big5', '合約書.docx', 'a658acf9aed12e646f6378'],
  ['big5', '測試.txt', 'b4fab8d52e747874'],
  ['shift_jis', '請求書.pdf', '90bf8b818f912e706466'],
  ['shift_jis', '見積書.xls', '8ca990cf8f912e786c73'],
  ['shift_jis', '議事録.doc', '8b638e96985e2e646f63'],
  ['shift_jis', 'テスト.pdf', '8365835883672e706466'],
  ['shift_jis', 'ファイル名.txt', '837483408343838b96bc2e747874'],
  ['shift_jis', '2024年度報告書.docx', '32303234944e937895f18d908f912e646f6378'],
  ['shift_jis', '添付ファイル.doc', '93599574837483408343838b2e646f63'],
  ['euc-jp', '請求書.pdf', 'c0c1b5e1bdf12e706466'],
  ['euc-jp', '見積書.xls', 'b8abc0d1bdf12e786c73'],
  ['euc-jp', 'テスト.pdf', 'a5c6a5b9a5c82e706466'],
  ['euc-kr', '회의록.hwp', 'c8b8c0c7b7cf2e687770'],
  ['euc-kr', '계약서.pdf', 'b0e8bee0bcad2e706466'],
  ['euc-kr', '보고서.doc', 'bab8b0edbcad2e646f63'],
  ['euc-kr', '견적서_최종.xlsx', 'b0dfc0fbbcad5fc3d6c1be2e786c7378'],
  ['euc-kr', '이력서.doc', 'c0ccb7c2bcad2e646f63'],
  ['euc-kr', '첨부파일.doc', 'c3b7bacec6c4c0cf2e646f63'],
  ['koi8-r', 'Счёт.pdf', 'f3dea3d42e706466'],
  ['koi8-r', 'Договор.doc', 'e4cfc7cfd7cfd22e646f63'],
  ['koi8-r', 'отчет.xls', 'cfd4dec5d42e786c73'],
  ['koi8-r', 'Прайс-лист.xls', 'f0d2c1cad32dccc9d3d42e786c73'],
  ['koi8-r', 'Документ 1.doc', 'e4cfcbd5cdc5ced420312e646f63'],
  ['windows-1251', 'Счёт.pdf', 'd1f7b8f22e706466'],
  ['windows-1251', 'Договор.doc', 'c4eee3eee2eef02e646f63'],
  ['windows-1251', 'отчет.xls', 'eef2f7e5f22e786c73'],
  ['windows-1251', 'Прайс-лист.xls', 'cff0e0e9f12debe8f1f22e786c73'],
  ['windows-1251', 'Документ 1.doc', 'c4eeeaf3ece5edf220312e646f63'],
  ['windows-1252', 'Müller.pdf', '4dfc6c6c65722e706466'],
  ['windows-1252', 'résumé.doc', '72e973756de92e646f63'],
  ['windows-1252', 'ciële.txt', '6369eb6c652e747874'],
  ['windows-1252', 'Übersicht.pdf', 'dc62657273696368742e706466'],
  ['windows-1252', 'Grüße.doc', '4772fcdf652e646f63'],
  ['windows-1252', 'Año nuevo.pdf', '41f16f206e7565766f2e706466'],
  ['windows-1252', 'Kelvinsong—Font.pdf', '4b656c76696e736f6e6797466f6e742e706466'],
  ['windows-1252', '“quote”.txt', '9371756f7465942e747874'],
  ['windows-1252', 'Preis 5€.pdf', '50726569732035802e706466'],
  ['windows-1252', 'São Paulo.pdf', '53e36f205061756c6f2e706466'],
  ['windows-1252', 'Ångström.pdf', 'c56e67737472f66d2e706466'],
  ['windows-1252', 'città.doc', '63697474e02e646f63'],
  ['windows-1252', 'CAFÉ.doc', '434146c92e646f63'],
  ['windows-1252', 'Lønslip på dansk.pdf', '4cf86e736c69702070e52064616e736b2e706466'],
  ['windows-1250', 'Žluťoučký kůň.pdf', '8e6c759d6f75e86bfd206bf9f22e706466'],
  ['windows-1250', 'Příloha č. 1.doc', '50f8ed6c6f686120e82e20312e646f63'],
  ['windows-1250', 'faktura říjen.pdf', '66616b7475726120f8ed6a656e2e706466'],
  ['windows-1250', 'Święta i żółć.doc', '8c7769ea7461206920bff3b3e62e646f63'],
  ['windows-1253', 'Τιμολόγιο.pdf', 'd4e9ecefebfce3e9ef2e706466'],
  ['windows-1253', 'Αναφορά.doc', 'c1ede1f6eff1dc2e646f63'],
  ['windows-1254', 'özgeçmiş.doc', 'f67a6765e76d69fe2e646f63'],
  ['windows-1254', 'Yıllık görüşme.pdf', '59fd6c6cfd6b2067f672fcfe6d652e706466'],
  ['windows-1255', 'חשבונית.pdf', 'e7f9e1e5f0e9fa2e706466'],
  ['windows-1256', 'فاتورة.pdf', 'ddc7cae6d1c92e706466'],
  ['windows-1256', 'تقرير.doc', 'caded1edd12e646f63'],
  ['windows-874', 'ใบแจ้งหนี้.pdf', 'e3bae1a8e9a7cbb9d5e92e706466'],
  ['windows-874', 'รายงาน.doc', 'c3d2c2a7d2b92e646f63'],
] as const;

const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** The least share of short names that is read rightly, by language and charset; of all others it is 94 in 100. */
const floors: Readonly<Record<string, number>> = {
  // Letters that three million write in bytes that a hundred million use for others.
  Baltic: 0.45,
  Estonian: 0.6,
  // Written in words of three or four letters, often like Greek or Cyrillic.
  Hebrew: 0.75,
  Arabic: 0.9,
  // Icelandic has the bytes of Turkish.
  Nordic: 0.92,
  'Half-width Japanese': 0.7,
};

describe('short names', () => {
  const sets = shortNames.flatMap(set => set.charsets.map(charset => [set.language, charset, set] as const));

  it.each(sets)('in %s, %s', (language, charset, set) => {
    const names = formsOf(set).filter(name => /[^\0-\x7f]/.test(name) && canEncode(charset, name));
    const wrong = names.filter(name => decodeUnlabelled(encode(charset, name)) !== name);
    const floor = floors[`${language} ${charset}`] ?? floors[language] ?? 0.94;
    expect(names.length).toBeGreaterThan(10);
    expect((names.length - wrong.length) / names.length).toBeGreaterThanOrEqual(floor);
  });

  it.each([
    ['windows-1251', 'ДОГОВОР.pdf'],
    ['koi8-r', 'ДОГОВОР.pdf'],
    ['windows-1251', 'файл.scr.xz'],
    ['koi8-u', 'Рахунок за їжу.pdf'],
    ['windows-1252', 'µC.pdf'],
    ['windows-1252', 'Marke®.pdf'],
    ['euc-jp', '図面.dwg'],
    ['shift_jis', 'ﾃｽﾄ'],
    ['gb18030', '图.pdf'],
    ['gb18030', '图纸.pdf'],
    ['gb18030', '通知.doc'],
    ['euc-kr', '표.hwp'],
    ['big5', '台北.pdf'],
    ['iso-8859-7', 'Ανάλυση.pdf'],
    ['windows-1250', 'PROTOKÓŁ.pdf'],
    ['windows-1250', 'STÍŽNOST.pdf'],
    ['windows-1254', 'Yıllık izin.pdf'],
  ])('in %s: %s', (charset, name) => {
    expect(decodeUnlabelled(encode(charset, name))).toBe(name);
  });

  it.each([
    'Müqavilə.pdf',
    'fəʊnɛtɪk.pdf',
    'ŋgɔ.pdf',
    'Құжат ӘҢҒҮҰҚ.pdf',
    'Հաշիվ և.pdf',
    'שָׁלוֹם.pdf',
    'مُحَمَّد.pdf',
    'ދިވެހި.pdf',
    'ܫܠܡܐ.pdf',
    'nǐ hǎo lǜ.pdf',
    'Việt Nam ơ ư.pdf',
    'Șoș Țară.pdf',
    'Ǻ ǿ.pdf',
    'é.pdf',
    'С.pdf',
    'Δt.pdf',
    'Xμ.pdf',
    '½.pdf',
    'a\u0308.pdf',
    'Z\u030c\u0323.pdf',
  ])('in UTF-8, whatever else they could be: %s', name => {
    expect(decodeUnlabelled(Buffer.from(name))).toBe(name);
    expect(decodeUnlabelled(Buffer.from(name), ['windows-1252'])).toBe(name);
  });
});

describe('bytes that are said to be UTF-8', () => {
  it.each([
    ['eda080', '\ufffd\ufffd\ufffd'],
    ['66c0af2e706466', 'f\ufffd\ufffd.pdf'],
    ['6772c3b6c3', 'grö\ufffd'],
    ['c4b0c3a92e706466', 'İé.pdf'],
    ['4772fcdf65', 'Grüße'],
    ['cff0e8e2e5f2', 'Привет'],
  ])('%s is %j', (hex, expected) => {
    expect(decodeLabelledUtf8(Buffer.from(hex, 'hex'))).toBe(expected);
    expect(decodeLabelledUtf8(Buffer.from(hex, 'hex'), ['windows-1251'])).toBe(expected);
    expect(decodeWords(`=?utf-8?B?${Buffer.from(hex, 'hex').toString('base64')}?=`)).toBe(expected);
  });
});

describe('UTF-8 that was damaged', () => {
  const whole = Buffer.from('会議録 – Übersicht.pdf');

  it('is read as such where it was cut within a character or lost a byte', () => {
    expect(decodeUnlabelled(Buffer.from('gr\xc3\xb6\xc3.pdf', 'latin1'))).toBe('grö\ufffd.pdf');
    expect(decodeUnlabelled(Buffer.from('\xc3\xbcber\xc3.pdf', 'latin1'))).toBe('über\ufffd.pdf');
    expect(decodeUnlabelled(Buffer.from('Stra\xc3\x9fe sch\xc3', 'latin1'))).toBe('Straße sch\ufffd');
    expect(decodeUnlabelled(whole.subarray(0, 8))).toBe('会議\ufffd');
    expect(decodeUnlabelled(Buffer.concat([whole.subarray(0, 1), whole.subarray(2)]))).toMatch(
      /^\ufffd+議録 – Übersicht\.pdf$/,
    );
    expect(decodeUnlabelled(Buffer.from('Договор аренды', 'utf8').subarray(0, 13))).toBe('Догово\ufffd');
    expect(decodeUnlabelled(Buffer.from('d0b4d0bed0b3d0bed0b2d0bed180d0', 'hex'))).toBe('договор\ufffd');
  });

  it('is not seen in other charsets', () => {
    expect(decodeUnlabelled(encode('windows-1252', 'Ä°Ã©.pdf'))).not.toContain('\ufffd');
    expect(decodeUnlabelled(encode('gb18030', '模板图纸'))).toBe('模板图纸');
  });
});

describe('guessCharset', () => {
  test.each(names)('knows %s by %s', (charset, name, hex) => {
    expect(guessCharset(bytes(hex))).toBe(charset);
    expect(decodeUnlabelled(bytes(hex))).toBe(name);
  });

  it('takes UTF-8 where it is valid, whatever is found nearby', () => {
    expect(decodeUnlabelled(Buffer.from('网络 ä'), ['gbk', 'koi8-r'])).toBe('网络 ä');
  });

  it('follows a label found nearby where bytes alone say little', () => {
    expect(decodeUnlabelled(Buffer.from('Pe\xe8ky.doc', 'latin1'))).toBe('Peèky.doc');
    expect(decodeUnlabelled(Buffer.from('Pe\xe8ky.doc', 'latin1'), ['us-ascii', 'iso-8859-2'])).toBe('Pečky.doc');
    expect(decodeUnlabelled(Buffer.from('M\x81ller.doc', 'latin1'), ['cp850'])).toBe('Müller.doc');
  });

  it('does not follow a label that makes no sense of the bytes', () => {
    expect(decodeUnlabelled(bytes('cdf8c2e72e786c73'), ['iso-8859-1'])).toBe('网络.xls');
    expect(decodeUnlabelled(Buffer.from('Stra\xdfe und Gr\xfc\xdfe aus M\xfcnchen.pdf', 'latin1'), ['shift_jis'])).toBe(
      'Straße und Grüße aus München.pdf',
    );
  });

  it('reads bytes 0x80 to 0x9F as windows-1252 has them', () => {
    expect(decodeUnlabelled(Buffer.from('caf\xe9 \x96 \x80', 'latin1'))).toBe('café – €');
  });

  it('has an answer for every byte', () => {
    for (let first = 0x80; first < 0x100; first++) {
      for (const second of [0x20, 0x5c, 0x80, 0xa0, 0xff])
        expect(decodeUnlabelled(Uint8Array.of(first, second)).length).toBeGreaterThan(0);
    }
  });
});
