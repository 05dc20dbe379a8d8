// What the firm's PDFs look like: running text, schematics and scans. It knows layout, not the PDF format.

import { jpeg } from './jpeg.ts';
import type { PdfInfo, PdfPage } from './pdf.ts';
import { pdf, showText } from './pdf.ts';
import type { Picture } from './picture.ts';

/** A line of text, a heading, a row of columns, or an empty line. */
export type Line = string | { readonly heading: string } | { readonly columns: readonly string[] };

const a4 = { width: 595, height: 842 };
const margin = 56;
const leading = 16;
const linesPerPage = 42;

/** A document of running text, on as many pages as it needs. */
export function textPdf(info: PdfInfo, lines: readonly Line[]): Uint8Array {
  const title: Line = { heading: info.title };
  const all = [title, '', ...lines];
  const count = Math.ceil(all.length / linesPerPage);
  const pages = Array.from({ length: count }, (_, index): PdfPage => {
    const operators = all
      .slice(index * linesPerPage, (index + 1) * linesPerPage)
      .flatMap((line, row) => lineOperators(line, a4.height - margin - row * leading));
    const footer = `${info.author}, ${info.date}, page ${index + 1} of ${count}`;
    return { ...a4, operators: [...operators, showText(margin, 36, 8, footer, fontOf(footer, false))] };
  });
  return pdf(info, pages);
}

function lineOperators(line: Line, y: number): readonly string[] {
  if (typeof line === 'string') return line === '' ? [] : [showText(margin, y, 10, line, fontOf(line, false))];
  if ('heading' in line) return [showText(margin, y, 13, line.heading, fontOf(line.heading, true))];
  const step = (a4.width - 2 * margin) / line.columns.length;
  return line.columns.map((text, index) =>
    showText(Math.round(margin + index * step), y, 10, text, fontOf(text, false)),
  );
}

function fontOf(text: string, isBold: boolean): 'F1' | 'F2' | 'F3' {
  if (/[\u3000-\u9fff\uff00-\uffef]/.test(text)) return 'F3';
  return isBold ? 'F2' : 'F1';
}

export interface Schematic extends PdfInfo {
  readonly drawing: string;
  readonly revision: string;
  /** Designator and value, drawn from left to right and wired in that order. */
  readonly blocks: readonly (readonly [designator: string, value: string])[];
  readonly nets: readonly string[];
  readonly notes: readonly string[];
}

/** One sheet, A4 across: blocks, wires, notes and a title block. */
export function schematicPdf(sheet: Schematic): Uint8Array {
  const operators = ['0.6 w', '20 20 802 555 re S', '572 20 250 70 re S', '572 55 m 822 55 l S'];
  sheet.blocks.forEach(([designator, value], index) => {
    const x = 50 + (index % 5) * 152;
    const y = 440 - Math.floor(index / 5) * 120;
    operators.push(`${x} ${y} 100 60 re S`, showText(x + 8, y + 40, 10, designator, 'F2'));
    operators.push(showText(x + 8, y + 24, 8, value));
    if (index % 5 < 4 && index < sheet.blocks.length - 1) {
      operators.push(`${x + 100} ${y + 30} m ${x + 152} ${y + 30} l S`);
      operators.push(showText(x + 104, y + 34, 6, sheet.nets[index] ?? ''));
    }
  });
  sheet.notes.forEach((note, index) => {
    operators.push(showText(40, 150 - index * 14, 9, `${index + 1}. ${note}`));
  });
  operators.push(
    showText(580, 72, 12, sheet.title, 'F2'),
    showText(580, 60, 8, `Drawing ${sheet.drawing}`),
    showText(580, 40, 9, `Revision ${sheet.revision}`),
    showText(660, 40, 9, sheet.date),
    showText(580, 28, 8, `Drawn: ${sheet.author}`),
    showText(740, 28, 8, 'Sheet 1 of 1'),
  );
  return pdf(sheet, [{ width: 842, height: 595, operators }]);
}

/** A scanned page: a picture, and where the scanner read it the text lies invisible behind. */
export function scanPdf(info: PdfInfo, picture: Picture, recognised: readonly string[] = []): Uint8Array {
  const image = { jpeg: jpeg(picture), width: picture.width, height: picture.height };
  const hidden = recognised.flatMap((line, index) => ['3 Tr', showText(60, 780 - index * 24, 12, line)]);
  return pdf(info, [{ ...a4, image, operators: [...hidden, 'q 595 0 0 842 0 0 cm /Im Do Q'] }]);
}
