// JSON, and its kin with comments or a value a line -> names and values in their order. Forgives what is not well-formed.

import type { Draft } from './draft.ts';
import { isEncoded } from './encodedBytes.ts';

/** Where a string ends that begins at `from`: its closing quote, else the end of the text. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote;
  }
}

const bare = /[^\s"{}[\],:]+/y;

/** Strings, numbers and words, and the marks between them. */
function* jsonTokens(text: string): Generator<{ readonly value: string; readonly isMark: boolean }> {
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      yield { value: unescaped(text.slice(at + 1, end)), isMark: false };
      at = end + 1;
      continue;
    }
    bare.lastIndex = at;
    const match = bare.exec(text);
    if (match === null) {
      if (!/\s/.test(char)) yield { value: char, isMark: true };
      at++;
    } else {
      yield { value: match[0], isMark: false };
      at = bare.lastIndex;
    }
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, hex?: string, other?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return { n: '\n', r: '\n', t: '\t', b: '', f: '\n' }[other ?? ''] ?? other ?? '';
  });
}

/** Writes a line for each value, after its name. Depth costs nothing. */
export function readJson(text: string, draft: Draft): void {
  let name: string | null = null;
  const put = (value: string) => {
    if (!isEncoded(value)) draft.line(name === null ? value : `${name}: ${value}`);
    name = null;
  };
  let pending: string | null = null;
  const flush = () => {
    if (pending !== null) put(pending);
    pending = null;
  };
  for (const { value, isMark } of jsonTokens(text)) {
    if (!isMark) {
      flush();
      pending = value;
    } else if (value === ':') {
      if (name !== null) draft.line(name);
      name = pending;
      pending = null;
    } else {
      flush();
      if (name !== null && (value === '{' || value === '[')) {
        draft.line(name);
        name = null;
      }
    }
  }
  flush();
  if (name !== null) draft.line(name);
}
