// Whether a box stands apart from what is beside it, where its styles say so and its element does not. Pure; no layout.

import { parseLength } from './cssLengths.ts';
import type { HtmlElement } from './parseHtml.ts';
import type { Styles } from './styles.ts';

/** In lines of its own, or with room beside it as between words; null where letters run on. */
export type Standing = 'line' | 'word' | null;

/** Room beside a box that is seen as a blank, px. */
const leastGap = 3;

const isLine = (display: string): boolean => /^(?:block|flex|grid|table|list-item|flow-root)(?:\s|$)/.test(display);

/** Boxes whose children stand apart whatever these are: items of a row, or of a grid. */
const partsItems = (display: string): boolean => /\b(?:flex|grid)\b/.test(display);

function hasGap(styles: Styles): boolean {
  const gap = (value: string | undefined) => (parseLength(value, 16, 1000) ?? 0) >= leastGap;
  return ['padding', 'margin'].some(name => {
    const [top, right = top, , left = right] = (styles.get(name) ?? '').split(/\s+/, 4);
    return gap(styles.get(`${name}-left`) ?? left) || gap(styles.get(`${name}-right`) ?? right);
  });
}

/** @param around styles of the element that it is a child of */
export function standingOf({ tagName }: HtmlElement, styles: Styles | null, around: Styles | null): Standing {
  const display = styles?.get('display') ?? '';
  if (isLine(display)) return 'line';
  if (tagName === 'button') return 'word';
  if (partsItems(around?.get('display') ?? '') || /^table-/.test(display)) return 'word';
  return styles !== null && display.startsWith('inline-') && hasGap(styles) ? 'word' : null;
}
