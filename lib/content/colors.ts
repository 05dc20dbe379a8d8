// Colours of CSS and of HTML attributes, as far as it takes to say whether text can be seen on its ground. Pure.

import { namedColors } from './colorNames.ts';

export interface Color {
  /** 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

const rgb = (value: number, alpha = 1): Color => ({
  red: (value >> 16) & 255,
  green: (value >> 8) & 255,
  blue: value & 255,
  alpha,
});

export const white = rgb(0xffffff);
export const black = rgb(0);
/** Links that say nothing of their colour. */
export const linkBlue = rgb(0x0000ee);

/** Colours of whoever reads, as most have them. */
const ofSystem: ReadonlyMap<string, number> = new Map([
  ...['canvas', 'field', 'window'].map((name): [string, number] => [name, 0xffffff]),
  ...['canvastext', 'fieldtext', 'windowtext'].map((name): [string, number] => [name, 0]),
  ['linktext', 0x0000ee],
]);

function hex(digits: string): Color | null {
  if (!/^[0-9a-f]+$/.test(digits)) return null;
  const long = digits.length === 3 || digits.length === 4 ? digits.replace(/./g, '$&$&') : digits;
  if (long.length !== 6 && long.length !== 8) return null;
  const alpha = long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1;
  return rgb(Number.parseInt(long.slice(0, 6), 16), alpha);
}

const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|deg|turn|rad|grad)?/g;

function fraction(text: string | undefined): number {
  if (text === undefined) return 1;
  const value = Number.parseFloat(text);
  return Math.min(1, Math.max(0, text.endsWith('%') ? value / 100 : value));
}

function fromHsl(hue: number, saturation: number, lightness: number, alpha: number): Color {
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    const part = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - part * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

/**
 * A colour in lower case: a name, `#` and digits, `rgb()` or `hsl()` in either form.
 * @returns null for one that is not known here
 */
export function parseColor(text: string): Color | null {
  if (text === 'transparent') return rgb(0, 0);
  if (text.startsWith('#')) return hex(text.slice(1));
  const value = namedColors.get(text) ?? ofSystem.get(text);
  if (value !== undefined) return rgb(value);
  const [, kind] = /^(rgb|hsl)a?\(/.exec(text) ?? [];
  const parts = text.match(number) ?? [];
  const [first = '0', second = '0', third = '0', alpha] = parts;
  if (kind === undefined || parts.length < 3) return null;
  if (kind === 'hsl') {
    const hue = ((Number.parseFloat(first) % 360) + 360) % 360;
    const share = (part: string) => Math.min(1, Math.max(0, Number.parseFloat(part) / 100));
    return fromHsl(hue, share(second), share(third), fraction(alpha));
  }
  const channel = (part: string): number => {
    const value = Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1);
    return Math.min(255, Math.max(0, Math.round(value)));
  };
  return { red: channel(first), green: channel(second), blue: channel(third), alpha: fraction(alpha) };
}

/** A colour of an HTML attribute: a name, or digits with or without `#`. */
export const parseAttributeColor = (text: string): Color | null => {
  const value = text.trim().toLowerCase();
  return parseColor(value) ?? hex(value);
};

/** What is seen of a colour laid over another. */
export function over(top: Color, ground: Color): Color {
  const mix = (a: number, b: number) => a * top.alpha + b * (1 - top.alpha);
  return {
    red: mix(top.red, ground.red),
    green: mix(top.green, ground.green),
    blue: mix(top.blue, ground.blue),
    alpha: 1,
  };
}

/** WCAG 2, relative luminance. */
function luminance({ red, green, blue }: Color): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Lower contrasts are taken for hiding: #f2f2f2 on white has 1.12; the palest grey that mail is written in, #cccccc, 1.6. */
const leastContrast = 1.15;
/** Colours of one lightness are told apart by their hue. */
const leastDistance = 48;

/** Whether nobody sees text of this colour on this ground. */
export function isUnseen(text: Color, ground: Color): boolean {
  if (text.alpha < 0.1) return true;
  const seen = over(text, ground);
  const distance =
    Math.abs(seen.red - ground.red) + Math.abs(seen.green - ground.green) + Math.abs(seen.blue - ground.blue);
  const [a, b] = [luminance(seen), luminance(ground)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < leastContrast && distance < leastDistance;
}
