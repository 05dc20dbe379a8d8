// Letters of a PDF that are set wide apart, as headings are: `R E C H N U N G` is one word. Where blanks between single
// letters are words of their own cannot be told for sure: four letters at one distance may be a word, and characters of
// Chinese and Japanese always are one, since those scripts have no blanks.

import type { PdfPiece } from './pdfLine.ts';

/** Which letters are brought together: those of any script, or of Chinese and Japanese alone. */
export type Spaced = 'any' | 'han';

/** Letters of a script that is written with blanks, a blank between each two. */
const spaced = /^\p{L}\p{M}*(?: \p{L}\p{M}*){3,}$/u;
/** The same among other words. */
const spacedAmong = /(?<!\S)\p{L}\p{M}*(?: \p{L}\p{M}*){4,}(?!\S)/gu;
/** Characters of Chinese and Japanese that stand alone between blanks. */
const spacedHan =
  /(?<![\p{L}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}](?: [\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])+(?![\p{L}\p{N}])/gu;
const isHan = (text: string): boolean => /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(text);
const isLetter = (text: string): boolean => /^\p{L}\p{M}*$/u.test(text);

/** Letters in the order of an alphabet, as those of a list or of columns are. */
const isAlphabet = (letters: readonly string[]): boolean =>
  letters.every((letter, i) => i === 0 || letter.charCodeAt(0) - (letters[i - 1]?.charCodeAt(0) ?? 0) === 1);

/** Whether letters can be a word: capitals, or small letters but for the first. */
function isWord(letters: readonly string[]): boolean {
  const word = letters.join('');
  const rest = word.slice(1);
  return !isAlphabet(letters) && (word === word.toUpperCase() || rest === rest.toLowerCase());
}

function closed(text: string, of: Spaced): string {
  if (!text.includes(' ')) return text;
  const joined = (run: string): string => {
    const letters = run.split(' ');
    if (isWord(letters)) return letters.join('');
    // Of words that are set so the capitals tell where one begins.
    const words = letters.join('').split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return words.every(word => word.length >= fewestOfSeveral && isWord([...word])) ? words.join(' ') : run;
  };
  if (of === 'any' && spaced.test(text)) return joined(text);
  const written = of === 'any' ? text.replace(spacedAmong, joined) : text;
  return written.replace(spacedHan, run => run.replaceAll(' ', ''));
}

const leftOf = ({ transform }: PdfPiece): number => transform?.[4] ?? 0;
const sizeOf = ({ transform }: PdfPiece): number => Math.hypot(transform?.[2] ?? 0, transform?.[3] ?? 0);
/** Of the size of letters: so far apart letters of one word may be. */
const widest = 1.6;
/** Of the first distance: so far the others may be from it. */
const tolerance = 0.35;
const fewest = 4;
const fewestOfSeveral = 3;
const fewestHan = 2;

interface Run {
  /** How many pieces: 1 for anything else than letters with blanks between them. */
  readonly length: number;
  readonly isWord: boolean;
}

/** Pieces from `from` on that are single letters with blanks at one distance between them. */
function spacedRun(pieces: readonly PdfPiece[], from: number, of: Spaced): Run {
  const first = pieces[from];
  if (first === undefined || !isLetter(first.str)) return { length: 1, isWord: false };
  const letters = [first.str];
  let distance: number | null = null;
  let end = from + 1;
  for (let last = first; ; end += 2) {
    const blank = pieces[end];
    const next = pieces[end + 1];
    if (blank?.str !== ' ' || next === undefined || !isLetter(next.str)) break;
    const gap = leftOf(next) - leftOf(last) - (last.width ?? 0);
    if (!(gap > 0) || gap > widest * sizeOf(next) || sizeOf(next) !== sizeOf(last)) break;
    if (distance !== null && Math.abs(gap - distance) > tolerance * distance) break;
    distance ??= gap;
    letters.push(next.str);
    last = next;
  }
  const least = letters.every(isHan) ? fewestHan : of === 'any' ? fewest : Number.POSITIVE_INFINITY;
  return { length: end - from, isWord: letters.length >= least && isWord(letters) };
}

/** The pieces of a line without the blanks that set letters apart. */
export function closeSpaced(pieces: readonly PdfPiece[], of: Spaced): readonly PdfPiece[] {
  if (!pieces.some(({ str }) => str.includes(' '))) return pieces;
  const found: PdfPiece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const run = spacedRun(pieces, at, of);
    // The last letter of what is no word may be the first of one: no piece is looked at more than twice.
    const end = at + (run.isWord ? run.length : Math.max(1, run.length - 1));
    for (; at < end; at++) {
      const piece = pieces[at] as PdfPiece;
      if (!run.isWord) found.push({ ...piece, str: closed(piece.str, of) });
      else if (piece.str !== ' ') found.push(piece);
    }
  }
  return found;
}
