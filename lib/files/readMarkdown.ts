// Markdown -> its text without its marks: sections by headings, front matter as written before them, tags and what it
// refers to. No full parser: what matters is which words stand together, not how they are set.

import type { Draft } from './draft.ts';
import { readFrontMatter } from './frontMatter.ts';
import { decodeHtmlReferences } from './htmlReferences.ts';
import { linesOf } from './plainText.ts';

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const tableRule = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
/** What a link is to; one that begins with `^` is the text of a footnote. */
const definition = /^ {0,3}\[(?!\^)([^\]]{1,200})\]:[ \t]*<?([^\s>]+)>?/;
/** A tag: `#` and letters, digits, `_`, `-`, `/`, not digits alone; nothing of a word before it. */
const tag = /(?<![\p{L}\p{N}_/&#.:=?"'(\]\\])#([\p{L}\p{N}_][\p{L}\p{N}_/-]{0,99})/gu;

/** Longest line whose marks are read; longer ones are kept as they are. */
const longestLine = 10_000;

/** Address and what else stands in the brackets of a link or a picture. */
const target = String.raw`\(\s*(?:<([^<>\n]{0,1000})>|([^\s()<>]{0,1000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,500})?))(?:\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?\s*\)`;
const link = new RegExp(String.raw`(!?)\[((?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,500})\]${target}`, 'g');
const wikiLink = /!?\[\[([^[\]|#\n]{1,300})(?:#[^[\]|\n]{0,300})?(?:\|([^[\]\n]{0,300}))?\]\]/g;
const autolink = /<([a-z][a-z0-9+.-]{1,30}:[^\s<>]{1,1000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/gi;
const htmlTag = /<\/?[A-Za-z][^<>\n]{0,1000}>|<!--[^\n]{0,1000}?-->/g;
const htmlReference =
  /<(?:img|a|source|video|audio)\b[^<>]{0,500}?\b(?:src|href)\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})')/gi;
/** Marks of emphasis around words. */
const emphasis =
  /(?<![\p{L}\p{N}\\])(\*{1,3}|_{1,3}|~~|==)(?=\S)|(?<=\S)(?<!\\)(\*{1,3}|_{1,3}|~~|==)(?![\p{L}\p{N}])/gu;
const starsWithin = /(?<=[\p{L}\p{N}])\*{1,3}(?=[\p{L}\p{N}])/gu;

/** Runs of backticks, and what stands between them; one within code has its end by endOfCode. */
const ticksOf = (line: string): string[] => line.split(/(`+)/);

/** The part of a line that ends the code which this one begins; -1 where it begins none. */
function endOfCode(parts: readonly string[], at: number): number {
  const ticks = parts[at] as string;
  const end = ticks.startsWith('`') ? parts.indexOf(ticks, at + 1) : -1;
  return end - at <= 40 ? end : -1;
}

/** A line of the same length with blanks in place of code. */
function withoutCode(line: string): string {
  const parts = ticksOf(line);
  for (let i = 0; i < parts.length; i++) {
    const end = endOfCode(parts, i);
    for (let at = i; at <= end; at++) parts[at] = ' '.repeat((parts[at] as string).length);
    i = Math.max(i, end);
  }
  return parts.join('');
}

/** A line without its marks. Addresses of links stay, after what they are called. */
function plain(line: string, draft: Draft): string {
  for (const [, double, single] of line.matchAll(htmlReference)) draft.refer(double ?? single ?? '');
  const parts = ticksOf(line);
  if (parts.length > 1) {
    // Code between equal runs of backticks stays as it is.
    const out: string[] = [];
    for (let i = 0; i < parts.length; i++) {
      const ticks = parts[i] as string;
      const end = endOfCode(parts, i);
      if (end > 0) {
        out.push(parts.slice(i + 1, end).join(''));
        i = end;
      } else if (!ticks.startsWith('`')) out.push(words(ticks, draft));
    }
    return out.join('');
  }
  return words(line, draft);
}

function words(text: string, draft: Draft): string {
  let line = text;
  if (line.includes('['))
    line = line
      .replace(wikiLink, (_, page: string, name?: string) => {
        draft.refer(page.trim());
        return name ?? page;
      })
      // A picture within a link is read first, then the link around it.
      .replace(link, (...match: string[]) => linkText(match, draft))
      .replace(link, (...match: string[]) => linkText(match, draft))
      .replace(/\[\^[^[\]\s]{1,100}\](?::[ \t]*)?/g, '')
      .replace(/!?(?<![\p{L}\p{N}_])\[([^[\]\n]{1,500})\](?:\[[^[\]\n]{0,200}\])?/gu, '$1');
  if (line.includes('<')) line = line.replace(autolink, '$1');
  if (line.includes('<'))
    line = line.replace(htmlTag, tag => (/^<(?:br|\/?(?:p|div|td|th|li))\b/i.test(tag) ? ' ' : ''));
  if (/[*_~=]/.test(line)) line = line.replace(emphasis, '').replace(starsWithin, '');
  return decodeHtmlReferences(line).replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function linkText([, , text = '', angled, bare]: readonly string[], draft: Draft): string {
  const address = angled ?? bare ?? '';
  draft.refer(decoded(address));
  return address === '' || address === text ? text : `${text} (${address})`;
}

function decoded(address: string): string {
  const path = address.split('#', 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Lines that hold code, by fences and by scripts and styles in HTML. */
interface Fences {
  /** The fence that is open; null outside of one. */
  fence: string | null;
  /** The element whose contents are no text. */
  element: string | null;
  /** Whether it began within a paragraph, with which it ends at the latest. */
  isInParagraph: boolean;
}

const indented = /^(?: {4}|\t)/;

/** What a line holds besides scripts and styles; those that code only tells of are none. */
function withoutScripts(line: string, state: Fences): string {
  if (state.element === null && (!line.includes('<') || indented.test(line))) return line;
  const shown = withoutCode(line);
  let out = '';
  let at = 0;
  while (at < line.length) {
    if (state.element !== null) {
      const close = new RegExp(`</${state.element}\\b[^<>]{0,1000}>?`, 'gi');
      close.lastIndex = at;
      if (close.exec(line) === null) return out;
      at = close.lastIndex;
      state.element = null;
    }
    const open = /<(script|style)\b/gi;
    open.lastIndex = at;
    const [, name = ''] = open.exec(shown) ?? [];
    const from = name === '' ? line.length : open.lastIndex - name.length - 1;
    out += line.slice(at, from);
    at = name === '' ? from : open.lastIndex;
    if (name === '') continue;
    state.isInParagraph = out.trim() !== '';
    state.element = name.toLowerCase();
    out += ' ';
  }
  return out;
}

function readBody(text: string, draft: Draft): void {
  const lines = linesOf(text);
  const state: Fences = { fence: null, element: null, isInParagraph: false };
  let isFirstHeading = true;
  const beginSection = (text: string) => {
    const words = plain(text.replace(/[ \t]*\{[^{}]*\}[ \t]*$/, ''), draft).trim();
    if (isFirstHeading && draft.title === null) draft.title = words;
    isFirstHeading = false;
    draft.section(words);
  };
  const nextLine = (): string | null => {
    const { value, done } = lines.next();
    return done ? null : value;
  };
  let following = nextLine();
  while (following !== null) {
    let line: string = following;
    following = nextLine();
    if (line.length > longestLine) {
      if (state.element === null) draft.verbatim(line);
      continue;
    }
    if (state.fence === null && line.trim() === '') {
      if (state.isInParagraph) state.element = null;
      continue;
    }
    const wasHidden = state.element !== null;
    if (state.fence === null) line = withoutScripts(line, state);
    if (line.trim() === '' && (wasHidden || state.element !== null)) continue;
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (state.fence !== null) {
      if (mark?.startsWith(state.fence) && /^[ \t]*[`~]+[ \t]*$/.test(line)) state.fence = null;
      else draft.verbatim(line);
      continue;
    }
    if (mark !== undefined) {
      state.fence = mark;
      draft.line(info);
      continue;
    }
    const title = heading.exec(line);
    if (title !== null) {
      beginSection(title[1] ?? '');
      continue;
    }
    const isParagraph = /\S/.test(line) && !/^(?: {4}|\t|[ \t]*(?:[-*+>|]|\d+[.)])[ \t])/.test(line);
    if (following !== null && isParagraph && underline.test(following) && !line.includes('|')) {
      beginSection(line);
      following = nextLine();
      continue;
    }
    if (rule.test(line) || tableRule.test(line)) continue;
    const defined = definition.exec(line);
    if (defined !== null) draft.refer(decoded(defined[2] ?? ''));
    if (!indented.test(line))
      for (const [, name = ''] of line.replace(/`[^`]*`/g, ' ').matchAll(tag))
        if (/[^\d/_-]/.test(name)) draft.tag(name);
    const bare = line
      .replace(/^(?:[ \t]{0,3}>)+[ \t]?/, '')
      .replace(/^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/, '$1');
    const isRow = /^[ \t]*\|.*\|[ \t]*$/.test(bare);
    draft.line(plain(isRow ? bare.replace(/(?<!\\)\|/g, '\t') : bare, draft));
  }
}

export function readMarkdown(text: string, draft: Draft): void {
  const matter = readFrontMatter(text);
  if (matter !== null) {
    draft.title = matter.title;
    draft.date = matter.date;
    for (const name of matter.tags) draft.tag(name);
    for (const line of linesOf(matter.source)) draft.verbatim(line);
    draft.section(null);
  }
  readBody(text.slice(matter?.end ?? 0), draft);
}
