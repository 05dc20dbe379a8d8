// Prices of Chinese, Japanese and Korean text (see guessCharset.ts).

import { inRange, strange, sum } from './characterPrices.ts';
import { commonHangul, commonKanji } from './commonCharacters.ts';

const wideMarks = new Set('、。・「」『』（）【】《》〈〉：；！？，．／＆＿－～—…“”‘’·');
const isWide = (char: string): boolean => char >= '\uff01' && char <= '\uff5e';

/** Characters of the Far East seldom stand right against small Latin letters. */
const againstLatin = (before: string | undefined, after: string | undefined): number =>
  [before, after].some(near => near !== undefined && near >= 'a' && near <= 'z') ? 3 : 0;

const isHan = (char: string): boolean => inRange(char, '\u4e00', '\u9fff');

/** Places of a two-byte character in its table tell how common it is: the tables begin with the common half. */
function firstHalf(
  charset: string,
  leads: readonly [number, number],
  trails: readonly (readonly [number, number])[],
): Set<string> {
  const decoder = new TextDecoder(charset);
  const set = new Set<string>();
  for (let high = leads[0]; high <= leads[1]; high++) {
    for (const [from, to] of trails)
      for (let low = from; low <= to; low++) set.add(decoder.decode(Uint8Array.of(high, low)));
  }
  return set;
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export const simplifiedFirstHalf = once(() => firstHalf('gbk', [0xb0, 0xd7], [[0xa1, 0xfe]]));
export const simplifiedSecondHalf = once(() => firstHalf('gbk', [0xd8, 0xf7], [[0xa1, 0xfe]]));
export const traditionalFirstHalf = once(() =>
  firstHalf(
    'big5',
    [0xa4, 0xc6],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ),
);
const kanjiFirstHalf = once(() => firstHalf('euc-jp', [0xb0, 0xcf], [[0xa1, 0xfe]]));
const kanjiSecondHalf = once(() => firstHalf('euc-jp', [0xd0, 0xf4], [[0xa1, 0xfe]]));
const hangulTable = once(() => firstHalf('euc-kr', [0xb0, 0xc8], [[0xa1, 0xfe]]));

const priceOfMark = (char: string): number => (wideMarks.has(char) || isWide(char) ? 12 : 20);

/** Chinese: common characters, the half of the table that holds the usual ones, the other half, the rest. */
export function chinese(common: ReadonlySet<string>, first: () => Set<string>, second: (() => Set<string>) | null) {
  return (text: string): number =>
    sum(text, (char, before, after) => {
      const against = againstLatin(before, after);
      if (common.has(char)) return 9.5 + against;
      if (first().has(char)) return 13.5 + against;
      if (!isHan(char)) return priceOfMark(char);
      return (second === null ? 21 : second().has(char) ? 17 : 24) + against;
    });
}

export const japanese = (text: string): number =>
  sum(text, (char, before, after) => {
    const against = againstLatin(before, after);
    // Small ya, yu, yo follow syllables in i.
    if ('ゃゅょャュョ'.includes(char) && !'きしちにひみりぎじびぴキシチニヒミリギジビピ'.includes(before ?? '?'))
      return strange;
    if (inRange(char, '\u3041', '\u3093') || inRange(char, '\u30a1', '\u30f6') || char === 'ー') return 8.5 + against;
    if (commonKanji.has(char)) return 10 + against;
    if (kanjiFirstHalf().has(char)) return 13.5;
    if (kanjiSecondHalf().has(char)) return 18;
    // Half-width kana: rare, and then whole words of them.
    if (inRange(char, '\uff61', '\uff9f')) {
      const inRun = [before, after].some(near => near !== undefined && inRange(near, '\uff61', '\uff9f'));
      return inRun ? 10 : strange;
    }
    return isHan(char) ? 24 : priceOfMark(char);
  });

export const korean = (text: string): number =>
  sum(text, (char, before, after) => {
    const against = againstLatin(before, after);
    if (commonHangul.has(char)) return 8.5 + against;
    if (hangulTable().has(char)) return 13 + against;
    if (inRange(char, '\uac00', '\ud7a3')) return 20;
    return isHan(char) ? 21 : priceOfMark(char);
  });
