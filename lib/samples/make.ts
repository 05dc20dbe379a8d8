// Writes mail/*.eml and takes away whatever else is there: `node lib/samples/make.ts`. Running it again changes nothing.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samples } from './samples.ts';

const directory = join(import.meta.dirname, 'mail');
mkdirSync(directory, { recursive: true });
const kept = new Set(samples.map(({ file }) => file));
for (const name of readdirSync(directory)) if (!kept.has(name)) rmSync(join(directory, name));
for (const { file, raw } of samples) writeFileSync(join(directory, file), raw);

const bytes = samples.reduce((sum, { raw }) => sum + raw.length, 0);
const files = samples.reduce((sum, { parts }) => sum + parts.length, 0);
process.stdout.write(`${samples.length} mails, ${files} files, ${bytes} bytes\n`);
