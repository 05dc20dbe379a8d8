// The documentation that is installed on this machine, as texts cut in paragraphs: what natural mails are made of. Which
// files count, what is prose in them, and how much of one source is taken is decided here.

import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readHtml } from '../../../lib/content/readHtml.ts';
import { textOfManPage } from './manPage.ts';

/** A text that belongs together. */
export interface DocumentText {
  /** In order; lines are wrapped as their writer had them. */
  readonly paragraphs: readonly string[];
  /** Whether it is in a script that is written without blanks, or by syllables (Hangul). */
  readonly isHan: boolean;
}

export interface Documentation {
  readonly texts: readonly DocumentText[];
  readonly characters: number;
}

const leastCharacters = 60;
const mostCharacters = 1_500;
/** A tool with ten thousand pages of one mould is not ten thousand times as much language. */
const mostOfSource = 3_000_000;
const mostFileBytes = 4_000_000;
const mostHtmlBytes = 400_000;

interface Source {
  readonly root: string;
  readonly wants: RegExp;
  /** What a file counts to, told from its path below the root. */
  readonly nameOf: (path: string) => string;
}

const firstName = (path: string): string => path.split('/')[0] ?? '';

const sources = (project: string): readonly Source[] => [
  {
    root: '/usr/share/doc',
    wants: /(?:^|\/)(?:[A-Z]+|copyright)$|\.(?:gz|txt|md|rst|html|Debian)$/,
    nameOf: firstName,
  },
  { root: '/usr/share/man', wants: /\.[1-9][a-z]*(?:\.gz)?$/, nameOf: path => path.replace(/(?:[-_.][^/]*)$/, '') },
  { root: '/usr/share/info', wants: /\.info(?:-\d+)?(?:\.gz)?$/, nameOf: firstName },
  { root: join(project, 'node_modules'), wants: /\.(?:md|markdown)$/i, nameOf: firstName },
];

/** Reads it, in the order of the paths. */
export function readDocumentation(project: string): Documentation {
  const known = new Set<string>();
  const spent = new Map<string, number>();
  const texts: DocumentText[] = [];
  let characters = 0;
  for (const { root, wants, nameOf } of sources(project)) {
    for (const path of filesBelow(root)) {
      const source = `${root}/${nameOf(path)}`;
      const before = spent.get(source) ?? 0;
      if (!wants.test(path) || before > mostOfSource) continue;
      const paragraphs = paragraphsOf(textOf(join(root, path)), known);
      if (paragraphs.length === 0) continue;
      const size = paragraphs.reduce((sum, { length }) => sum + length, 0);
      spent.set(source, before + size);
      characters += size;
      texts.push({ paragraphs, isHan: isHan(paragraphs[0] ?? '') });
    }
  }
  return { texts, characters };
}

/** Paths of files, sorted; links to what is read anyway are not followed. */
function filesBelow(root: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(root, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** The text of a file; empty for one that is too large or no text. */
function textOf(file: string): string {
  let bytes = readFileSync(realpathSync(file));
  if (bytes.length > mostFileBytes) return '';
  if (file.endsWith('.gz')) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: 4 * mostFileBytes });
    } catch {
      return '';
    }
  }
  if (bytes.includes(0)) return '';
  const text = bytes.toString('utf8').replaceAll('\r', '');
  if (text.includes('\ufffd')) return '';
  const name = file.replace(/\.gz$/, '');
  if (/\.html?$/.test(name)) return bytes.length > mostHtmlBytes ? '' : readHtml(text).text;
  return /\/man\//.test(file) ? textOfManPage(text) : text;
}

/** Its paragraphs that are prose and were not seen before. */
function paragraphsOf(text: string, known: Set<string>): string[] {
  return text.split(/\n[ \t]*\n/).flatMap(written => {
    const paragraph = tidy(written);
    if (paragraph.length < leastCharacters / (isHan(paragraph) ? 3 : 1) || paragraph.length > mostCharacters) return [];
    const key = paragraph.replace(/[\s\d]+/g, '');
    if (!isProse(paragraph) || known.has(key)) return [];
    known.add(key);
    return [paragraph];
  });
}

/** Without what indents it, and what Markdown and reStructuredText mark it up with. */
const tidy = (text: string): string =>
  text
    .replace(/^[ \t]+/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\[!\[.*?\]\(.*?\)\]\(.*?\)/g, '')
    .replace(/[*`]{1,3}|^#+ |:[a-z]+:(?=`)/gm, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^[>|]/gm, '')
    .replace(/\p{Cc}/gu, sign => (sign === '\n' ? sign : ''))
    .trim();

/** Mostly letters, in several words; logs of commits are lists of digests. */
function isProse(text: string): boolean {
  if (/[0-9a-f]{24}/.test(text)) return false;
  const letters = text.replace(/[^\p{L}\s]/gu, '').length;
  return letters / text.length > 0.75 && (isHan(text) || /(?:\p{L}{2,}\s+){4}/u.test(text));
}

const isHan = (text: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]{2}/u.test(text);
