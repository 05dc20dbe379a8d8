// Asks an archive some questions and ends, so that whoever starts it sees what memory that takes:
// `node askMemory.ts DATA QUESTIONS.json`; without questions it opens the archive alone.

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { askWords } from './askWords.ts';
import type { WordQuestion } from './questions.ts';

const [data = '', file] = process.argv.slice(2);
/** Longer than the time between two looks at it. */
const lastLook = 60;

const archive = await openArchive(data, { create: false });
const questions = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as WordQuestion[]);
for (const question of questions) await askWords(archive, question);
await setTimeout(lastLook);
await archive.close();
