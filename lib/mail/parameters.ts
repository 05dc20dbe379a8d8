// Content-Type and Content-Disposition values: `value; name=value` -> parameters, with RFC 2231 continuations and charsets.

import { limits } from '../limits.ts';
import { fromBinary, hasEightBit, toBinary } from './bytes.ts';
import { decoderOf } from './charsets.ts';
import { decodeWords } from './encodedWords.ts';
import { decodeLabelledUtf8, decodeUnlabelled } from './guessCharset.ts';
import { needsCharset, readMultibyte } from './multibyteText.ts';
import { type Parameter, readParameters } from './parameterSyntax.ts';

export interface Parameterized {
  /** What stands before the first parameter, lower case. */
  readonly value: string;
  /** In order; names lower case, values unquoted, one character per byte (see multibyteText.ts for those hidden). */
  readonly parameters: readonly Parameter[];
  /** That of the raw bytes, where the syntax could not be told without it. */
  readonly charset: string | null;
  /** The header, where a charset named elsewhere in the mail may tell its syntax better. */
  readonly ambiguous: string | null;
}

/**
 * Splits a header value into its value and parameters. Never fails; what cannot be read is passed over. `hints` are charset
 * labels found nearby, best first.
 */
export function parseParameters(header: string, hints: readonly string[] = []): Parameterized {
  // A whole header as one encoded word, which some gateways make of a long one.
  const text = /^=\?[^?]*\?[BbQq]\?/.test(header) ? toBinary(Buffer.from(decodeWords(header))) : header;
  if (!hasEightBit(text) && !/~\{|\x1b/.test(text)) {
    const { value, parameters } = readParameters(text);
    return { value, parameters, charset: null, ambiguous: null };
  }
  const own = /charset[ \t]{0,8}=[ \t]{0,8}"?([\w.:-]{1,60})/i.exec(text)?.[1];
  const { reading, charset } = readMultibyte(text, own === undefined ? hints : [own, ...hints], readParameters);
  const { value, parameters } = reading;
  return { value, parameters, charset, ambiguous: hints.length === 0 && needsCharset(text) ? text : null };
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
function decodeSections(sections: Sections, hints: readonly string[], rawCharset: string | null): string | null {
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
  if (bytes.includes('=?') || !hasEncoded)
    return decodeWords(bytes, charset === '' ? hints : [charset, ...hints], rawCharset);
  const decoder = charset === '' ? null : decoderOf(charset);
  if (decoder?.name === 'utf-8') return decodeLabelledUtf8(fromBinary(bytes), hints);
  if (decoder === null || /ascii/i.test(charset)) {
    return decodeUnlabelled(fromBinary(bytes), hints);
  }
  return decoder.decode(fromBinary(bytes));
}

/** The value of a parameter that is no text (boundary, charset, format): the first of that name, else its sections. */
export const parameterValue = (parsed: Parameterized, name: string): string | null =>
  plainValue(parsed, name) ?? decodeSections(sectionsOf(parsed, name), [], null);

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
  const extended = decodeSections(sections, hints, parsed.charset);
  if (extended !== null && extended !== '') return { value: extended, exceededLimit: sections.exceededLimit };
  const plain = plainValue(parsed, name);
  const value = plain === null || plain === '' ? null : decodeWords(plain, hints, parsed.charset);
  return { value: value === '' ? null : value, exceededLimit: sections.exceededLimit };
}
