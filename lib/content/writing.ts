// How large writing comes out: sizes of letters and of lines (CSS Fonts Level 4, CSS Inline Layout Level 3). Pure.

import { parseLength } from './cssLengths.ts';
import type { Styles } from './styles.ts';

/** Of a line: px, or times the size of the letters in it. */
export interface LineHeight {
  readonly value: number;
  readonly isFactor: boolean;
}

export const usualLine: LineHeight = { value: 1.2, isFactor: true };

export const linePx = ({ value, isFactor }: LineHeight, fontSize: number): number =>
  isFactor ? value * fontSize : value;

/** px; `around` is that of what it is in. */
export function fontSizeOf(styles: Styles, around: number): number {
  // Letters that are as high as nothing.
  if (Number.parseFloat(styles.get('font-size-adjust') ?? '') === 0) return 0;
  const size = parseLength(styles.get('font-size'), around, around);
  if (size !== null) return Math.max(0, size);
  // In the shorthand the first length is the size; a weight has no unit and is 1 or more.
  const font = styles.get('font');
  if (font === undefined || styles.has('font-size')) return around;
  // Of a sum in a shorthand the brackets hold its blanks together.
  for (const word of font.split(/[\s/]+(?![^(]*\))/)) {
    const own = parseLength(word, around, around);
    if (own !== null && (own === 0 || /[a-z%)]$/.test(word))) return Math.max(0, own);
  }
  return around;
}

export function lineHeightOf(styles: Styles, fontSize: number, around: LineHeight): LineHeight {
  const [, ofFont] = /\/\s*(\S{1,100})/.exec(styles.get('font') ?? '') ?? [];
  const text = styles.get('line-height') ?? ofFont;
  if (text === 'normal' || (text === undefined && styles.has('font'))) return usualLine;
  const value = parseLength(text, fontSize, fontSize);
  return value === null ? around : { value, isFactor: /^[+-]?[\d.]+$/.test(text ?? '') };
}

/** Times as large, of the zoom alone: zero and what cannot be read count as none. */
export function zoomOf(styles: Styles): number {
  const zoom = styles.get('zoom') ?? '';
  const value = Number.parseFloat(zoom) / (zoom.endsWith('%') ? 100 : 1);
  return value > 0 ? value : 1;
}
