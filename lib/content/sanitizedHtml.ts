// What can be seen of an HTML body as HTML that does nothing: of the tree only elements and attributes of a short list
// are written, everything else as its text or not at all. Nothing is copied from the source, so that no spelling of
// it gets through; reading the result again gives the same (idempotent).

import { limits } from '../limits.ts';
import { readLink } from './links.ts';
import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import type { HtmlVisitor } from './walkHtml.ts';

/** Elements that are written as what they are. */
const kept = new Set([
  ...['p', 'div', 'blockquote', 'pre', 'address', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['section', 'article', 'aside', 'main', 'header', 'footer', 'nav', 'hgroup', 'search', 'figure', 'figcaption'],
  ...['details', 'summary', 'ul', 'ol', 'li', 'menu', 'dir', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'tt', 'code'],
  ...['kbd', 'samp', 'var', 'q', 'cite', 'dfn', 'abbr', 'mark'],
]);

/** Elements that are written as another, which takes the same place in a tree. */
const renamed: Readonly<Record<string, string>> = {
  form: 'section',
  fieldset: 'section',
  listing: 'pre',
  xmp: 'pre',
  plaintext: 'pre',
  area: 'a',
};

/** Of these only text and links are written: without them what they hold would be read as another tree. */
const textOnly = new Set(['button', 'marquee', 'noscript', 'legend', 'object', 'applet', 'math', 'map']);

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** What ends before one like it begins, unless an element stands between that keeps the two apart. */
const ends: Readonly<
  Record<string, { readonly before: readonly string[]; readonly apart: (name: string) => boolean }>
> = {
  li: { before: ['li'], apart: name => isSpecial(name) },
  dd: { before: ['dd', 'dt'], apart: name => isSpecial(name) },
  dt: { before: ['dd', 'dt'], apart: name => isSpecial(name) },
  a: { before: ['a'], apart: name => cells.has(name) || name === 'caption' },
};

const inline = new Set([
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'small', 'big', 'tt', 'code'],
  ...['kbd', 'samp', 'var', 'q', 'cite', 'dfn', 'abbr', 'mark', 'address', 'div', 'p'],
]);

/** WHATWG HTML, section 13.2.4.2, as far as it keeps items apart. */
const isSpecial = (name: string): boolean => name !== '' && !inline.has(name);

