// Colours of CSS and of HTML attributes, as far as it takes to say whether text can be seen on its ground. Pure.

import { namedColors } from './colorNames.ts';
import { channelsOf } from './colorSpaces.ts';
import { splitList } from './css.ts';
import { evaluateMath } from './cssMath.ts';

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

const asByte = (share: number): number => Math.min(255, Math.max(0, Math.round(share * 255)));

const deepestMix = 5;
const longestColor = 1000;

/** What stands in the brackets of a function, apart at the commas that are its own. */
const argumentsOf = (text: string): string[] =>
  splitList(text.slice(text.indexOf('(') + 1, text.endsWith(')') ? -1 : undefined)).map(part => part.trim());

function parseMix(text: string, depth: number): Color | null {
  const [, ...mixed] = argumentsOf(text);
  const parts = mixed.map(part => {
    const share = /(?:^|\s)(\d{1,3}(?:\.\d{1,9})?)%(?:\s|$)/.exec(part);
    return {
      color: parseColor(share === null ? part : part.replace(share[0], ' ').trim(), depth + 1),
      share: share === null ? null : Number(share[1]) / 100,
    };
  });
  const [first, second] = parts;
  if (!first?.color || !second?.color) return null;
  const one = first.share ?? (second.share === null ? 0.5 : 1 - second.share);
  const two = second.share ?? 1 - one;
  const sum = one + two;
  if (!(sum > 0)) return null;
  const [a, b] = [first.color, second.color];
  const alpha = (a.alpha * one + b.alpha * two) / sum;
  const mix = (x: number, y: number): number =>
    alpha === 0 ? 0 : Math.round((x * a.alpha * one + y * b.alpha * two) / sum / alpha);
  return {
    ...{ red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue) },
    alpha: alpha * Math.min(1, sum),
  };
}

/**
 * A colour in lower case: a name, `#` and digits, or a function (CSS Color Levels 4 and 5, simplified: one that is made
 * from another counts as that one).
 * @returns null for one that is not known here
 */
export function parseColor(text: string, depth = 0): Color | null {
  if (text === 'transparent') return rgb(0, 0);
  if (text.startsWith('#')) return hex(text.slice(1));
  const value = namedColors.get(text) ?? ofSystem.get(text);
  if (value !== undefined) return rgb(value);
  const [, name = ''] = /^([a-z-]+)\(/.exec(text) ?? [];
  if (name === '' || text.length > longestColor || depth > deepestMix) return null;
  if (name === 'light-dark') return parseColor(argumentsOf(text)[0] ?? '', depth + 1);
  if (name === 'color-mix') return parseMix(text, depth);
  const [, origin] = /^[a-z]+\(\s*from\s+([a-z]+\([^()]*\)|[#\w]+)/.exec(text) ?? [];
  if (origin !== undefined) {
    const made = parseColor(origin, depth + 1);
    const [, own] = /\/\s*([\d.]+%?)\s*\)?$/.exec(text) ?? [];
    return made === null || own === undefined ? made : { ...made, alpha: fraction(own) };
  }
  return parseFunction(name, text.slice(name.length + 1));
}

/** Sums within a colour as their number. */
const withoutSums = (text: string): string =>
  text.replace(/(?:calc|min|max|clamp)\([^()]*\)/g, sum => {
    const isShare = sum.includes('%');
    const value = evaluateMath(sum, part => Number.parseFloat(part));
    return value === null ? sum : `${value.toFixed(4)}${isShare ? '%' : ''}`;
  });

function parseFunction(name: string, written: string): Color | null {
  const text = withoutSums(written).replace(/\bnone\b/g, '0');
  // Names of colour spaces have digits of their own.
  const parts = (name === 'color' ? text.replace(/^\s*[a-z][\w-]*/, '') : text).match(number) ?? [];
  const [first = '0', second = '0', third = '0', alpha] = parts;
  if (parts.length < 3) return null;
  const hue = (part: string) => ((Number.parseFloat(part) % 360) + 360) % 360;
  const share = (part: string) => Math.min(1, Math.max(0, Number.parseFloat(part) / 100));
  if (name === 'hsl' || name === 'hsla') return fromHsl(hue(first), share(second), share(third), fraction(alpha));
  if (name === 'hwb') {
    const [whiteness, blackness] = [share(second), share(third)];
    const sum = Math.max(1, whiteness + blackness);
    const pure = fromHsl(hue(first), 1, 0.5, fraction(alpha));
    const channel = (value: number) => asByte((value / 255) * (1 - (whiteness + blackness) / sum) + whiteness / sum);
    return { ...pure, red: channel(pure.red), green: channel(pure.green), blue: channel(pure.blue) };
  }
  if (name === 'rgb' || name === 'rgba') {
    const channel = (part: string) => asByte(Number.parseFloat(part) / (part.endsWith('%') ? 100 : 255));
    return { red: channel(first), green: channel(second), blue: channel(third), alpha: fraction(alpha) };
  }
  const values = [first, second, third];
  const channels = channelsOf(
    name,
    [Number.parseFloat(first), Number.parseFloat(second), Number.parseFloat(third)],
    values.map(part => part.endsWith('%')),
  );
  if (channels === null) return null;
  const [red, green, blue] = channels;
  return { red: asByte(red), green: asByte(green), blue: asByte(blue), alpha: fraction(alpha) };
}

/** A colour of an HTML attribute: a name, or digits with or without `#`. */
export const parseAttributeColor = (text: string): Color | null => {
  const value = text.trim().toLowerCase();
  return parseColor(value) ?? hex(value);
};

/** Colours of a gradient as one, weighed alike: no text has the colour of all of them. */
export function gradientColor(text: string): Color | null {
  const colors = text
    .split(/[\s,]+(?![^(]*\)[^(]*\))|gradient\(/)
    .map(word => parseColor(/\([^)]*$/.test(word) ? `${word})` : word.replace(/\)+$/, word.includes('(') ? ')' : '')))
    .filter(color => color !== null);
  if (colors.length === 0) return null;
  const mean = (channel: keyof Color) => colors.reduce((sum, color) => sum + color[channel], 0) / colors.length;
  return { red: mean('red'), green: mean('green'), blue: mean('blue'), alpha: mean('alpha') };
}

/** What is seen of a colour laid over another (Compositing and Blending Level 1, section 5.1). */
export function over(top: Color, ground: Color): Color {
  const below = ground.alpha * (1 - top.alpha);
  const alpha = top.alpha + below;
  if (alpha === 0) return ground;
  const mix = (a: number, b: number) => (a * top.alpha + b * below) / alpha;
  return {
    red: mix(top.red, ground.red),
    green: mix(top.green, ground.green),
    blue: mix(top.blue, ground.blue),
    alpha,
  };
}

/** WCAG 2, relative luminance, 0 to 1. */
export function luminance({ red, green, blue }: Color): number {
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
