// Text -> bytes in the charsets of old mail, which Node only decodes: its own decoders the other way round.

import { decoderOf } from '../lib/mail/charsets.ts';

const tables = new Map<string, Map<string, readonly number[]>>();

function tableOf(charset: string): Map<string, readonly number[]> {
  const known = tables.get(charset);
  if (known !== undefined) return known;
  const decoder = decoderOf(charset);
  if (decoder === null) throw new Error(`no charset ${charset}`);
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add([byte]);
  if (/^(?:shift_jis|euc|big5|gb)/.test(charset)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let tail = 0x40; tail < 0xff; tail++) add([lead, tail]);
  }
  tables.set(charset, table);
  return table;
}

/** Whether a charset has every character of a text. */
export const canEncode = (charset: string, text: string): boolean => {
  const table = tableOf(charset);
  return [...text].every(char => table.has(char));
};

/** The bytes of a text in a charset that has all of its characters. */
export function encode(charset: string, text: string): Uint8Array {
  const table = tableOf(charset);
  return Uint8Array.from(
    [...text].flatMap(char => {
      const bytes = table.get(char);
      if (bytes === undefined) throw new Error(`${charset} lacks ${char}`);
      return bytes;
    }),
  );
}

/** Characters that take two bytes, the second of them one of `tails`. */
export const withTail = (charset: string, tails: (tail: number) => boolean): string[] =>
  [...tableOf(charset)].flatMap(([char, bytes]) => (bytes.length === 2 && tails(bytes[1] as number) ? [char] : []));

/** Bytes as headers of the tests have them: one character per byte. */
export const raw = (charset: string, text: string): string => Buffer.from(encode(charset, text)).toString('latin1');
