// Selectors of CSS: reading one, and whether an element matches. States of a pointer or a control never hold; sibling
// combinators and places among siblings count as holding where a class or an id is named beside them.

import { splitList } from './css.ts';
import type { HtmlElement } from './parseHtml.ts';

interface AttributeTest {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

/** `:is()`, or `:not()` if denied. */
interface Condition {
  readonly selectors: readonly Selector[];
  readonly isDenied: boolean;
}

interface Compound {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly conditions: readonly Condition[];
  /** How the compound to its left stands to it. */
  readonly combinator: 'descendant' | 'child' | null;
}

export interface Selector {
  /** Left to right. */
  readonly compounds: readonly Compound[];
  /** Ids, classes and tags weighed against each other (Selectors Level 4, section 17). */
  readonly specificity: number;
}

const name = '(?:[\\w-]|[^\\x00-\\x7f]|\\\\[\\s\\S])+';
const piece = new RegExp(
  `(${name}|\\*)|#(${name})|\\.(${name})|\\[\\s*(${name})\\s*(?:([~|^$*]?=)\\s*(?:"([^"]*)"|'([^']*)'|(${name}))\\s*[is]?\\s*)?\\]|::?(${name})(\\((?:[^()]|\\([^()]*\\))*\\))?|(\\s*[>+~]\\s*|\\s+)`,
  'y',
);
const states =
  /^(?:hover|active|focus|focus-within|focus-visible|visited|checked|target|disabled|before|after|first-line|first-letter|selection|placeholder|marker|backdrop|-webkit-.*|-moz-.*)$/;

/** Of every element, or of every link. */
const always = /^(?:link|any-link|defined|(?:nth-(?:last-)?(?:child|of-type)\(\s*(?:1?n(?:\s*\+\s*[01])?)\s*\)))$/i;

/** Escapes by number as the character itself, behind a backslash where it would not stand for itself. */
const withPlainEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\([0-9a-fA-F]{1,6})\s?/g, (_, hex: string) => {
        const char = String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)));
        return /^[\w-]$/.test(char) ? char : `\\${char}`;
      })
    : text;

const unescapeName = (text: string): string => text.replace(/\\(.)/gs, '$1');

const longestSelector = 1000;
const deepestCondition = 3;

/** One selector without commas; null where it can match no element that is just looked at, or cannot be read. */
export function parseSelector(source: string, depth = 0): Selector | null {
  if (source.length > longestSelector || depth > deepestCondition) return null;
  const text = withPlainEscapes(source.trim());
  if (text === '') return null;
  const compounds: Compound[] = [];
  let tag: string | null = null;
  let ids: string[] = [];
  let classes: string[] = [];
  let attributes: AttributeTest[] = [];
  let conditions: Condition[] = [];
  let combinator: Compound['combinator'] = null;
  let isPlaced = false;
  let specificity = 0;

  const finish = (): boolean => {
    if (isPlaced && ids.length === 0 && classes.length === 0 && conditions.length === 0) return false;
    compounds.push({ tag, ids, classes, attributes, conditions, combinator });
    specificity += ids.length * 10_000 + (classes.length + attributes.length) * 100 + (tag === null ? 0 : 1);
    [tag, ids, classes, attributes, conditions, isPlaced] = [null, [], [], [], [], false];
    return true;
  };

  for (let at = 0; at < text.length; ) {
    piece.lastIndex = at;
    const match = piece.exec(text);
    if (match === null) return null;
    at = piece.lastIndex;
    const [, type, id, className, attribute, operator = '', double, single, bare, pseudo, inner, joint] = match;
    if (type !== undefined) tag = type === '*' ? null : unescapeName(type).toLowerCase();
    else if (id !== undefined) ids.push(unescapeName(id).toLowerCase());
    else if (className !== undefined) classes.push(unescapeName(className).toLowerCase());
    else if (attribute !== undefined) {
      const value = unescapeName(double ?? single ?? bare ?? '');
      attributes.push({ name: attribute.toLowerCase(), operator, value });
    } else if (pseudo !== undefined) {
      const kind = pseudo.toLowerCase();
      const listed = inner === undefined ? [] : splitList(inner.slice(1, -1));
      if (/^(?:is|where|not|matches|-webkit-any|-moz-any)$/.test(kind)) {
        const selectors = listed.map(one => parseSelector(one, depth + 1)).filter(one => one !== null);
        conditions.push({ selectors, isDenied: kind === 'not' });
        if (kind !== 'where') specificity += Math.max(0, ...selectors.map(one => one.specificity));
      } else if (states.test(kind)) return null;
      else if (kind === 'root') tag ??= 'html';
      else if (!always.test(kind + (inner ?? ''))) isPlaced = true;
    } else if (joint !== undefined) {
      const sign = joint.trim();
      if (!finish()) return null;
      if (sign === '+' || sign === '~') {
        compounds.length = 0;
        combinator = null;
      } else combinator = sign === '>' ? 'child' : 'descendant';
    }
  }
  return finish() ? { compounds, specificity } : null;
}

/** The attribute of an element; null if it has none. */
export function attributeOf({ attrs }: HtmlElement, name: string): string | null {
  for (const attribute of attrs) if (attribute.name === name) return attribute.value;
  return null;
}

const mostClasses = 100;

/** Classes and ids in lower case: without a document type their case does not count, and few mails have one. */
export const classesOf = (element: HtmlElement): string[] =>
  attributeOf(element, 'class')?.toLowerCase().split(/\s+/, mostClasses).filter(Boolean) ?? [];

export const idOf = (element: HtmlElement): string | null => attributeOf(element, 'id')?.toLowerCase() ?? null;

function holdsAttribute(element: HtmlElement, { name, operator, value }: AttributeTest): boolean {
  const actual = attributeOf(element, name);
  if (actual === null) return false;
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
}

function holdsCompound(
  element: HtmlElement,
  { tag, ids, classes, attributes, conditions }: Compound,
  step: Step,
): boolean {
  if (tag !== null && tag !== element.tagName) return false;
  if (ids.length > 0 && ids.some(id => id !== idOf(element))) return false;
  if (classes.length > 0) {
    const own = classesOf(element);
    if (!classes.every(one => own.includes(one))) return false;
  }
  return (
    attributes.every(test => holdsAttribute(element, test)) &&
    conditions.every(
      ({ selectors, isDenied }) => selectors.some(one => matchesSelector(element, one, step)) !== isDenied,
    )
  );
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | null =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : null;

/** Counts steps, which may be tried many times over on deep trees, and is told to throw when they are too many. */
export type Step = () => void;

/** Whether an element matches a selector. */
export function matchesSelector(element: HtmlElement, { compounds }: Selector, step: Step): boolean {
  const holds = (at: number, here: HtmlElement): boolean => {
    step();
    const compound = compounds[at];
    if (compound === undefined) return true;
    if (!holdsCompound(here, compound, step)) return false;
    if (at === 0) return true;
    if (compound.combinator === 'child') {
      const parent = parentOf(here);
      return parent !== null && holds(at - 1, parent);
    }
    for (let ancestor = parentOf(here); ancestor !== null; ancestor = parentOf(ancestor))
      if (holds(at - 1, ancestor)) return true;
    return false;
  };
  return holds(compounds.length - 1, element);
}
