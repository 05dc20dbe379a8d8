// A workbook of Excel (SpreadsheetML) -> its text, sheet by sheet, hidden ones too: rows of cells as they are shown, then
// headers and footers, comments, and what is drawn over the sheet. Cells are never laid out, however far apart they are.

import { limits } from '../limits.ts';
import { type CellFormats, cellFormats } from './cellFormat.ts';
import type { Draft } from './draft.ts';
import { drawingLines } from './drawingLines.ts';
import { mainPart, type OfficePackage, officeTitle, relatedParts } from './officePackage.ts';
import { broken, readEach, tooBig } from './readingEnd.ts';

interface Sheet {
  readonly name: string;
  readonly path: string;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
}

async function readWorkbook(office: OfficePackage, main: string): Promise<Workbook> {
  const relations = new Map((await office.relations(main)).map(relation => [relation.id, relation.target]));
  const sheets: Sheet[] = [];
  let is1904 = false;
  await office.xml(main, {
    open(name, tag) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(tag.attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const path = office.find(relations.get(tag.attribute(':id') ?? '') ?? '');
      if (path !== null) sheets.push({ name: tag.attribute('name') ?? '', path });
    },
    close() {},
    text() {},
  });
  if (sheets.length > 0) return { sheets, is1904 };
  const paths = office.names.filter(name => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).sort();
  return { sheets: paths.map((path, i) => ({ name: `Sheet ${i + 1}`, path })), is1904 };
}

/** Strings that cells refer to by number; how they are read aloud is left out. */
async function readStrings(office: OfficePackage, main: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let phonetic = 0;
  let isText = false;
  for (const path of await relatedParts(office, main, 'sharedStrings')) {
    await office.xml(path, {
      open(name) {
        if (name === 'si') current = '';
        else if (name === 'rPh') phonetic++;
        else if (name === 't') isText = phonetic === 0;
      },
      close(name) {
        if (name === 'si') strings.push(current);
        else if (name === 'rPh') phonetic--;
        else if (name === 't') isText = false;
      },
      text(value) {
        if (isText) current += value;
      },
    });
  }
  return strings;
}

async function readFormats(office: OfficePackage, main: string, is1904: boolean): Promise<CellFormats> {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let isCellStyle = false;
  const [path] = await relatedParts(office, main, 'styles');
  if (path !== undefined)
    await office.xml(path, {
      open(name, tag) {
        if (name === 'numFmt') custom.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? '');
        else if (name === 'cellXfs') isCellStyle = true;
        else if (name === 'xf' && isCellStyle) ids.push(Number(tag.attribute('numFmtId') ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') isCellStyle = false;
      },
      text() {},
    });
  return cellFormats(ids, custom, is1904);
}

const truths: Readonly<Record<string, string>> = { '0': 'FALSE', '1': 'TRUE' };
/** Marks of fonts and fields in headers and footers of a sheet: `&L`, `&"Arial,Bold"`, `&12`. */
const headerMarks = /&(?:"[^"]*"|[A-Z]|\d{1,3}|&)/gi;
const headers = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  /** Counts a cell; ends reading where there are too many. */
  count(): void;
}

async function readSheet(office: OfficePackage, path: string, context: SheetContext, draft: Draft): Promise<void> {
  const { strings, formats, count } = context;
  let cells: string[] = [];
  let type = 'n';
  let style = 0;
  let value = '';
  let phonetic = 0;
  let takes = false;
  const after: string[] = [];

  function endCell(): void {
    const text = cellText();
    value = '';
    if (text === '') return;
    count();
    cells.push(text.replace(/\s+/g, ' '));
  }
  function cellText(): string {
    if (value === '') return '';
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return truths[value] ?? value;
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
    if (type !== 'n') return value;
    const number = Number(value);
    return Number.isFinite(number) ? formats.show(number, style) : value;
  }

  await office.xml(path, {
    open(name, tag) {
      if (name === 'c') {
        type = tag.attribute('t') ?? 'n';
        style = Number(tag.attribute('s') ?? 0);
        value = '';
      } else if (name === 'v') takes = true;
      else if (name === 't') takes = phonetic === 0;
      else if (name === 'rPh') phonetic++;
      else if (headers.has(name)) {
        takes = true;
        value = '';
      }
    },
    close(name) {
      if (name === 'c') endCell();
      else if (name === 'v' || name === 't') takes = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'row') {
        if (cells.length > 0) draft.line(cells.join('\t'));
        cells = [];
      } else if (headers.has(name)) {
        takes = false;
        after.push(value.replace(headerMarks, mark => (mark === '&&' ? '&' : ' ')));
        value = '';
      }
    },
    text(piece) {
      if (takes) value += piece;
    },
  });
  for (const line of after) draft.line(line);
}

/** Comments of a sheet, old and threaded; the old form repeats the new one behind a notice of the program's own. */
async function commentLines(office: OfficePackage, sheet: string): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const kind of ['threadedComment', 'comments']) {
    for (const path of await relatedParts(office, sheet, kind)) {
      if (kind === 'comments' && lines.size > 0) continue;
      let text = '';
      let takes = false;
      await office.xml(path, {
        open(name) {
          if (name === 'comment' || name === 'threadedComment') text = '';
          else if (name === 't' || name === 'text') takes = true;
        },
        close(name) {
          if (name === 'comment' || name === 'threadedComment') lines.add(text.trim());
          else if (name === 't' || name === 'text') takes = false;
        },
        text(piece) {
          if (takes) text += piece;
        },
      });
    }
  }
  return [...lines];
}

export async function readXlsx(office: OfficePackage, draft: Draft): Promise<void> {
  const main = await mainPart(office, 'xl/workbook.xml');
  if (main === null) throw broken('it has no workbook part');
  draft.title = await officeTitle(office);
  const { sheets, is1904 } = await readWorkbook(office, main);
  const strings = await readStrings(office, main);
  const formats = await readFormats(office, main, is1904);
  let cells = 0;
  const count = () => {
    if (++cells > limits.documentCells.value)
      throw tooBig(`only its first ${limits.documentCells.value} cells were read`);
  };
  await readEach(sheets, async ({ name, path }) => {
    draft.section(name, false);
    await readSheet(office, path, { strings, formats, count }, draft);
    for (const line of await commentLines(office, path)) draft.line(line);
    for (const drawing of await relatedParts(office, path, 'drawing')) {
      for (const line of await drawingLines(office, drawing)) draft.line(line);
      for (const kind of ['chart', 'diagramData'])
        for (const part of await relatedParts(office, drawing, kind))
          for (const line of await drawingLines(office, part)) draft.line(line);
    }
  });
}
