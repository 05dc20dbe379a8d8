// What transforms do to a box, as far as it makes its text unreadable: moved far off, shrunk, or turned to its edge or
// back (CSS Transforms Levels 1 and 2). Pure; no layout.

import { parseLength } from './cssLengths.ts';
import { evaluateMath, isMath } from './cssMath.ts';
import type { Styles } from './styles.ts';

export interface Transformed {
  /** How large it comes out, of 1; 0 where nothing of it is left. */
  readonly scale: number;
  /** Whether it is moved further than anybody looks. */
  readonly isFar: boolean;
  /** Whether its back is seen. */
  readonly isTurned: boolean;
}

const untransformed: Transformed = { scale: 1, isFar: false, isTurned: false };

/** What a length that is a share of the box counts as, px: boxes are centred by half of it. */
const boxSize = 200;
const farOff = 2 * boxSize;
const thinnest = 0.001;

const functions = /([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

const turns: Readonly<Record<string, number>> = { deg: 1 / 360, grad: 1 / 400, rad: 1 / (2 * Math.PI), turn: 1 };

/** An angle in radians; null for what is none. */
function parseAngle(text: string): number | null {
  const [, number, unit = ''] = /^([+-]?[\d.]{1,10})(deg|grad|rad|turn)?$/.exec(text.trim()) ?? [];
  if (number === undefined || (unit === '' && Number(number) !== 0)) return null;
  return Number(number) * (turns[unit] ?? 0) * 2 * Math.PI;
}

function share(text: string): number {
  const plain = text.trim();
  const value = isMath(plain) ? evaluateMath(plain, Number.parseFloat) : Number.parseFloat(plain);
  return value === null || Number.isNaN(value) ? 1 : value / (plain.endsWith('%') ? 100 : 1);
}

const smaller = (a: number, b: number): number => Math.min(Math.abs(a), Math.abs(b));

interface Sums {
  x: number;
  y: number;
  z: number;
  scale: number;
  isTurned: boolean;
}

function move(sums: Sums, [x = '0', y = '0', z = '0']: readonly string[], fontSize: number): void {
  const px = (text: string) => parseLength(text.trim(), fontSize, boxSize) ?? 0;
  sums.x += px(x);
  sums.y += px(y);
  sums.z += px(z);
}

/** Around an axis in the plane. */
function turn(sums: Sums, angle: number | null): void {
  if (angle === null) return;
  const cosine = Math.cos(angle);
  sums.scale *= Math.abs(cosine) < 0.01 ? 0 : 1;
  if (cosine < 0) sums.isTurned = !sums.isTurned;
}

function apply(sums: Sums, name: string, parts: readonly string[], fontSize: number): void {
  const [first = '', second = first, third = '', fourth = ''] = parts;
  const numbers = parts.map(Number);
  const at = (index: number): number => numbers[index] ?? 0;
  if (name === 'translatey') move(sums, ['0', first], fontSize);
  else if (name === 'translatez') move(sums, ['0', '0', first], fontSize);
  else if (name.startsWith('translate')) move(sums, parts, fontSize);
  else if (/^scale[xy]$/.test(name)) sums.scale *= Math.abs(share(first));
  else if (name === 'scale' || name === 'scale3d') sums.scale *= smaller(share(first), share(second));
  else if (name === 'rotatex' || name === 'rotatey') turn(sums, parseAngle(first));
  else if (name === 'rotate3d' && Number(third) === 0) turn(sums, parseAngle(fourth));
  else if (name.startsWith('skew')) {
    for (const part of parts) if (Math.abs(Math.cos(parseAngle(part) ?? 0)) < 0.02) sums.scale = 0;
  } else if (name === 'matrix' || name === 'matrix3d') {
    const [a, b, c, d, x, y] = name === 'matrix' ? [0, 1, 2, 3, 4, 5] : [0, 1, 4, 5, 12, 13];
    sums.scale *= Math.sqrt(Math.abs(at(a ?? 0) * at(d ?? 0) - at(b ?? 0) * at(c ?? 0)));
    sums.x += at(x ?? 0);
    sums.y += at(y ?? 0);
  }
}

/** @param fontSize px */
export function transformedBy(styles: Styles, fontSize: number): Transformed {
  const [transform, scale, translate, rotate] = ['transform', 'scale', 'translate', 'rotate'].map(name =>
    styles.get(name),
  );
  if ((transform ?? scale ?? translate ?? rotate) === undefined) return untransformed;
  const sums: Sums = { x: 0, y: 0, z: 0, scale: 1, isTurned: false };
  for (const [, name = '', inner = ''] of (transform ?? '').matchAll(functions))
    apply(sums, name, inner.split(/,(?![^(]*\))/), fontSize);
  if (scale !== undefined && scale !== 'none') apply(sums, 'scale', scale.split(/\s+/, 3), fontSize);
  if (translate !== undefined) move(sums, translate.split(/\s+(?![^(]*\))/, 3), fontSize);
  const [, angle, first] =
    /^(?:(?:x|y|[\d.+-]+ [\d.+-]+ 0)\s+(\S+)|(\S+)\s+(?:x|y|[\d.+-]+ [\d.+-]+ 0))$/.exec(rotate ?? '') ?? [];
  if ((angle ?? first) !== undefined) turn(sums, parseAngle(angle ?? first ?? ''));
  return {
    scale: sums.scale < thinnest ? 0 : sums.scale,
    isFar: [sums.x, sums.y, sums.z].some(way => Math.abs(way) >= farOff),
    isTurned: sums.isTurned,
  };
}
