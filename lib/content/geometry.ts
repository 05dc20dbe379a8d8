// Whether a box is of a size or in a place so that nobody sees its text, by itself and within the boxes around it that
// cut off what is over. Pure; no layout.

import { parseLength } from './cssLengths.ts';
import type { HtmlElement } from './parseHtml.ts';
import type { Styles } from './styles.ts';

/** Room for text, px: of the smallest box around it that cuts off what is over. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export const allRoom: Room = { width: Infinity, height: Infinity };

/** What has no more room than this, and cuts off the rest, px. */
export const leastRoom = 2;
/** What is moved further than this out of its place, px. */
export const farOff = 200;
/** What is moved further than this to the right, and further than this down, px: the page that is read is 1000 wide. */
export const farthestRight = 2000;
const farthestDown = 4000;
/** The same of a box that stays in its place on the screen. */
const screen = 1000;

/** Boxes that grow with what is in them, whatever height they are given. */
const growing = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);

/** Whether it is of the size that it is given. */
const hasSize = ({ tagName }: HtmlElement, styles: Styles): boolean =>
  !growing.has(tagName) || /^(?:inline-)?(?:block|flex|grid)$|^flow-root$/.test(styles.get('display') ?? '');

/** Which ways a box cuts off what is over. */
export function cuts(styles: Styles, ways: RegExp): { readonly x: boolean; readonly y: boolean } {
  const [x = '', y = x] = (styles.get('overflow') ?? '').split(/\s+/, 2);
  const isCut = (value: string | undefined, other: string) => ways.test(value ?? other);
  return { x: isCut(styles.get('overflow-x'), x), y: isCut(styles.get('overflow-y'), y) };
}

export const anyCut = /hidden|clip|scroll|auto/;
/** What is over can be scrolled to otherwise. */
const lastingCut = /hidden|clip/;

/** The height or width that a box is given; Infinity where it is as large as what is in it. */
export function sizeOf(styles: Styles, side: 'width' | 'height', fontSize: number): number {
  const px = (property: string) => parseLength(styles.get(property), fontSize, 1000);
  const room = Math.min(px(side) ?? Infinity, px(`max-${side}`) ?? Infinity);
  return Math.max(room, px(`min-${side}`) ?? 0);
}

/** Whether a box is of a size that does not depend on what is in it, and is given none. */
function isContained(styles: Styles): boolean {
  const contain = styles.get('contain') ?? '';
  return /\b(?:strict|size)\b/.test(contain) && sizeOf(styles, 'height', 0) === Infinity;
}

/** Whether a box has no room for its text, and cuts off what is over. */
export function hasNoRoom(element: HtmlElement, styles: Styles, fontSize: number): boolean {
  if (!hasSize(element, styles)) return false;
  const cut = cuts(styles, anyCut);
  const isCut = cut.x || cut.y;
  if (isContained(styles)) return isCut || /\b(?:strict|paint)\b/.test(styles.get('contain') ?? '');
  if (!isCut) return false;
  const px = (property: string) => parseLength(styles.get(property), fontSize, 1000);
  const [top = '', side = top] = (styles.get('padding') ?? '').split(/\s+/, 2);
  const isFilled = (max: string, edges: readonly (string | undefined)[]): boolean => {
    const room = px(max) ?? Infinity;
    return room < 5 * farOff && edges.some(edge => (parseLength(edge, fontSize, 1000) ?? 0) >= Math.max(room, farOff));
  };
  if (isFilled('height', [styles.get('padding-top') ?? top])) return true;
  if (isFilled('width', [styles.get('padding-left') ?? side])) return true;
  return sizeOf(styles, 'width', fontSize) <= leastRoom || sizeOf(styles, 'height', fontSize) <= leastRoom;
}

/** The room within a box. */
export function roomWithin(element: HtmlElement, styles: Styles, fontSize: number, around: Room): Room {
  const cut = cuts(styles, lastingCut);
  if ((!cut.x && !cut.y) || !hasSize(element, styles)) return around;
  return {
    width: cut.x ? Math.min(around.width, sizeOf(styles, 'width', fontSize)) : around.width,
    height: cut.y ? Math.min(around.height, sizeOf(styles, 'height', fontSize)) : around.height,
  };
}

/** Whether a box cuts off what is over and is as high as its lines: of lines without height nothing is left. */
export const cutsLines = (element: HtmlElement, styles: Styles, fontSize: number): boolean =>
  cuts(styles, lastingCut).y && hasSize(element, styles) && sizeOf(styles, 'height', fontSize) === Infinity;

/** Whether lines that are moved to their right by all their width are cut off there. */
export const cutsToRight = (styles: Styles): boolean => cuts(styles, lastingCut).x;

/** Whether a box is moved to where nobody looks. */
export function isMovedAway(styles: Styles, fontSize: number, room: Room): boolean {
  const px = (value: string | undefined): number => parseLength(value, fontSize, screen) ?? 0;
  const [top, right = top, , left = right] = (styles.get('margin') ?? '').split(/\s+/, 4);
  const [above, beside = above, , before = beside] = (styles.get('padding') ?? '').split(/\s+/, 4);
  const toRight = [styles.get('margin-left') ?? left, styles.get('padding-left') ?? before].map(px);
  const down = [styles.get('margin-top') ?? top, styles.get('padding-top') ?? above, styles.get('vertical-align')].map(
    px,
  );
  // Some lay what follows a picture over it.
  if ([...toRight, ...down].some(way => way <= -5 * farOff)) return true;
  if (toRight.some(way => way >= farthestRight) || isLedAway(styles, fontSize)) return true;
  const position = styles.get('position') ?? 'static';
  const isApart = position === 'absolute' || position === 'fixed';
  if (!isApart && (toRight.some(way => way >= room.width) || down.some(way => way >= room.height))) return true;
  return position !== 'static' && isPlacedAway(styles, fontSize, position);
}

/** Whether the path that a box is put on begins far off, or leads it there (CSS Motion Path Level 1). */
function isLedAway(styles: Styles, fontSize: number): boolean {
  const path = styles.get('offset-path') ?? styles.get('offset') ?? '';
  const [, x, y] = /path\(\s*["']?\s*m\s*(-?[\d.]{1,10})[\s,]+(-?[\d.]{1,10})/.exec(path) ?? [];
  const [right, down] = [Number(x ?? 0), Number(y ?? 0)];
  if (Math.min(right, down) <= -farOff || right >= farthestRight || down >= farthestDown) return true;
  const way = parseLength(styles.get('offset-distance'), fontSize, 0) ?? 0;
  return path.includes('ray(') && Math.abs(way) >= farthestRight;
}

function isPlacedAway(styles: Styles, fontSize: number, position: string): boolean {
  const px = (value: string | undefined): number => parseLength(value, fontSize, screen) ?? 0;
  const inset = styles.get('inset')?.split(/\s+/, 4) ?? [];
  const [above, right = above, below = above, left = right] = inset;
  const at = { left, right, top: above, bottom: below };
  const isFixed = position === 'fixed';
  const isFar = (side: keyof typeof at, farthest: number): boolean => {
    const way = px(styles.get(side) ?? at[side]);
    return way <= -farOff || way >= (isFixed ? screen : farthest);
  };
  if (isFar('left', farthestRight) || isFar('right', farthestRight)) return true;
  if (isFar('top', farthestDown) || isFar('bottom', farthestDown)) return true;
  if (position === 'relative') return false;
  // All of it lies before the edge of the page, and what is over is cut off.
  const cut = cuts(styles, lastingCut);
  return (
    (cut.x && px(styles.get('left') ?? left) + sizeOf(styles, 'width', fontSize) <= leastRoom) ||
    (cut.y && px(styles.get('top') ?? above) + sizeOf(styles, 'height', fontSize) <= leastRoom)
  );
}