/** A paragraph ends before these; where a tree has one within a paragraph all the same, only what it holds is written. */
const endsParagraph = new Set([
  ...['p', 'div', 'blockquote', 'pre', 'address', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'],
  ...['section', 'article', 'aside', 'main', 'header', 'footer', 'nav', 'hgroup', 'search', 'figure', 'figcaption'],
  ...['details', 'summary', 'ul', 'ol', 'li', 'menu', 'dir', 'dl', 'dt', 'dd'],
]);

/** A table keeps its cells, empty ones too. */
const cells = new Set(['td', 'th']);

const mostSpanned = 1000;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');

const escapeValue = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

const number = (text: string | null, least: number, most: number): number | null => {
  const value = /^\s*(\d{1,4})\s*$/.exec(text ?? '')?.[1];
  return value !== undefined && Number(value) >= least && Number(value) <= most ? Number(value) : null;
};

/** A start tag, or null for an element that would mean nothing without what is not written of it. */
function startTag(name: string, element: HtmlElement): string | null {
  const attributes: string[] = [];
  if (name === 'a') {
    const link = readLink(attributeOf(element, 'href'));
    if (link === null) return null;
    attributes.push(`href="${escapeValue(link)}"`);
  }
  if (cells.has(name)) {
    for (const span of ['colspan', 'rowspan']) {
      const value = number(attributeOf(element, span), 2, mostSpanned);
      if (value !== null) attributes.push(`${span}="${value}"`);
    }
  }
  if (name === 'ol') {
    const start = number(attributeOf(element, 'start'), 0, 9999);
    if (start !== null && start !== 1) attributes.push(`start="${start}"`);
  }
  const direction = attributeOf(element, 'dir')?.trim().toLowerCase();
  if (direction === 'rtl' || direction === 'ltr') attributes.push(`dir="${direction}"`);
  return `<${[name, ...attributes].join(' ')}>`;
}

export interface HtmlWriter extends HtmlVisitor {
  /** Ends what is open. */
  finish(): string;
  /** Whether all that was told is in it. */
  isWhole(): boolean;
}

interface Open {
  readonly source: HtmlElement;
  /** null where the element itself is not written. */
  name: string | null;
  /** Its start tag, until it is written: elements that hold nothing are not. */
  start: string | null;
  /** Where its start tag is written in `out`. */
  at: number;
  readonly isTextOnly: boolean;
  readonly isPre: boolean;
}

/** Writes sanitized HTML of what it is told. */
export function htmlWriter(): HtmlWriter {
  const out: string[] = [];
  let length = 0;
  let isFull = false;
  const open: Open[] = [];
  /** Those of them that are written, or wait to be: never many, however deep a tree is. */
  const named: Open[] = [];
  /** Elements whose start tags wait, in their order. */
  const waiting: Open[] = [];
  let written = 0;
  let endsInBlank = true;
  /** The start tag of a `pre` was written last: a line feed there would not be read. */
  let isAtPre = false;

  function put(text: string): void {
    out.push(text);
    length += text.length;
    if (length > limits.bodyCharacters.value) isFull = true;
  }

  function startWaiting(): void {
    for (const element of waiting) {
      element.at = out.length;
      put(element.start ?? '');
      element.start = null;
      written++;
      isAtPre = element.name === 'pre';
    }
    waiting.length = 0;
  }

  /** Whether a parser would end an element that is open, and so read another tree. */
  function wouldEnd(name: string): boolean {
    const rule = ends[name];
    for (let i = named.length - 1; rule !== undefined && i >= 0; i--) {
      const around = named[i]?.name ?? '';
      if (rule.before.includes(around)) return true;
      if (rule.apart(around)) return false;
    }
    return false;
  }

  function isInParagraph(): boolean {
    for (let i = named.length - 1; i >= 0; i--) {
      const name = named[i]?.name ?? '';
      if (name === 'p') return true;
      if (cells.has(name) || name === 'caption') return false;
    }
    return false;
  }

  /** The address of the link that is open and holds nothing yet. */
  function emptyLink(): string | null {
    const anchor = named.findLast(({ name }) => name === 'a');
    return anchor === undefined || anchor.start === null ? null : readLink(attributeOf(anchor.source, 'href'));
  }

  /** With a document type a table ends the paragraph that it is in without one: there it is a division. */
  function divideParagraphs(): void {
    for (let i = named.length - 1; i >= 0; i--) {
      const around = named[i];
      if (around === undefined || cells.has(around.name ?? '') || around.name === 'caption') return;
      if (around.name !== 'p') continue;
      around.name = 'div';
      if (around.start !== null) around.start = around.start.replace('<p', '<div');
      else out[around.at] = out[around.at]?.replace('<p', '<div') ?? '';
    }
  }

  function writeText(value: string, isPre: boolean, keepsLines: boolean): void {
    if (isPre) {
      startWaiting();
      put(escapeText(isAtPre && value.startsWith('\n') ? `\n${value}` : value));
      isAtPre = false;
      endsInBlank = false;
      return;
    }
    const lines = keepsLines ? value.split('\n') : [value];
    for (const [i, line] of lines.entries()) {
      if (i > 0) putBreak();
      const text = line.replace(/[ \t\n]+/g, ' ');
      const rest = endsInBlank ? text.replace(/^ /, '') : text;
      if (rest === '' || (rest === ' ' && waiting.length > 0)) continue;
      startWaiting();
      put(escapeText(rest));
      isAtPre = false;
      endsInBlank = rest.endsWith(' ');
    }
  }

  function putBreak(): void {
    startWaiting();
    put('<br>');
    isAtPre = false;
    endsInBlank = true;
  }

  return {
    enter(source) {
      const { tagName } = source;
      const parent = open.at(-1);
      const isTooDeep = written + waiting.length >= limits.htmlDepth.value;
      const isTextOnly = parent?.isTextOnly === true || textOnly.has(tagName) || isTooDeep;
      if (!isFull && !isTextOnly && tagName === 'br') putBreak();
      const isMisplaced = (endsParagraph.has(renamed[tagName] ?? tagName) && isInParagraph()) || wouldEnd(tagName);
      if (!isFull && !isTextOnly && tagName === 'hr' && !isMisplaced) {
        startWaiting();
        put('<hr>');
        isAtPre = false;
        endsInBlank = true;
      }
      const own = renamed[tagName] ?? (kept.has(tagName) ? tagName : null);
      const isNestedHeading = own !== null && headings.has(own) && headings.has(named.at(-1)?.name ?? '');
      const isInline = own === 'a' && !isTooDeep;
      const isWritten = own !== null && (!isTextOnly || isInline) && !isMisplaced && !isNestedHeading && !isFull;
      const start = isWritten ? startTag(own, source) : null;
      const element: Open = {
        source,
        name: start === null ? null : own,
        start,
        at: 0,
        isTextOnly,
        isPre: parent?.isPre === true || (start !== null && own === 'pre'),
      };
      open.push(element);
      if (start === null) return;
      named.push(element);
      if (own === 'table') divideParagraphs();
      waiting.push(element);
      if (cells.has(own ?? '')) startWaiting();
    },

    leave() {
      const element = open.pop();
      if (!element || element.name === null) return;
      named.pop();
      if (element.start !== null) {
        waiting.splice(waiting.indexOf(element), 1);
        return;
      }
      out.push(`</${element.name}>`);
      written--;
      isAtPre = false;
    },

    text(value, look) {
      if (isFull) return;
      const place = open.at(-1);
      writeText(value, place?.isPre === true, look.keepsLines && place?.isTextOnly !== true);
    },

    picture(alternative) {
      if (isFull) return;
      const { isPre = false } = open.at(-1) ?? {};
      const link = alternative === '' ? emptyLink() : null;
      if (alternative !== '') writeText(`[${alternative}]`, isPre, false);
      else if (link !== null) writeText(link, isPre, false);
    },

    finish() {
      while (open.length > 0) this.leave(open.at(-1)?.source as HtmlElement, null);
      return out.join('').trim();
    },

    isWhole: () => !isFull,
  };
}
