// Selectors of CSS: reading one, and whether an element matches (Selectors Level 4). States of a pointer or a control
// never hold; what is not known here counts as holding where a class, an id or something else is named beside it.

import { splitList } from './css.ts';
import { endOfBracket } from './cssValues.ts';
import type { HtmlElement } from './parseHtml.ts';
import { placeOf, placeTest, stepTest } from './siblings.ts';

/** Counts steps, which may be tried many times over on deep trees, and is told to throw when they are too many. */
export type Step = () => void;

/** What a compound asks besides its tag, ids and classes. */
type Test = (element: HtmlElement, step: Step) => boolean;

type Combinator = 'descendant' | 'child' | 'next' | 'later';

interface Compound {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly tests: readonly Test[];
  /** Whether it is the element that a relative selector is about. */
  readonly isScope: boolean;
  /** How the compound to its left stands to it. */
  readonly combinator: Combinator | null;
}

export interface Selector {
  /** Left to right. */
  readonly compounds: readonly Compound[];
  /** Ids, classes and tags weighed against each other (Selectors Level 4, section 17). */
  readonly specificity: number;
}

const name = '(?:[\\w-]|[^\\x00-\\x7f]|\\\\[\\s\\S])+';
const piece = new RegExp(
  `(${name}|\\*)|#(${name})|\\.(${name})|\\[\\s*(${name})\\s*(?:([~|^$*]?=)\\s*(?:"([^"]*)"|'([^']*)'|(${name}))\\s*([is])?\\s*)?\\]|::?(${name})|(\\s*[>+~]\\s*|\\s+)`,
  'y',
);
const states =
  /^(?:hover|active|focus|focus-within|focus-visible|visited|checked|target|disabled|before|after|first-line|first-letter|selection|placeholder|marker|backdrop|-webkit-.*|-moz-.*)$/;
const combinators: Readonly<Record<string, Combinator>> = { '>': 'child', '+': 'next', '~': 'later' };

/** Escapes by number as the character itself, behind a backslash where it would not stand for itself. */
const withPlainEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\([0-9a-fA-F]{1,6})\s?/g, (_, hex: string) => {
        const char = String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)));
        return /^[\w-]$/.test(char) ? char : `\\${char}`;
      })
    : text;

