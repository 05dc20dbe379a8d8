// RFC 2047 encoded words and raw 8-bit bytes in headers: a value of one character per byte -> text.

import { decodeBase64 } from './base64.ts';
import { concatBytes, fromBinary, hasEightBit } from './bytes.ts';
import { decoderOf } from './charsets.ts';
import { decodeLabelledUtf8, decodeUnlabelled } from './guessCharset.ts';
import { hideSwitched } from './multibyteText.ts';

/** Decodes the text of a Q word: `_` is a blank, a malformed escape stays. */
function decodeQ(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  let written = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5f) out[written++] = 0x20;
    else if (code === 0x3d && /^[0-9A-Fa-f]{2}$/.test(text.slice(i + 1, i + 3))) {
      out[written++] = Number.parseInt(text.slice(i + 1, i + 3), 16);
      i += 2;
    } else out[written++] = code;
  }
  return out.subarray(0, written);
}

interface Word {
  readonly charset: string;
  readonly isQ: boolean;
  readonly text: string;
  /** Where the value goes on after the word. */
  readonly end: number;
}

/** `=?charset*language?Q?`: what may stand before the text of a word. */
const opening = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([BbQq])\?/y;

/** Finds the words of a value one after the other in linear time: the next `?=` is searched once. */
function wordReader(value: string): (at: number) => Word | null {
  let closing = -1;
  return at => {
    opening.lastIndex = at;
    const match = opening.exec(value);
    if (match === null) return null;
    const start = opening.lastIndex;
    if (closing !== Number.POSITIVE_INFINITY && closing < start) {
      const found = value.indexOf('?=', start);
      closing = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    if (closing === Number.POSITIVE_INFINITY) return null;
    const text = value.slice(start, closing);
    const isQ = match[2] === 'Q' || match[2] === 'q';
    // A blank within a word is a sender's fault that is read all the same, but not one before another word's start.
    if (/[ \t\r\n]=\?/.test(text)) return null;
    return { charset: (match[1] as string).toLowerCase(), isQ, text, end: closing + 2 };
  };
}

function decodeWordBytes(charset: string, bytes: Uint8Array, hints: readonly string[]): string {
  const decoder = decoderOf(charset);
  if (decoder === null) return decodeUnlabelled(bytes, hints);
  if (decoder.name === 'utf-8') return decodeLabelledUtf8(bytes, hints);
  // Programs that say ASCII and send something else are common, and the bytes tell.
  if (/ascii/i.test(charset)) return decodeUnlabelled(bytes, hints);
  return decoder.decode(bytes);
}

const isBlankRun = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/**
 * Text of a header value or parameter. Encoded words are decoded wherever they stand, within quotes and words too; blanks
 * between two of them go, and neighbours of one charset are joined before they are decoded, since senders split characters.
 * Other bytes above 0x7F are in `rawCharset`; where that is not known, UTF-8 where valid, else in a guessed charset, for
 * which `hints` are labels found nearby.
 */
export function decodeWords(header: string, hints: readonly string[] = [], rawCharset: string | null = null): string {
  const value = hideSwitched(header);
  if (!value.includes('=?')) return decodeRawHeader(value, hints, rawCharset);
  const read = wordReader(value);
  let out = '';
  let copied = 0;
  let words: Word[] = [];
  const flush = () => {
    if (words.length > 0) out += decodeJoined(words, hints);
    words = [];
  };
  for (let at = value.indexOf('=?'); at >= 0; at = value.indexOf('=?', at)) {
    const word = read(at);
    if (word === null) {
      at += 2;
      continue;
    }
    const between = value.slice(copied, at);
    if (words.length === 0 || !isBlankRun(between)) {
      flush();
      out += decodeRawHeader(between, hints, rawCharset);
    } else if (words[0]?.charset !== word.charset || word.charset.startsWith('iso-2022')) flush();
    words.push(word);
    copied = word.end;
    at = word.end;
  }
  flush();
  return out + decodeRawHeader(value.slice(copied), hints, rawCharset);
}

/** Neighbouring words of one charset as one text. Base64 is joined before it is decoded: some cut it within a group. */
function decodeJoined(words: readonly Word[], hints: readonly string[]): string {
  const pieces: Uint8Array[] = [];
  let base64 = '';
  const flush = () => {
    if (base64 !== '') pieces.push(decodeBase64(fromBinary(base64)).bytes);
    base64 = '';
  };
  for (const { isQ, text } of words) {
    if (!isQ) base64 += text;
    else {
      flush();
      pieces.push(decodeQ(text));
    }
  }
  flush();
  return decodeWordBytes(words[0]?.charset ?? '', concatBytes(pieces), hints);
}

/** Bytes of a header that no encoded word covers. */
function decodeRawHeader(value: string, hints: readonly string[], charset: string | null): string {
  if (!hasEightBit(value) && !value.includes('\x1b')) return value;
  const known = charset === null ? null : decoderOf(charset);
  if (known !== null) return known.decode(fromBinary(value));
  // Old Japanese and Korean programs write ISO 2022 with its escapes straight into headers.
  if (/\x1b[$(]/.test(value) && !/[\x80-\xff]/.test(value)) {
    const decoder = decoderOf(value.includes('\x1b$)C') ? 'iso-2022-kr' : 'iso-2022-jp');
    if (decoder !== null) return decoder.decode(fromBinary(value));
  }
  return hasEightBit(value) ? decodeUnlabelled(fromBinary(value), hints) : value;
}
