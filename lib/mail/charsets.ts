// Charset labels as mail has them, and bytes -> text by a label. Guessing a charset is guessCharset.ts.

import { isUtf8 } from 'node:buffer';
import { toBinary } from './bytes.ts';
import { dosCharset } from './dosCharsets.ts';
import { decodeKorean } from './koreanCharset.ts';

/** Labels that the WHATWG Encoding Standard lacks, for encodings that it has. Keys as `bareLabel` makes them. */
const aliases: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  unicode11utf8: 'utf-8',
  unicode: 'utf-16le',
  ucs2: 'utf-16le',
  shiftjis: 'shift_jis',
  sjis: 'shift_jis',
  mskanji: 'shift_jis',
  windows31j: 'shift_jis',
  '932': 'shift_jis',
  eucjp: 'euc-jp',
  '51932': 'euc-jp',
  iso2022jp: 'iso-2022-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  iso2022jp3: 'iso-2022-jp',
  iso2022jpms: 'iso-2022-jp',
  junet: 'iso-2022-jp',
  jis: 'iso-2022-jp',
  '50220': 'iso-2022-jp',
  '50221': 'iso-2022-jp',
  '50222': 'iso-2022-jp',
  euckr: 'euc-kr',
  uhc: 'euc-kr',
  ksc56011992: 'euc-kr',
  '949': 'euc-kr',
  '51949': 'euc-kr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  euccn: 'gb18030',
  '936': 'gb18030',
  '54936': 'gb18030',
  '51936': 'gb18030',
  '950': 'big5',
  big5hkscs: 'big5',
  big5eten: 'big5',
  '874': 'windows-874',
  tis620: 'windows-874',
  iso885911: 'windows-874',
  '1250': 'windows-1250',
  '1251': 'windows-1251',
  '1252': 'windows-1252',
  '1253': 'windows-1253',
  '1254': 'windows-1254',
  '1255': 'windows-1255',
  '1256': 'windows-1256',
  '1257': 'windows-1257',
  '1258': 'windows-1258',
  ansi: 'windows-1252',
  ascii: 'windows-1252',
  usascii: 'windows-1252',
  '646': 'windows-1252',
  latin1: 'windows-1252',
  '28591': 'windows-1252',
  '65001': 'utf-8',
  '65000': 'utf-7',
  utf7: 'utf-7',
  unicode11utf7: 'utf-7',
  iso2022kr: 'iso-2022-kr',
  '50225': 'iso-2022-kr',
  hzgb2312: 'hz-gb-2312',
  hz: 'hz-gb-2312',
  '52936': 'hz-gb-2312',
  koi8: 'koi8-r',
  koi8ru: 'koi8-u',
  '20866': 'koi8-r',
  '21866': 'koi8-u',
  macroman: 'macintosh',
  mac: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  '866': 'ibm866',
  '10000': 'macintosh',
  '10007': 'x-mac-cyrillic',
  '1200': 'utf-16le',
  '1201': 'utf-16be',
  '20127': 'windows-1252',
  '20932': 'euc-jp',
  '28592': 'iso-8859-2',
  '28593': 'iso-8859-3',
  '28594': 'iso-8859-4',
  '28595': 'iso-8859-5',
  '28596': 'iso-8859-6',
  '28597': 'iso-8859-7',
  '28598': 'iso-8859-8',
  '28599': 'windows-1254',
  '28603': 'iso-8859-13',
  '28605': 'iso-8859-15',
  '38598': 'iso-8859-8-i',
  iso88598i: 'iso-8859-8-i',
  iso88598e: 'iso-8859-8',
  iso88596i: 'iso-8859-6',
  iso88596e: 'iso-8859-6',
};

const bareLabel = (label: string): string =>
  label
    .toLowerCase()
    .replace(/^x-(?:ms-)?|^cs(?=[a-z])/, '')
    .replace(/^(?:cp|ms|win|windows|ibm|dos|codepage)[-_]?(?=\d)/, '')
    .replace(/[^a-z0-9]/g, '');

/** A decoder of one charset. */
interface Decoder {
  readonly name: string;
  readonly decode: (bytes: Uint8Array) => string;
}

const cache = new Map<string, Decoder | null>();
/** Labels are the senders' words: so many of them are remembered. */
const cachedLabels = 500;

function textDecoder(label: string): Decoder | null {
  try {
    const decoder = new TextDecoder(label);
    if (decoder.encoding === 'euc-kr') return { name: 'euc-kr', decode: decodeKorean };
    return { name: decoder.encoding, decode: bytes => decoder.decode(bytes) };
  } catch {
    return null;
  }
}

/** Sets the eighth bit of what stands between `on` and `off`: how the 7-bit forms of EUC are written. */
function shifted(bytes: Uint8Array, isHz: boolean): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let written = 0;
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (isHz && byte === 0x7e) {
      const next = bytes[i + 1];
      if (next === 0x7b || next === 0x7d) {
        isShifted = next === 0x7b;
        i++;
        continue;
      }
      if (next === 0x7e) i++;
    } else if (!isHz && (byte === 0x0e || byte === 0x0f)) {
      isShifted = byte === 0x0e;
      continue;
    } else if (!isHz && byte === 0x1b && bytes[i + 1] === 0x24) {
      i += 3;
      continue;
    }
    out[written++] = isShifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte;
  }
  return out.subarray(0, written);
}

/** RFC 2152. A run that is no base64 is kept as it stands. */
function decodeUtf7(bytes: Uint8Array): string {
  const text = toBinary(bytes);
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (run, data: string) => {
    if (data === '') return run === '+-' ? '+' : run;
    const units = Buffer.from(data, 'base64');
    let out = '';
    for (let i = 0; i + 1 < units.length; i += 2) out += String.fromCharCode(units.readUInt16BE(i));
    return out.toWellFormed();
  });
}

const gb18030 = new TextDecoder('gb18030');

function makeDecoder(label: string): Decoder | null {
  const bare = bareLabel(label);
  const name = aliases[bare];
  if (name === 'utf-7') return { name, decode: decodeUtf7 };
  if (name === 'iso-2022-kr') return { name, decode: bytes => decodeKorean(shifted(bytes, false)) };
  if (name === 'hz-gb-2312') return { name, decode: bytes => gb18030.decode(shifted(bytes, true)) };
  return (
    textDecoder(name ?? label.trim()) ?? textDecoder(bare) ?? dosCharset(bare) ?? textDecoder(label.replace(/^x-/i, ''))
  );
}

/** The decoder of a label in any spelling mail has, or null for an unknown one. */
export function decoderOf(label: string): Decoder | null {
  if (label.length > 60) return null;
  const key = label.toLowerCase();
  const known = cache.get(key);
  if (known !== undefined) return known;
  const decoder = makeDecoder(key);
  if (cache.size >= cachedLabels) cache.clear();
  cache.set(key, decoder);
  return decoder;
}

/** The charset's name in the WHATWG standard (or ours), or null for an unknown label. */
export const charsetName = (label: string): string | null => decoderOf(label)?.name ?? null;

const utf8 = new TextDecoder('utf-8');
/** UTF-8, with replacement characters where it is not valid. */
export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

export { isUtf8 };
