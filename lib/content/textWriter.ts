// What can be seen of an HTML body as plain text: paragraphs, headings, lists, tables, quotes and links as people write
// them in plain mail. One pass, no layout.

import { limits } from '../limits.ts';
import { readLink, saysLink } from './links.ts';
import type { HtmlElement } from './parseHtml.ts';
import { attributeOf } from './selectors.ts';
import type { Standing } from './standing.ts';
import type { HtmlVisitor } from './walkHtml.ts';

/** Line feeds around an element: 1 begins a line, 2 leaves an empty one. */
const breaks: Readonly<Record<string, number>> = {
  ...{ p: 2, h1: 2, h2: 2, h3: 2, h4: 2, h5: 2, h6: 2, blockquote: 2, pre: 2, listing: 2, xmp: 2, plaintext: 2 },
  ...{ ul: 2, ol: 2, menu: 2, dir: 2, dl: 2, table: 2, hr: 2, fieldset: 2, figure: 2, article: 2, section: 2 },
  ...{ div: 1, li: 1, dt: 1, dd: 1, tr: 1, caption: 1, address: 1, center: 1, form: 1, header: 1, footer: 1, nav: 1 },
  ...{ main: 1, aside: 1, hgroup: 1, search: 1, figcaption: 1, legend: 1, details: 1, summary: 1, marquee: 1 },
  ...{ thead: 1, tbody: 1, tfoot: 1, body: 1 },
};

/** Deeper quotes and lists are written like the last of these. */
const deepest = 10;

interface List {
  /** Number of the next item; null where they have none. */
  next: number | null;
}

interface Anchor {
  readonly link: string;
  /** Where its text begins in `out`. */
  readonly from: number;
  hasPicture: boolean;
}

interface Row {
  /** The line in which its first text stands; null while no cell of it holds text. */
  line: number | null;
}

/** Between two cells whose text stands in blocks of its own: Outlook writes a paragraph into each. */
interface Joint {
  readonly row: Row;
  /** Where it stands in `out`. */
  readonly at: number;
  /** Line feeds that are there instead, once it turns out that the row has more than one line. */
  readonly breaks: number;
}

export interface TextWriter extends HtmlVisitor {
  finish(): string;
  /** Whether all that was told is in it. */
  isWhole(): boolean;
}

