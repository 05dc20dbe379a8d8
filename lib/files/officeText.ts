// WordprocessingML and DrawingML -> paragraphs in their order. Both call paragraphs, runs and tables by the same names.
// Deleted and moved text is left out, insertions stay; text boxes and notes follow the paragraph that holds them.

import type { XmlHandler, XmlTag } from './xmlReader.ts';

export interface Paragraph {
  readonly text: string;
  /** Identifier of its style. */
  readonly style: string | null;
  /** Its own outline level, from 0; null where it has none. */
  readonly outlineLevel: number | null;
}

export interface OfficeTextOptions {
  /** Told of each paragraph, and of each row of a table: its cells parted by tabs. */
  paragraph(paragraph: Paragraph): void;
  /** The text of a note or comment that is referred to here, to follow the paragraph. */
  note?(kind: 'footnote' | 'endnote' | 'comment', id: string): string | null;
  /** Told of elements that are not read here. */
  open?(name: string, tag: XmlTag): void;
  close?(name: string): void;
}

/** Elements whose contents are no text of the document. */
const skipped = new Set([
  ...['del', 'moveFrom', 'instrText', 'delText', 'delInstrText'],
  // The reading of a word, in small writing over it.
  'rt',
  // Definitions of tab stops, and what properties were before a change.
  ...['tabs', 'tabLst', 'pPrChange', 'rPrChange', 'sectPrChange', 'tblPrChange', 'tcPrChange', 'trPrChange'],
  ...['binData', 'binaryData', 'attrName'],
]);

/** How Word 2003 marks text as deleted. */
const isOldDeletion = (name: string, tag: XmlTag): boolean =>
  name === 'annotation' && tag.attribute('type') === 'Word.Deletion';

interface OpenParagraph {
  text: string;
  style: string | null;
  outlineLevel: number | null;
  /** What follows it: text boxes in it, notes. */
  readonly after: string[];
}

/** What a picture shows, as its author or the program describes it; null where that is no more than a file's name. */
function description(tag: XmlTag): string | null {
  const text = (tag.attribute('descr') ?? '').trim();
  if (text === '' || /^\S*\.\w{2,5}$/.test(text) || /^[A-Z]:\\/i.test(text)) return null;
  return text;
}

export function officeText(options: OfficeTextOptions): XmlHandler {
  const paragraphs: OpenParagraph[] = [];
  /** Of rows that are open, the lines of each cell. */
  const rows: string[][][] = [];
  const alternatives: { isTaken: boolean }[] = [];
  let skipDepth = 0;
  let textDepth = 0;

  const write = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.text += text;
  };

  /** Gives lines to what holds them: a cell, a paragraph around a text box, or the document. */
  function emit(lines: readonly string[], paragraph: OpenParagraph | null): void {
    const row = rows.at(-1);
    const outer = paragraphs.at(-1);
    if (row !== undefined && (outer === undefined || row.length > 0)) {
      const cell = row.at(-1) ?? [];
      if (row.length === 0) row.push(cell);
      for (const line of lines) if (line !== '') cell.push(line);
    } else if (outer !== undefined) for (const line of lines) outer.after.push(line);
    else
      for (const [i, text] of lines.entries()) {
        const { style, outlineLevel } = i === 0 && paragraph !== null ? paragraph : { style: null, outlineLevel: null };
        options.paragraph({ text, style, outlineLevel });
      }
  }

  function closeRow(): void {
    const row = rows.pop();
    if (row === undefined) return;
    const text = row.map(cell => cell.join(' ').replaceAll('\n', ' ')).join('\t');
    if (text.trim() !== '') emit([text], null);
  }

  function reference(kind: 'footnote' | 'endnote' | 'comment', tag: XmlTag): void {
    const note = options.note?.(kind, tag.attribute('id') ?? '') ?? null;
    if (note !== null && note !== '') paragraphs.at(-1)?.after.push(note);
  }

  function open(name: string, tag: XmlTag): void {
    const paragraph = paragraphs.at(-1);
    switch (name) {
      case 'p':
        paragraphs.push({ text: '', style: null, outlineLevel: null, after: [] });
        break;
      case 't':
        textDepth++;
        break;
      case 'tab':
      case 'ptab':
        write('\t');
        break;
      case 'br':
      case 'cr':
        write('\n');
        break;
      case 'noBreakHyphen':
        write('-');
        break;
      case 'pStyle':
        if (paragraph) paragraph.style = tag.attribute('val');
        break;
      case 'outlineLvl':
        if (paragraph) paragraph.outlineLevel = Number(tag.attribute('val') ?? 9);
        break;
      case 'footnoteReference':
        reference('footnote', tag);
        break;
      case 'endnoteReference':
        reference('endnote', tag);
        break;
      case 'commentReference':
        reference('comment', tag);
        break;
      case 'tr':
        rows.push([]);
        break;
      case 'tc':
        rows.at(-1)?.push([]);
        break;
      case 'docPr':
      case 'cNvPr': {
        const text = description(tag);
        if (text !== null) emit([text], null);
        break;
      }
      case 'textpath': {
        const text = tag.attribute('string') ?? '';
        if (text.trim() !== '') emit([text], null);
        break;
      }
    }
    options.open?.(name, tag);
  }

  return {
    open(name, tag) {
      if (skipDepth > 0) skipDepth++;
      else if (skipped.has(name) || isOldDeletion(name, tag)) skipDepth = 1;
      else if (name === 'AlternateContent') alternatives.push({ isTaken: false });
      else if (name === 'Choice' || name === 'Fallback') {
        const alternative = alternatives.at(-1);
        if (alternative?.isTaken) skipDepth = 1;
        else if (alternative) alternative.isTaken = true;
      } else open(name, tag);
    },
    close(name) {
      if (skipDepth > 0) {
        skipDepth--;
        return;
      }
      if (name === 't') textDepth--;
      else if (name === 'p') {
        const paragraph = paragraphs.pop();
        if (paragraph) emit([paragraph.text, ...paragraph.after], paragraph);
      } else if (name === 'tr') closeRow();
      else if (name === 'AlternateContent') alternatives.pop();
      options.close?.(name);
    },
    text(value) {
      if (skipDepth === 0 && textDepth > 0) write(value);
    },
  };
}
