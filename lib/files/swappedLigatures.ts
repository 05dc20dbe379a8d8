// Ligatures of PDFs that versions 9.56 to 10.01 of Ghostscript wrote: they name the letters of ff, fi, fl, ft, st, ti and tt
// with the bytes of each in the wrong order, which are characters of Chinese: `sta昀昀`. Documents with them are all about.

const letters: Readonly<Record<string, string>> = { 昀: 'f', 椀: 'i', 氀: 'l', 琀: 't', 猀: 's' };
const swapped = /(?<=\p{sc=Latn})[昀猀琀][昀椀氀琀][椀氀]?|[昀猀琀][昀椀氀琀][椀氀]?(?=\p{sc=Latn})/gu;

/** The text with the letters of such ligatures, where they stand beside a letter of a Latin word. */
export const mendLigatures = (text: string): string =>
  text.replace(swapped, found => Array.from(found, character => letters[character] ?? character).join(''));
