// XML in pieces -> elements and text, as they come. Made for hostile XML: no entity but the five and numbers is expanded
// and no DTD is read, time is linear, and memory does not grow with what is read. Forgives what is not well-formed.

import { limits } from '../limits.ts';
import { broken, tooBig } from './readingEnd.ts';

/** A start tag. Good until the handler returns. */
export interface XmlTag {
  /** Without its prefix. */
  readonly name: string;
  /** The name as written. */
  readonly qualifiedName: string;
  /** An attribute's value by its name without prefix, one without a prefix first; `:id` asks for one with a prefix. */
  attribute(name: string): string | null;
  /** All attributes as written but for xmlns, in their order: names with prefixes, and values. */
  attributes(): readonly (readonly [string, string])[];
}

export interface XmlHandler {
  /** An element begins. */
  open(name: string, tag: XmlTag): void;
  /** An element ends, one without contents too. */
  close(name: string): void;
  /** Text of an element; one text may come in several pieces. */
  text(value: string): void;
}

export interface XmlReader {
  write(piece: string): void;
  /** @throws ReadingEnd where there was no element, or the last one is still open. */
  end(): void;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const reference = /&(?:#(?:x([0-9a-f]{1,8})|([0-9]{1,8}))|([A-Za-z_][\w.-]{0,63}));/gi;
/** Elements that one end tag closes at most. */
const mostClosedAtOnce = 50;
/** A reference that the next piece may complete is at most so long. */
const longestReference = 66;

function character(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}

/** Text with its references resolved; an entity that a DTD would define is nothing. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : '';
    return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

const attributePattern = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const notAttribute = /[\s/"'=<>]+|[^\s=/"'<>]+(?!\s*=)/y;

function readAttributes(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < source.length; ) {
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(source);
    if (match !== null) {
      found.set(match[1] as string, match[2] ?? match[3] ?? '');
      at = attributePattern.lastIndex;
      continue;
    }
    notAttribute.lastIndex = at;
    at = notAttribute.test(source) && notAttribute.lastIndex > at ? notAttribute.lastIndex : at + 1;
  }
  return found;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

interface ReusedTag extends XmlTag {
  /** Makes it the tag of another element; its attributes are read when they are asked for. */
  reuse(qualifiedName: string, source: string): void;
}

function newTag(): ReusedTag {
  let source = '';
  let parsed: Map<string, string> | null = null;
  const all = () => {
    parsed ??= readAttributes(source);
    return parsed;
  };
  return {
    name: '',
    qualifiedName: '',
    reuse(this: { name: string; qualifiedName: string }, qualifiedName, attributes) {
      this.qualifiedName = qualifiedName;
      this.name = localName(qualifiedName);
      source = attributes;
      parsed = null;
    },
    attribute(wanted) {
      if (source === '') return null;
      const isPrefixed = wanted.startsWith(':');
      const plain = isPrefixed ? undefined : all().get(wanted);
      if (plain !== undefined) return decodeReferences(plain);
      const local = isPrefixed ? wanted.slice(1) : wanted;
      for (const [key, value] of all())
        if (key.includes(':') && !key.startsWith('xmlns:') && localName(key) === local) return decodeReferences(value);
      return null;
    },
    attributes: () =>
      [...all()]
        .filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'))
        .map(([key, value]) => [key, decodeReferences(value)] as const),
  };
}

const nameEnd = /[\s/>]/g;

/** Where a tag ends that begins at `from`: the `>` outside of quotes; -1 where it goes on in the next piece. */
function tagEnd(source: string, from: number): number {
  for (let at = from; ; ) {
    const end = source.indexOf('>', at);
    if (end < 0) return -1;
    // Only a tag with an odd number of quotes before its `>` needs a closer look.
    let quote = '';
    for (let i = at; i < end; i++) {
      const char = source.charAt(i);
      if (quote === '') {
        if (char === '"' || char === "'") quote = char;
      } else if (char === quote) quote = '';
    }
    if (quote === '') return end;
    const close = source.indexOf(quote, end);
    if (close < 0) return -1;
    at = close + 1;
  }
}

/** Where a document type declaration ends that begins at `from`, its own declarations in brackets included; -1: later. */
function doctypeEnd(source: string, from: number): number {
  const bracket = source.indexOf('[', from);
  const end = source.indexOf('>', from);
  if (bracket < 0 || (end >= 0 && end < bracket)) return end;
  const close = /\]\s*>/g;
  close.lastIndex = bracket;
  return close.test(source) ? close.lastIndex - 1 : -1;
}

