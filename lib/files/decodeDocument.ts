// Bytes of a text -> its characters: by byte order mark, by what it says of itself where its type has a way to say it, else
// by what the bytes are likeliest to be.

import { toBinary } from '../mail/bytes.ts';
import { decoderOf, isUtf8 } from '../mail/charsets.ts';
import { guessCharset } from '../mail/guessCharset.ts';
import { decodeText } from '../mail/textBody.ts';
import { utf16Order, utf32Order } from './documentType.ts';

/** `<?xml encoding=…>`, `<meta charset=…>`, `<meta … content="…; charset=…">`. */
const declared =
  /<\?xml[^>]{0,200}encoding\s{0,10}=\s{0,10}["']([\w:.-]{1,40})|<meta[^>]{0,300}charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w:.-]{1,40})/i;

/** The charset that HTML or XML says it is in, in its first bytes. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  const match = declared.exec(head);
  const label = match?.[1] ?? match?.[2] ?? null;
  // It was read as single bytes: whatever says UTF-16 here is none.
  return label !== null && /^utf-?(?:16|32)/i.test(label) ? null : label;
}

/** Places of a text that are asked which charset they are in. */
const samples = 7;
const sampleBytes = 2048;

/** Charsets of old computers, and of standards that few followed, are worth a thought only where much text speaks for them. */
const rareCharsets = ['cp850', 'cp852', 'macintosh', 'x-mac-cyrillic', 'iso-8859-5', 'iso-8859-6'];
const enoughHighBytes = 40;
/** A capital and a small letter of Mac Cyrillic, whose small letters but one are those of windows-1251. */
const macCapital = /[\x80-\x9f][\xdf-\xfe]/;

function guessOf(sample: Uint8Array): string {
  let high = 0;
  for (const byte of sample) if (byte > 0x7f) high++;
  if (high < enoughHighBytes) return guessCharset(sample);
  const isMac = macCapital.test(toBinary(sample));
  return guessCharset(
    sample,
    rareCharsets.filter(one => isMac || one !== 'x-mac-cyrillic'),
  );
}

/** The charset that most places of the text are likeliest to be in. */
function likeliestCharset(bytes: Uint8Array): string {
  const votes = new Map<string, number>();
  let most = 'windows-1252';
  for (let i = 0; i < samples; i++) {
    const start = Math.floor(((bytes.length - sampleBytes) * i) / (samples - 1));
    const sample = bytes.subarray(Math.max(0, start), Math.max(0, start) + sampleBytes);
    if (!sample.some(byte => byte > 0x7f)) continue;
    const charset = guessOf(sample);
    const count = (votes.get(charset) ?? 0) + 1;
    votes.set(charset, count);
    if (count > (votes.get(most) ?? 0)) most = charset;
  }
  return most;
}

/** Characters that are made of their codes at once. */
const codesAtOnce = 4096;

/** UTF-32, which TextDecoder does not know; U+FFFD for what is no character. */
function decodeUtf32(bytes: Uint8Array, order: 'utf-32le' | 'utf-32be'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~3);
  let text = '';
  let codes: number[] = [];
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, order === 'utf-32le');
    codes.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
    if (codes.length < codesAtOnce) continue;
    text += String.fromCodePoint(...codes);
    codes = [];
  }
  return text + String.fromCodePoint(...codes);
}

/** @param charset as the document or what brought it says; null where nothing does */
export function decodeDocument(bytes: Uint8Array, charset: string | null): string {
  const wide = utf32Order(bytes);
  const order = utf16Order(bytes);
  const text =
    wide !== null
      ? decodeUtf32(bytes, wide)
      : order !== null
        ? new TextDecoder(order).decode(bytes)
        : charset !== null || isUtf8(bytes)
          ? decodeText(bytes, charset, [])
          : (decoderOf(likeliestCharset(bytes))?.decode(bytes) ?? decodeText(bytes, null, []));
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
