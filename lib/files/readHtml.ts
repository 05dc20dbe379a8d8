// HTML -> its text: sections by headings, blocks as lines, how words are read aloud (ruby) after them. Scripts, styles and markup are left out; what styles hide stays,
// since a page may show it when something is pressed.

import { type HtmlElement, type HtmlNode, parseHtml } from '../content/parseHtml.ts';
import { attributeOf } from '../content/selectors.ts';
import { limits } from '../limits.ts';
import type { Draft } from './draft.ts';
import { decodeHtmlReferences } from './htmlReferences.ts';
import { tooBig } from './readingEnd.ts';

const unread = new Set(['script', 'style', 'template', 'noembed', 'noframes', 'iframe', 'rp']);
/** Elements that text runs through. */
const inline = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'ins'],
  ...['kbd', 'label', 'mark', 'nobr', 'output', 'q', 'ruby', 'rb', 's', 'samp', 'small', 'span', 'strike', 'strong'],
  ...[
    'sub',
    'sup',
    'time',
    'tt',
    'u',
    'var',
    'wbr',
    'tspan',
    'mi',
    'mn',
    'mo',
    'mrow',
    'mtext',
    'msub',
    'msup',
    'math',
  ],
]);
/** Elements that refer to a file, with the attribute that does. */
const referring: Readonly<Record<string, string>> = {
  ...{ img: 'src', a: 'href', source: 'src', video: 'src', audio: 'src', embed: 'src', object: 'data', iframe: 'src' },
  ...{ link: 'href', area: 'href', image: 'href', input: 'src', track: 'src' },
};
/** Types of inputs whose value is shown. */
const shownInputs = new Set(['text', 'button', 'submit', 'reset', 'search', 'email', 'url', 'tel', 'number', 'date']);

/** Elements that hold how a word is read. */
const isReading = new Set(['rt', 'rtc']);

const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** A line end within Chinese or Japanese is none of the text: those scripts have no blanks (CSS Text 3, 4.1.3). */
const lineEndWithin =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々、。，])[ \t]{0,100}\r?\n[ \t]{0,100}(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu;
const blanks = /[ \t\r\n\f]+/g;

interface Place {
  readonly element: HtmlElement;
  next: number;
}

/** Writes the text of a tree. */
function writeTree(root: readonly HtmlNode[], draft: Draft): void {
  let line = '';
  let heading: string | null = null;
  let title: string | null = null;
  let preformatted = 0;
  /** Readings of the words of a block, those of one ruby as one: they would part the word that they stand over. */
  let readings: string[] = [];
  /** Elements of readings that are open. */
  let reading = 0;
  const flush = () => {
    if (heading === null) draft.line(line);
    line = '';
    if (heading !== null || readings.length === 0) return;
    draft.line(readings.join(' '));
    readings = [];
  };
  const write = (text: string) => {
    if (reading > 0) readings.push(`${readings.pop() ?? ''}${text.trim()}`);
    else if (title !== null) title += text;
    else if (heading !== null) heading += text;
    else line += text;
  };

  function enter(element: HtmlElement): void {
    const { tagName } = element;
    const reference = Object.hasOwn(referring, tagName) ? attributeOf(element, referring[tagName] as string) : null;
    if (reference !== null) draft.refer(reference);
    if (isReading.has(tagName)) reading++;
    else if (tagName === 'ruby' && reading === 0) readings.push('');
    else if (tagName === 'title' && draft.title === null) title = '';
    else if (isHeading(tagName)) {
      flush();
      heading = '';
    } else if (tagName === 'br') {
      if (heading === null) flush();
      else write(' ');
    } else if (tagName === 'td' || tagName === 'th') write('\t');
    else if (tagName === 'img' || tagName === 'area') write(` ${attributeOf(element, 'alt') ?? ''} `);
    else if (tagName === 'input') {
      const type = attributeOf(element, 'type')?.toLowerCase() ?? 'text';
      if (shownInputs.has(type))
        write(` ${attributeOf(element, 'value') ?? attributeOf(element, 'placeholder') ?? ''} `);
    } else if (tagName === 'option') write(' ');
    else if (!inline.has(tagName)) flush();
    if (tagName === 'pre') preformatted++;
  }

  function leave(element: HtmlElement): void {
    const { tagName } = element;
    if (isReading.has(tagName)) reading--;
    else if (tagName === 'title' && title !== null) {
      draft.title = title;
      // A page's title is what people look for it by.
      draft.section(title);
      title = null;
    } else if (isHeading(tagName) && heading !== null) {
      const text = heading.trim();
      heading = null;
      if (text !== '') draft.section(text);
    } else if (tagName === 'td' || tagName === 'th' || inline.has(tagName)) return;
    else if (tagName === 'pre') {
      preformatted--;
      flush();
    } else if (tagName === 'option') write(' ');
    else if (tagName !== 'br' && tagName !== 'img' && tagName !== 'input' && tagName !== 'area') flush();
  }

  const places: Place[] = [];
  function visit(node: HtmlNode): void {
    if ('tagName' in node) {
      if (unread.has(node.tagName)) {
        const source = attributeOf(node, referring[node.tagName] ?? '');
        if (source !== null) draft.refer(source);
        return;
      }
      enter(node);
      places.push({ element: node, next: 0 });
    } else if (node.nodeName === '#text' && 'value' in node) {
      if (preformatted === 0) write(node.value.replace(lineEndWithin, '').replace(blanks, ' '));
      else
        for (const [i, part] of node.value.split('\n').entries()) {
          if (i > 0) flush();
          write(part);
        }
    }
  }
  for (const node of root) {
    visit(node);
    for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
      const child = place.element.childNodes[place.next++];
      if (child !== undefined) visit(child);
      else {
        places.pop();
        leave(place.element);
      }
    }
  }
  flush();
}

/** Elements whose contents are no text, in HTML that is read without a tree. */
const rawElement = /<(script|style|template)\b/iy;

/** Text between tags: for HTML of which no tree is built within limits.ts, since its elements are too many or too deep. */
function writeBetweenTags(html: string, draft: Draft): void {
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    draft.line(decodeHtmlReferences(html.slice(at, tag < 0 ? html.length : tag).replace(/\s+/g, ' ')));
    if (tag < 0) return;
    rawElement.lastIndex = tag;
    const raw = rawElement.exec(html)?.[1];
    const isComment = html.startsWith('<!--', tag);
    const start = raw === undefined ? tag : endOfElement(html, raw, tag);
    const end = html.indexOf(isComment ? '-->' : '>', start);
    if (end < 0) return;
    at = end + (isComment ? 3 : 1);
  }
}

function endOfElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : html.length;
}

export function readHtml(html: string, draft: Draft): void {
  const most = limits.htmlCharacters.value;
  const { document, isWhole } = parseHtml(html.slice(0, most));
  if (isWhole) writeTree(document.childNodes, draft);
  else writeBetweenTags(html.slice(0, most), draft);
  if (html.length > most) throw tooBig(`only its first ${most} characters were read`);
}
