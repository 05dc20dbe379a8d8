// What is drawn around letters: their shadow and their stroke (CSS Text Decoration Level 3, section 4). Letters that have
// the colour of their ground are read by them. Pure.

import { type Color, parseColor } from './colors.ts';
import { splitList } from './css.ts';
import { parseLength } from './cssLengths.ts';
import type { Styles } from './styles.ts';

/** A shadow that lies further off, or is spread further, is no edge of its letters, px. */
const farthest = 20;

/** The colour of a shadow that can be read; null for none. */
function shadowColor(shadow: string, fontSize: number): Color | null {
  const words = shadow.trim().split(/\s+(?![^(]*\))/);
  const lengths = words.flatMap(word => parseLength(word, fontSize, fontSize) ?? []);
  const color = words.reduce<Color | null>((found, word) => found ?? parseColor(word), null);
  return lengths.length >= 2 && lengths.every(one => Math.abs(one) <= farthest) ? color : null;
}

function strokeColor(styles: Styles, fontSize: number): Color | null {
  const words = (styles.get('text-stroke') ?? '').split(/\s+(?![^(]*\))/);
  const width = [styles.get('text-stroke-width'), ...words].reduce<number | null>(
    (found, word) => found ?? parseLength(word, fontSize, fontSize),
    null,
  );
  const color = [styles.get('text-stroke-color') ?? '', ...words].reduce<Color | null>(
    (found, word) => found ?? parseColor(word),
    null,
  );
  return width !== null && width >= 0.5 ? color : null;
}

/** Colours of the edges of letters within an element; `around` is what they have around it. */
export function edgesOf(styles: Styles, fontSize: number, around: readonly Color[]): readonly Color[] {
  const shadow = styles.get('text-shadow');
  const hasStroke = styles.has('text-stroke') || styles.has('text-stroke-width');
  if (shadow === undefined && !hasStroke) return around;
  const shadows = splitList(shadow ?? '').map(one => shadowColor(one, fontSize));
  return [...shadows, strokeColor(styles, fontSize)].filter(color => color !== null);
}
