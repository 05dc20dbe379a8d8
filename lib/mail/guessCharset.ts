// Bytes without a (true) charset label -> text: UTF-8 where valid, else the likeliest of the charsets mail is sent in.
// Made for file names and subjects, which are too short for detectors that count statistics: each candidate's text is
// priced in bits by a small model of the languages written in it, and the cheapest wins.

import { hasEightBit, toBinary } from './bytes.ts';
import { type CharsetModel, charsetModels } from './charsetModels.ts';
import { charsetName, decoderOf, decodeUtf8, isUtf8 } from './charsets.ts';
import { rareTwoByteCharacters } from './commonCharacters.ts';

/** What is looked at: so many bytes from a little before the first one above 0x7F, and of those no more than are enough. */
const sampleBytes = 600;
const lead = 40;
const enoughBytes = 60;
/** Bits that a label found nearby is worth. The label of Western Europe is put on everything, and worth little. */
const hintWorth = 14;
const westernHintWorth = 3;

function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= enoughBytes) return bytes;
  const first = bytes.findIndex(byte => byte > 0x7f);
  const start = Math.max(0, first - lead);
  const last = Math.min(bytes.length, start + sampleBytes);
  let end = start;
  for (let found = 0; end < last && found < enoughBytes; end++) if ((bytes[end] as number) > 0x7f) found++;
  return bytes.subarray(start, end);
}

/** Text of a sample, without the half of a character that its end may have cut. */
const textOf = (sample: Uint8Array, decode: (bytes: Uint8Array) => string): string =>
  sample.length > enoughBytes ? decode(sample).replace(/\ufffd$/, '') : decode(sample);

/** What words in Latin letters cost a text in another script; an extension is no word. */
const latinWords = (text: string): number =>
  4 * Math.min(3, text.replace(/\.[A-Za-z0-9]{1,5}$/, '').match(/[A-Za-z]{3,}/g)?.length ?? 0);

/** Bits of marks that file names hardly ever have: mostly the second halves of characters of the Far East. */
const markPrices: Readonly<Record<string, number>> = {
  '\\': 14,
  '|': 12,
  '"': 6,
  '^': 6,
  '`': 6,
  '{': 5,
  '}': 5,
  '~': 4,
  '@': 3,
  '[': 2,
  ']': 2,
};

