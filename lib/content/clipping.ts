// Whether a box is cut, or masked, so that nothing of it is seen (CSS Masking Level 1). Pure; no layout.

import { gradientColor } from './colors.ts';
import type { Styles } from './styles.ts';

/** What is thinner is not seen, px. */
const leastRoom = 2;

/** `rect(…)` in its old form, by the sides. */
function isClipped(clip: string): boolean {
  const sides = /^rect\(([^()]{0,200})\)?/.exec(clip)?.[1]?.match(/auto|-?[\d.]{1,10}/g) ?? [];
  if (sides.length !== 4) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side, i) =>
    side !== 'auto' ? Number(side) : i === 0 || i === 3 ? 0 : Infinity,
  );
  return bottom - top <= leastRoom || right - left <= leastRoom;
}

/** Of 1: a length counts as of a box of a thousand. */
const shareOf = (edge = '0'): number => Number.parseFloat(edge) / (edge.endsWith('%') ? 100 : 1000);
const leastShare = 0.02;

/** One value for all sides, or two, or four; what is over belongs to round corners. */
function sidesOf(text: string): readonly [top: number, right: number, bottom: number, left: number] {
  const edges = text.split('round', 1)[0]?.match(/[\d.]{1,10}(?:%|px)?|auto/g) ?? [];
  const [top = '0', right = top, bottom = top, left = right] = edges;
  return [shareOf(top), shareOf(right), shareOf(bottom), shareOf(left)];
}

const numbersIn = (text: string): readonly string[] => text.match(/-?[\d.]{1,10}/g) ?? [];

/** Whether all points lie on one line: what they hold has no area. Lengths and percentages count alike. */
function isLine(points: readonly (readonly number[])[]): boolean {
  const at = (i: number): readonly [number, number] => [points[i]?.[0] ?? 0, points[i]?.[1] ?? 0];
  const [x, y] = at(0);
  const far = points.findIndex(point => point[0] !== x || point[1] !== y);
  const [dx, dy] = [at(Math.max(far, 0))[0] - x, at(Math.max(far, 0))[1] - y];
  return points.every((_, i) => Math.abs((at(i)[0] - x) * dy - (at(i)[1] - y) * dx) < 1e-6);
}

/** Whether a shape holds nothing. */
function isShut(path: string): boolean {
  const [, shape, inner = ''] = /^([a-z-]+)\((.{0,1000}?)\)?$/s.exec(path) ?? [];
  switch (shape) {
    case 'inset': {
      const [top, right, bottom, left] = sidesOf(inner);
      return top + bottom >= 1 - leastShare || right + left >= 1 - leastShare;
    }
    case 'rect': {
      const [top, right, bottom, left] = sidesOf(inner);
      return bottom - top <= leastRoom / 1000 || right - left <= leastRoom / 1000;
    }
    case 'xywh': {
      const [, , width = '', height = ''] = inner.trim().split(/\s+/);
      return shareOf(width) <= leastRoom / 1000 || shareOf(height) <= leastRoom / 1000;
    }
    case 'circle':
    case 'ellipse':
      return (inner.split(/\bat\b/, 1)[0] ?? '')
        .split(/\s+/)
        .some(radius => /^[+-]?0+(?:\.0*)?(?:[a-z]+|%)?$/.test(radius));
    case 'polygon': {
      const points = inner.split(',').map(point => point.trim().split(/\s+/).map(Number.parseFloat));
      return [0, 1].some(axis => points.every(point => point[axis] === points[0]?.[axis])) || isLine(points);
    }
    // Three corners are the least that hold something.
    case 'path':
    case 'shape':
      return numbersIn(inner).length < 6;
    // Of a drawing, none of which is shown.
    case 'url':
      return true;
    default:
      return false;
  }
}

/** A mask shows what it covers: a picture that is not loaded and a gradient of nothing cover nothing. */
function isMasked(mask: string): boolean {
  if (mask.includes('gradient(')) {
    const color = gradientColor(mask);
    return color !== null && color.alpha < 0.1;
  }
  return mask.includes('url(');
}

export function isCutAway(styles: Styles): boolean {
  const position = styles.get('position');
  const isSmall = /^0+(?:\.0*)?(?:[a-z]+|%)?(?:\s|$)/.test(styles.get('mask-size') ?? '');
  return (
    (isSmall && /url\(|gradient\(/.test(styles.get('mask-image') ?? styles.get('mask') ?? '')) ||
    (position !== undefined && isClipped(styles.get('clip') ?? '')) ||
    isShut(styles.get('clip-path') ?? '') ||
    isMasked(styles.get('mask-image') ?? styles.get('mask') ?? '')
  );
}