/** `*|p` is `p` here: all elements that are told apart have one namespace. */
const withoutNamespaces = (text: string): string =>
  text.includes('|') && !/["']/.test(text) ? text.replace(/(?:\*|[\w-]{1,50})?\|(?=[\w*])/g, '') : text;

const unescapeName = (text: string): string => text.replace(/\\(.)/gs, '$1');

const longestSelector = 10_000;
const deepestCondition = 30;

const scope: Compound = { tag: null, ids: [], classes: [], tests: [], isScope: true, combinator: null };

/** Whether a selector is longer, or has more conditions within each other, than is read. */
export function isTooMuch(source: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (const char of source.length > longestSelector ? '' : source) {
    if (char === '(') deepest = Math.max(deepest, ++depth);
    else if (char === ')') depth--;
  }
  return source.length > longestSelector || deepest > deepestCondition;
}

/** One selector without commas; null where it can match no element that is just looked at, or cannot be read. */
export const parseSelector = (source: string): Selector | null => readSelector(source, 0, false);

/** @param isRelative whether it is told from the element that a `:has()` is about */
function readSelector(source: string, depth: number, isRelative: boolean): Selector | null {
  if (source.length > longestSelector || depth > deepestCondition) return null;
  const text = withoutNamespaces(withPlainEscapes(source.trim()));
  if (text === '') return null;
  const compounds: Compound[] = isRelative ? [scope] : [];
  let tag: string | null = null;
  let ids: string[] = [];
  let classes: string[] = [];
  let tests: Test[] = [];
  let combinator: Combinator | null = isRelative ? 'descendant' : null;
  let isUnknown = false;
  let specificity = 0;

  const finish = (): boolean => {
    if (isUnknown && ids.length === 0 && classes.length === 0 && tests.length === 0) return false;
    compounds.push({ tag, ids, classes, tests, isScope: false, combinator });
    specificity += ids.length * 10_000 + classes.length * 100 + (tag === null ? 0 : 1);
    [tag, ids, classes, tests, isUnknown] = [null, [], [], [], false];
    return true;
  };
  const addTest = (test: Test, weight = 100): void => {
    tests.push(test);
    specificity += weight;
  };

  for (let at = 0; at < text.length; ) {
    piece.lastIndex = at;
    const match = piece.exec(text);
    if (match === null) return null;
    const isFirst = at === 0;
    at = piece.lastIndex;
    const [, type, id, className, attribute, operator = '', double, single, bare, flag, pseudo, joint] = match;
    if (type !== undefined) tag = type === '*' ? null : unescapeName(type).toLowerCase();
    else if (id !== undefined) ids.push(unescapeName(id).toLowerCase());
    else if (className !== undefined) classes.push(unescapeName(className).toLowerCase());
    else if (attribute !== undefined) {
      const value = unescapeName(double ?? single ?? bare ?? '');
      addTest(attributeTest(attribute.toLowerCase(), operator, value, flag === 'i'));
    } else if (pseudo !== undefined) {
      const kind = pseudo.toLowerCase();
      const end = text[at] === '(' ? endOfBracket(text, at) : at;
      const argument = end === at ? null : text.slice(at + 1, end);
      if (end > at) at = end + 1;
      const place = placeTest(kind, argument) ?? placeOfTest(kind, argument ?? '', depth + 1);
      if (states.test(kind)) return null;
      if (place !== null) addTest(place);
      else if (kind === 'root' || kind === 'scope') tag ??= 'html';
      else if (kind === 'link' || kind === 'any-link') addTest(isLink);
      else if (kind === 'empty') addTest(({ childNodes }) => childNodes.every(node => node.nodeName === '#comment'));
      else if (kind === 'lang' && argument !== null) addTest(langTest(argument));
      else if (kind !== 'defined') {
        const list = listTest(kind, argument ?? '', depth + 1);
        if (list === null) isUnknown = true;
        else addTest(list.test, list.specificity);
      }
    } else if (joint !== undefined) {
      const next = combinators[joint.trim()] ?? 'descendant';
      if (!(isRelative && isFirst) && !finish()) return null;
      combinator = next;
    }
  }
  return finish() ? { compounds, specificity } : null;
}

/** `:nth-child(2 of .x)`: the place among those siblings that match. Null for anything else. */
function placeOfTest(kind: string, argument: string, depth: number): Test | null {
  const [, steps = '', list = ''] = /^([^(]{1,30}?)\sof\s(.*)$/is.exec(argument) ?? [];
  const isPlace = stepTest(steps);
  const isOf = listTest('is', list, depth);
  if ((kind !== 'nth-child' && kind !== 'nth-last-child') || list === '' || isPlace === null || isOf === null)
    return null;
  const side = kind === 'nth-child' ? 'previous' : 'next';
  return (element, step) => {
    if (!isOf.test(element, step)) return false;
    let index = 1;
    for (let one = placeOf(element)[side]; one !== null; one = placeOf(one)[side]) if (isOf.test(one, step)) index++;
    return isPlace(index);
  };
}

/** `:is()`, `:not()` and `:has()`; what cannot be read of a list holds for nothing. Null for any other pseudo-class. */
function listTest(kind: string, argument: string, depth: number): { test: Test; specificity: number } | null {
  const isHas = kind === 'has';
  if (!isHas && !/^(?:is|where|not|matches|-webkit-any|-moz-any)$/.test(kind)) return null;
  const selectors = splitList(argument)
    .map(one => readSelector(one, depth, isHas))
    .filter(one => one !== null);
  const isDenied = kind === 'not';
  return {
    specificity: kind === 'where' ? 0 : Math.max(0, ...selectors.map(one => one.specificity)),
    test: isHas
      ? (element, step) => selectors.some(selector => hasRelative(element, selector, step))
      : (element, step) => selectors.some(selector => matchesSelector(element, selector, step)) !== isDenied,
  };
}

/** Whether some element below this one, or below those that follow it, matches from here. */
function hasRelative(element: HtmlElement, selector: Selector, step: Step): boolean {
  const { combinator } = selector.compounds[1] ?? scope;
  const isBeside = combinator === 'next' || combinator === 'later';
  const open: HtmlElement[] = [];
  if (isBeside) for (let one = placeOf(element).next; one !== null; one = placeOf(one).next) open.push(one);
  const openChildren = ({ childNodes }: HtmlElement) => {
    for (const child of childNodes) if ('tagName' in child) open.push(child);
  };
  if (!isBeside) openChildren(element);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (matchesSelector(one, selector, step, element)) return true;
    openChildren(one);
  }
  return false;
}

/** The attribute of an element; null if it has none. */
export function attributeOf({ attrs }: HtmlElement, name: string): string | null {
  for (const attribute of attrs) if (attribute.name === name) return attribute.value;
  return null;
}

const classes = new WeakMap<HtmlElement, ReadonlySet<string>>();
const noClasses: ReadonlySet<string> = new Set();

/** Classes and ids in lower case: without a document type their case does not count, and few mails have one. */
export function classesOf(element: HtmlElement): ReadonlySet<string> {
  const attribute = attributeOf(element, 'class');
  if (attribute === null) return noClasses;
  let known = classes.get(element);
  if (!known) {
    known = new Set(attribute.toLowerCase().split(/\s+/).filter(Boolean));
    classes.set(element, known);
  }
  return known;
}

export const idOf = (element: HtmlElement): string | null => attributeOf(element, 'id')?.toLowerCase() ?? null;

const isLink: Test = element =>
  (element.tagName === 'a' || element.tagName === 'area') && attributeOf(element, 'href') !== null;

const langTest = (argument: string): Test => {
  const wanted = splitList(argument.toLowerCase()).map(one => one.trim().replace(/^["']|["']$/g, ''));
  return element => {
    for (let here: HtmlElement | null = element; here !== null; here = parentOf(here)) {
      const lang = attributeOf(here, 'lang')?.toLowerCase();
      if (lang !== undefined) return wanted.some(one => lang === one || lang.startsWith(`${one}-`));
    }
    return false;
  };
};

function attributeTest(name: string, operator: string, written: string, ignoresCase: boolean): Test {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const value = fold(written);
  return element => {
    const attribute = attributeOf(element, name);
    if (attribute === null) return false;
    const actual = fold(attribute);
    switch (operator) {
      case '':
        return true;
      case '=':
        return actual === value;
      case '~=':
        return actual.split(/\s+/).includes(value);
      case '|=':
        return actual === value || actual.startsWith(`${value}-`);
      case '^=':
        return value !== '' && actual.startsWith(value);
      case '$=':
        return value !== '' && actual.endsWith(value);
      default:
        return value !== '' && actual.includes(value);
    }
  };
}

function holdsCompound(element: HtmlElement, { tag, ids, classes, tests }: Compound, step: Step): boolean {
  if (tag !== null && tag !== element.tagName) return false;
  if (ids.length > 0 && ids.some(id => id !== idOf(element))) return false;
  if (classes.length > 0) {
    const own = classesOf(element);
    if (!classes.every(one => own.has(one))) return false;
  }
  return tests.every(test => test(element, step));
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | null =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : null;

const previousOf = (element: HtmlElement): HtmlElement | null => placeOf(element).previous;

/** Whether an element matches a selector, a relative one as told from `from`. */
export function matchesSelector(
  element: HtmlElement,
  { compounds }: Selector,
  step: Step,
  from: HtmlElement | null = null,
): boolean {
  const holds = (at: number, here: HtmlElement): boolean => {
    step();
    const compound = compounds[at];
    if (compound === undefined) return true;
    if (compound.isScope) return here === from;
    if (!holdsCompound(here, compound, step)) return false;
    if (at === 0) return true;
    const { combinator } = compound;
    const outward = combinator === 'child' || combinator === 'descendant' ? parentOf : previousOf;
    const isAny = combinator === 'descendant' || combinator === 'later';
    for (let other = outward(here); other !== null; other = isAny ? outward(other) : null)
      if (holds(at - 1, other)) return true;
    return false;
  };
  return holds(compounds.length - 1, element);
}
