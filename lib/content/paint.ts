// What colours an element has, and how much of them is seen. Pure.

import { black, type Color, gradientColor, luminance, over, parseAttributeColor, parseColor } from './colors.ts';
import { parseLength } from './cssLengths.ts';
import { evaluateMath, isMath } from './cssMath.ts';
import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import type { Styles } from './styles.ts';

/** More is not read, px. */
const leastBlur = 8;

/** 0 to 1, of the element alone. */
export function opacityOf(styles: Styles): number {
  const share = (text: string | undefined): number | null => {
    if (text === undefined) return null;
    if (isMath(text)) return evaluateMath(text, share);
    const value = Number.parseFloat(text);
    return Number.isNaN(value) ? null : value / (text.endsWith('%') ? 100 : 1);
  };
  const filters = styles.get('filter') ?? styles.get('-ms-filter') ?? '';
  const [, filter] =
    /opacity[(=]\s*([\d.]{1,10}%?)\s*\)/.exec(filters.replace(/(alpha\([^()]*opacity\s*=\s*[\d.]+)/g, '$1%')) ?? [];
  return (share(styles.get('opacity')) ?? 1) * (share(filter) ?? 1);
}

/** Whether a filter leaves nothing that can be read. */
export function isBlurred(styles: Styles): boolean {
  const filter = styles.get('filter') ?? '';
  const [, blur] = /blur\(\s*([^()]{1,20})\)/.exec(filter) ?? [];
  const [, contrast] = /contrast\(\s*([\d.]{1,10}%?)\s*\)/.exec(filter) ?? [];
  if ((parseLength(blur?.trim(), 16, 16) ?? 0) >= leastBlur) return true;
  return contrast !== undefined && Number.parseFloat(contrast) / (contrast.endsWith('%') ? 100 : 1) < 0.05;
}

/** Whether whatever is laid over this ground is of its colour. */
export function isBlendedAway(styles: Styles, ground: Color): boolean {
  const blend = styles.get('mix-blend-mode') ?? '';
  if (/^(?:lighten|screen|color-dodge|plus-lighter)$/.test(blend)) return luminance(ground) > 0.9;
  return /^(?:darken|multiply|color-burn)$/.test(blend) && luminance(ground) < 0.01;
}

/** What text of a colour lies on: a colour alone, since no picture is loaded. */
export function groundOf(element: HtmlElement, styles: Styles | null, around: Color, text: Color): Color {
  const background = styles?.get('background');
  const attribute = attributeOf(element, 'bgcolor');
  const declared = styles?.get('background-color') ?? background;
  let own: Color | null = null;
  if (declared !== undefined) {
    // The colour of the shorthand may stand anywhere in it.
    const plain = declared.replace(/url\([^()]*\)?/g, ' ');
    own = parseColor(declared);
    for (const word of own === null ? plain.split(/[\s,]+(?![^(]*\))/) : [])
      own ??= word === 'currentcolor' ? text : parseColor(word);
  } else if (attribute !== null) own = parseAttributeColor(attribute);
  const ground = own === null ? groundOfTag(element, around) : over(own, around);
  const pictures = [styles?.get('background-image'), background].find(text => text?.includes('gradient('));
  const gradient = pictures === undefined ? null : gradientColor(pictures);
  return gradient === null ? ground : over(gradient, ground);
}

/** Whether a background is painted where letters are, in place of their own colour (CSS Backgrounds Level 4). */
export const isClippedToText = (styles: Styles): boolean =>
  styles.get('background-clip')?.includes('text') ?? /(?:^|\s)text(?:\s|,|$)/.test(styles.get('background') ?? '');

const groundOfTag = ({ tagName }: HtmlElement, around: Color): Color =>
  tagName === 'mark' ? { red: 255, green: 255, blue: 0, alpha: 1 } : around;

/** What links within have, where they say nothing of it. */
export function linkColorOf(element: HtmlElement, around: Color): Color {
  const attribute = element.tagName === 'body' ? attributeOf(element, 'link') : null;
  return (attribute === null ? null : parseAttributeColor(attribute)) ?? around;
}

/** @param link what links have */
export function colorOf(element: HtmlElement, styles: Styles | null, around: Color, link: Color): Color {
  const declared = styles?.get('-webkit-text-fill-color') ?? styles?.get('color');
  const own = declared === undefined ? null : parseColor(declared);
  if (own !== null) return own;
  if (declared === 'inherit' || declared === 'currentcolor') return around;
  const attribute = attributeOf(element, element.tagName === 'body' ? 'text' : 'color');
  const attributed = attribute === null ? null : parseAttributeColor(attribute);
  if (attributed !== null) return attributed;
  if (element.tagName === 'mark') return black;
  return element.tagName === 'a' && attributeOf(element, 'href') !== null ? link : around;
}
