// Custom properties and var() of CSS (CSS Custom Properties Level 1): what a value is once they are put in. Bounded in
// length and steps, so that values that name each other many times do not grow.

import { endOfBracket } from './cssValues.ts';

/** Values by name, those of outer elements among them. */
export type CustomProperties = ReadonlyMap<string, string>;

export const noCustomProperties: CustomProperties = new Map();

const longest = 2000;
const mostSubstitutions = 500;

/** Whether a value cannot be told before custom properties are put in. */
export const hasVariable = (value: string): boolean => value.includes('var(');

export type Substituted =
  | { readonly kind: 'value'; readonly value: string }
  /** A custom property has no value and none to fall back on, or is made of itself: the declaration says nothing. */
  | { readonly kind: 'invalid' }
  /** The same, where it was found that this custom property is made of itself. */
  | { readonly kind: 'circular'; readonly name: string }
  /** A bound was met. */
  | { readonly kind: 'tooMuch' };

const invalid: Substituted = { kind: 'invalid' };
const tooMuch: Substituted = { kind: 'tooMuch' };

export function withVariables(value: string, properties: CustomProperties): Substituted {
  let count = 0;

  /** @param within names of those that the text is the value of */
  function substitute(value: string, within: readonly string[]): Substituted {
    let text = value;
    while (hasVariable(text)) {
      if (++count > mostSubstitutions || text.length > longest) return tooMuch;
      // The innermost and last is put in first.
      const start = text.lastIndexOf('var(');
      const end = endOfBracket(text, start + 3);
      const inner = text.slice(start + 4, end);
      const comma = inner.indexOf(',');
      const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
      const own = properties.get(name);
      // All that are made of each other have no value, whatever they would fall back on.
      if (within.includes(name)) return { kind: 'circular', name };
      const put = own === undefined ? invalid : substitute(own, [...within, name]);
      if (put.kind === 'tooMuch' || (put.kind === 'circular' && within.includes(put.name))) return put;
      if (put.kind !== 'value' && comma < 0) return invalid;
      const substitution = put.kind === 'value' ? put.value : inner.slice(comma + 1).trim();
      text = text.slice(0, start) + substitution + text.slice(end + 1);
    }
    return text.length > longest ? tooMuch : { kind: 'value', value: text.trim() };
  }

  return substitute(value, []);
}
