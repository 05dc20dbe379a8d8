// Lines of a page of a PDF -> its text: where a line of Chinese, Japanese, Thai and the like runs on in the next one nothing
// parts them, since such scripts have no blanks and a line ends within a word.

import type { PdfPiece } from './pdfLine.ts';

export interface PdfLine {
  readonly text: string;
  /** Along the line, where it begins and ends; across, how far up it stands. */
  readonly left: number;
  readonly right: number;
  readonly up: number;
  /** Of its letters. */
  readonly size: number;
}

/** Where a line stands, however the page is turned. @param pieces of the line as they were drawn */
export function placeOf(pieces: readonly PdfPiece[]): Omit<PdfLine, 'text'> {
  let [left, right, up, size] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { str, transform, width } of pieces) {
    if (str.trim() === '' || transform === undefined) continue;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
    const length = Math.hypot(a, b) || 1;
    const start = (e * a + f * b) / length;
    left = Math.min(left, start);
    right = Math.max(right, start + (width ?? 0));
    up = (f * a - e * b) / length;
    size = Math.hypot(c, d);
  }
  return { left, right, up, size };
}

/** Scripts without blanks: of Chinese and Japanese lines end wherever the column does. */
const han = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]$/u;
const others = [/^\p{sc=Thai}$/u, /^\p{sc=Lao}$/u, /^\p{sc=Khmer}$/u, /^\p{sc=Myanmar}$/u];
/** How much shorter than the next one, in sizes of letters, a line may be that runs on. */
const hanRagged = 1.2;
const ragged = 5;

/** One character of Chinese or Japanese, or a mark between them. */
const single = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\ufe10-\ufe4f\uff00-\uffef]$/u;

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Whether single characters stand below each other, or at the foot of a column and the head of the next. */
function isColumn(line: PdfLine, next: PdfLine): boolean {
  const { size } = line;
  const right = next.left - line.left;
  const down = line.up - next.up;
  return (
    (Math.abs(right) <= 0.35 * size && isBetween(down, 0.5 * size, 1.7 * size)) ||
    (isBetween(-right, 0.8 * size, 3.5 * size) && down < -size)
  );
}

/** Characters that a line has at least, for it to be one that runs on. */
const fewest = 8;

function runsOn(line: PdfLine, next: PdfLine): boolean {
  const { size } = line;
  if (size === 0 || Math.abs(size - next.size) > 0.15 * size) return false;
  if (single.test(line.text) && single.test(next.text)) return isColumn(line, next);
  const last = line.text.slice(-2).match(/.$/u)?.[0] ?? '';
  const first = next.text.match(/^./u)?.[0] ?? '';
  const isHan = han.test(last) && han.test(first);
  if (!isHan && !others.some(script => script.test(last) && script.test(first))) return false;
  return (
    line.right - line.left >= fewest * size &&
    line.right >= next.right - (isHan ? hanRagged : ragged) * size &&
    isBetween(line.left - next.left, -0.6 * size, 3 * size) &&
    isBetween(line.up - next.up, 0.8 * size, 3 * size)
  );
}

/** The text of lines in their order, line feeds between those that do not run on. */
export function textOfLines(lines: readonly PdfLine[]): string {
  let text = '';
  for (const [i, line] of lines.entries()) {
    const last = lines[i - 1];
    text += last === undefined || runsOn(last, line) ? line.text : `\n${line.text}`;
  }
  return text;
}
