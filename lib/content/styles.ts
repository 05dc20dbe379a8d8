// What style sheets, attributes and style attributes say of one element: the cascade (CSS Cascade Level 4, simplified),
// of the properties alone that can hide text or keep its lines.

import { limits } from '../limits.ts';
import { type Keyframes, keyframesOf, leftByAnimations } from './animations.ts';
import { compareLayers, type Layer, layerNames } from './cascadeLayers.ts';
import { type Declaration, parseDeclarations, parseStyleSheet, splitList } from './css.ts';
import { longestValue, withoutData } from './cssValues.ts';
import { type CustomProperties, hasVariable, noCustomProperties, withVariables } from './customProperties.ts';
import type { HtmlElement } from './parseHtml.ts';
import { plainProperty } from './propertyNames.ts';
import { seenProperties } from './seenProperties.ts';
import { attributeOf, classesOf, idOf, isTooMuch, matchesSelector, parseSelector, type Selector } from './selectors.ts';
import { setProperty } from './setProperty.ts';

/** Values by property, in lower case. */
export type Styles = ReadonlyMap<string, string>;

export interface Cascade {
  /** The styles of an element, or null where nothing is said of it. */
  readonly stylesOf: (element: HtmlElement) => Styles | null;
  /** The styles of the same once its animations are where they stay; null where it has none, or they change nothing. */
  readonly animatedOf: (styles: Styles | null) => Styles | null;
  /** Whether matching has cost so much that it ended: what follows may be hidden, unknown here. */
  readonly isSpent: () => boolean;
}

interface Rule {
  readonly selector: Selector;
  readonly layer: Layer;
  readonly order: number;
  readonly declarations: readonly Declaration[];
}

const relevant = (declarations: readonly Declaration[]): Declaration[] =>
  declarations.flatMap(declaration => {
    if (declaration.name.startsWith('--')) return [declaration];
    const [name, value] = plainProperty(declaration.name, declaration.value);
    return seenProperties.has(name) ? [{ ...declaration, name, value }] : [];
  });

interface RuleIndex {
  add(sheet: string): void;
  /** Whether all rules are there. */
  isWhole(): boolean;
  /** Animations by their names. */
  readonly keyframes: ReadonlyMap<string, Keyframes>;
  /** Rules that may match an element. */
  candidates(element: HtmlElement): readonly Rule[];
}

const none: readonly Rule[] = [];

/** Animations that are known of a document. */
const mostAnimations = 10_000;

/** Rules by what the last compound of their selector asks for, so that few are tried on an element. */
function ruleIndex(): RuleIndex {
  const byKey = new Map<string, Rule[]>();
  const keyframes = new Map<string, Keyframes>();
  const layers = layerNames();
  let count = 0;
  let isWhole = true;

  function addRule(text: string, declarations: readonly Declaration[], layer: Layer): void {
    if (count >= limits.styleRules.value || isTooMuch(text)) {
      isWhole = false;
      return;
    }
    const selector = parseSelector(text);
    if (selector === null) return;
    const rule: Rule = { selector, layer, order: count++, declarations };
    const key = keyOf(selector);
    const known = byKey.get(key);
    if (known) known.push(rule);
    else byKey.set(key, [rule]);
  }

  return {
    add(text) {
      const sheet = parseStyleSheet(text, layers);
      if (!sheet.isWhole) isWhole = false;
      for (const { selectors, declarations, layer } of sheet.rules) {
        const own = relevant(declarations);
        if (own.length > 0) for (const text of splitList(selectors)) addRule(text, own, layer);
      }
      for (const [name, states] of sheet.keyframes) {
        if (keyframes.size < mostAnimations) keyframes.set(name, keyframesOf(states, relevant));
        else isWhole = false;
      }
    },
    keyframes,
    isWhole: () => isWhole,
    candidates(element) {
      if (count === 0) return none;
      const keys = new Set([
        '*',
        element.tagName,
        `#${idOf(element)}`,
        ...[...classesOf(element)].map(one => `.${one}`),
      ]);
      return [...keys].flatMap(key => byKey.get(key) ?? none);
    },
  };
}

function keyOf({ compounds }: Selector): string {
  const last = compounds.at(-1);
  const [id] = last?.ids ?? [];
  const [className] = last?.classes ?? [];
  if (id !== undefined) return `#${id}`;
  return className !== undefined ? `.${className}` : (last?.tag ?? '*');
}

const inLayer = (a: Rule, b: Rule): number => a.selector.specificity - b.selector.specificity || a.order - b.order;

