// What text costs, in bits, as text of one charset: models of scripts and languages, small and deliberately rough.

import { commonHangul, commonKanji, commonSimplifiedChinese, commonTraditionalChinese } from './commonCharacters.ts';

export interface CharsetModel {
  readonly charset: string;
  /** Charsets that the same model fits. */
  readonly relatives: readonly string[];
  /** Bits: how rare unlabelled bytes of this charset are to begin with. */
  readonly prior: number;
  /** Bits of the characters above 0x7F in `text`. */
  readonly price: (text: string) => number;
}

/** Of a character that no text in the charset has: a replacement character, a control. */
const impossible = 30;
/** Of one that is hardly ever there. */
const strange = 16;

const isAsciiLetter = (char: string | undefined): boolean => char !== undefined && /^[A-Za-z]$/.test(char);
const isUpper = (char: string): boolean => char !== char.toLowerCase();
const isLower = (char: string): boolean => char !== char.toUpperCase();
const isLetter = (char: string | undefined): boolean => char !== undefined && /^[\p{L}\p{M}]$/u.test(char);

/** Sums the price of every character above 0x7F, with its neighbours. */
function sum(
  text: string,
  price: (char: string, before: string | undefined, after: string | undefined) => number,
): number {
  const chars = [...text];
  let bits = 0;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] as string;
    if (char > '\x7f')
      bits += /^[\ufffd\p{Cc}\p{Co}\p{Cn}]$/u.test(char) ? impossible : price(char, chars[i - 1], chars[i + 1]);
  }
  return bits;
}

/** Marks that stand in text of any language of a charset that has them. */
const typography = new Set('–—‘’“”„…«»€§°©®™№');
const wideMarks = new Set('、。・「」『』（）【】《》〈〉：；！？，．／＆＿－～—…“”‘’·');
const isWide = (char: string): boolean => char >= '\uff01' && char <= '\uff5e';

/** Characters of the Far East seldom stand right against small Latin letters. */
const againstLatin = (before: string | undefined, after: string | undefined): number =>
  [before, after].some(near => near !== undefined && near >= 'a' && near <= 'z') ? 3 : 0;

const inRange = (char: string, first: string, last: string): boolean => char >= first && char <= last;
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

const simplifiedFirstHalf = once(() => firstHalf('gbk', [0xb0, 0xd7], [[0xa1, 0xfe]]));
const simplifiedSecondHalf = once(() => firstHalf('gbk', [0xd8, 0xf7], [[0xa1, 0xfe]]));
const traditionalFirstHalf = once(() =>
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

function chinese(common: ReadonlySet<string>, first: () => Set<string>, second: (() => Set<string>) | null) {
  return (text: string): number =>
    sum(text, (char, before, after) => {
      const against = againstLatin(before, after);
      if (common.has(char)) return 9.5 + against;
      if (first().has(char)) return 13.5 + against;
      if (!isHan(char)) return priceOfMark(char);
      return (second === null ? 21 : second().has(char) ? 17 : 24) + against;
    });
}

const japanese = (text: string): number =>
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

const korean = (text: string): number =>
  sum(text, (char, before, after) => {
    const against = againstLatin(before, after);
    if (commonHangul.has(char)) return 8.5 + against;
    if (hangulTable().has(char)) return 13 + against;
    if (inRange(char, '\uac00', '\ud7a3')) return 20;
    return isHan(char) ? 21 : priceOfMark(char);
  });

/** A script with an alphabet of its own: letters by falling frequency. */
function alphabet(letters: string, others: string) {
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
function withFinals(price: (text: string) => number, finals: string, ordinary: string) {
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

const thai = (text: string): number =>
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
type Language = readonly [letters: string, bits: number];

/** Latin text: the language that explains it best. Letters beyond ASCII are few and stand between ASCII ones. */
function latin(languages: readonly Language[]) {
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

/** Central Europe, in windows-1250 and ISO-8859-2, which differ in a few letters only. */
const centralEuropean = latin([
  ['íáéýěřčžšůúóňťď', 0],
  ['łąęóżśćńź', 0],
  ['éáöóőíüúű', 0],
  ['áíéýčžšľťúôňďäóĺŕ', 1],
  ['čšžćđ', 1],
  ['ăîşâţ', 1],
]);

const cyrillic = alphabet('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', 'іїєґўљњћџђѓќѕј');

/** Every charset that is considered. The prior of Western Europe is the lowest: most unlabelled bytes are its. */
export const charsetModels: readonly CharsetModel[] = [
  {
    charset: 'windows-1252',
    relatives: ['iso-8859-15', 'macintosh', 'cp850', 'cp437', 'cp858'],
    prior: 0,
    price: latin([
      ['éèàêçôîûâùëïœæ', 0],
      ['üäöß', 0],
      ['óáíñéúü¿¡ºª', 0],
      ['åäöøæé', 0],
      ['ãçéáõóêíúâôàºª', 1],
      ['àèùòìé', 1],
      ['éëïóèüö', 1],
      ['áíéóúýðþæö', 3],
    ]),
  },
  { charset: 'windows-1250', relatives: ['cp852'], prior: 2, price: centralEuropean },
  { charset: 'iso-8859-2', relatives: [], prior: 3, price: centralEuropean },
  { charset: 'windows-1251', relatives: ['iso-8859-5', 'x-mac-cyrillic'], prior: 2, price: cyrillic },
  { charset: 'koi8-r', relatives: ['koi8-u'], prior: 2.5, price: cyrillic },
  { charset: 'ibm866', relatives: ['cp855'], prior: 5, price: cyrillic },
  {
    charset: 'gb18030',
    relatives: [],
    prior: 2,
    price: chinese(commonSimplifiedChinese, simplifiedFirstHalf, simplifiedSecondHalf),
  },
  { charset: 'big5', relatives: [], prior: 3, price: chinese(commonTraditionalChinese, traditionalFirstHalf, null) },
  { charset: 'shift_jis', relatives: [], prior: 2, price: japanese },
  { charset: 'euc-jp', relatives: [], prior: 4, price: japanese },
  { charset: 'euc-kr', relatives: [], prior: 2, price: korean },
  {
    charset: 'windows-1253',
    relatives: ['iso-8859-7'],
    prior: 4,
    price: withFinals(alphabet('αοιετσνηυρπκλμςωίόδγέάήχύθφώβξζψ', 'ϊϋΐΰ'), 'ς', 'βγδζθκλμξπστφχψ'),
  },
  {
    charset: 'windows-1254',
    relatives: [],
    prior: 4,
    price: latin([
      ['ıüşöçğâ', 0],
      ['iıüşöçğâİ', 0],
    ]),
  },
  {
    charset: 'windows-1255',
    relatives: ['iso-8859-8', 'iso-8859-8-i'],
    prior: 4,
    price: withFinals(alphabet('יוהלאמרבתשנדםעקפחכטגסזןךצףץ', ''), 'םןךףץ', 'מנכפצ'),
  },
  {
    charset: 'windows-1256',
    relatives: ['iso-8859-6'],
    prior: 4,
    price: alphabet('اليمونتربةعدسفهكقأحجشصطخذىئءإزضثغظآؤ', 'پچگژـ'),
  },
  { charset: 'windows-874', relatives: [], prior: 6, price: thai },
  {
    charset: 'windows-1257',
    relatives: ['iso-8859-13', 'iso-8859-4'],
    prior: 5,
    price: latin([
      ['āšēīūžļņģķč', 0],
      ['ėšąųįžūęč', 0],
      ['äõüöšž', 1],
    ]),
  },
];
