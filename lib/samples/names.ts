// The ways in which mail programs write a file's name into a header. It knows parameters, not parts.

import { encodeText } from './charset.ts';
import { hexEscape } from './transfer.ts';

/** A file name with the header parameters that carry it. */
export interface NameForm {
  /** As a reader should show it. */
  readonly filename: string;
  /** As it was written, before anything is normalized. */
  readonly rawFilename: string;
  /** Parameters of Content-Type, such as `name="a.pdf"`. */
  readonly typeParameters: readonly string[];
  /** Parameters of Content-Disposition. */
  readonly dispositionParameters: readonly string[];
}

export type WordForm = 'B' | 'Q';

/** The name in quotes in both headers, as most programs write it; raw UTF-8 where it is not ASCII. */
export function plainName(rawFilename: string, filename = rawFilename.normalize('NFC')): NameForm {
  return {
    filename,
    rawFilename,
    typeParameters: [`name="${rawFilename}"`],
    dispositionParameters: [`filename="${rawFilename}"`],
  };
}

/** The name in Content-Type alone, as scanners and fax gateways write it. */
export function typeNameOnly(name: string): NameForm {
  return { ...plainName(name), dispositionParameters: [] };
}

/** RFC 2047 words inside quotes: against the standard, and what Outlook and many others write. */
export function encodedName(rawFilename: string, charset: string, form: WordForm): NameForm {
  const value = encodedWords(rawFilename, charset, form).join('\r\n ');
  return {
    filename: rawFilename.normalize('NFC'),
    rawFilename,
    typeParameters: [`name="${value}"`],
    dispositionParameters: [`filename="${value}"`],
  };
}

/** RFC 2231, one `filename*`. */
export function extendedName(rawFilename: string, charset = 'utf-8'): NameForm {
  return {
    filename: rawFilename.normalize('NFC'),
    rawFilename,
    typeParameters: [],
    dispositionParameters: [`filename*=${charset}''${percent(encodeText(rawFilename, charset))}`],
  };
}

/** RFC 2231 with continuations: a long value in sections of at most 60 characters. */
export function continuedName(rawFilename: string): NameForm {
  const value = `utf-8''${percent(encodeText(rawFilename))}`;
  const sections = value.match(/(?:%[0-9A-F]{2}|[^%]){1,20}/g) ?? [];
  return {
    filename: rawFilename.normalize('NFC'),
    rawFilename,
    typeParameters: [],
    dispositionParameters: sections.map((section, index) => `filename*${index}*=${section}`),
  };
}

function percent(bytes: Uint8Array): string {
  return Array.from(bytes, byte => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character) ? character : hexEscape(byte).replace('=', '%');
  }).join('');
}

/** RFC 2047 words of at most 75 characters, none of which splits a character. */
export function encodedWords(text: string, charset: string, form: WordForm): readonly string[] {
  const words: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (chunk !== '' && encodedWord(chunk + character, charset, form).length > 75) {
      words.push(encodedWord(chunk, charset, form));
      chunk = '';
    }
    chunk += character;
  }
  return [...words, encodedWord(chunk, charset, form)];
}

function encodedWord(text: string, charset: string, form: WordForm): string {
  const bytes = encodeText(text, charset);
  const encoded = form === 'B' ? Buffer.from(bytes).toString('base64') : quotedWord(bytes);
  return `=?${charset}?${form}?${encoded}?=`;
}

function quotedWord(bytes: Uint8Array): string {
  return Array.from(bytes, byte => {
    const character = String.fromCharCode(byte);
    if (character === ' ') return '_';
    return /[A-Za-z0-9-]/.test(character) ? character : hexEscape(byte);
  }).join('');
}
