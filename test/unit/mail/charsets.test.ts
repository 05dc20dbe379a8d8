import { charsetName, decoderOf } from '../../../lib/mail/charsets.ts';

const decode = (label: string, hex: string) => decoderOf(label)?.decode(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('charset labels', () => {
  test.each([
    ['UTF8', 'utf-8'],
    ['"utf-8"', 'utf-8'],
    ['unicode-1-1-utf-8', 'utf-8'],
    ['iso-8859-1', 'windows-1252'],
    ['ISO_8859-1', 'windows-1252'],
    ['latin-1', 'windows-1252'],
    ['us-ascii', 'windows-1252'],
    ['ANSI_X3.4-1968', 'windows-1252'],
    ['cp1252', 'windows-1252'],
    ['windows1251', 'windows-1251'],
    ['win-1251', 'windows-1251'],
    ['cp-936', 'gb18030'],
    ['gb2312', 'gb18030'],
    ['gb_2312-80', 'gbk'],
    ['x-gbk', 'gb18030'],
    ['ks_c_5601-1987', 'euc-kr'],
    ['cp949', 'euc-kr'],
    ['x-windows-949', 'euc-kr'],
    ['cp932', 'shift_jis'],
    ['x-sjis', 'shift_jis'],
    ['iso-2022-jp-2', 'iso-2022-jp'],
    ['tis-620', 'windows-874'],
    ['koi8-u', 'koi8-u'],
    ['ibm850', 'cp850'],
    ['cp28592', 'iso-8859-2'],
    ['utf-7', 'utf-7'],
  ])('%s is %s', (label, name) => {
    expect(charsetName(label)).toBe(name);
  });

  it.each(['x-unknown', '', 'unknown-8bit', 'constructor', '__proto__', 'a'.repeat(1000)])('%j is unknown', label => {
    expect(decoderOf(label)).toBeNull();
  });

  it('stay unknown and known whatever came between', () => {
    for (let i = 0; i < 1200; i++) expect(decoderOf(`x-none-${i}`)).toBeNull();
    expect(charsetName('utf-8')).toBe('utf-8');
  });
});

describe('decoding', () => {
  test.each([
    ['cp437', '4d 81 e1', 'Müß'],
    ['cp866', '92 a5 e1 e2', 'Тест'],
    ['utf-7', Buffer.from('a+-b +AOQ-!').toString('hex'), 'a+b ä!'],
    ['utf-7', Buffer.from('no + base64').toString('hex'), 'no + base64'],
    ['iso-2022-kr', '1b 24 29 43 0e 47 51 31 5b 0f 41', '한글A'],
    ['hz-gb-2312', Buffer.from('~{VPND~}~~A').toString('hex'), '中文~A'],
    ['big5', 'b3e6', '單'],
    ['windows-1252', '80 96 e9', '€–é'],
    ['iso-8859-1', '80 96 e9', '€–é'],
  ])('%s', (label, hex, text) => {
    expect(decode(label, hex)).toBe(text);
  });

  it('knows every Korean syllable of Windows, not only those of EUC-KR', () => {
    expect(decode('ks_c_5601-1987', 'c8b8 c0c7 b7cf')).toBe('회의록');
    expect(decode('ks_c_5601-1987', '8c63 b9e6 b0a2 c7cf')).toBe('똠방각하');
    expect(decode('euc-kr', '8141 8142 c651 c652')).toBe('갂갃힢힣');
    expect(decode('cp949', 'a2e6')).toBe('€');
    const places = new Set<string>();
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x41; trail <= 0xfe; trail++) {
        const text = decode('cp949', Buffer.of(lead, trail).toString('hex')) ?? '';
        if (text.length === 1 && text >= '\uac00' && text <= '\ud7a3') places.add(text);
      }
    }
    expect(places.size).toBe(11_172);
  });

  it('replaces what is no Korean, and keeps ASCII after it', () => {
    expect(decode('euc-kr', 'ff 41')).toBe('\ufffdA');
    expect(decode('euc-kr', '41 b0')).toBe('A\ufffd');
    expect(decode('euc-kr', 'a2ff 41')).toBe('\ufffdA');
  });
});
