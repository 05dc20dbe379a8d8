// What is painted over what (CSS 2, appendix E): where a box lies behind the ground of one around it, and where one box
// covers all of another. Pure; no layout.

import { parseLength } from './cssLengths.ts';
import { nothing } from './filters.ts';
import { sizeOf } from './geometry.ts';
import type { Look } from './look.ts';
import { groundOf, opacityOf } from './paint.ts';
import type { HtmlElement } from './parseHtml.ts';
import type { Styles } from './styles.ts';

/** What is thinner lets see what is behind it, of 1. */
const leastCover = 0.9;

export const isPositioned = (styles: Styles | null): boolean =>
  /^(?:relative|absolute|fixed|sticky|-webkit-sticky)$/.test(styles?.get('position') ?? '');

/** 0 for `auto` too. */
export const zIndexOf = (styles: Styles | null): number => Number.parseInt(styles?.get('z-index') ?? '0', 10) || 0;

/** Whether nothing within it comes to lie behind its ground. */
export const isStackingContext = (styles: Styles): boolean =>
  (isPositioned(styles) && Number.isInteger(Number.parseInt(styles.get('z-index') ?? '', 10))) ||
  /^(?:fixed|sticky|-webkit-sticky)$/.test(styles.get('position') ?? '') ||
  opacityOf(styles) < 1 ||
  ['transform', 'scale', 'rotate', 'translate', 'filter', 'clip-path', 'mask', 'mask-image'].some(
    name => (styles.get(name) ?? 'none') !== 'none',
  ) ||
  (styles.get('mix-blend-mode') ?? 'normal') !== 'normal' ||
  styles.get('isolation') === 'isolate' ||
  /\b(?:strict|content|paint|layout)\b/.test(styles.get('contain') ?? '');

/** A box that lies over all that is in the box around it. */
export interface Cover {
  readonly element: HtmlElement;
  readonly z: number;
}

/** A size that is not told, px: a percentage of it is compared with it alone. */
const anySize = 1e6;

/** Whether a box reaches from edge to edge of the one around it. */
function fills(styles: Styles, around: Styles | null, fontSize: number): boolean {
  const inset = styles.get('inset')?.split(/\s+(?![^(]*\))/, 4) ?? [];
  const [above, right = above, below = above, left = right] = inset;
  const sides = [
    { size: 'width', start: styles.get('left') ?? left, end: styles.get('right') ?? right },
    { size: 'height', start: styles.get('top') ?? above, end: styles.get('bottom') ?? below },
  ] as const;
  return sides.every(({ size, start, end }) => {
    const room = around === null ? Infinity : sizeOf(around, size, fontSize);
    const whole = Number.isFinite(room) ? room : anySize;
    const px = (value: string | undefined) => parseLength(value, fontSize, whole);
    const [from, to] = [px(start), px(end)];
    const own = Math.max(px(styles.get(size)) ?? 0, px(styles.get(`min-${size}`)) ?? 0);
    if (px(styles.get(`max-${size}`)) !== null) return false;
    if (from !== null && to !== null && !styles.has(size)) return from <= 0 && to <= 0;
    return (from ?? to ?? 1) <= 0 && own >= whole;
  });
}

/** Whether an element covers what is in the one around it, of those styles. */
export function isCover(
  element: HtmlElement,
  styles: Styles | null,
  { isGone, isInvisible, opacity, fontSize, color }: Look,
  around: { readonly element: HtmlElement; readonly styles: Styles | null },
): boolean {
  const position = styles?.get('position');
  const isWithin = position === 'absolute' && isPositioned(around.styles);
  // What is fixed covers the page.
  if (!isWithin && !(position === 'fixed' && around.element.tagName === 'body')) return false;
  if (styles === null || isGone || isInvisible || opacity < leastCover || zIndexOf(styles) < 0) return false;
  const room = isWithin ? around.styles : null;
  return groundOf(element, styles, nothing, color).alpha >= leastCover && fills(styles, room, fontSize);
}

/** Whether an element lies over a cover beside it. */
export function isOver(styles: Styles | null, isLater: boolean, cover: Cover): boolean {
  if (!isPositioned(styles)) return false;
  return zIndexOf(styles) > cover.z || (isLater && zIndexOf(styles) === cover.z);
}
