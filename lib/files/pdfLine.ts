// Pieces of a line of a PDF, as they were drawn -> its text as one reads it: programs draw words of Hebrew and Arabic from
// right to left, or from left to right. Letters within a piece are in their order already.

export interface PdfPiece {
  readonly str: string;
  /** `rtl` where its letters are read from right to left. */
  readonly dir: string;
  /** Where and how it is drawn (ISO 32000-2, 8.3.4): the fifth number is how far from the left. Forms in XML do not tell. */
  readonly transform?: readonly number[];
  /** How long it is. */
  readonly width?: number;
}

const isBlank = ({ str }: PdfPiece): boolean => str.trim() === '';
const isRightToLeft = ({ dir }: PdfPiece): boolean => dir === 'rtl';
const leftOf = ({ transform }: PdfPiece): number => transform?.[4] ?? 0;

/** Whether pieces follow each other from left to right. */
function goesRight(pieces: readonly PdfPiece[]): boolean {
  const lefts = pieces.filter(piece => !isBlank(piece)).map(leftOf);
  let right = 0;
  for (const [i, left] of lefts.entries()) if (i > 0) right += Math.sign(left - (lefts[i - 1] ?? 0));
  return right > 0;
}

/** The other way round; words that are read from left to right stay in their order among themselves. */
function turned(pieces: readonly PdfPiece[]): PdfPiece[] {
  const groups: PdfPiece[][] = [];
  let blanks: PdfPiece[] = [];
  let isForward = false;
  for (const piece of pieces) {
    if (isBlank(piece)) blanks.push(piece);
    else {
      const words = groups.at(-1);
      if (words && isForward && !isRightToLeft(piece)) {
        for (const blank of blanks) words.push(blank);
        words.push(piece);
      } else groups.push(blanks, [piece]);
      blanks = [];
      isForward = !isRightToLeft(piece);
    }
  }
  return [...groups, blanks].reverse().flat();
}

const inOrder = (pieces: readonly PdfPiece[]): readonly PdfPiece[] => (goesRight(pieces) ? turned(pieces) : pieces);

const lettersOf = (pieces: readonly PdfPiece[]): number =>
  pieces.reduce((sum, { str }) => sum + (str.match(/\p{L}/gu)?.length ?? 0), 0);

/** Whether a line as a whole is read from the right: not where words at its left end are not, as in a table of two languages. */
function isReadFromRight(pieces: readonly PdfPiece[], right: readonly PdfPiece[]): boolean {
  const drawn = pieces.filter(piece => !isBlank(piece)).toSorted((a, b) => leftOf(a) - leftOf(b));
  const first = drawn.find(piece => /\p{L}/u.test(piece.str));
  return first !== undefined && isRightToLeft(first) && lettersOf(right) * 2 > lettersOf(pieces);
}

/** The text of a line. @param pieces in the order they were drawn */
export function pdfLine(pieces: readonly PdfPiece[]): string {
  const textOf = (some: readonly PdfPiece[]): string => some.map(({ str }) => str).join('');
  const right = pieces.filter(isRightToLeft);
  if (right.length === 0) return textOf(pieces);
  if (isReadFromRight(pieces, right)) return textOf(inOrder(pieces));
  // A line from left to right with words of the other kind in it: those that stand together.
  const line: PdfPiece[] = [];
  let run: PdfPiece[] = [];
  const flush = () => {
    const last = run.findLastIndex(isRightToLeft);
    for (const piece of inOrder(run.slice(0, last + 1))) line.push(piece);
    for (const piece of run.slice(last + 1)) line.push(piece);
    run = [];
  };
  for (const piece of pieces) {
    if (isRightToLeft(piece) || (run.length > 0 && isBlank(piece))) run.push(piece);
    else {
      flush();
      line.push(piece);
    }
  }
  flush();
  return textOf(line);
}