export function xmlReader(handler: XmlHandler): XmlReader {
  const open: string[] = [];
  const tag = newTag();
  let rest = '';
  /** What text runs on to, besides a tag: the end of a comment or of a CDATA section that pieces cut. */
  let within: 'text' | 'comment' | 'cdata' = 'text';
  let elements = 0;

  function text(value: string): void {
    if (value !== '' && open.length > 0) handler.text(value);
  }

  function close(qualifiedName: string): void {
    // An end tag may be without its start, or close several elements at once.
    for (let at = open.length - 1; at >= Math.max(0, open.length - mostClosedAtOnce); at--) {
      if (open[at] !== qualifiedName) continue;
      while (open.length > at) handler.close(localName(open.pop() as string));
      return;
    }
  }

  function element(source: string): void {
    if (source.startsWith('/')) {
      close(source.slice(1).trimEnd());
      return;
    }
    const isEmpty = source.endsWith('/');
    nameEnd.lastIndex = 0;
    const end = nameEnd.test(source) ? nameEnd.lastIndex - 1 : source.length;
    const qualifiedName = source.slice(0, end);
    if (qualifiedName === '') return;
    elements++;
    tag.reuse(qualifiedName, source.slice(end, isEmpty ? -1 : undefined));
    const { name } = tag;
    handler.open(name, tag);
    if (isEmpty) handler.close(name);
    else if (open.push(qualifiedName) > limits.xmlDepth.value) throw tooBig('its elements are nested too deep');
  }

  /** Reads as far as tags are whole. @returns where it stopped. */
  function read(source: string, isLast: boolean): number {
    let at = 0;
    while (at < source.length) {
      if (within !== 'text') {
        const mark = within === 'comment' ? '-->' : ']]>';
        const end = source.indexOf(mark, at);
        const stop = end >= 0 ? end : isLast ? source.length : Math.max(at, source.length - mark.length + 1);
        if (within === 'cdata') text(source.slice(at, stop));
        if (end < 0) return stop;
        within = 'text';
        at = end + mark.length;
        continue;
      }
      const start = source.indexOf('<', at);
      if (start < 0) {
        const amp = source.lastIndexOf('&');
        const isCut = !isLast && amp >= at && source.length - amp <= longestReference && !source.includes(';', amp);
        const stop = isCut ? amp : source.length;
        text(decodeReferences(source.slice(at, stop)));
        return stop;
      }
      if (start > at) text(decodeReferences(source.slice(at, start)));
      at = start;
      const next = source.charAt(start + 1);
      if (next === '!' || next === '?' || next === '') {
        if (source.length - start < 9 && !isLast) return at;
        if (source.startsWith('<!--', start)) {
          within = 'comment';
          at = start + 4;
          continue;
        }
        if (source.startsWith('<![CDATA[', start)) {
          within = 'cdata';
          at = start + 9;
          continue;
        }
        const end = next === '?' ? source.indexOf('?>', start) : doctypeEnd(source, start);
        if (end < 0) return at;
        at = end + (next === '?' ? 2 : 1);
        continue;
      }
      const end = tagEnd(source, start + 1);
      if (end < 0) return at;
      element(source.slice(start + 1, end));
      at = end + 1;
    }
    return at;
  }

  return {
    write(piece) {
      const source = rest + piece;
      rest = source.slice(read(source, false));
      if (rest.length > limits.xmlTagCharacters.value) throw tooBig('one of its tags is too long');
    },
    end() {
      read(rest, true);
      if (elements === 0) throw broken('it holds no XML');
      if (open.length > 0) throw broken('its XML breaks off');
    },
  };
}
