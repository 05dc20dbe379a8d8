// Lays rows out in columns, within a width or at full width. Expects printable cells; knows nothing of what they mean.

import { fitEnd, fitMiddle, pad, textWidth } from './fitText.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** How a cell that is too wide is cut; a column without it is never cut. */
  readonly cut?: 'end' | 'middle';
  /** Share of the room among columns that can be cut; 1 where left out. */
  readonly weight?: number;
  /** Columns of the terminal that it is to have before an expendable one is shown at all; few where left out. */
  readonly least?: number;
  /**
   * Where there is no room for all, those that are empty are left out, then columns with the highest number first; 0
   * stays.
   */
  readonly expendable?: number;
}

const gap = '  ';
/** A cut column narrower than this says nothing. */
const narrowest = 10;

interface Measured extends Column {
  readonly index: number;
  readonly natural: number;
  readonly isEmpty: boolean;
}

const least = (column: Measured): number =>
  column.cut ? Math.min(column.least ?? narrowest, column.natural) : column.natural;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Shares `room` among the columns by weight; what one does not need goes to the others, and each gets its least. */
function share(columns: readonly Measured[], room: number): Map<Measured, number> {
  const widths = new Map<Measured, number>();
  let open = columns.filter(column => column.cut);
  for (const column of columns) if (!column.cut) widths.set(column, column.natural);
  let left = room - sum([...widths.values()]);
  // Where even that is too much, all are cut.
  const isWide = sum(columns.map(least)) <= room;
  while (open.length > 0) {
    const weights = sum(open.map(column => column.weight ?? 1));
    const part = (column: Measured) => Math.floor((left * (column.weight ?? 1)) / weights);
    const content = open.filter(column => column.natural <= part(column));
    const short = isWide ? open.filter(column => part(column) < least(column)) : [];
    for (const column of short) {
      widths.set(column, least(column));
      left -= least(column);
    }
    if (short.length > 0) {
      open = open.filter(column => !short.includes(column));
      continue;
    }
    if (content.length === 0) {
      for (const column of open) widths.set(column, Math.max(1, part(column)));
      break;
    }
    for (const column of content) {
      widths.set(column, column.natural);
      left -= column.natural;
    }
    open = open.filter(column => !content.includes(column));
  }
  return widths;
}

/**
 * Lines of a table, the titles first, without blanks at their ends.
 * @param width columns of the terminal; null lays out every cell at full width.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | null,
): readonly string[] {
  let shown: readonly Measured[] = columns.map((column, index) => ({
    ...column,
    index,
    isEmpty: rows.every(row => !row[index]),
    natural: Math.max(textWidth(column.title), ...rows.map(row => textWidth(row[index] ?? ''))),
  }));
  let widths = new Map(shown.map(column => [column, column.natural]));
  if (width !== null) {
    const room = () => width - gap.length * (shown.length - 1);
    if (sum(shown.map(column => column.natural)) > room())
      shown = shown.filter(column => !(column.expendable && column.isEmpty));
    while (sum(shown.map(least)) > room()) {
      const most = Math.max(...shown.map(column => column.expendable ?? 0));
      if (most === 0) break;
      shown = shown.filter(column => (column.expendable ?? 0) !== most);
    }
    widths = share(shown, room());
  }
  const line = (cells: readonly string[]): string =>
    shown
      .map(column => {
        const cell = cells[column.index] ?? '';
        const columnWidth = widths.get(column) ?? 0;
        const cut = column.cut === 'middle' ? fitMiddle : fitEnd;
        return pad(cut(cell, columnWidth), columnWidth, column.align);
      })
      .join(gap)
      .trimEnd();
  return [line(columns.map(column => column.title)), ...rows.map(line)];
}
