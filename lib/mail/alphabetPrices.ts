// Prices of text in alphabets of their own: Cyrillic, Greek, Hebrew, Arabic, Thai (see guessCharset.ts).

import {
  inRange,
  isAsciiLetter,
  isLetter,
  isLower,
  isUpper,
  misplaced,
  strange,
  sum,
  typography,
} from './characterPrices.ts';

/** A language with an alphabet of its own. */
export interface Alphabet {
  /** By falling frequency. */
  readonly letters: string;
  /** Letters of old or foreign words. */
  readonly others?: string;
  /** How rare the language is, in bits. */
  readonly bits: number;
  /** Where they are written, no word goes without them for long. */
  readonly vowels?: string;
  /** Vowels with the accent that every small word of two syllables has. */
  readonly accents?: string;
  /** The pairs of letters that are common. */
  readonly pairs: ReadonlySet<string>;
}

interface Model {
  readonly bits: number;
  readonly ranks: ReadonlyMap<string, number>;
  readonly vowels: string;
  readonly accents: string;
  readonly pairs: ReadonlySet<string>;
}

/** What a common pair takes off, and another puts on: more where few pairs are left out of the list. */
const longList = 150;
const pairPrices = { long: { common: -1.2, other: 2.6 }, short: { common: -2, other: 0.6 } };

/** Capitals: a word has none, the first, or all. Every other pattern is what a wrong charset makes of them. */
function priceOfCase(word: string): number {
  if (!isUpper(word) || word === word.toLowerCase()) return 0;
  if (word === word.toUpperCase()) return word.length === 1 ? 1.5 : 3.5;
  const rest = word.slice(1);
  if (rest === rest.toLowerCase()) return 1.5;
  let turns = 0;
  for (let i = 1; i < word.length; i++) {
    if (isUpper(word[i] as string) && isLower(word[i - 1] as string)) turns++;
  }
  return 6 + 5 * turns;
}

/** Runs of consonants and of vowels, and words without a vowel. */
function priceOfSyllables(word: string, vowels: string): number {
  if (vowels === '') return 0;
  let bits = 0;
  let run = 0;
  let hadVowel = false;
  for (let i = 0; i < word.length; i++) {
    const isVowel = vowels.includes(word[i] as string);
    run = i > 0 && isVowel === vowels.includes(word[i - 1] as string) ? run + 1 : 1;
    hadVowel ||= isVowel;
    if (run > (isVowel ? 2 : 3)) bits += 3;
  }
  return bits + (hadVowel || word.length < 3 ? 0 : 5);
}

function priceOfWord(word: string, { ranks, vowels, accents, pairs }: Model): number {
  const lower = word.toLowerCase();
  const { common, other } = pairs.size > longList ? pairPrices.long : pairPrices.short;
  let bits = priceOfCase(word) + priceOfSyllables(lower, vowels);
  for (let i = 0; i < lower.length; i++) {
    bits += ranks.get(lower[i] as string) ?? strange;
    if (i > 0) bits += pairs.has(lower.slice(i - 1, i + 1)) ? common : other;
  }
  if (accents !== '' && word !== word.toUpperCase()) {
    const count = [...lower].filter(letter => accents.includes(letter)).length;
    if (count > 1 || (count === 0 && [...lower].filter(letter => vowels.includes(letter)).length > 1)) bits += 5;
  }
  // Where vowels are not written two letters are seldom a word of a name.
  if (word.length === 2 && vowels === '') bits += 4;
  return bits + (word.length === 1 ? 5 : 0);
}

/** Text in an alphabet: the language that explains it best. */
export function alphabet(languages: readonly Alphabet[]) {
  const models: Model[] = languages.map(({ letters, others = '', bits, vowels = '', accents = '', pairs }) => ({
    bits,
    vowels,
    accents,
    pairs,
    ranks: new Map([
      ...[...others].map(letter => [letter, 8.5] as const),
      ...[...letters].map((letter, rank) => [letter, 3 + (rank * 4.5) / letters.length] as const),
    ]),
  }));
  const known = new Set(models.flatMap(({ ranks }) => [...ranks.keys()]));
  const isKnown = (char: string): boolean => known.has(char.toLowerCase());
  return (text: string): number => {
    const common = sum(text, (char, before, after) => {
      if (!isKnown(char))
        return typography.has(char)
          ? 10 + misplaced(char, before, after)
          : strange + (isLetter(before) && isLetter(after) ? 4 : 0);
      // Two alphabets do not meet within a word.
      return (isAsciiLetter(before) ? 10 : 0) + (isAsciiLetter(after) ? 10 : 0);
    });
    const words: string[] = [];
    let word = '';
    for (const char of text) {
      if (char > '\x7f' && isKnown(char)) word += char;
      else if (word !== '') {
        words.push(word);
        word = '';
      }
    }
    if (word !== '') words.push(word);
    let lowest = Number.POSITIVE_INFINITY;
    for (const model of models) {
      const bits = words.reduce((total, one) => total + priceOfWord(one, model), model.bits);
      if (bits < lowest) lowest = bits;
    }
    return common + lowest;
  };
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
const isThaiFiller = (near: string | undefined): boolean =>
  near !== undefined && isThaiConsonant(near) && !'อวยรน'.includes(near);
const isThai = (near: string | undefined): boolean => near !== undefined && inRange(near, '\u0e01', '\u0e4e');
const isThaiConsonant = (near: string | undefined): boolean => near !== undefined && inRange(near, '\u0e01', '\u0e2e');

/** Three consonants that no vowel is heard between, and words without any vowel. */
const thaiRuns = (text: string): number => {
  let bits = 0;
  for (const word of text.match(/[\u0e01-\u0e4e]{3,}/g) ?? []) if (!/[\u0e30-\u0e45]/.test(word)) bits += 6;
  for (let i = 2; i < text.length; i++) {
    if (isThaiFiller(text[i]) && isThaiConsonant(text[i - 1]) && isThaiFiller(text[i - 2])) bits += 4;
  }
  return bits;
};

export const thai = (text: string): number =>
  thaiRuns(text) +
  sum(text, (char, before, after) => {
    // Marks above and below stand on a consonant or another mark, vowels after it behind one, and two vowels before a
    // consonant never meet.
    const isMark = char === '\u0e31' || inRange(char, '\u0e34', '\u0e3a') || inRange(char, '\u0e47', '\u0e4e');
    const isVowelAfter = char === '\u0e30' || char === '\u0e32' || char === '\u0e33';
    const isVowelBefore = inRange(char, '\u0e40', '\u0e44');
    const isMisplaced =
      (isMark && (!isThai(before) || before === char)) ||
      (isVowelAfter && (!isThai(before) || before === char)) ||
      (isVowelBefore && !isThaiConsonant(after));
    const isAlone = !isThai(before) && !isThai(after);
    const meetsLatin = isAsciiLetter(before) || isAsciiLetter(after);
    return (thaiLetters.get(char) ?? 10) + (isMisplaced ? 8 : 0) + (isAlone ? 6 : 0) + (meetsLatin ? 8 : 0);
  });
