// What a PDF says that its marks stand for (ISO 32000-2, 14.9.4) in the place of what they look like: programs say so of
// letters that one mark stands for, or that stand in another order than they are read: those of Hindi, Thai, Arabic.
// pdf.js reads it as the build changes it (infra/extractionFiles.ts); as it comes no item has one.

import type { PdfPiece } from './pdfLine.ts';

/** A piece of text as pdf.js gives it. */
export interface DrawnPiece extends PdfPiece {
  readonly hasEOL?: boolean;
}

/** Where something that is marked begins or ends. */
export interface ContentMark {
  readonly type: string;
  readonly actualText?: string | null;
}

interface Marked {
  readonly text: string;
  readonly level: number;
  readonly pieces: DrawnPiece[];
}

const isBlank = ({ str }: PdfPiece): boolean => str.trim() === '';
const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/** What stands for the pieces of a mark: blanks and line ends before its first letter stay, since they part it from others. */
function spoken({ text, pieces }: Marked, last: DrawnPiece | undefined): DrawnPiece[] {
  const from = pieces.findIndex(piece => !isBlank(piece));
  const before = from < 0 ? pieces : pieces.slice(0, from);
  const drawn = from < 0 ? [] : pieces.slice(from);
  // Of letters that no font has a name for there is no piece.
  const at = drawn[0] ?? pieces.at(-1) ?? last;
  const width = drawn.reduce((sum, piece) => sum + (piece.width ?? 0), 0);
  const piece: DrawnPiece = {
    ...{ str: text, dir: rightToLeft.test(text) ? 'rtl' : 'ltr', width },
    ...(at?.transform !== undefined && { transform: at.transform }),
    hasEOL: drawn.at(-1)?.hasEOL ?? false,
  };
  return [...before, piece];
}

/** The pieces of a page, those that say what they stand for as what they say. */
export function withActualText(items: readonly (DrawnPiece | ContentMark)[]): readonly DrawnPiece[] {
  const found: DrawnPiece[] = [];
  let marked: Marked | null = null;
  let level = 0;
  for (const item of items) {
    if ('str' in item) (marked?.pieces ?? found).push(item);
    else if (item.type !== 'endMarkedContent') {
      level++;
      if (marked === null && typeof item.actualText === 'string') marked = { text: item.actualText, level, pieces: [] };
    } else {
      if (marked !== null && marked.level === level) {
        found.push(...spoken(marked, found.at(-1)));
        marked = null;
      }
      level = Math.max(0, level - 1);
    }
  }
  if (marked !== null) found.push(...marked.pieces);
  return found;
}
