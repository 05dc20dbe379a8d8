// The tables of README.md that come from code: run it to write them, and a test fails while they are out of date.

import { readFile, writeFile } from 'node:fs/promises';
import { errorCodes } from '../lib/errors.ts';
import { limits } from '../lib/limits.ts';

const readmePath = new URL('../README.md', import.meta.url);

/** Escapes what would end a cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const tables: Readonly<Record<string, readonly string[]>> = {
  codes: [
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(errorCodes).map(([code, meaning]) => row(code, meaning)),
  ],
  limits: [
    '| limit | value | reason |',
    '|---|---|---|',
    ...Object.entries(limits).map(([name, { value, unit, reason }]) =>
      row(`\`${name}\``, `${value.toLocaleString('en-US')} ${unit}`, reason),
    ),
  ],
};

/** The text with each table between its marks (`<!-- name -->` and `<!-- /name -->`) made anew. */
export function withTables(readme: string): string {
  let text = readme;
  for (const [name, lines] of Object.entries(tables)) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(open), text.indexOf(close)];
    if (from < 0 || to < from) throw new Error(`README.md has no place for the table ${name}`);
    text = `${text.slice(0, from + open.length)}\n${lines.join('\n')}\n${text.slice(to)}`;
  }
  return text;
}

if (import.meta.main) await writeFile(readmePath, withTables(await readFile(readmePath, 'utf8')));