/** The same rules as their important declarations follow each other. */
const asImportant = (rules: readonly Rule[]): readonly Rule[] =>
  rules.some(({ layer }) => layer.length > 0)
    ? rules.toSorted((a, b) => compareLayers(b.layer, a.layer) || inLayer(a, b))
    : rules;

/** What putting in custom properties costs, beside matching one selector. */
const variableSteps = 100;

/** Values that are longer are gone through more than once, and cost the more. */
const longValue = 50;

/** Says of an element that it has a value that is too long to be read. */
export const unread = 'unread';

/** Custom properties that are known in one place. */
const mostCustom = 1000;

class Spent extends Error {}

/** Style attributes that say the same are read once: mails repeat theirs in every cell. */
const mostRemembered = 2_000;

/** @param sheets texts of all style elements of a document, in its order */
export function cascadeOf(sheets: readonly string[]): Cascade {
  const index = ruleIndex();
  let left = limits.styleCharacters.value;
  for (const written of sheets) {
    const sheet = withoutData(written);
    index.add(sheet.slice(0, Math.max(0, left)));
    left -= sheet.length;
  }
  let steps = 0;
  let isSpent = left < 0 || !index.isWhole();
  const step = () => {
    if (++steps > limits.styleWork.value) throw new Spent();
  };

  /** The same where what was begun is ended first. */
  const charge = (count: number) => {
    steps += count;
    if (steps > limits.styleWork.value) isSpent = true;
  };

  const remembered = new Map<string, Declaration[]>();
  function inlineOf(element: HtmlElement): Declaration[] {
    const text = attributeOf(element, 'style');
    if (text === null) return [];
    const known = remembered.get(text);
    if (known) return known;
    const declarations = relevant(parseDeclarations(text));
    if (remembered.size < mostRemembered) remembered.set(text, declarations);
    return declarations;
  }

  function matching(element: HtmlElement, candidates: readonly Rule[]): readonly Rule[] {
    if (candidates.length === 0 || isSpent) return [];
    try {
      return candidates
        .filter(({ selector }) => matchesSelector(element, selector, step))
        .sort((a, b) => compareLayers(a.layer, b.layer) || inLayer(a, b));
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      isSpent = true;
      return [];
    }
  }

  /** Custom properties by element, where there are any: those of an element are told before what it holds. */
  const scopes = new WeakMap<object, CustomProperties>();
  function scopeOf(element: HtmlElement, styles: Styles | null): CustomProperties {
    const outer = (element.parentNode && scopes.get(element.parentNode)) ?? noCustomProperties;
    const own = [...(styles ?? [])].filter(([name]) => name.startsWith('--'));
    const scope = own.length === 0 ? outer : new Map([...outer, ...own]);
    if (own.length > 0) charge(scope.size);
    if (scope.size > mostCustom) isSpent = true;
    if (scope.size > 0) scopes.set(element, scope);
    return scope;
  }

  function stylesOf(element: HtmlElement): Styles | null {
    const styles = declaredOf(element);
    const scope = scopeOf(element, styles);
    for (const [name, value] of styles ?? []) {
      if (!hasVariable(value) || name.startsWith('--')) continue;
      charge(variableSteps);
      const own = isSpent ? null : withVariables(value, scope);
      styles?.delete(name);
      if (own?.kind === 'tooMuch') isSpent = true;
      if (own?.kind === 'value' && styles !== null) setProperty(styles, name, own.value);
    }
    for (const [name, { length }] of styles ?? []) {
      if (name.startsWith('--')) continue;
      if (length > longValue) charge(Math.floor((length * length) / longValue));
      if (length > longestValue) styles?.set(unread, '');
    }
    return styles;
  }

  function declaredOf(element: HtmlElement): Map<string, string> | null {
    const candidates = index.candidates(element);
    if (element.attrs.length === 0 && candidates.length === 0) return null;
    const rules = matching(element, candidates);
    const inline = inlineOf(element);
    if (rules.length === 0 && inline.length === 0) return null;
    const styles = new Map<string, string>();
    for (const isImportant of [false, true])
      for (const { declarations } of [...(isImportant ? asImportant(rules) : rules), { declarations: inline }])
        for (const { name, value, isImportant: own } of declarations)
          if (own === isImportant) setProperty(styles, name, value);
    return styles;
  }

  function animatedOf(styles: Styles | null): Styles | null {
    const left = styles === null ? [] : leftByAnimations(styles, index.keyframes);
    if (styles === null || left.length === 0) return null;
    charge(styles.size + left.length);
    const animated = new Map(styles);
    for (const { name, value } of left) setProperty(animated, name, value);
    return animated;
  }

  return { stylesOf, animatedOf, isSpent: () => isSpent };
}
