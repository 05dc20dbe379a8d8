// Bytes without a (true) charset label -> text: UTF-8 where valid, else the likeliest of the charsets mail is sent in.
// Made for file names and subjects, which are too short for detectors that count statistics: each candidate's text is
// priced in bits by a small model of the languages written in it, and the cheapest wins.

import { type CharsetModel, charsetModels } from './charsetModels.ts';
import { charsetName, decoderOf, decodeUtf8, isUtf8 } from './charsets.ts';

/** What is looked at: so many bytes from a little before the first one above 0x7F. */
const sampleBytes = 600;
const lead = 40;
/** Bits that a label found nearby is worth. The label of Western Europe is put on everything, and worth little. */
const hintWorth = 14;
const westernHintWorth = 3;

function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleBytes) return bytes;
  const first = bytes.findIndex(byte => byte > 0x7f);
  const start = Math.max(0, first - lead);
  return bytes.subarray(start, start + sampleBytes);
}

/** What words in Latin letters cost a text in another script; an extension is no word. */
const latinWords = (text: string): number =>
  4 * Math.min(3, text.replace(/\.[A-Za-z0-9]{1,5}$/, '').match(/[A-Za-z]{3,}/g)?.length ?? 0);

const isWestern = (charset: string): boolean => charset === 'windows-1252' || charset === 'iso-8859-15';

/** The likeliest charset of bytes that are not UTF-8. `hints` are labels found nearby. */
export function guessCharset(bytes: Uint8Array, hints: readonly string[] = []): string {
  const names = hints
    .flatMap(hint => charsetName(hint) ?? [])
    .filter(name => !name.startsWith('utf-') && !name.startsWith('iso-2022'));
  const near = new Set(names.map(name => (name === 'gbk' ? 'gb18030' : name)));
  const sample = sampleOf(bytes);
  let best = 'windows-1252';
  let lowest = Number.POSITIVE_INFINITY;
  const consider = (charset: string, model: CharsetModel) => {
    const text = decoderOf(charset)?.decode(sample);
    if (text === undefined) return;
    const bonus = !near.has(charset) ? 0 : isWestern(charset) ? westernHintWorth : hintWorth;
    const price = model.prior - bonus + model.price(text) + (model.isLatin ? 0 : latinWords(text));
    if (price < lowest) {
      lowest = price;
      best = charset;
    }
  };
  for (const model of charsetModels) {
    consider(model.charset, model);
    // A relative of the charset that was named nearby, e.g. ISO-8859-2 for windows-1250.
    for (const relative of model.relatives) if (near.has(relative)) consider(relative, model);
  }
  return best;
}

/** Text of unlabelled bytes. `hints` are labels found nearby, best first. */
export function decodeUnlabelled(bytes: Uint8Array, hints: readonly string[] = []): string {
  if (isUtf8(bytes)) return decodeUtf8(bytes);
  return decoderOf(guessCharset(bytes, hints))?.decode(bytes) ?? decodeUtf8(bytes);
}
