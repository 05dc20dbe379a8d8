// Tables of figures: the first column to the left, the others to the right.

import { table } from '../../lib/cli/table.ts';

export const layOut = (titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  table(
    titles.map((title, i) => ({ title, align: i === 0 ? 'left' : 'right' })),
    rows,
    null,
  );
