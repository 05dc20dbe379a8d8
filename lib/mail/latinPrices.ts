// Prices of text in Latin letters (see guessCharset.ts): mostly ASCII, with a few letters beyond it.

import { isLetter, isLower, isUpper, misplaced, strange, sum, typography } from './characterPrices.ts';

/** A language in Latin letters: those of its letters that ASCII lacks, commonest first, and how rare it is, in bits. */
export type Language = readonly [letters: string, bits: number];

/** Where a letter stands in languages that have it, by its neighbours in lower case: bits for standing elsewhere. */
export type Place = (before: string, after: string) => number;

const isVowel = (char: string): boolean => char !== '' && 'aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüý'.includes(char);
const isWordLetter = (char: string): boolean => char !== '' && isLetter(char);

/** Where the letters of Western Europe stand: the others have their bytes elsewhere. */
export const westernPlaces: Readonly<Record<string, Place>> = {
  ñ: (_, after) => (isVowel(after) ? 0 : 7),
  ã: (before, after) =>
    after === 'o' || after === 'e' ? 0 : !isWordLetter(after) && 'mçhnsl'.includes(before) ? 0 : 5,
  õ: (_, after) => (after === 'e' || after === 'u' ? 0 : 6),
  î: (_, after) => ('tlnmc'.includes(after) && after !== '' ? 0 : 4),
  û: (_, after) => ('trlmcn'.includes(after) || !isWordLetter(after) ? 0 : 4),
  ç: (_, after) => ('aouãõáâàóôúeéê'.includes(after) && after !== '' ? 0 : 6),
  è: (before, after) => (isVowel(after) ? 6 : 0) + (isVowel(before) ? 2 : 0),
  ì: (_, after) => (isWordLetter(after) ? 5 : 0),
  ò: (_, after) => (isWordLetter(after) ? 4 : 0),
  ù: (_, after) => (isWordLetter(after) ? 5 : 0),
  à: (before, after) => (isWordLetter(after) && isWordLetter(before) ? 4 : 0),
  æ: (before, after) => (isVowel(before) ? 4 : 0) + (isVowel(after) ? 4 : 0) + (isWordLetter(after) ? 0 : 5),
  ø: (before, after) => (isVowel(before) ? 4 : 0) + (isVowel(after) ? 4 : 0),
  œ: (_, after) => (after === 'u' || after === 'd' || after === 's' ? 0 : 6),
  ê: (before, after) =>
    (isVowel(before) || isVowel(after) ? 4 : 0) + (isWordLetter(after) || before === 'c' || before === 'b' ? 0 : 5),
  ð: (before, after) => (isWordLetter(before) ? 0 : 8) + ('bcdhklmps'.includes(after) && after !== '' ? 3 : 0),
  þ: (before, after) =>
    (isWordLetter(after) ? 0 : 7) + (isVowel(before) ? 4 : 0) + (isVowel(after) || 'jrvó'.includes(after) ? 0 : 5),
  ÿ: () => 4,
  '¿': (before, after) => (isWordLetter(before) || !isWordLetter(after) ? 7 : 2),
  '¡': (before, after) => (isWordLetter(before) || !isWordLetter(after) ? 7 : 4),
  º: before => (/^[0-9n.]$/.test(before) ? 0 : 7),
  ª: before => (/^[0-9.]$/.test(before) ? 0 : 7),
};

const isTurkishVowel = (char: string): boolean => char !== '' && 'aeıioöuü'.includes(char);

export const turkishPlaces: Readonly<Record<string, Place>> = {
  ğ: before => (isTurkishVowel(before) ? 0 : 8),
  ı: before => (isTurkishVowel(before) ? 5 : 0),
  ç: before => (isTurkishVowel(before) || !isWordLetter(before) || 'rnl'.includes(before) ? 0 : 5),
};

export const centralPlaces: Readonly<Record<string, Place>> = {
  đ: (before, after) => (isVowel(before) && isVowel(after) ? 0 : 4),
  ý: before => (isVowel(before) ? 6 : 0),
};

const isByNumber = (before: string, after: string): boolean => /^\d$/.test(before) || /^[\d ]$/.test(after);

/** Signs of a charset that has them, after or before what they stand beside. */
const signs: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  µ: (before, after) => !isWordLetter(before) && isWordLetter(after),
  '°': before => /^[0-9 ]$/.test(before),
  '²': (before, after) => /^[0-9m]$/.test(before) && !isWordLetter(after),
  '³': (before, after) => /^[0-9m]$/.test(before) && !isWordLetter(after),
  '½': before => !isWordLetter(before),
  '¼': before => !isWordLetter(before),
  '±': before => !isWordLetter(before),
  '×': (before, after) => !isWordLetter(before) || !isWordLetter(after),
  '£': isByNumber,
  '¥': isByNumber,
  '€': isByNumber,
  '•': () => true,
};

/** Latin text: the language that explains it best. Letters beyond ASCII are few and stand between ASCII ones. */
export function latin(languages: readonly Language[], places: Readonly<Record<string, Place>> = {}) {
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
          const [lowerBefore, lower, lowerAfter] = [before ?? '', char, after ?? ''].map(near =>
            near.toLowerCase(),
          ) as [string, string, string];
          const rank = ranks.get(lower) ?? ranks.get(char);
          if (rank === undefined) {
            const stands = signs[char];
            if (stands !== undefined) return stands(lowerBefore, lowerAfter) ? 8 : char === '€' ? 11 : 17;
            if (typography.has(char)) return 10 + misplaced(char, before, after);
            return isLetter(char) ? 13 + (before !== undefined && before > '\x7f' ? 2.5 : 0) : strange;
          }
          let cost = 6 + rank * 0.25 + (places[lower]?.(lowerBefore, lowerAfter) ?? 0);
          if (before !== undefined && before > '\x7f') cost += 2.5;
          if (isUpper(char)) {
            if (isLetter(before) && isLower(before as string)) cost += 8;
            // A capital within a small word is strange; before one it is a word's beginning.
            else if (!isLetter(after)) cost += 3;
          } else if (isLower(char) && isLetter(after) && isUpper(after as string)) cost += 4;
          return cost;
        });
      if (price < lowest) lowest = price;
    }
    return lowest;
  };
}
