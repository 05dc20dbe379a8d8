// The benchmark `parse`: mails of the shared corpus through mailglob's parser and others, in turns.

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchContext, BenchError, type Figure, type Report } from '../benchmark.ts';
import { runWatched } from '../childProcess.ts';
import { layOut } from '../layOut.ts';
import { median, rounded, takeTurns } from '../measure.ts';
import { writeLargeMail } from './largeMail.ts';
import { parsers } from './parsers.ts';

const ownRounds = 15;
const memoryRounds = 5;

export async function run(context: BenchContext): Promise<Report> {
  const dir = join(context.shared, 'mail', 'eml');
  const files = corpusFiles(dir);
  const mails = files.map(file => new Uint8Array(readFileSync(file)));
  const bytes = mails.reduce((sum, mail) => sum + mail.length, 0);
  const { here, missing } = await parsers(files);
  context.progress(
    `parsing ${mails.length} mails of ${rounded(bytes / 1e6)} MB with ${here.map(p => p.name).join(', ')}`,
  );
  const turns = await takeTurns(new Map(here.map(parser => [parser.name, () => parser.parseAll(mails)])), {
    rounds: context.rounds ?? ownRounds,
  });
  const base = turns.get('postal-mime') ?? [];
  const rows = here.map(({ name, failed }) => {
    const own = turns.get(name) ?? [];
    const seconds = median(own) / 1000;
    return {
      name,
      messagesPerSecond: Math.round(mails.length / seconds),
      megabytesPerSecond: rounded(bytes / 1e6 / seconds),
      // Of the turns of one round, which had the same neighbours.
      toPostalMime: rounded(median(own.map((turn, i) => (base[i] ?? Number.NaN) / turn))),
      failed: failed(),
    };
  });
  for (const parser of here) parser.close();

  context.progress('parsing a mail of 40 MB');
  const memory = await memoryFactors(context);
  const own = rows.find(({ name }) => name === 'mailglob');
  return {
    figures: {
      parseMessages: mails.length,
      parseMessagesPerSecond: own?.messagesPerSecond ?? null,
      parseMegabytesPerSecond: own?.megabytesPerSecond ?? null,
      parseToPostalMime: own?.toPostalMime ?? null,
      parseMemoryFactor: memory.mailglob,
      parseMemoryFactorPostalMime: memory.postalMime,
      parseParsers: rows.map((row): Figure => ({ ...row })),
    },
    lines: [
      ...layOut(
        ['parser', 'messages/s', 'MB/s', 'to postal-mime', 'gave up on'],
        rows.map(row => [
          row.name,
          ...[row.messagesPerSecond, row.megabytesPerSecond, row.toPostalMime, row.failed].map(String),
        ]),
      ),
      '',
      `A mail of 40 MB takes ${memory.mailglob} times its size in memory (postal-mime: ${memory.postalMime}).`,
    ],
    missing,
  };
}

function corpusFiles(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter(name => name.endsWith('.eml'))
      .toSorted()
      .map(name => join(dir, name));
  } catch {
    throw new BenchError(`there is no ${dir}, which holds the mails to parse`);
  }
}

/** The most memory beyond the process's own, as multiples of the mail: medians of some processes of each parser. */
async function memoryFactors({
  kept,
}: BenchContext): Promise<{ readonly mailglob: number; readonly postalMime: number }> {
  await mkdir(kept, { recursive: true });
  const file = join(kept, 'large.eml');
  const script = join(import.meta.dirname, 'parseMemory.ts');
  const factorOf = async (parser: string): Promise<number> => {
    const { stdout } = await runWatched(process.execPath, ['--no-warnings', script, parser, file]);
    return (JSON.parse(stdout) as { factor: number }).factor;
  };
  const factors: { mailglob: number; postalMime: number }[] = [];
  writeLargeMail(file);
  try {
    for (let round = 0; round < memoryRounds; round++)
      factors.push({ mailglob: await factorOf('mailglob'), postalMime: await factorOf('postal-mime') });
  } finally {
    await rm(file, { force: true });
  }
  return {
    mailglob: rounded(median(factors.map(({ mailglob }) => mailglob))),
    postalMime: rounded(median(factors.map(({ postalMime }) => postalMime))),
  };
}
