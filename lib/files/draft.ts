// Collects what a reader finds: lines of text under headings, cut into chunks, within limits.ts. Knows no format.

import { withoutUnseen } from '../content/unseenCharacters.ts';
import { limits } from '../limits.ts';
import type { Chunk } from './extraction.ts';
import { tooBig } from './readingEnd.ts';

export interface Draft {
  /** Begins a chunk. Chunks that stay empty go, unless they have a heading and `isKept`. */
  section(heading: string | null, isKept?: boolean): void;
  /** Adds lines below the heading. Ends reading where the document has more text than is kept. */
  line(text: string): void;
  /** The same for lines whose blanks at the start and in between mean something. */
  verbatim(text: string): void;
  tag(tag: string): void;
  refer(target: string): void;
  title: string | null;
  date: string | null;
}

export interface FinishedDraft {
  readonly title: string | null;
  readonly date: string | null;
  readonly tags: readonly string[];
  readonly references: readonly string[];
  readonly chunks: readonly Chunk[];
}

const oneLine = (text: string, most: number): string | null => {
  const line = withoutUnseen(text).replace(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, most).toWellFormed();
};

/** Where to cut a text that is too long for a chunk: after a blank if there is one in its second half. */
function cutAt(text: string, most: number): number {
  const blank = text.lastIndexOf(' ', most);
  if (blank > most / 2) return blank + 1;
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

/** A draft, and what gives its contents. */
export function newDraft(): { readonly draft: Draft; readonly finish: () => FinishedDraft } {
  const chunks: Chunk[] = [];
  const tags = new Map<string, string>();
  const references = new Set<string>();
  let heading: string | null = null;
  let isHeadingKept = false;
  let lines: string[] = [];
  let length = 0;
  let total = 0;

  function close(): void {
    const text = lines.join('\n').trim();
    if (text !== '' || (heading !== null && isHeadingKept)) chunks.push({ heading, text });
    lines = [];
    length = 0;
    isHeadingKept = false;
  }

  function add(line: string): void {
    const most = limits.chunkCharacters.value;
    if (length > 0 && length + line.length > most) close();
    total += line.length + 1;
    if (total > limits.documentCharacters.value)
      throw tooBig(`only its first ${limits.documentCharacters.value} characters were read`);
    if (chunks.length >= limits.documentChunks.value)
      throw tooBig(`only its first ${limits.documentChunks.value} sections were read`);
    lines.push(line);
    length += line.length + 1;
  }

  function addLong(line: string): void {
    const most = limits.chunkCharacters.value;
    let rest = line;
    while (rest.length > most) {
      const end = cutAt(rest, most);
      add(rest.slice(0, end).trimEnd());
      rest = rest.slice(end);
    }
    add(rest);
  }

  const draft: Draft = {
    section(text, isKept = true) {
      close();
      heading = text === null ? null : oneLine(text, limits.headingCharacters.value);
      isHeadingKept = isKept;
      // A paragraph in the style of a heading: what the heading cannot hold stands below it, whole.
      if (text !== null && text.length > limits.headingCharacters.value) draft.line(text);
    },
    line(text) {
      for (const part of withoutUnseen(text).split('\n')) {
        const line = part.replace(/[ \t\u00a0\u3000]+/g, run => (run.includes('\t') ? '\t' : ' ')).trim();
        if (line !== '') addLong(line);
      }
    },
    verbatim(text) {
      for (const part of withoutUnseen(text).split('\n')) {
        const line = part.trimEnd();
        // One empty line says as much as many.
        if (line !== '' || (lines.at(-1) ?? '') !== '') addLong(line);
      }
    },
    tag(text) {
      const tag = oneLine(text.replace(/^#+/, ''), limits.keywordCharacters.value);
      if (tag !== null && tags.size < limits.keywords.value && !tags.has(tag.toLowerCase()))
        tags.set(tag.toLowerCase(), tag);
    },
    refer(target) {
      const path = target.trim();
      // Addresses of the web, of mailboxes and of places within the document are no files.
      if (path === '' || path.startsWith('#') || path.startsWith('//') || /^[a-z][a-z0-9+.-]+:/i.test(path)) return;
      if (path.length <= limits.referenceCharacters.value && references.size < limits.documentReferences.value)
        references.add(path);
    },
    title: null,
    date: null,
  };

  function finish(): FinishedDraft {
    close();
    const title = draft.title === null ? null : oneLine(draft.title, limits.headingCharacters.value);
    return { title, date: draft.date, tags: [...tags.values()], references: [...references], chunks };
  }
  return { draft, finish };
}
