// Whether a box is of a size, in a place or cut so that nobody sees its text. Pure; no layout.

import { parseLength } from './cssLengths.ts';
import type { HtmlElement } from './parseHtml.ts';
import type { Styles } from './styles.ts';

/** What has no more room than this, and cuts off the rest, px. */
const leastRoom = 2;
/** What is moved further than this out of its place, px. */
const farOff = 200;

/** The numbers of a two-dimensional matrix; none if there is none. */
const matrixOf = (styles: Styles): number[] =>
  /matrix\(([^()]{1,200})\)/
    .exec(styles.get('transform') ?? '')?.[1]
    ?.split(',')
    .map(Number) ?? [];

/** Boxes that grow with what is in them, whatever height they are given. */
const growing = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);

/** Whether a box has no room for its text, and cuts off what is over. */
export function hasNoRoom(element: HtmlElement, styles: Styles, fontSize: number): boolean {
  const display = styles.get('display') ?? '';
  if (growing.has(element.tagName) && !/^(?:inline-)?(?:block|flex|grid)$|^flow-root$/.test(display)) return false;
  const cuts = (property: string) => /hidden|clip|scroll|auto/.test(styles.get(property) ?? '');
  if (!cuts('overflow') && !cuts('overflow-x') && !cuts('overflow-y')) return false;
  const px = (property: string) => parseLength(styles.get(property), fontSize, 1000);
  const [top = '', side = top] = (styles.get('padding') ?? '').split(/\s+/, 2);
  const isFilled = (max: string, edges: readonly (string | undefined)[]): boolean => {
    const room = px(max) ?? Infinity;
    return room < 5 * farOff && edges.some(edge => (parseLength(edge, fontSize, 1000) ?? 0) >= Math.max(room, farOff));
  };
  if (isFilled('height', [styles.get('padding-top') ?? top])) return true;
  if (isFilled('width', [styles.get('padding-left') ?? side])) return true;
  return ['height', 'width'].some(side => {
    const room = Math.min(px(side) ?? Infinity, px(`max-${side}`) ?? Infinity);
    return Math.max(room, px(`min-${side}`) ?? 0) <= leastRoom;
  });
}

/** Whether a box is moved to where nobody looks. */
export function isMovedAway(styles: Styles, fontSize: number): boolean {
  const px = (value: string | undefined): number => parseLength(value, fontSize, 1000) ?? 0;
  const [top, right = top, , left = right] = (styles.get('margin') ?? '').split(/\s+/, 4);
  // Some lay what follows a picture over it.
  const isDrawn = (margin: string | undefined) => px(margin) <= -5 * farOff;
  if (isDrawn(styles.get('margin-left') ?? left) || isDrawn(styles.get('margin-top') ?? top)) return true;
  const position = styles.get('position') ?? 'static';
  const isPlaced = position !== 'static';
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some(side => px(styles.get(side)) <= -farOff)) return true;
  if (isPlaced && ['left', 'top'].some(side => px(styles.get(side)) >= 20 * farOff)) return true;
  const inset = styles.get('inset')?.split(/\s+/, 4) ?? [];
  if (isPlaced && inset.some(part => px(part) <= -farOff || px(part) >= 20 * farOff)) return true;
  // Of the box itself, which is centred by half of it.
  const isFar = (part: string) => Math.abs(parseLength(part, fontSize, farOff) ?? 0) >= 2 * farOff;
  if (styles.get('translate')?.split(/\s+/, 3).some(isFar)) return true;
  const [, shift = ''] =
    /translate(?:x|y|z|3d)?\(((?:[^()]|\([^()]*\)){1,100})\)/.exec(styles.get('transform') ?? '') ?? [];
  const matrix = matrixOf(styles);
  if (matrix.slice(-2).some(part => Math.abs(part) >= 2 * farOff)) return true;
  return shift.split(',', 3).some(part => isFar(part.trim()));
}

/** Whether nothing is left of a box, or it is too thin to see. */
export function isCutAway(styles: Styles): boolean {
  const clip = styles.get('clip') ?? '';
  if (clip.startsWith('rect(') && styles.get('position') !== undefined) {
    const sides = clip.slice(5).match(/auto|-?[\d.]{1,10}/g) ?? [];
    const [top, right, bottom, left] = sides.map(Number);
    const isShut = (a: number | undefined, b: number | undefined) => (b ?? 0) - (a ?? 0) <= leastRoom;
    if (sides.length === 4 && (isShut(top, bottom) || isShut(left, right))) return true;
  }
  const path = styles.get('clip-path') ?? '';
  if (path.startsWith('inset(')) {
    const edges = path.slice(6, 100).match(/[\d.]{1,10}(?:%|px)?/g) ?? [];
    const share = (edge = '0') => Number.parseFloat(edge) / (edge.endsWith('%') ? 100 : 1000);
    const [top, right = top, bottom = top, left = right] = edges;
    if (share(top) + share(bottom) >= 0.98 || share(right) + share(left) >= 0.98) return true;
  }
  if (/^(?:circle|ellipse)\(\s*(?:[^\s)]{1,20}\s+)?0*\.?0*(?:[a-z]+|%)?\s*(?:\)|\s|$)/.test(path)) return true;
  if (path.startsWith('polygon(')) {
    const points = path
      .slice(8, 1000)
      .replace(')', '')
      .split(',')
      .map(point => point.trim().split(/\s+/));
    if (
      [0, 1].some(axis =>
        points.every(point => Number.parseFloat(point[axis] ?? '') === Number.parseFloat(points[0]?.[axis] ?? '')),
      )
    )
      return true;
  }
  const matrix = matrixOf(styles);
  if (
    matrix.length === 6 &&
    Math.abs((matrix[0] ?? 1) * (matrix[3] ?? 1) - (matrix[1] ?? 0) * (matrix[2] ?? 0)) < 0.001
  )
    return true;
  if (/rotate[xy]\(\s*-?(?:90|270)(?:\.0*)?deg/.test(styles.get('transform') ?? '')) return true;
  if (/^(?:x|y|1 0 0|0 1 0)\s+-?(?:90|270)deg$/.test(styles.get('rotate') ?? '')) return true;
  return (
    /scale(?:x|y|3d)?\(\s*(?:[^,()]{1,20},\s*)?0*\.?0*\s*[,)]/.test(styles.get('transform') ?? '') ||
    /(?:^|\s)0?\.?0+(?:%|$|\s)/.test(styles.get('scale') ?? '')
  );
}
