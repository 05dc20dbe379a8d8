// Cuts a text to columns of a terminal: wide characters count two, and no grapheme is split. Expects printable text.

import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Code units looked at from either end for each column asked: more than any real text needs, so cost stays bounded. */
const unitsPerColumn = 16;

export const textWidth = (text: string): number => stringWidth(text);

/** The longest run of graphemes from the start (or the end) that takes at most `width` columns. */
function run(text: string, width: number, from: 'start' | 'end'): string {
  const reach = Math.max(width, 1) * unitsPerColumn;
  const parts = [...graphemes.segment(from === 'start' ? text.slice(0, reach) : text.slice(-reach))];
  if (from === 'end') parts.reverse();
  const kept: string[] = [];
  let used = 0;
  for (const { segment } of parts) {
    used += stringWidth(segment);
    if (used > width) break;
    kept.push(segment);
  }
  if (from === 'end') kept.reverse();
  return kept.join('');
}

const fits = (text: string, width: number): boolean =>
  text.length <= width * unitsPerColumn && stringWidth(text) <= width;

/** `text`, or its start and an ellipsis, in at most `width` columns. */
export function fitEnd(text: string, width: number): string {
  if (fits(text, width)) return text;
  return width < 1 ? '' : `${run(text, width - 1, 'start').trimEnd()}…`;
}

/** `text`, or its two ends with an ellipsis between, so that a file name keeps its ending. */
export function fitMiddle(text: string, width: number): string {
  if (fits(text, width)) return text;
  if (width < 1) return '';
  const end = run(text, Math.floor((width - 1) / 2), 'end');
  return `${run(text, width - 1 - stringWidth(end), 'start').trimEnd()}…${end.trimStart()}`;
}

/** `text` with blanks up to `width` columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + blanks : blanks + text;
}
