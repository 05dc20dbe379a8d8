// `npm run bench -- NAME…`: reads the command line, runs benchmarks one after the other and prints what they found.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchContext, BenchError, type Figure, type Size } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';

const root = resolve(import.meta.dirname, '../..');
const usageStatus = 2;

const names = benchmarks.map(({ name }) => name).join(', ');

const help = `Usage: npm run bench -- NAME... [options]

Benchmarks:
${benchmarks.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}

Options:
  --json           print one object with the figures and nothing else on standard output
  --seed N         of the archives that are made (default 42)
  --queries FILE   questions in the form of ../shared/bench/queries.json, in place of those
  --sizes LIST     attachments of the archives that 'names' asks (default 10k,100k,1m,10m). SQLite and its peers
                   are asked up to 1m, the simulated DynamoDB at every size. Mails of those that 'list' (default
                   10k,100k,1m) and 'words' (20k,200k) ask, files of those that 'files' (1k,50k) asks
  --rounds N       how often 'import', 'parse', 'cold' and 'words' take turns (default 3, 15, 15 and 3)
  --help           print this

Archives are made once and kept in .bench/: some minutes for 1m and 10m, and about 2 GB; a quarter of an hour and 3 GB
for 'words', as long and 1 GB for 'files'. Shared material is looked for in ../shared, or where MAILGLOB_SHARED says. Peers that are not installed are
named and left out.

Example:
  $ npm run bench -- names --json --sizes 10k,1m`;

class UsageError extends Error {}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        seed: { type: 'string', default: '42' },
        queries: { type: 'string' },
        sizes: { type: 'string' },
        rounds: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(text: string, name: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new UsageError(`--${name} takes a whole number from 1`);
  return Number(text);
}

/** Reads `10k` or `1m`; one number has one label, however it is written. */
function sizeOf(text: string): Size {
  const [, digits, unit] = /^([1-9][0-9]{0,8})([km]?)$/i.exec(text.trim()) ?? [];
  const attachments = Number(digits) * (unit === undefined || unit === '' ? 1 : /k/i.test(unit) ? 1_000 : 1_000_000);
  if (!(attachments >= 1000 && attachments <= 100_000_000))
    throw new UsageError('--sizes takes sizes from 1k to 100m with commas between them, as in 10k,1m');
  if (attachments % 1_000_000 === 0) return { label: `${attachments / 1_000_000}m`, attachments };
  return { label: attachments % 1000 === 0 ? `${attachments / 1000}k` : String(attachments), attachments };
}

function sharedDirectory(): string {
  const shared = resolve(root, process.env.MAILGLOB_SHARED ?? '../shared');
  if (!existsSync(join(shared, 'bench')))
    throw new BenchError(
      `there is no ${join(shared, 'bench')}: set MAILGLOB_SHARED to the directory that holds bench/`,
    );
  return shared;
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(`${help}\n`);
    return;
  }
  const chosen = [...new Set(positionals)].map(name => {
    const benchmark = benchmarks.find(one => one.name === name);
    if (!benchmark) throw new UsageError(`there is no such benchmark; there are: ${names}`);
    return benchmark;
  });
  if (chosen.length === 0) throw new UsageError(`name one or more of: ${names}`);
  const started = performance.now();
  const context: BenchContext = {
    seed: wholeNumber(values.seed, 'seed'),
    queriesFile: values.queries === undefined ? null : resolve(values.queries),
    sizes: values.sizes === undefined ? null : values.sizes.split(',').map(sizeOf),
    rounds: values.rounds === undefined ? null : wholeNumber(values.rounds, 'rounds'),
    shared: sharedDirectory(),
    kept: join(root, '.bench'),
    progress: line =>
      process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`),
  };
  const figures: Record<string, Figure> = {};
  const missing: string[] = [];
  for (const { name, load } of chosen) {
    const run = await load();
    const report = await run(context);
    Object.assign(figures, report.figures);
    missing.push(...report.missing);
    if (!values.json) process.stdout.write(`${[`== ${name}`, ...report.lines, ''].join('\n')}\n`);
  }
  for (const line of missing) context.progress(`left out: ${line}`);
  if (values.json) process.stdout.write(`${JSON.stringify({ ...figures, missing }, null, 2)}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  if (!isUsage && !(error instanceof BenchError)) throw error;
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = isUsage ? usageStatus : 1;
}
