// Lengths of CSS in px, as far as they can be told without a layout. Pure.

import { evaluateMath, isMath } from './cssMath.ts';

const pixels: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6 },
  ...{ rem: 16, vw: 10, vh: 8, vmin: 8, vmax: 10 },
};

const length = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)$/;

/** A length in px; null for one that only a layout would tell. Percentages are of `whole`. */
export function parseLength(value: string | undefined, fontSize: number, whole: number): number | null {
  if (value !== undefined && isMath(value)) return evaluateMath(value, part => parseLength(part, fontSize, whole));
  const [, digits, unit = ''] = length.exec(value ?? '') ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  if (number === 0 || unit === '') return number;
  if (unit === '%') return (number / 100) * whole;
  if (unit === 'em') return number * fontSize;
  if (unit === 'ex' || unit === 'ch') return (number * fontSize) / 2;
  const factor = pixels[unit];
  return factor === undefined ? null : number * factor;
}
