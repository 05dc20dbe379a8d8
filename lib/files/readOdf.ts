// An OpenDocument text, spreadsheet or presentation -> its text: sections by headings, sheets or slides; notes and comments
// after the paragraph that holds them, headers and footers at the end. What was deleted with changes tracked is left out.

import { limits } from '../limits.ts';
import type { Draft } from './draft.ts';
import type { DocumentType } from './extraction.ts';
import { isEncrypted } from './odfPackage.ts';
import { packageTitle } from './packageTitle.ts';
import { encrypted, ReadingEnd, tooBig } from './readingEnd.ts';
import type { XmlHandler, XmlTag } from './xmlReader.ts';
import type { ZipPackage } from './zipPackage.ts';

/** Elements whose contents are no text of the document. */
const skipped = new Set([
  ...['scripts', 'font-face-decls', 'automatic-styles', 'forms', 'binary-data', 'note-citation'],
  ...['shapes-index', 'calculation-settings', 'ruby-text', 'event-listeners', 'sequence-decls', 'variable-decls'],
  ...['table-source', 'settings', 'dde-connections', 'creator-initials'],
]);
/** The same by their full names: other elements that are called so hold text. */
const skippedByFullName = new Set(['dc:creator', 'dc:date', 'loext:sender-initials']);

/** Styles of paragraphs that are headings, which programs name alike in every language. */
const headingStyle = /^(?:Title|Subtitle|Heading(?:_20_\d{1,2})?)$/;
/** Longer ones are body text in the wrong style. */
const longestHeading = 250;
/** Styles of single paragraphs whose kind is remembered. */
const mostStyles = 100_000;

interface Block {
  text: string;
  readonly isHeading: boolean;
  /** Of the element that it stands for: others may be called the same, and lie within it. */
  readonly depth: number;
  readonly after: string[];
}

interface Target {
  heading(text: string): void;
  line(text: string): void;
  sheet(name: string | null): void;
  slide(name: string | null): void;
  slideTitle(text: string): void;
  refer(target: string): void;
}

const repeated = (tag: XmlTag, name: string, most: number): number =>
  Math.min(most, Math.max(1, Number(tag.attribute(name) ?? 1) || 1));

const heldValue = (tag: XmlTag): string =>
  tag.attribute('date-value') ?? tag.attribute('string-value') ?? tag.attribute('value') ?? '';

