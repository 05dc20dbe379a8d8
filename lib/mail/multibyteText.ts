// Header values whose characters take several bytes, some of which look like syntax: which bytes are no syntax. In Shift_JIS,
// Big5 and GBK the second byte of a character may be a backslash; in ISO 2022 any byte may be anything. Knows no syntax itself.

import { fromBinary } from './bytes.ts';
import { charsetName, isUtf8 } from './charsets.ts';
import { priceIn, priceOfBest } from './guessCharset.ts';

/** Added to the bytes that are no syntax: their characters match nothing, and fromBinary() takes it off again. */
const hidden = 0xf000;

const hide = (text: string): string => {
  let out = '';
  for (let i = 0; i < text.length; i++) out += String.fromCharCode(hidden + (text.charCodeAt(i) & 0xff));
  return out;
};

/** What stands between a switch to another character set and the next switch: Japanese, half-width Japanese, Korean. */
const switched = /(\x1b\$[@B]|\x1b\(I)([\x21-\x7e]+)(?=\x1b)|(\x0e)([\x21-\x7e]+)(?=\x0f)/g;
/** Pairs of HZ (RFC 1843), whose first byte is never a tilde. */
const hz = /(~\{)((?:[\x21-\x77][\x21-\x7e])+)(?=~\})/g;

const isHz = (label: string | undefined): boolean => label !== undefined && charsetName(label) === 'hz-gb-2312';

/** Hides the bytes of characters in ISO 2022, whose switches no other text has. */
export const hideSwitched = (text: string): string =>
  text.includes('\x1b')
    ? text.replace(switched, (run, on: string | undefined, data: string, shift: string, shifted: string) =>
        on !== undefined ? on + hide(data) : text.includes('\x1b$)') ? shift + hide(shifted) : run,
      )
    : text;

/** Second bytes from 0x40 on that a lead byte takes. */
const tailStart = 0x40;
/** Charsets of which a second byte may be a backslash, and their lead bytes. */
const leads: Readonly<Record<string, (byte: number) => boolean>> = {
  shift_jis: byte => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
  big5: byte => byte >= 0x81 && byte <= 0xfe,
  gb18030: byte => byte >= 0x81 && byte <= 0xfe,
};

/** Hides second bytes that are ASCII. */
function hideTails(text: string, isLead: (byte: number) => boolean): string {
  let out = '';
  let copied = 0;
  for (let i = 0; i + 1 < text.length; i++) {
    if (!isLead(text.charCodeAt(i))) continue;
    i++;
    const tail = text.charCodeAt(i);
    if (tail < tailStart || tail > 0x7e) {
      // A quote or a digit is none, and the digits of GB18030 need no hiding.
      if (tail < tailStart) i--;
      continue;
    }
    out += text.slice(copied, i) + String.fromCharCode(hidden + tail);
    copied = i + 1;
  }
  return out + text.slice(copied);
}

/** What a reader made of a value: the texts in it, one character per byte, and how many oddities of syntax it met. */
export interface Reading {
  readonly texts: readonly string[];
  readonly oddities: number;
}

/** Bits that an oddity is worth: an escape that escapes nothing, a quote that is never closed. */
const priceOfOddity = 8;

/** Whether it takes a charset to tell the syntax of a value: it may hold a backslash that is half a character. */
export const needsCharset = (value: string): boolean => /[\x80-\xff]\\|~\{/.test(value);

/**
 * Reads a value of which a character may look like syntax. `read` is tried on it as it stands, and with the second bytes of
 * each charset hidden in which it may be; the charset whose texts are the likeliest is taken. `charset` is null where the
 * bytes are read as they stand, and `hints` are labels found nearby.
 */
export function readMultibyte<T extends Reading>(
  value: string,
  hints: readonly string[],
  read: (value: string) => T,
): { readonly reading: T; readonly charset: string | null } {
  const text = hideSwitched(value);
  if (text.includes('~{') && hints.some(isHz)) {
    return { reading: read(text.replace(hz, (_, on: string, data: string) => on + hide(data))), charset: 'hz-gb-2312' };
  }
  const plain = read(text);
  if (!/[\x80-\xff]\\/.test(text) || isUtf8(fromBinary(text))) return { reading: plain, charset: null };
  const priceOf = (reading: T, price: (bytes: Uint8Array) => number): number =>
    price(fromBinary(reading.texts.join(' '))) + reading.oddities * priceOfOddity;
  let best: { reading: T; charset: string | null } = { reading: plain, charset: null };
  let lowest = priceOf(plain, bytes => priceOfBest(bytes, hints));
  for (const [charset, isLead] of Object.entries(leads)) {
    const reading = read(hideTails(text, isLead));
    const isNamed = hints.some(hint => charsetName(hint) === charset);
    const price =
      priceOf(reading, bytes => priceIn(charset, bytes, hints)) -
      (isNamed && reading.oddities < plain.oddities ? priceOfOddity * 3 : 0);
    if (price < lowest) {
      lowest = price;
      best = { reading, charset };
    }
  }
  return best;
}
