// Globs over folded names: `*` is any run of characters, `?` exactly one code point, everything else literal.
// Matching places the segments between stars greedily from the left and never goes back, so its time is linear in
// pattern length times name length whatever the pattern.

import { foldRun, withoutBlank } from './fold.ts';

/** One element of a pattern: a folded code point, or a wildcard. */
export type Token = string | typeof anyOne | typeof anyRun;
export const anyOne = Symbol('?');
export const anyRun = Symbol('*');

const star = 0x2a;
const questionMark = 0x3f;

/**
 * A pattern as tokens. Wildcards are read as typed (a full-width `？` is a literal), then each literal run is folded as
 * names are; the pattern's own ends are trimmed, blanks beside a wildcard stay. Neighbouring stars are one.
 */
export function parsePattern(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  let begin = 0;
  for (let i = 0; i <= pattern.length; i++) {
    const code = pattern.charCodeAt(i);
    const isEnd = i === pattern.length;
    if (!isEnd && code !== star && code !== questionMark) continue;
    if (begin < i) for (const c of withoutBlank(foldRun(pattern.slice(begin, i)), begin === 0, isEnd)) tokens.push(c);
    begin = i + 1;
    if (code === questionMark) tokens.push(anyOne);
    else if (code === star && tokens.at(-1) !== anyRun) tokens.push(anyRun);
  }
  return tokens;
}

/** Tests a folded name. */
export type Matcher = (foldedName: string) => boolean;

/** A stretch of a pattern between stars. */
interface Segment {
  /** Literals joined where there is no `?`, so that the engine's own search can be used. */
  readonly literal: string | null;
  readonly tokens: readonly Token[];
}

const highSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
const lowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Index after the code point at `at`. */
const next = (name: string, at: number): number =>
  at + (highSurrogate(name.charCodeAt(at)) && lowSurrogate(name.charCodeAt(at + 1)) ? 2 : 1);

/** Index of the code point that ends before `end`. */
const previous = (name: string, end: number): number =>
  end - (lowSurrogate(name.charCodeAt(end - 1)) && highSurrogate(name.charCodeAt(end - 2)) ? 2 : 1);

/** The index after the segment when it stands at `at`, or -1. */
function endOf({ tokens }: Segment, name: string, at: number): number {
  let i = at;
  for (const token of tokens) {
    if (i >= name.length) return -1;
    if (token === anyOne) i = next(name, i);
    else if (name.startsWith(token as string, i)) i += (token as string).length;
    else return -1;
  }
  return i;
}

/** The index where the segment begins when it ends the name, or -1. */
function startAtEnd({ tokens, literal }: Segment, name: string): number {
  if (literal !== null) return name.endsWith(literal) ? name.length - literal.length : -1;
  let i = name.length;
  for (let t = tokens.length - 1; t >= 0; t--) {
    const token = tokens[t];
    if (i <= 0) return -1;
    if (token === anyOne) i = previous(name, i);
    else if (name.endsWith(token as string, i)) i -= (token as string).length;
    else return -1;
  }
  return i;
}

/** The index after the leftmost place of the segment from `at` on, or -1. */
function find(segment: Segment, name: string, at: number): number {
  if (segment.literal !== null) {
    const found = name.indexOf(segment.literal, at);
    return found < 0 ? -1 : found + segment.literal.length;
  }
  for (let i = at; i < name.length; i = next(name, i)) {
    const end = endOf(segment, name, i);
    if (end >= 0) return end;
  }
  return -1;
}

function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token === anyRun) segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments.map(own => ({ tokens: own, literal: own.includes(anyOne) ? null : own.join('') }));
}

/**
 * Compiles a parsed pattern to a test of folded names.
 * @example compileGlob(parsePattern('RXD2*.pdf'))(fold('RXD2_SCH.PDF')) // true
 */
export function compileGlob(tokens: readonly Token[]): Matcher {
  const [first = { tokens: [], literal: '' }, ...others] = segmentsOf(tokens);
  const last = others.pop();
  if (!last) {
    if (first.literal !== null) return name => name === first.literal;
    return name => endOf(first, name, 0) === name.length;
  }
  const middle = others.filter(segment => segment.tokens.length > 0);
  return name => {
    let at = endOf(first, name, 0);
    if (at < 0) return false;
    const end = startAtEnd(last, name);
    if (end < at) return false;
    for (const segment of middle) {
      at = find(segment, name, at);
      if (at < 0 || at > end) return false;
    }
    return true;
  };
}
