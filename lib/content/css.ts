// CSS as mail has it -> rules and declarations (CSS Syntax Level 3, simplified): whatever spelling says the same reads
// the same. Which of them hide something is for others to say. Linear in the length of the text.

import { type Layer, type LayerNames, layerNames, noLayer } from './cascadeLayers.ts';
import { plainValue, withoutData } from './cssValues.ts';
import { mediaMayHold } from './mediaQueries.ts';

export interface Declaration {
  /** Lower case, escapes resolved. */
  readonly name: string;
  /** Lower case, escapes resolved, comments as a blank, without `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** Declarations of a block, with what stands before it. */
export interface Block {
  readonly selectors: string;
  readonly declarations: readonly Declaration[];
}

export interface StyleRule extends Block {
  readonly layer: Layer;
}

/** At-rules whose contents are rules like any other. */
const groups = new Set(['media', 'supports', 'layer', 'container', 'document', '-moz-document', 'scope']);
const deepestGroup = 30;

/** Style sheets that hold each other. */
const deepestImport = 5;

const withoutComments = (css: string): string => {
  if (!css.includes('/*')) return css;
  let out = '';
  let at = 0;
  for (;;) {
    const start = css.indexOf('/*', at);
    if (start < 0) return out + css.slice(at);
    out += `${css.slice(at, start)} `;
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return out;
    at = end + 2;
  }
};

const escapes = /\\(?:([0-9a-f]{1,6})\s?|\r\n|(.))/gis;

/** Resolves escapes (section 4.3.7). */
const unescapeCss = (text: string): string =>
  text.includes('\\')
    ? text.replace(escapes, (_, hex: string | undefined, char: string | undefined) => {
        if (hex === undefined) return char === '\n' || char === undefined ? '' : char;
        const code = Number.parseInt(hex, 16);
        return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
      })
    : text;

const important = /\s*!\s*important$/;

/** Where a string that opens at `at` ends: behind its closing quote. */
function endOfString(css: string, at: number): number {
  const quote = css[at];
  for (let i = at + 1; i < css.length; i++) {
    if (css[i] === '\\') i++;
    else if (css[i] === quote) return i + 1;
    else if (css[i] === '\n') return i;
  }
  return css.length;
}

/** The first of `ends` at or after `at` that stands outside strings, brackets and blocks; the end of the text if none. */
function seek(css: string, at: number, ends: string, limit = css.length): number {
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const char = css[i] as string;
    if (depth === 0 && ends.includes(char)) return i;
    if (char === '\\') i++;
    else if (char === '"' || char === "'") i = endOfString(css, i) - 1;
    else if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth = Math.max(0, depth - 1);
  }
  return limit;
}

/** The parts of a list that commas separate, those within brackets not. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = seek(text, at, ',');
    parts.push(text.slice(at, end));
    at = end + 1;
  }
  return parts;
}

/** The declarations of a style attribute or a block; what is no declaration is passed over, as CSS says. */
export function parseDeclarations(text: string): Declaration[] {
  const css = withoutData(withoutComments(text));
  const found: Declaration[] = [];
  for (let at = 0; at < css.length; ) {
    const end = seek(css, at, ';');
    const text = css.slice(at, end);
    const colon = text.indexOf(':');
    if (colon >= 0) {
      const name = unescapeCss(text.slice(0, colon)).trim().toLowerCase();
      const value = plainValue(unescapeCss(text.slice(colon + 1)).trim()).toLowerCase();
      const isImportant = value.includes('!') && important.test(value.slice(-40));
      found.push({ name, value: isImportant ? value.slice(0, value.lastIndexOf('!')).trim() : value, isImportant });
    }
    at = end + 1;
  }
  return found;
}

/** Whether the rules within an at-rule may apply. */
function mayApply(prelude: string): boolean {
  const [, name = '', condition = ''] = /^@([\w-]+)\s*(.*)$/s.exec(prelude) ?? [];
  if (!groups.has(name.toLowerCase())) return false;
  return name.toLowerCase() !== 'media' || mediaMayHold(condition);
}

/** Characters of selectors of nested rules, which grow with each level. */
const longestNested = 2000;
/** The same of all nested rules. */
const mostNested = 500_000;

/** A style sheet that an address holds itself (RFC 2397), null for one that would have to be loaded. */
export function dataStyleSheet(url: string): string | null {
  const [head = ''] = /^\s*data:text\/css[^,]{0,100},/i.exec(url) ?? [];
  if (head === '') return null;
  const body = url.slice(head.length);
  try {
    const text = decodeURIComponent(body);
    return /;\s*base64\s*,$/i.test(head) ? Buffer.from(text, 'base64').toString() : text;
  } catch {
    return body;
  }
}

