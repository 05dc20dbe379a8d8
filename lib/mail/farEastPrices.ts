// Prices of Chinese, Japanese and Korean text (see guessCharset.ts).

import { inRange, isAsciiLetter, isLower, strange, sum } from './characterPrices.ts';
import { commonHangul, commonKanji } from './commonCharacters.ts';

const wideMarks = new Set('、。・「」『』（）【】《》〈〉：；！？，．／＆＿－～—…“”‘’·');
const isWide = (char: string): boolean => char >= '\uff01' && char <= '\uff5e';

/** Characters of the Far East seldom stand right against small Latin letters, and one alone within a Latin word never. */
function againstLatin(before: string | undefined, after: string | undefined): number {
  if (isAsciiLetter(before) && isAsciiLetter(after)) return 10;
  const isAlone = !isBeyondAscii(before) && !isBeyondAscii(after);
  return [before, after].reduce(
    (bits, near) => bits + (isAsciiLetter(near) ? (isLower(near as string) ? 3 : 0) + (isAlone ? 5 : 0) : 0),
    0,
  );
}
const isBeyondAscii = (char: string | undefined): boolean => char !== undefined && char > '\x7f';

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

/** Chinese: common characters, the half of the table that holds the usual ones, the other half, those of Taiwan, the rest. */
export function chinese(
  common: ReadonlySet<string>,
  first: () => Set<string>,
  second: (() => Set<string>) | null,
  foreign: (() => Set<string>) | null,
) {
  return (text: string): number =>
    sum(text, (char, before, after) => {
      const against = againstLatin(before, after);
      if (common.has(char)) return 9.5 + against;
      if (first().has(char)) return 13.5 + against;
      if (!isHan(char)) return priceOfMark(char) + against;
      if (second === null) return 21 + against;
      return (second().has(char) ? 17 : foreign?.().has(char) ? 17.5 : 24) + against;
    });
}

const isHalfWidth = (near: string | undefined): boolean => near !== undefined && inRange(near, '\uff66', '\uff9f');

function priceOfHalfWidth(char: string, before: string | undefined, after: string | undefined): number {
  // The marks that turn ka into ga and ha into pa follow the rows that have them.
  if (char === '\uff9e') return 'ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎｳ'.includes(before ?? '?') ? 4 : strange;
  if (char === '\uff9f') return 'ﾊﾋﾌﾍﾎ'.includes(before ?? '?') ? 3 : strange;
  if ('ｧｨｩｪｫｬｭｮｯｰ'.includes(char)) return isHalfWidth(before) ? 7 : strange;
  if (char < '\uff66' || !(isHalfWidth(before) || isHalfWidth(after))) return strange;
  return ('ｦﾇﾍﾎﾖﾕﾑ'.includes(char) ? 9 : 7.5) + (isAsciiLetter(before) || isAsciiLetter(after) ? 3 : 0);
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
      return priceOfHalfWidth(char, before, after);
    }
    return (isHan(char) ? 24 : priceOfMark(char)) + against;
  });

export const korean = (text: string): number =>
  sum(text, (char, before, after) => {
    const against = againstLatin(before, after);
    if (commonHangul.has(char)) return 8.5 + against;
    if (hangulTable().has(char)) return 14.5 + against;
    if (inRange(char, '\uac00', '\ud7a3')) return 20;
    return (isHan(char) ? 21 : priceOfMark(char)) + against;
  });
