// What the streams of this process can show: how wide, and whether somebody looks.

import type { WriteStream } from 'node:tty';

type Output = Pick<WriteStream, 'isTTY' | 'columns'>;

const narrowest = 20;
const usual = 80;

/**
 * Columns that a table may take: COLUMNS where it is set, else the terminal's, else null for no bound (a pipe or a file).
 */
export function outputWidth(output: Output, env: NodeJS.ProcessEnv = process.env): number | null {
  const asked = Number(env.COLUMNS);
  if (Number.isInteger(asked) && asked > 0) return Math.max(narrowest, asked);
  return output.isTTY ? Math.max(narrowest, output.columns || usual) : null;
}

/** Whether a line may be drawn over: a terminal that says it is no dumb one. */
export const canRedraw = (output: Output, env: NodeJS.ProcessEnv = process.env): boolean =>
  output.isTTY === true && env.TERM !== 'dumb';