/** The address of an import; null where there is none. */
function importOf(rule: string): string | null {
  const [, double, single, bare] =
    /^\s*@import\s+(?:url\(\s*)?(?:"(data:[^"]+)|'(data:[^']+)|(data:[^"')\s]+))/i.exec(rule) ?? [];
  return double ?? single ?? bare ?? null;
}

export interface StyleSheet {
  /** In their order, those within groups that may apply among them. */
  readonly rules: StyleRule[];
  /** By the names of animations, in lower case, in which each block of a state stands under its percentages. */
  readonly keyframes: Map<string, Block[]>;
  /** False where a bound was met: some rules are not there. */
  readonly isWhole: boolean;
}

/** Where rules stand. */
interface Context {
  readonly depth: number;
  readonly layer: Layer;
  /** Selectors of what alone they may match, and what is in it; null for everything. */
  readonly scope: string | null;
}

/** The context within an at-rule. */
function contextWithin(prelude: string, around: Context, layers: LayerNames): Context {
  const [, name = '', condition = ''] = /^@([\w-]+)\s*(.*)$/s.exec(prelude) ?? [];
  const inner = { ...around, depth: around.depth + 1 };
  if (name.toLowerCase() === 'layer') return { ...inner, layer: layers.within(around.layer, condition.trim()) };
  const [, scope = ''] = name.toLowerCase() === 'scope' ? (/^\(([^()]{1,500})\)/.exec(condition) ?? []) : [];
  return scope === '' ? inner : { ...inner, scope };
}

/** Selectors of rules within a scope as they would stand without it. */
const scoped = (selectors: string, scope: string | null): string =>
  scope === null
    ? selectors
    : splitList(selectors)
        .map(one =>
          one.includes(':scope') ? one.replaceAll(':scope', `:where(${scope})`) : `:where(${scope}) ${one.trim()}`,
        )
        .join(',');

/** @param layers those of the document */
export function parseStyleSheet(text: string, layers: LayerNames = layerNames(), imports = 0): StyleSheet {
  const css = withoutData(withoutComments(text)).replaceAll('<!--', ' ').replaceAll('-->', ' ');
  const rules: StyleRule[] = [];
  const keyframes: StyleSheet['keyframes'] = new Map();
  let nestedCharacters = 0;
  let isWhole = true;

  function readRules(from: number, to: number, context: Context): void {
    for (let at = from; at < to; ) {
      const head = seek(css, at, '{;}', to);
      const prelude = css.slice(at, head).trim();
      if (css[head] !== '{' || head >= to) {
        const [, named = ''] = /^@layer\s+([^{}]{1,1000})$/is.exec(prelude) ?? [];
        for (const name of named.split(',')) if (name.trim() !== '') layers.within(context.layer, name.trim());
        const address = importOf(css.slice(at, head));
        const imported = address === null ? null : dataStyleSheet(address);
        if (imported !== null && imports >= deepestImport) isWhole = false;
        else if (imported !== null) {
          const sheet = parseStyleSheet(imported, layers, imports + 1);
          if (!sheet.isWhole) isWhole = false;
          for (const rule of sheet.rules) rules.push(rule);
          for (const [name, states] of sheet.keyframes) keyframes.set(name, states);
        }
        // A semicolon ends an at-rule only; elsewhere it is part of a selector that nothing matches.
        at = head + 1;
        continue;
      }
      const end = seek(css, head + 1, '}', to);
      readRule(prelude, head + 1, end, context);
      at = end + 1;
    }
  }

  function readRule(prelude: string, from: number, to: number, context: Context): void {
    if (!prelude.startsWith('@')) {
      readBlock(scoped(prelude, context.scope), from, to, context);
      return;
    }
    const [, animation] = /^@(?:-\w+-)?keyframes\s+["']?([^\s"'{]{1,1000})/i.exec(prelude) ?? [];
    if (animation !== undefined) keyframes.set(unescapeCss(animation).toLowerCase(), readStates(from, to));
    if (!mayApply(prelude)) return;
    if (context.depth >= deepestGroup) {
      isWhole = false;
      return;
    }
    readRules(from, to, contextWithin(prelude, context, layers));
  }

  function readStates(from: number, to: number): Block[] {
    const states: Block[] = [];
    for (let at = from; at < to; ) {
      const head = seek(css, at, '{', to);
      const end = seek(css, head + 1, '}', to);
      const selectors = css.slice(at, head).trim().toLowerCase();
      if (head < to) states.push({ selectors, declarations: parseDeclarations(css.slice(head + 1, end)) });
      at = end + 1;
    }
    return states;
  }

  /** The declarations of a block and the rules nested in it (CSS Nesting Level 1). */
  function readBlock(selectors: string, from: number, to: number, context: Context): void {
    let own = '';
    const nested: (() => void)[] = [];
    for (let at = from; at < to; ) {
      const head = seek(css, at, '{;', to);
      if (css[head] !== '{' || head >= to) {
        own += css.slice(at, head + (head < to ? 1 : 0));
        at = head + 1;
        continue;
      }
      const prelude = css.slice(at, head).trim();
      const end = seek(css, head + 1, '}', to);
      if (context.depth >= deepestGroup) isWhole = false;
      else nested.push(() => readNested(selectors, prelude, head + 1, end, context));
      at = end + 1;
    }
    rules.push({ selectors, declarations: parseDeclarations(own), layer: context.layer });
    for (const read of nested) read();
  }

  function readNested(outer: string, prelude: string, from: number, to: number, around: Context): void {
    const context = contextWithin(prelude, around, layers);
    if (prelude.startsWith('@')) {
      if (mayApply(prelude)) readBlock(outer, from, to, context);
      return;
    }
    nestedCharacters += outer.length + prelude.length;
    if (outer.length + prelude.length > longestNested || nestedCharacters > mostNested) {
      isWhole = false;
      return;
    }
    const parents = splitList(outer);
    const inner = splitList(prelude).flatMap(one =>
      parents.map(parent => {
        const selector = one.trim();
        return selector.includes('&') ? selector.replaceAll('&', parent.trim()) : `${parent.trim()} ${selector}`;
      }),
    );
    const selectors = inner.join(',');
    if (selectors.length <= longestNested) readBlock(selectors, from, to, context);
    else isWhole = false;
  }

  readRules(0, css.length, { depth: 0, layer: noLayer, scope: null });
  return { rules, keyframes, isWhole };
}
