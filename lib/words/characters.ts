// What each character is to a word: part of one, a unit of a script that is written without blanks, a joiner within a
// code or an address, or nothing. Knows nothing of what becomes of the words.

/** What one UTF-16 unit is. */
export const kind = {
  other: 0,
  /** A letter or a number. */
  word: 1,
  /** A digit of ASCII. */
  digit: 2,
  /** A mark, which belongs to the letter before it. */
  mark: 3,
  /** A letter of a script that is written without blanks: each stands for itself. */
  unit: 4,
  /** A mark of such a script, which stands for itself too. */
  unitMark: 5,
  /** Dropped by folding: soft hyphens, joiners, variation selectors. */
  ignorable: 6,
  /** Folding makes more than letters of one script of it: `㈱`, `℡`, `½`. It stands for words of its own. */
  compatible: 7,
  /** Half of a character beyond the first plane. */
  surrogate: 8,
  /** Joins words to a code, an address or a domain, where it stands alone between them. */
  joiner: 9,
  apostrophe: 10,
  /** Joins digits alone. */
  comma: 11,
} as const;

export type Kind = (typeof kind)[keyof typeof kind];

/**
 * Scripts that are written without blanks between words, and Hangul, whose particles are written to the word: each
 * character and each pair of them is a term, so that any run of them is found within a longer one.
 */
const units =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}ーｰﾞﾟ]/u;
const letters = /[\p{L}\p{M}\p{N}]/u;
const marks = /\p{M}/u;
const ignorables = /\u00ad|\u200b|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/;
const joiners = /[\u2010\u2011\uff0d\uff0e\uff3f\uff20\uff0b]/;

function kindOfLetter(character: string): Kind {
  const folded = character.normalize('NFKC');
  const standsAlone = units.test(character);
  for (const made of folded) {
    if (marks.test(made)) continue;
    if (!letters.test(made) || units.test(made) !== standsAlone) return kind.compatible;
  }
  if (marks.test(character)) return standsAlone ? kind.unitMark : kind.mark;
  return standsAlone ? kind.unit : kind.word;
}

/** Without the expressions of Unicode, which take a process some time to make ready. */
function kindOfAscii(unit: number): Kind {
  const character = String.fromCharCode(unit);
  if (/[a-z]/i.test(character)) return kind.word;
  if (/[0-9]/.test(character)) return kind.digit;
  if (/[-._@+]/.test(character)) return kind.joiner;
  if (character === "'") return kind.apostrophe;
  return character === ',' ? kind.comma : kind.other;
}

function kindOf(unit: number): Kind {
  if (unit >= 0xd800 && unit <= 0xdfff) return kind.surrogate;
  if (unit < 0x80) return kindOfAscii(unit);
  const character = String.fromCharCode(unit);
  // Before letters, of which variation selectors are marks.
  if (ignorables.test(character)) return kind.ignorable;
  if (letters.test(character)) return kindOfLetter(character);
  if (joiners.test(character)) return kind.joiner;
  if (character === '’') return kind.apostrophe;
  return !/[™℠]/.test(character) && letters.test(character.normalize('NFKC')) ? kind.compatible : kind.other;
}

/** The kinds of the first plane, worked out as they are met: 255 is not known yet. */
const unknown = 255;
const kinds = new Uint8Array(0x10000).fill(unknown);
for (let unit = 0; unit < 0x80; unit++) kinds[unit] = kindOf(unit);

/** The kind of one UTF-16 unit. */
export function kindOfUnit(unit: number): Kind {
  const known = kinds[unit] as Kind | typeof unknown;
  if (known !== unknown) return known;
  const found = kindOf(unit);
  kinds[unit] = found;
  return found;
}

/** Whether a kind is of what words begin with or go on with. */
export const isOfWord = (of: Kind): boolean => of >= kind.word && of <= kind.surrogate;

/** Whether a kind is of what a word is made of. */
export const isLetter = (of: Kind): boolean => of === kind.word || of === kind.digit || of === kind.mark;

/** Whether a kind is of what stands for itself. */
export const isUnit = (of: Kind): boolean => of === kind.unit || of === kind.unitMark;

export const isMark = (of: Kind): boolean => of === kind.mark || of === kind.unitMark;

/** The kind of the character at an offset. */
export function kindAt(text: string, at: number): Kind {
  const here = kindOfUnit(text.charCodeAt(at));
  return here === kind.surrogate ? kindOfAstral(text, at) : here;
}

/** The kind of a character beyond the first plane: what its surrogates stand for. */
export function kindOfAstral(text: string, at: number): Kind {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character.length < 2) return kind.other;
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return kind.ignorable;
  if (letters.test(character)) return kindOfLetter(character);
  return letters.test(character.normalize('NFKC')) ? kind.compatible : kind.other;
}
