// What filters make of colours (Filter Effects Level 1, section 9), as far as it can bring text to the colour of its
// ground. Pure.

import { type Color, over } from './colors.ts';
import type { Styles } from './styles.ts';

/** A filter over an element: over its text and what lies behind that within it, not over what lies behind the element. */
export interface Veil {
  readonly recolor: (color: Color) => Color;
  /** What lies behind the element. */
  readonly ground: Color;
}

/** No mail lays more over one another. */
export const mostVeils = 8;

export const nothing: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

type Channel = (value: number) => number;

const channels: Readonly<Record<string, (amount: number) => Channel>> = {
  invert: amount => value => value * (1 - 2 * Math.min(1, amount)) + 255 * Math.min(1, amount),
  brightness: amount => value => value * amount,
  contrast: amount => value => (value - 127.5) * amount + 127.5,
};

const functions = /\b(invert|brightness|contrast)\(\s*([\d.]{0,10}%?)\s*\)/g;

const amountOf = (text: string): number => (text === '' ? 1 : Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1));

/** What the filters of an element make of a colour; null where they leave colours as they are. */
export function recolorOf(styles: Styles): Veil['recolor'] | null {
  const filter = styles.get('filter') ?? '';
  const steps = [...filter.matchAll(functions)].flatMap(([, name = '', amount = '']) => {
    const step = channels[name]?.(amountOf(amount));
    return step ? [step] : [];
  });
  if (steps.length === 0) return null;
  const change = (value: number) => steps.reduce((byte, step) => Math.min(255, Math.max(0, step(byte) || 0)), value);
  return ({ red, green, blue, alpha }) => ({ red: change(red), green: change(green), blue: change(blue), alpha });
}

/** A text and its ground as they come out from under the filters around them, the innermost first. */
export function seenThrough(
  veils: readonly Veil[],
  text: Color,
  ground: Color,
): { readonly text: Color; readonly ground: Color } {
  let seen = { text, ground };
  for (const { recolor, ground: behind } of veils) {
    seen = {
      text: over(recolor(over(seen.text, seen.ground)), behind),
      ground: over(recolor(seen.ground), behind),
    };
  }
  return seen;
}
