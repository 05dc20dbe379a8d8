// How fast text comes out of documents of each type, and how much memory the worst of them take.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext, Figure, Report } from '../benchmark.ts';
import { runWatched } from '../childProcess.ts';
import { layOut } from '../layOut.ts';
import { rounded } from '../measure.ts';
import { hostileDocuments, largeDocuments } from './largeDocuments.ts';

const ownRounds = 3;
const script = join(import.meta.dirname, 'readOnce.ts');

interface Reading {
  readonly milliseconds: number;
  readonly characters: number;
  readonly outcome: string;
  readonly reason: string | null;
}

async function readOnce(directory: string, name: string, bytes: Uint8Array, rounds: number) {
  const path = join(directory, name);
  await writeFile(path, bytes);
  const { stdout, peakBytes } = await runWatched(process.execPath, ['--no-warnings', script, path, String(rounds)]);
  await rm(path);
  return { ...(JSON.parse(stdout) as Reading), peakMegabytes: Math.round(peakBytes / 1e6) };
}

export async function measureExtraction(context: BenchContext): Promise<Report> {
  const directory = join(context.kept, 'documents');
  await mkdir(directory, { recursive: true });
  const types: { readonly [name: string]: Figure }[] = [];
  for (const [name, bytes] of largeDocuments(context.seed)) {
    context.progress(`reading ${name}`);
    const { milliseconds, characters, peakMegabytes } = await readOnce(
      directory,
      name,
      bytes,
      context.rounds ?? ownRounds,
    );
    const perSecond = (count: number) => rounded(count / 1e6 / (milliseconds / 1000));
    types.push({
      type: name.slice(2),
      fileMegabytesPerSecond: perSecond(bytes.length),
      textMegabytesPerSecond: perSecond(characters),
      peakMegabytes,
    });
  }
  const hostile: { readonly [name: string]: Figure }[] = [];
  for (const [name, bytes] of hostileDocuments()) {
    context.progress(`reading ${name}`);
    const { milliseconds, outcome, peakMegabytes } = await readOnce(directory, name, bytes, 1);
    hostile.push({ name, outcome, milliseconds: Math.round(milliseconds), peakMegabytes });
  }
  return {
    figures: { extraction: types, hostileDocuments: hostile },
    lines: [
      'text out of documents of a million characters, best of a few, through a worker; memory of the whole process',
      ...layOut(
        ['type', 'MB/s of file', 'MB/s of text', 'peak MB'],
        types.map(row => Object.values(row).map(String)),
      ),
      '',
      'documents made to hurt',
      ...layOut(
        ['document', 'outcome', 'ms', 'peak MB'],
        hostile.map(row => Object.values(row).map(String)),
      ),
    ],
    missing: [],
  };
}
