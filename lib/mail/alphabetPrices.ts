// Prices of text in alphabets (see guessCharset.ts).

import { inRange, isAsciiLetter, isLetter, isLower, isUpper, strange, sum, typography } from './characterPrices.ts';

/** A script with an alphabet of its own: letters by falling frequency. */
export function alphabet(letters: string, others: string) {
  const ranks = new Map([...letters].map((letter, rank) => [letter, 3 + (rank * 4.5) / letters.length]));
  for (const letter of others) ranks.set(letter, 8.5);
  return (text: string): number =>
    sum(text, (char, before, after) => {
      const lower = char.toLowerCase();
      const letter = ranks.get(lower);
      if (letter === undefined) return typography.has(char) ? 10 : strange;
      let bits = letter;
      if (isUpper(char)) bits += before !== undefined && isLetter(before) && isLower(before) ? 8 : 1.5;
      else if (
        isLower(char) &&
        before !== undefined &&
        before > '\x7f' &&
        isUpper(before) &&
        after !== undefined &&
        isUpper(after)
      )
        bits += 4;
      // Two alphabets do not meet within a word.
      if (isAsciiLetter(before)) bits += 8;
      if (isAsciiLetter(after)) bits += 8;
      if (!isLetter(before) && !isLetter(after)) bits += 5;
      return bits;
    });
}

/** Final forms at the end of a word and only there. */
export function withFinals(price: (text: string) => number, finals: string, ordinary: string) {
  return (text: string): number => {
    let bits = price(text);
    const chars = [...text];
    for (let i = 0; i < chars.length; i++) {
      const isEnd = !isLetter(chars[i + 1]);
      if (finals.includes(chars[i] as string) && !isEnd) bits += 8;
      if (ordinary.includes(chars[i] as string) && isEnd && isLetter(chars[i - 1])) bits += 4;
    }
    return bits;
  };
}

const thaiLetters = new Map(
  [...'านรอกเงมยล่วดท้สตะปบคัีแิจหพถขใชไ็ุโืผู์ธซณศึฟษฉญฐำภๆ'].map((letter, rank, all) => [letter, 3 + (rank * 4.5) / all.length]),
);

export const thai = (text: string): number =>
  sum(text, (char, before, after) => {
    const isThai = (near: string | undefined) => near !== undefined && inRange(near, '\u0e01', '\u0e4e');
    // Marks above and below stand on a consonant or another mark, and two vowels before a consonant never meet.
    const isMark = char === '\u0e31' || inRange(char, '\u0e34', '\u0e3a') || inRange(char, '\u0e47', '\u0e4e');
    const isVowelBefore = inRange(char, '\u0e40', '\u0e44');
    const isMisplaced = (isMark && !isThai(before)) || (isVowelBefore && !isThai(after));
    const isAlone = !isThai(before) && !isThai(after);
    const meetsLatin = isAsciiLetter(before) || isAsciiLetter(after);
    return (thaiLetters.get(char) ?? 10) + (isMisplaced ? 8 : 0) + (isAlone ? 6 : 0) + (meetsLatin ? 8 : 0);
  });

/** A language in Latin letters: those of its letters that ASCII lacks, commonest first, and how rare it is, in bits. */
export type Language = readonly [letters: string, bits: number];

/** Latin text: the language that explains it best. Letters beyond ASCII are few and stand between ASCII ones. */
export function latin(languages: readonly Language[]) {
  const sets = languages.map(([letters, bits]) => ({
    bits,
    ranks: new Map([...letters].map((letter, rank) => [letter, rank] as const)),
  }));
  return (text: string): number => {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { bits, ranks } of sets) {
      const price =
        bits +
        sum(text, (char, before, after) => {
          const rank = ranks.get(char.toLowerCase()) ?? ranks.get(char);
          if (rank === undefined) {
            if (typography.has(char)) return 10;
            return isLetter(char) ? 13 : strange;
          }
          let cost = 6 + rank * 0.25;
          // Portuguese has õ before e only.
          if (char === 'õ' && after !== 'e' && ranks.has('ã')) cost += 6;
          if (before !== undefined && before > '\x7f') cost += 2.5;
          if (isUpper(char)) {
            if (isLetter(before) && isLower(before as string)) cost += 8;
            // A capital within a small word is strange; before one it is a word's beginning.
            else if (!isLetter(after)) cost += 3;
          } else if (isLetter(before) && isUpper(before as string) && isLetter(after) && isUpper(after as string))
            cost += 4;
          return cost;
        });
      if (price < lowest) lowest = price;
    }
    return lowest;
  };
}