function odfHandler(type: DocumentType, target: Target): XmlHandler {
  const blocks: Block[] = [];
  /** Of rows that are open, the lines of each cell. */
  const rows: string[][][] = [];
  /** Changes that delete: what stands between their marks is still there, and goes. */
  const deletions = new Set<string>();
  /** What styles of single paragraphs are made of. */
  const parents = new Map<string, string>();
  let region: string | null = null;
  let trackedDepth = 0;
  let deleting = 0;
  let cellValue = '';
  let skipDepth = 0;
  let cells = 0;
  let tables = 0;
  let isTitleFrame = false;
  let depth = 0;

  function emit(lines: readonly string[], isHeading: boolean): void {
    const row = rows.at(-1);
    const outer = blocks.at(-1);
    const kept = lines.filter(line => line.trim() !== '');
    if (kept.length === 0) return;
    const holder = outer?.after ?? row?.at(-1);
    if (holder !== undefined) for (const line of kept) holder.push(line);
    else
      for (const [i, line] of kept.entries()) {
        if (i === 0 && isTitleFrame) target.slideTitle(line);
        else if (i === 0 && isHeading) target.heading(line);
        else target.line(line);
      }
  }
  const write = (text: string) => {
    const block = blocks.at(-1);
    if (block && deleting === 0) block.text += text;
  };

  /** The list of changes: text that was deleted lies in it, or between marks in the text. */
  function openChange(name: string, tag: XmlTag): void {
    if (name === 'changed-region') region = tag.attribute('id');
    else if (name === 'deletion' && region !== null) deletions.add(region);
  }

  function openStyle(tag: XmlTag): void {
    const [name, parent] = [tag.attribute('name'), tag.attribute('parent-style-name')];
    if (name !== null && parent !== null && parents.size < mostStyles) parents.set(name, parent);
  }
  function isStyledHeading(tag: XmlTag): boolean {
    const style = tag.attribute('style-name') ?? '';
    return headingStyle.test(parents.get(style) ?? style);
  }

  const begin = (isHeading = false) => blocks.push({ text: '', isHeading, depth, after: [] });

  function open(name: string, tag: XmlTag): void {
    switch (name) {
      case 'h':
      case 'p':
        begin(type === 'odt' && (name === 'h' || isStyledHeading(tag)));
        break;
      case 'title':
      case 'desc':
        // What a picture shows, as its author describes it.
        if (tag.qualifiedName.startsWith('svg:')) begin();
        break;
      case 'change-start':
        if (deletions.has(tag.attribute('change-id') ?? '')) deleting++;
        break;
      case 'change-end':
        if (deletions.has(tag.attribute('change-id') ?? '')) deleting = Math.max(0, deleting - 1);
        break;
      case 'footer-decl':
      case 'header-decl':
        begin();
        break;
      case 's':
        write(' '.repeat(repeated(tag, 'c', 100)));
        break;
      case 'tab':
        write('\t');
        break;
      case 'line-break':
        write('\n');
        break;
      case 'table':
        tables++;
        if (type === 'ods' && tables === 1) target.sheet(tag.attribute('name'));
        break;
      case 'table-row':
        rows.push([]);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        // A cell that is said to be there a million times is written once.
        if (++cells > limits.documentCells.value)
          throw tooBig(`only its first ${limits.documentCells.value} cells were read`);
        rows.at(-1)?.push([]);
        cellValue = type === 'ods' ? heldValue(tag) : '';
        break;
      case 'page':
        if (type === 'odp') target.slide(tag.attribute('name'));
        break;
      case 'frame':
        isTitleFrame = tag.attribute('class') === 'title' && type === 'odp';
        break;
      case 'image':
      case 'a': {
        const link = tag.attribute('href') ?? '';
        // Pictures within the document are parts of it, not files that it refers to.
        if (!link.startsWith('Pictures/') && !link.startsWith('./')) target.refer(link.replace(/^\.\.\//, ''));
        break;
      }
    }
  }
  function close(name: string): void {
    const block = blocks.at(-1);
    if (block?.depth === depth) {
      blocks.pop();
      emit([block.text, ...block.after], block.isHeading && block.text.length <= longestHeading);
    } else if (name === 'table-cell' && cellValue !== '') {
      // Its text is how it is shown; without one, what it holds.
      const row = rows.at(-1);
      if (row?.at(-1)?.length === 0 && cellValue !== '') row.at(-1)?.push(cellValue);
      cellValue = '';
    } else if (name === 'table-row') {
      const row = (rows.pop() ?? []).map(cell => cell.join(' '));
      const line = (type === 'ods' ? row.filter(cell => cell !== '') : row).join('\t');
      if (line.trim() !== '') emit([line], false);
    } else if (name === 'table') tables--;
    else if (name === 'frame') isTitleFrame = false;
  }
  return {
    open(name, tag) {
      if (skipDepth > 0) {
        skipDepth++;
        if (tag.qualifiedName === 'style:style') openStyle(tag);
      } else if (trackedDepth > 0) {
        trackedDepth++;
        openChange(name, tag);
      } else if (name === 'tracked-changes') trackedDepth = 1;
      else if (skipped.has(name) || skippedByFullName.has(tag.qualifiedName)) skipDepth = 1;
      else {
        depth++;
        open(name, tag);
      }
    },
    close(name) {
      if (skipDepth > 0) skipDepth--;
      else if (trackedDepth > 0) trackedDepth--;
      else {
        close(name);
        depth--;
      }
    },
    text: value => {
      if (skipDepth === 0 && trackedDepth === 0) write(value.replace(/[\t\n\r ]+/g, ' '));
    },
  };
}

/** Lines of an OpenDocument text that is one XML file. */
export const odfLines = (draft: Draft): XmlHandler =>
  odfHandler('odt', {
    heading: text => draft.section(text),
    line: text => draft.line(text),
    sheet: name => draft.section(name, false),
    slide() {},
    slideTitle: text => draft.line(text),
    refer: link => draft.refer(link),
  });

export async function readOdf(zip: ZipPackage, type: DocumentType, draft: Draft): Promise<void> {
  if (await isEncrypted(zip)) throw encrypted();
  draft.title = await packageTitle(zip, 'meta.xml');
  let slide = 0;
  const target: Target = {
    heading: text => draft.section(text),
    line: text => draft.line(text),
    sheet: name => draft.section(name, false),
    slide() {
      slide++;
      draft.section(`Slide ${slide}`, false);
    },
    slideTitle: text => draft.section(`Slide ${slide}: ${text}`),
    refer: link => draft.refer(link),
  };
  await zip.xml('content.xml', odfHandler(type, target));
  // Charts and documents that are set into this one.
  draft.section(null);
  for (const name of zip.names.filter(name => /^[^/]{1,200}\/content\.xml$/i.test(name))) {
    const handler = odfHandler('odt', { ...target, heading: text => target.line(text), sheet() {}, refer() {} });
    try {
      await zip.xml(name, handler);
    } catch (error) {
      // The document around it is whole.
      if (!(error instanceof ReadingEnd) || error.outcome === 'tooBig') throw error;
    }
  }
  // Headers and footers are styles of pages. Those that repeat a line are written once.
  const seen = new Set<string>();
  const isPage = new Set(['header', 'footer', 'header-left', 'footer-left', 'header-first', 'footer-first']);
  let within = 0;
  draft.section(null);
  const handler = odfHandler('odt', {
    ...target,
    heading: text => target.line(text),
    line(text) {
      if (within > 0 && !seen.has(text)) draft.line(text);
      seen.add(text);
    },
    refer() {},
  });
  await zip.xml('styles.xml', {
    open(name, tag) {
      if (isPage.has(name)) within++;
      if (within > 0) handler.open(name, tag);
    },
    close(name) {
      if (within > 0) handler.close(name);
      if (isPage.has(name)) within--;
    },
    text(value) {
      if (within > 0) handler.text(value);
    },
  });
}