/** Writes plain text of what it is told. */
export function textWriter(): TextWriter {
  const out: string[] = [];
  let length = 0;
  let hasLine = false;
  let waitingBreaks = 0;
  let waitingBlank = false;
  /** Written at the beginning of the next line: the mark of a list item or a heading. */
  let mark = '';
  let quotes = 0;
  let quotesBefore = 0;
  let indent = 0;
  const lists: List[] = [];
  const anchors: (Anchor | null)[] = [];
  const rows: Row[] = [];
  let line = 0;
  const joints: Joint[] = [];
  /** A cell that begins, with the line feeds around it: it may yet stand in the line of the one before. */
  let cell: { readonly row: Row; breaks: number } | null = null;
  /** Whether what comes next is a row below one of cells that were joined. */
  let isBelowJoined = false;

  const isFull = () => length > limits.bodyCharacters.value;

  function push(text: string): void {
    out.push(text);
    length += text.length;
  }

  /** A list within a list leaves no empty line. */
  const breaksAround = (tagName: string): number =>
    Math.min(breaks[tagName] ?? 0, lists.length > 0 && /^(?:ul|ol|menu|dir)$/.test(tagName) ? 1 : 2);

  function breakLine(count: number): void {
    if (count === 0) return;
    waitingBlank = false;
    if (cell) cell.breaks = Math.max(cell.breaks, count);
    else waitingBreaks = Math.max(waitingBreaks, isBelowJoined ? 1 : count);
  }

  /** What styles part, where elements do not. */
  function standApart(tagName: string, standing: Standing): void {
    if (standing === null || tagName === 'td' || tagName === 'th' || Object.hasOwn(breaks, tagName)) return;
    if (standing === 'line') breakLine(1);
    else if (hasLine) waitingBlank = true;
  }

  const lineFeeds = (count: number): string => {
    const between = '> '.repeat(Math.min(quotes, quotesBefore)).trimEnd();
    return `\n${`${between}\n`.repeat(count - 1)}`;
  };

  /** Joins a cell that begins to the one before, or begins a line for it. */
  function joinCell({ row, breaks }: { readonly row: Row; readonly breaks: number }): void {
    cell = null;
    if (mark !== '' || quotes !== quotesBefore) {
      waitingBreaks = Math.max(1, breaks);
      return;
    }
    if (breaks > 0) joints.push({ row, at: out.length, breaks });
    push(' | ');
    waitingBlank = false;
  }

  /** Cells stand in lines of their own where one of them has more than a line. */
  function takeApart(): void {
    for (const { at, breaks } of joints.splice(0)) out[at] = `${lineFeeds(breaks)}${'> '.repeat(quotesBefore)}`;
  }

  /** Begins what is written next: line feeds, quote marks, the mark of an item. */
  function begin(): void {
    if (cell) joinCell(cell);
    isBelowJoined = false;
    if (out.length === 0) waitingBreaks = 0;
    const isNew = !hasLine || waitingBreaks > 0;
    if (waitingBreaks > 0) {
      takeApart();
      push(lineFeeds(waitingBreaks));
      line++;
    }
    if (isNew) {
      const margin = '  '.repeat(Math.max(0, Math.min(deepest, indent) - (mark === '' ? 0 : 1)));
      push('> '.repeat(quotes) + margin + mark);
      mark = '';
      quotesBefore = quotes;
    } else if (waitingBlank) push(' ');
    waitingBlank = false;
    waitingBreaks = 0;
    hasLine = true;
    const row = rows.at(-1);
    if (row) row.line ??= line;
  }

  function write(text: string): void {
    if (isFull()) return;
    begin();
    push(text);
  }

  function newLine(): void {
    // An empty line stands where a break follows a break.
    if (cell === null && (waitingBreaks > 0 || !hasLine)) waitingBreaks = Math.min(2, waitingBreaks + 1);
    else breakLine(1);
  }

  function writeFlow(value: string): void {
    const words = value.split(/[ \t\n\u00a0]+/);
    const [first = ''] = words;
    const inner = words.filter(Boolean).join(' ');
    if (first === '' && hasLine) waitingBlank = true;
    if (inner === '') return;
    write(inner);
    waitingBlank = words.at(-1) === '';
  }

  function writeLines(value: string): void {
    for (const [i, line] of value.split('\n').entries()) {
      if (isFull()) return;
      if (i > 0) {
        if (cell || (hasLine && waitingBreaks === 0)) breakLine(1);
        else if (hasLine) waitingBreaks = Math.min(3, waitingBreaks + 1);
      }
      const text = line.replaceAll('\u00a0', ' ').trimEnd();
      if (text === '') continue;
      if (waitingBreaks === 0 && hasLine && cell === null) push(text);
      else write(text);
    }
  }

  function beginCell(): void {
    const row = rows.at(-1);
    if (row === undefined || row.line === null || cell) return;
    if (row.line === line) {
      cell = { row, breaks: waitingBreaks };
      waitingBreaks = 0;
      waitingBlank = false;
    } else breakLine(1);
  }

  function endRow(row: Row | undefined): void {
    const outer = rows.at(-1);
    if (outer) outer.line ??= row?.line ?? null;
    if (cell && cell.row === row) {
      waitingBreaks = cell.breaks;
      cell = null;
    }
    for (; row && joints.at(-1)?.row === row; joints.pop()) {
      waitingBreaks = 0;
      isBelowJoined = true;
    }
  }

  function beginItem(list: List | undefined): void {
    if (list === undefined || list.next === null) mark = '- ';
    else mark = `${list.next++}. `;
  }

  function endAnchor({ link, from, hasPicture }: Anchor): void {
    const most = 2 * link.length + 20;
    let text = '';
    for (let i = from; i < out.length && text.length <= most; i++) text += out[i];
    if (text.trim() === '' && !hasPicture) return;
    if (saysLink(text, link)) return;
    if (text.trim() !== '') waitingBlank = hasLine;
    write(`[${link}]`);
  }

  return {
    enter(element: HtmlElement, _look, standing) {
      const { tagName } = element;
      if (tagName === 'br') {
        newLine();
        return;
      }
      breakLine(breaksAround(tagName));
      standApart(tagName, standing);
      if (/^h[1-6]$/.test(tagName)) mark = `${'#'.repeat(Number(tagName[1]))} `;
      else if (tagName === 'hr') write('---');
      else if (tagName === 'q') write('"');
      else if (tagName === 'blockquote') quotes = Math.min(deepest, quotes + 1);
      else if (tagName === 'ul' || tagName === 'menu' || tagName === 'dir') lists.push({ next: null });
      else if (tagName === 'ol') lists.push({ next: startOf(element) });
      else if (tagName === 'li') {
        indent++;
        beginItem(lists.at(-1));
      } else if (tagName === 'dd') indent++;
      else if (tagName === 'tr') rows.push({ line: null });
      else if (tagName === 'td' || tagName === 'th') beginCell();
      else if (tagName === 'a' || tagName === 'area') {
        const link = readLink(attributeOf(element, 'href'));
        anchors.push(link === null ? null : { link, from: out.length, hasPicture: false });
      }
    },

    leave({ tagName }, standing) {
      if (tagName === 'a' || tagName === 'area') {
        const anchor = anchors.pop();
        if (anchor) endAnchor(anchor);
      } else if (tagName === 'q') write('"');
      else if (tagName === 'blockquote') quotes = Math.max(0, quotes - 1);
      else if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu' || tagName === 'dir') lists.pop();
      else if (tagName === 'li' || tagName === 'dd') indent--;
      else if (tagName === 'tr') endRow(rows.pop());
      else if (tagName === 'table') isBelowJoined = false;
      if (tagName === 'li' || /^h[1-6]$/.test(tagName)) mark = '';
      if (tagName === 'br') return;
      breakLine(breaksAround(tagName));
      standApart(tagName, standing);
    },

    text(value, { keepsLines }) {
      if (isFull()) return;
      if (keepsLines) writeLines(value);
      else writeFlow(value);
    },

    picture(alternative) {
      const anchor = anchors.at(-1);
      if (anchor) anchor.hasPicture = true;
      if (alternative !== '') write(`[${alternative}]`);
      // It stands between the words beside it, though it says nothing.
      else if (hasLine) waitingBlank = true;
    },

    finish: () => out.join('').trimEnd(),

    isWhole: () => !isFull(),
  };
}

const startOf = (element: HtmlElement): number => {
  const start = Number.parseInt(attributeOf(element, 'start') ?? '1', 10);
  return Number.isSafeInteger(start) ? start : 1;
};
