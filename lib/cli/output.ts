// Standard output, line by line, as fast as its reader takes it.

import { once } from 'node:events';
import { styleText } from 'node:util';
import { outputWidth } from './terminal.ts';

/** Prints lines; resolves when more may be printed, so that a slow reader costs no memory. */
export async function print(...lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}

/** Columns that a table on standard output may take; null for no bound. */
export const printWidth = (): number | null => outputWidth(process.stdout);

/** Bold on a terminal that shows it and is not told otherwise (NO_COLOR), plain elsewhere. */
export const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });

/** As bold(), dim. */
export const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });
