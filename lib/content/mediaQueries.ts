// Whether style sheets are meant for somebody who reads on a large light screen (Media Queries Level 5, simplified). What
// is not known here may hold. Pure.

import { parseLength } from './cssLengths.ts';
import { endOfBracket } from './cssValues.ts';

/** What a message is read at, px. */
const screen = { width: 1000, height: 800 };

/** true, false, or null for what is not known. */
type Truth = boolean | null;

const not = (truth: Truth): Truth => (truth === null ? null : !truth);

/** Features by what they say, as most who read mail have them. */
const values: ReadonlyMap<string, boolean> = new Map([
  ['prefers-color-scheme:light', true],
  ['prefers-color-scheme:dark', false],
  ['orientation:landscape', true],
  ['orientation:portrait', false],
  ['prefers-reduced-motion:reduce', false],
  ['prefers-reduced-motion:no-preference', true],
  ['prefers-contrast:more', false],
  ['prefers-contrast:no-preference', true],
  ['forced-colors:active', false],
  ['forced-colors:none', true],
  ['inverted-colors:inverted', false],
  ['inverted-colors:none', true],
  ['color', true],
  ['monochrome', false],
  ['grid', false],
  ['grid:0', true],
  ['grid:1', false],
]);

const length = '([\\w.+-]{1,20}(?:\\([^()]{0,50}\\))?)';
const minMax = new RegExp(`^(min|max)-(?:device-)?(width|height)\\s*:\\s*${length}$`);
const range = new RegExp(
  `^(?:${length}\\s*([<>]=?|=)\\s*)?(?:device-)?(width|height)(?:\\s*([<>]=?|=)\\s*${length})?$`,
);

const compare = (left: number, sign: string, right: number): boolean => {
  if (sign.startsWith('<')) return left < right || (sign === '<=' && left === right);
  if (sign.startsWith('>')) return left > right || (sign === '>=' && left === right);
  return left === right;
};

function feature(text: string): Truth {
  const known = values.get(text.replace(/\s/g, ''));
  if (known !== undefined) return known;
  const px = (value: string): number | null => parseLength(value, 16, screen.width);
  const [, end, side, bound] = minMax.exec(text) ?? [];
  if (side === 'width' || side === 'height') {
    const most = px(bound ?? '');
    return most === null ? null : compare(screen[side], end === 'min' ? '>=' : '<=', most);
  }
  const [, low, lowSign, axis, highSign, high] = range.exec(text) ?? [];
  if (axis !== 'width' && axis !== 'height') return null;
  const [least, most] = [low === undefined ? screen[axis] : px(low), high === undefined ? screen[axis] : px(high)];
  if (least === null || most === null) return null;
  return (
    (lowSign === undefined || compare(least, lowSign, screen[axis])) &&
    (highSign === undefined || compare(screen[axis], highSign, most))
  );
}

const deepest = 5;

function all(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

const some = (truths: readonly Truth[]): Truth => not(all(truths.map(not)));

/** Conditions that `and`, `or` and `not` join, and types of media among them. */
function condition(text: string, depth: number): Truth {
  if (depth > deepest) return null;
  const parts: Truth[] = [];
  let isDenied = false;
  let isAny = false;
  const add = (truth: Truth): void => {
    parts.push(isDenied ? not(truth) : truth);
    isDenied = false;
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] === '(') {
      const end = endOfBracket(text, at);
      const inner = text.slice(at + 1, end).trim();
      add(/^(?:\(|not\b)/.test(inner) ? condition(inner, depth + 1) : feature(inner));
      at = end + 1;
      continue;
    }
    const [word = ''] = /^[^\s(]+/.exec(text.slice(at, at + 100)) ?? [];
    if (word === 'not') isDenied = true;
    else if (word === 'or') isAny = true;
    else if (word !== '' && word !== 'and' && word !== 'only') add(word === 'all' || word === 'screen');
    at += Math.max(1, word.length);
  }
  return isAny ? some(parts) : all(parts);
}

/** Of `not screen and (…)` all that follows is denied. */
function query(text: string): Truth {
  const [head = ''] = /^not\s+(?!\()/.exec(text) ?? [];
  return head === '' ? condition(text, 0) : not(condition(text.slice(head.length), 0));
}

const longest = 2000;

/** Whether one of a list of queries may hold: of none, all do. */
export function mediaMayHold(list: string): boolean {
  const text = list.trim().toLowerCase();
  if (text === '' || text.length > longest) return true;
  return text.split(',').some(one => query(one.trim()) !== false);
}
