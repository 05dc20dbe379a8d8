// The place of an element among its siblings, and what selectors ask of it (Selectors Level 4, section 14). The places of
// all children of a parent are worked out at once: a table has thousands of rows.

import type { HtmlElement } from './parseHtml.ts';

export interface Place {
  /** From 1, of the elements that its parent holds. */
  readonly index: number;
  readonly indexOfType: number;
  readonly previous: HtmlElement | null;
  readonly next: HtmlElement | null;
  /** Elements that its parent holds, itself among them. */
  readonly count: number;
  readonly countOfType: number;
}

/** By parent; the tree does not change. */
const known = new WeakMap<object, ReadonlyMap<HtmlElement, Place>>();

const alone: Place = { index: 1, indexOfType: 1, previous: null, next: null, count: 1, countOfType: 1 };

function placesOf(parent: { readonly childNodes: readonly unknown[] }): ReadonlyMap<HtmlElement, Place> {
  const children = (parent.childNodes as readonly HtmlElement[]).filter(child => 'tagName' in child);
  const ofType = new Map<string, number>();
  const indices = children.map(({ tagName }) => {
    const index = (ofType.get(tagName) ?? 0) + 1;
    ofType.set(tagName, index);
    return index;
  });
  return new Map(
    children.map((child, i): [HtmlElement, Place] => [
      child,
      {
        index: i + 1,
        indexOfType: indices[i] ?? 1,
        previous: children[i - 1] ?? null,
        next: children[i + 1] ?? null,
        count: children.length,
        countOfType: ofType.get(child.tagName) ?? 1,
      },
    ]),
  );
}

export function placeOf(element: HtmlElement): Place {
  const parent = element.parentNode;
  if (parent === null) return alone;
  let places = known.get(parent);
  if (!places) {
    places = placesOf(parent);
    known.set(parent, places);
  }
  return places.get(element) ?? alone;
}

/** Reads `2n+1`, `odd` or `3`; null for anything else. */
function readSteps(text: string): { readonly step: number; readonly offset: number } | null {
  const plain = text.trim().toLowerCase();
  if (plain === 'odd') return { step: 2, offset: 1 };
  if (plain === 'even') return { step: 2, offset: 0 };
  const [, sign = '', digits, n, rest] = /^([+-]?)(\d{0,6})(n)?\s*([+-]\s*\d{1,6})?$/.exec(plain) ?? [];
  if (digits === undefined || (n === undefined && (digits === '' || rest !== undefined))) return null;
  const own = (digits === '' ? 1 : Number(digits)) * (sign === '-' ? -1 : 1);
  return n === undefined
    ? { step: 0, offset: own }
    : { step: own, offset: rest === undefined ? 0 : Number(rest.replace(/\s/g, '')) };
}

/** Whether a place, from 1, is one of `2n+1`, `odd` or `3`; null for anything else. */
export function stepTest(text: string): ((index: number) => boolean) | null {
  const steps = readSteps(text);
  if (steps === null) return null;
  const { step, offset } = steps;
  return index => (step === 0 ? index === offset : (index - offset) % step === 0 && (index - offset) / step >= 0);
}

const first = '1';
const short: ReadonlyMap<string, readonly string[]> = new Map([
  ['first-child', ['nth-child']],
  ['last-child', ['nth-last-child']],
  ['only-child', ['nth-child', 'nth-last-child']],
  ['first-of-type', ['nth-of-type']],
  ['last-of-type', ['nth-last-of-type']],
  ['only-of-type', ['nth-of-type', 'nth-last-of-type']],
]);

export type PlaceTest = (element: HtmlElement) => boolean;

/** The test of a pseudo-class about places; null where it is none, or cannot be read. */
export function placeTest(name: string, argument: string | null): PlaceTest | null {
  const long = short.get(name);
  if (long && argument === null) {
    const tests = long.map(one => placeTest(one, first));
    return element => tests.every(test => test?.(element) ?? false);
  }
  const [, last, type] = /^nth-(last-)?(?:child|(of-type))$/.exec(name) ?? [];
  const isPlace = /^nth-/.test(name) && argument !== null ? stepTest(argument) : null;
  if (isPlace === null) return null;
  return element => {
    const place = placeOf(element);
    const [index, count] = type ? [place.indexOfType, place.countOfType] : [place.index, place.count];
    return isPlace(last ? count - index + 1 : index);
  };
}
