// Run as a process of its own: reads one document through the worker, as often as it is told, and prints what that took.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { extractDocument } from '../../../lib/files/extractDocument.ts';

const [, , file = '', rounds = '1'] = process.argv;
const bytes = readFileSync(file);
const fileName = basename(file);
let best = Number.POSITIVE_INFINITY;
let extraction = await extractDocument(Buffer.from('warm'), { fileName: 'a.txt' });
for (let i = 0; i < Number(rounds); i++) {
  const started = performance.now();
  extraction = await extractDocument(bytes, { fileName });
  best = Math.min(best, performance.now() - started);
}
const characters = extraction.chunks.reduce((sum, { text }) => sum + text.length, 0);
process.stdout.write(
  JSON.stringify({ milliseconds: best, characters, outcome: extraction.outcome, reason: extraction.reason }),
);
