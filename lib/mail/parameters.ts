// Content-Type and Content-Disposition values: `value; name=value` -> parameters, with RFC 2231 continuations and charsets.

import { limits } from '../limits.ts';
import { fromBinary, toBinary } from './bytes.ts';
import { decoderOf } from './charsets.ts';
import { decodeWords } from './encodedWords.ts';
import { decodeUnlabelled } from './guessCharset.ts';

export interface Parameterized {
  /** What stands before the first parameter, lower case. */
  readonly value: string;
  /** In order; names lower case, values unquoted, one character per byte. */
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** Where an unquoted value ends although no semicolon says so: before one of these names and its `=`. */
const nextParameter =
  /\s(?:charset|name|filename|size|boundary|format|type|creation-date|modification-date|read-date|method|x-[a-z-]{1,40})(?:\*\d{0,4}\*?)?\s{0,8}=/i;

/** A drive letter or two backslashes at the start: backslashes separate there, as Outlook and IE send it. */
const windowsPath = /^(?:[A-Za-z]:\\|\\\\)/;

/** Takes the escapes out of a quoted string (RFC 5322 section 3.2.4), except those of a Windows path. */
function unescapeQuoted(text: string): string {
  if (!text.includes('\\')) return text;
  return windowsPath.test(text) ? text.replace(/\\(["\\])/g, '$1') : text.replace(/\\([\s\S])/g, '$1');
}

/** Position after a comment that starts at `at` (nested ones too), or the end. */
function skipComment(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Position of the closing quote of the string that opens at `at`, or -1. */
function closingQuote(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function readQuoted(text: string, at: number): { value: string; end: number } {
  let value = '';
  let pos = at;
  // Senders that break a long name into several strings mean one.
  while (text[pos] === '"') {
    const close = closingQuote(text, pos);
    if (close < 0) {
      // Never closed: up to what looks like the next parameter.
      const rest = text.slice(pos + 1);
      const next = rest.search(/;\s{0,80}[\w*-]{1,40}=/);
      return {
        value: value + unescapeQuoted(next < 0 ? rest : rest.slice(0, next)),
        end: next < 0 ? text.length : pos + 1 + next,
      };
    }
    value += unescapeQuoted(text.slice(pos + 1, close));
    pos = close + 1;
    const blank = pos;
    while (text[pos] === ' ' || text[pos] === '\t') pos++;
    if (text[pos] !== '"') pos = blank;
  }
  return { value, end: pos };
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

function readUnquoted(text: string, at: number, end: number): { value: string; end: number } {
  const value = text.slice(at, end);
  const next = value.search(nextParameter);
  return next < 0 ? { value: value.trim(), end } : { value: value.slice(0, next).trim(), end: at + next };
}

/** Splits a header value into its value and parameters. Never fails; what cannot be read is passed over. */
export function parseParameters(header: string): Parameterized {
  // A whole header as one encoded word, which some gateways make of a long one.
  const text = /^=\?[^?]*\?[BbQq]\?/.test(header) ? toBinary(Buffer.from(decodeWords(header))) : header;
  const semicolons = semicolonFinder(text);
  const head = /^\s*([^;\s(]*)/.exec(text) as RegExpExecArray;
  let value = (head[1] as string).replace(/^["']+|["',:]+$/g, '');
  let pos = head[0].length;
  // Parameters without a value before them.
  if (value.includes('=')) {
    value = '';
    pos = 0;
  }
  const parameters: Parameter[] = [];
  while (pos < text.length) {
    const char = text[pos] as string;
    if (char === ';' || char === ',' || /\s/.test(char)) {
      pos++;
      continue;
    }
    if (char === '(') {
      pos = skipComment(text, pos);
      continue;
    }
    const nameStart = pos;
    while (pos < text.length && !/[=;\s("]/.test(text[pos] as string)) pos++;
    const name = text.slice(nameStart, pos).toLowerCase();
    let at = pos;
    while (/\s/.test(text[at] ?? '')) at++;
    if (text[at] !== '=') {
      pos = Math.max(at, nameStart + 1);
      if (text[nameStart] === '"') pos = Math.max(pos, readQuoted(text, nameStart).end);
      continue;
    }
    at++;
    while (/\s/.test(text[at] ?? '')) at++;
    const read = text[at] === '"' ? readQuoted(text, at) : readUnquoted(text, at, semicolons(at));
    if (name !== '') parameters.push({ name, value: read.value });
    pos = read.end;
    // What stands between a closing quote and the semicolon belongs to nothing.
    if (text[at] === '"' && pos < text.length && !nextParameter.test(text.slice(pos, pos + 60))) {
      pos = semicolons(pos);
    }
  }
  return { value: value.toLowerCase(), parameters };
}

function percentDecode(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface Sections {
  readonly byNumber: Map<number, { readonly value: string; readonly isEncoded: boolean }>;
  exceededLimit: boolean;
}

/** The RFC 2231 forms of a name: `name*`, `name*0`, `name*1*`. A first section without a number is number 0. */
function sectionsOf(parsed: Parameterized, name: string): Sections {
  const sections: Sections = { byNumber: new Map(), exceededLimit: false };
  const prefix = `${name}*`;
  for (const parameter of parsed.parameters) {
    if (!parameter.name.startsWith(prefix)) continue;
    const match = /^(\d{0,5})(\*?)$/.exec(parameter.name.slice(prefix.length));
    if (match === null) continue;
    const number = match[1] === '' ? 0 : Number(match[1]);
    const isEncoded = match[1] === '' || match[2] === '*';
    if (number >= limits.parameterSections.value) sections.exceededLimit = true;
    else if (!sections.byNumber.has(number)) sections.byNumber.set(number, { value: parameter.value, isEncoded });
  }
  return sections;
}

/** `charset'language'` before an extended value; absent with programs that leave it out. */
const extendedPrefix = /^([^']{0,60})'[^']{0,60}'/;

/** Decodes sections in order up to the first gap (RFC 2231 sections 3 and 4). */
function decodeSections(sections: Sections, hints: readonly string[]): string | null {
  const first = sections.byNumber.get(0);
  if (first === undefined) return null;
  const prefix = first.isEncoded ? extendedPrefix.exec(first.value) : null;
  const charset = prefix?.[1] ?? '';
  let bytes = '';
  let hasEncoded = false;
  for (let number = 0; ; number++) {
    const section = sections.byNumber.get(number);
    if (section === undefined) break;
    const value = number === 0 && prefix !== null ? section.value.slice(prefix[0].length) : section.value;
    bytes += section.isEncoded ? percentDecode(value) : value;
    hasEncoded ||= section.isEncoded;
  }
  // Encoded words within sections are no part of RFC 2231, and sent all the same.
  if (bytes.includes('=?') || !hasEncoded) return decodeWords(bytes, charset === '' ? hints : [charset, ...hints]);
  const decoder = charset === '' ? null : decoderOf(charset);
  if (decoder === null || decoder.name === 'utf-8' || /ascii/i.test(charset)) {
    return decodeUnlabelled(fromBinary(bytes), hints);
  }
  return decoder.decode(fromBinary(bytes));
}

/** The value of a parameter that is no text (boundary, charset, format): the first of that name, else its sections. */
export const parameterValue = (parsed: Parameterized, name: string): string | null =>
  plainValue(parsed, name) ?? decodeSections(sectionsOf(parsed, name), []);

const plainValue = (parsed: Parameterized, name: string): string | null =>
  parsed.parameters.find(parameter => parameter.name === name)?.value ?? null;

export interface DecodedParameter {
  /** Decoded text; null where there is none, or an empty one. */
  readonly value: string | null;
  readonly exceededLimit: boolean;
}

/** A parameter's text by RFC 2231 (`name*` and its sections first), else RFC 2047 and raw bytes. */
export function decodeParameter(parsed: Parameterized, name: string, hints: readonly string[]): DecodedParameter {
  const sections = sectionsOf(parsed, name);
  const extended = decodeSections(sections, hints);
  if (extended !== null && extended !== '') return { value: extended, exceededLimit: sections.exceededLimit };
  const plain = plainValue(parsed, name);
  const value = plain === null || plain === '' ? null : decodeWords(plain, hints);
  return { value: value === '' ? null : value, exceededLimit: sections.exceededLimit };
}
