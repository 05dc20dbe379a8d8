// What `mailglob extract` shows a person: what was found, or why nothing was, and the text.

import type { Extraction } from '../files/extraction.ts';
import { counted } from './humanUnits.ts';
import { printable } from './printable.ts';

const field = (label: string, value: string): string => `  ${label.padEnd(14)}${printable(value)}`;

const outcomes: Readonly<Record<Extraction['outcome'], string>> = {
  text: 'all of its text was read',
  noText: 'no text',
  encrypted: 'encrypted',
  broken: 'broken',
  tooBig: 'too big to be read whole',
  nameOnly: 'found by its name alone',
};

/** Lines for one document; text that was read is shown whole. */
export function extractionLines(file: string, extraction: Extraction, milliseconds: number): readonly string[] {
  const { type, outcome, reason, title, tags, date, references, chunks } = extraction;
  return [
    printable(file),
    field('type', type === '' ? 'unknown' : type),
    field('outcome', reason === null ? outcomes[outcome] : `${outcomes[outcome]}: ${reason}`),
    ...(title === null ? [] : [field('title', title)]),
    ...(tags.length === 0 ? [] : [field('tags', tags.join(', '))]),
    ...(date === null ? [] : [field('date', date)]),
    ...(references.length === 0 ? [] : [field('refers to', references.join(', '))]),
    field('read in', `${milliseconds} ms, ${counted(chunks.length, 'chunk')}`),
    ...chunks.flatMap(({ heading, text }) => [
      '',
      `  [${heading === null ? 'no heading' : printable(heading)}]`,
      ...text.split('\n').map(line => `  ${printable(line)}`),
    ]),
  ];
}