function oddMarks(text: string): number {
  let bits = 0;
  for (const mark of text.match(/[\\|"^`{}~@[\]]/g) ?? []) bits += markPrices[mark] ?? 0;
  return bits;
}

const isWestern = (charset: string): boolean => charset === 'windows-1252' || charset === 'iso-8859-15';

/** The text in one charset, in bits. */
type Price = (charset: string, model: CharsetModel) => number;

/** A price for the text of `bytes` in any charset. */
function pricer(
  bytes: Uint8Array,
  hints: readonly string[],
): { readonly near: ReadonlySet<string>; readonly price: Price } {
  const names = hints
    .flatMap(hint => charsetName(hint) ?? [])
    .filter(name => !name.startsWith('utf-') && !name.startsWith('iso-2022'));
  const near = new Set(names.map(name => (name === 'gbk' ? 'gb18030' : name)));
  const sample = sampleOf(bytes);
  const price: Price = (charset, model) => {
    const decoder = decoderOf(charset);
    if (decoder === null) return Number.POSITIVE_INFINITY;
    const text = textOf(sample, decoder.decode);
    const bonus = !near.has(charset) ? 0 : isWestern(charset) ? westernHintWorth : hintWorth;
    return model.prior - bonus + model.price(text) + oddMarks(text) + (model.isLatin ? 0 : latinWords(text));
  };
  return { near, price };
}

function cheapest(bytes: Uint8Array, hints: readonly string[]): { readonly charset: string; readonly price: number } {
  const { near, price } = pricer(bytes, hints);
  let charset = 'windows-1252';
  let lowest = Number.POSITIVE_INFINITY;
  const consider = (name: string, model: CharsetModel) => {
    const bits = price(name, model);
    if (bits >= lowest) return;
    lowest = bits;
    charset = name;
  };
  for (const model of charsetModels) {
    consider(model.charset, model);
    // A relative of the charset that was named nearby, e.g. ISO-8859-2 for windows-1250.
    for (const relative of model.relatives) if (near.has(relative)) consider(relative, model);
  }
  return { charset, price: lowest };
}

/** The likeliest charset of bytes that are not UTF-8. `hints` are labels found nearby. */
export const guessCharset = (bytes: Uint8Array, hints: readonly string[] = []): string =>
  cheapest(bytes, hints).charset;

/** How unlikely the likeliest text of bytes is, in bits: to compare with priceIn(). */
export const priceOfBest = (bytes: Uint8Array, hints: readonly string[]): number => cheapest(bytes, hints).price;

/** How unlikely the text of bytes is in one of the charsets that are considered, in bits. */
export function priceIn(charset: string, bytes: Uint8Array, hints: readonly string[]): number {
  const model = charsetModels.find(one => one.charset === charset);
  return model === undefined ? Number.POSITIVE_INFINITY : pricer(bytes, hints).price(charset, model);
}

/** What is valid UTF-8 and longer than this is UTF-8. */
const longestLookalike = 40;
/** A character that is in use in UTF-8 costs so many bits, and one that is not. */
const usualInUtf8 = 7;
const rareInUtf8 = 18;
/** Bits by which another charset has to be likelier than UTF-8. */
const utf8Lead = 4;

/** Whether bytes that are valid UTF-8 are so by chance: short, two bytes a character, and characters that no name has. */
function isUtf8ByChance(text: string, bytes: Uint8Array, hints: readonly string[]): boolean {
  if (bytes.length > longestLookalike || /[^\0-\u07ff]/.test(text)) return false;
  const rare = text.match(rareTwoByteCharacters)?.length ?? 0;
  if (rare === 0) return false;
  const usual = (text.match(/[^\0-\x7f]/g)?.length ?? 0) - rare;
  const withinLatin = text.match(/[A-Za-z][\u0321-\u0373\u0460-\u052f]/g)?.length ?? 0;
  const price = usual * usualInUtf8 + rare * rareInUtf8 + withinLatin * 8;
  return priceOfBest(bytes, hints) < price - utf8Lead;
}

/** Of three bytes in UTF-8, and four: those in use, and what they cost. Another costs as much as a rare one of two. */
const usualLongInUtf8 =
  /[\u0900-\u0d7f\u0e00-\u0e7f\u1e00-\u1eff\u2010-\u2044\u20ac\u2116\u2122\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]|[\u{1f300}-\u{1faff}]/u;
const usualLongPrice = 10;
/** Of a byte that belongs to no character. */
const damagePrice = 20;

/** A first byte of UTF-8 of a character that was cut: nothing that could go on with it follows. */
const cutCharacter = /[\xc2-\xf4](?![\x80-\xbf])/;

/**
 * Whether bytes are UTF-8 that lost a byte or was cut: where that is likelier than any other charset, by `lead` bits that
 * a label of UTF-8 is worth.
 */
function isDamagedUtf8(bytes: Uint8Array, hints: readonly string[], lead = 0): boolean {
  const sample = sampleOf(bytes);
  const text = textOf(sample, decodeUtf8);
  const whole = text.replace(/[\0-\x7f\ufffd]/g, '');
  const least = Buffer.byteLength(whole);
  if (least === 0) return false;
  // Two bytes that make a character are chance, unless all that is wrong is another that was cut.
  if (least < 4 && !(text.split('\ufffd').length === 2 && cutCharacter.test(toBinary(sample)))) return false;
  let price = (text.match(/\ufffd/g)?.length ?? 0) * damagePrice;
  for (const char of whole) {
    price += char < '\u0800' ? usualInUtf8 : usualLongInUtf8.test(char) ? usualLongPrice : rareInUtf8;
  }
  price += (text.match(rareTwoByteCharacters)?.length ?? 0) * (rareInUtf8 - usualInUtf8);
  return price - lead < priceOfBest(bytes, hints);
}

/** A character in the form of UTF-8, with those that it forbids: halves of surrogate pairs, and longer forms than need be. */
const form = /[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3}/g;

const hasFormOfUtf8 = (bytes: Uint8Array): boolean => !hasEightBit(toBinary(bytes).replace(form, ''));

/**
 * Text of bytes that are said to be UTF-8. Programs that say so and send something else are common, so that bytes which
 * are not even damaged UTF-8 are read in the likeliest charset.
 */
export function decodeLabelledUtf8(bytes: Uint8Array, hints: readonly string[] = []): string {
  const isMeant = isUtf8(bytes) || hasFormOfUtf8(bytes) || isDamagedUtf8(bytes, hints, hintWorth);
  return isMeant ? decodeUtf8(bytes) : (decoderOf(guessCharset(bytes, hints))?.decode(bytes) ?? decodeUtf8(bytes));
}

/** Text of unlabelled bytes. `hints` are labels found nearby, best first. */
export function decodeUnlabelled(bytes: Uint8Array, hints: readonly string[] = []): string {
  if (isUtf8(bytes)) {
    const text = decodeUtf8(bytes);
    if (!isUtf8ByChance(text, bytes, hints)) return text;
  } else if (isDamagedUtf8(bytes, hints)) return decodeUtf8(bytes);
  return decoderOf(guessCharset(bytes, hints))?.decode(bytes) ?? decodeUtf8(bytes);
}
