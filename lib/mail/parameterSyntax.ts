// The syntax of `value; name=value` headers: one text -> its value and parameters, by RFC 2045 and what is sent instead. Knows
// no charset and decodes nothing but the escapes of quoted strings and HTML's references.

import { hasEightBit, isBlank, toBinary, trimBlanks } from './bytes.ts';
import type { Reading } from './multibyteText.ts';

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** Where an unquoted value ends although no semicolon says so: before one of these names and its `=`. */
const nextParameter =
  /[ \t\r\n](?:charset|name|filename|size|boundary|format|type|creation-date|modification-date|read-date|method|x-[a-z-]{1,40})(?:\*\d{0,4}\*?)?[ \t\r\n]{0,8}=/i;

/** A drive letter or two backslashes at the start: backslashes separate there, as Outlook and IE send it. */
const windowsPath = /^(?:[A-Za-z]:\\|\\\\)/;

/** Takes the escapes out of a quoted string (RFC 5322 section 3.2.4), except those of a Windows path. */
function unescapeQuoted(text: string): string {
  if (!text.includes('\\')) return text;
  return windowsPath.test(text) ? text.replace(/\\(["\\])/g, '$1') : text.replace(/\\([\s\S])/g, '$1');
}

/** Escapes that no program writes: of anything but a quote and a backslash, and still less of half a character. */
function needlessEscapes(text: string): number {
  if (!text.includes('\\') || windowsPath.test(text)) return 0;
  let count = 0;
  for (const pair of text.match(/\\[\s\S]/g) ?? []) {
    if (pair !== '\\"' && pair !== '\\\\') count += hasEightBit(pair) ? 2 : 1;
  }
  return count;
}

/** Longer ones are none: what is never closed must not take everything with it. */
const longestComment = 200;

/** Position after a comment that starts at `at` (nested ones too), or after its parenthesis where it is never closed. */
function skipComment(text: string, at: number): number {
  let depth = 0;
  const end = Math.min(text.length, at + longestComment);
  for (let i = at; i < end; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i + 1;
  }
  return at + 1;
}

/** Position of the closing quote of the string that opens at `at`, or -1. */
function closingQuote(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

interface Value {
  readonly value: string;
  readonly end: number;
  /** See Reading. */
  readonly oddities: number;
}

function readQuoted(text: string, at: number): Value {
  let value = '';
  let oddities = 0;
  let pos = at;
  // Senders that break a long name into several strings mean one.
  while (text[pos] === '"') {
    const close = closingQuote(text, pos);
    if (close < 0) {
      // Never closed: up to what looks like the next parameter.
      const rest = text.slice(pos + 1);
      const next = rest.search(/;[ \t\r\n]{0,80}[\w*-]{1,40}=/);
      return {
        value: value + unescapeQuoted(next < 0 ? rest : rest.slice(0, next)),
        end: next < 0 ? text.length : pos + 1 + next,
        oddities: oddities + 3,
      };
    }
    const quoted = text.slice(pos + 1, close);
    value += unescapeQuoted(quoted);
    oddities += needlessEscapes(quoted);
    pos = close + 1;
    const blank = pos;
    while (text[pos] === ' ' || text[pos] === '\t') pos++;
    if (text[pos] !== '"') pos = blank;
  }
  return { value, end: pos, oddities };
}

/** The next semicolon from a position that only grows, searched once however often it is asked for; or the end. */
function semicolonFinder(text: string): (at: number) => number {
  let found = -1;
  return at => {
    if (found < at) {
      const next = text.indexOf(';', at);
      found = next < 0 ? text.length : next;
    }
    return found;
  };
}

/** A character that a web form wrote as HTML has it, for want of it in its charset. ASCII never needs that. */
const reference = /&#(?:(\d{3,7})|[xX]([0-9A-Fa-f]{2,6}));/g;
const endsInReference = /&#(?:\d{3,7}|[xX][0-9A-Fa-f]{2,6})$/;

/** Such characters in UTF-8, in a value that is ASCII otherwise. */
function decodeReferences(value: string): string {
  if (!value.includes('&#') || hasEightBit(value)) return value;
  return value.replace(reference, (whole, decimal: string | undefined, hex: string | undefined) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code > 0x9f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? toBinary(Buffer.from(String.fromCodePoint(code))) : whole;
  });
}

function readUnquoted(text: string, at: number, semicolons: (at: number) => number): Value {
  let end = semicolons(at);
  // The semicolon of a reference is part of the value.
  for (let from = at; end < text.length && endsInReference.test(text.slice(Math.max(from, end - 10), end)); ) {
    from = end + 1;
    end = semicolons(from);
  }
  const value = text.slice(at, end);
  const next = value.search(nextParameter);
  const trimmed = trimBlanks(next < 0 ? value : value.slice(0, next));
  // A quote that was never opened.
  const whole = trimmed.indexOf('"') === trimmed.length - 1 ? trimBlanks(trimmed.slice(0, -1)) : trimmed;
  return {
    // A comment after a name that is whole (RFC 2045 section 5.1). Other parentheses are a name's own more often.
    value: decodeReferences(whole.replace(/^([^ \t()]{1,250}\.[A-Za-z0-9]{1,5})[ \t]{1,20}\([^()]{0,250}\)$/, '$1')),
    end: next < 0 ? end : at + next,
    oddities: 0,
  };
}

/** Position after blanks, and comments too where they are told to be skipped. */
function skipBlanks(text: string, at: number, skipsComments: boolean): number {
  let pos = at;
  for (;;) {
    while (pos < text.length && isBlank(text[pos])) pos++;
    if (!skipsComments || text[pos] !== '(') return pos;
    pos = skipComment(text, pos);
  }
}

/** What a header value holds. */
export interface Parsed extends Reading {
  /** Lower case. */
  readonly value: string;
  readonly parameters: readonly Parameter[];
}

/** Reads a header value that is no encoded word. Never fails; what cannot be read is passed over. Linear in its length. */
export function readParameters(text: string): Parsed {
  const semicolons = semicolonFinder(text);
  let pos = skipBlanks(text, 0, true);
  let value = '';
  for (;;) {
    const start = pos;
    while (pos < text.length && text[pos] !== ';' && text[pos] !== '(' && !isBlank(text[pos])) pos++;
    value += text.slice(start, pos);
    // A comment within a media type.
    if (text[pos] !== '(' || !value.endsWith('/')) break;
    pos = skipBlanks(text, pos, true);
  }
  value = value.replace(/^["']+|["',:]+$/g, '');
  // Parameters without a value before them.
  if (value.includes('=')) {
    value = '';
    pos = 0;
  }
  const parameters: Parameter[] = [];
  let oddities = 0;
  while (pos < text.length) {
    const char = text[pos] as string;
    if (char === ';' || char === ',' || isBlank(char)) {
      pos++;
      continue;
    }
    if (char === '(') {
      pos = skipComment(text, pos);
      continue;
    }
    const nameStart = pos;
    while (pos < text.length && !isBlank(text[pos]) && !/[=;("]/.test(text[pos] as string)) pos++;
    const name = text.slice(nameStart, pos).toLowerCase();
    let at = skipBlanks(text, pos, true);
    if (text[at] !== '=') {
      pos = Math.max(at, nameStart + 1);
      if (text[nameStart] === '"') pos = Math.max(pos, readQuoted(text, nameStart).end);
      continue;
    }
    at = skipBlanks(text, at + 1, false);
    // A comment is told from a name that begins with a parenthesis by the quote behind it.
    const afterComment = text[at] === '(' ? skipBlanks(text, at, true) : at;
    if (text[afterComment] === '"') at = afterComment;
    const read = text[at] === '"' ? readQuoted(text, at) : readUnquoted(text, at, semicolons);
    oddities += read.oddities;
    if (name !== '') parameters.push({ name, value: read.value });
    pos = read.end;
    // What stands between a closing quote and the semicolon belongs to nothing.
    if (text[at] === '"' && pos < text.length && !nextParameter.test(text.slice(pos, pos + 60))) {
      pos = semicolons(pos);
    }
  }
  const texts = parameters.flatMap(parameter => (hasEightBit(parameter.value) ? [parameter.value] : []));
  return { value: value.toLowerCase(), parameters, texts, oddities };
}
