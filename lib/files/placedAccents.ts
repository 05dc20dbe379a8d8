// Accents that a program draws before the letter that they stand over, as TeX does with its first fonts: `G¨odel` is Gödel.

/** Accents as characters of their own, with what they are over a letter. */
const combining: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', '´': '\u0301', ˆ: '\u0302', '^': '\u0302', '˜': '\u0303', '~': '\u0303', '¯': '\u0304' },
  ...{ '˘': '\u0306', '˙': '\u0307', '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', ˇ: '\u030c', '¸': '\u0327' },
  '˛': '\u0328',
};
/** Those that mean nothing else before a letter. */
const accents = /([ˆ˜˘¨˚˝ˇ])([\p{L}\u0131\u0237])/gu;
/** Those that are written as apostrophes, quotation marks and operators, too. */
const accentsOfTex = /([`´ˆ˜¯˘˙¨˚˝ˇ¸˛])([\p{L}\u0131\u0237])/gu;
const dotted: Readonly<Record<string, string>> = { '\u0131': 'i', '\u0237': 'j' };

/** Whether a program made a document that draws accents so, by what its properties say of who made it. */
export const isMadeByTex = (...makers: readonly unknown[]): boolean =>
  makers.some(maker => typeof maker === 'string' && /tex\b|dvips|dvipdf/i.test(maker));

/** The text with accents on their letters, where such a letter is written as one character. */
export function placeAccents(text: string, isTex: boolean): string {
  return text.replace(isTex ? accentsOfTex : accents, (written, accent: string, letter: string) => {
    const placed = `${dotted[letter] ?? letter}${combining[accent] ?? ''}`.normalize('NFC');
    return [...placed].length === 1 ? placed : written;
  });
}
