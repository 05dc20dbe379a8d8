// Documents that real programs wrote (test/documents): what is found in them, and how reading them ends.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, textOf } from './read.ts';

interface Expected {
  readonly type: string;
  readonly outcome: string;
  readonly phrases: readonly string[];
  readonly forbidden: readonly string[];
}

const directory = join(import.meta.dirname, '..', '..', 'documents');
const documents = Object.entries(
  JSON.parse(readFileSync(join(directory, 'expected.json'), 'utf8')) as Record<string, Expected>,
);

/** Forms of a text that fold to the same: hyphens that do not break, and ligatures. */
const folded = (text: string): string => text.normalize('NFKC').replaceAll('\u2010', '-').replace(/\s+/g, ' ');

test.each(documents)('%s', async (name, { type, outcome, phrases, forbidden }) => {
  const extraction = await read(readFileSync(join(directory, name)), name);
  expect({ type: extraction.type, outcome: extraction.outcome }).toEqual({ type, outcome });
  const text = folded(textOf(extraction));
  expect(phrases.filter(phrase => !text.includes(folded(phrase)))).toEqual([]);
  expect(forbidden.filter(phrase => text.includes(phrase))).toEqual([]);
});

test.each(documents)('%s is known by its content under any name', async (name, { type, outcome }) => {
  // Markdown alone is told from plain text by its name.
  if (type === 'md') return;
  const extraction = await read(readFileSync(join(directory, name)), 'download');
  expect(extraction.outcome).toBe(outcome);
  // What an encrypted document would be lies in what is encrypted.
  if (outcome !== 'encrypted') expect(extraction.type).toBe(type);
});
