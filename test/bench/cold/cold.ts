// The benchmark `cold`: what the deployed functions weigh, and what CPU their first call, a warm call and a mail take.
// AWS is a double that answers at once: calls are made, and nobody waits for them.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildFunctions, bundlePaths, functionNames, zipPath } from '../../../infra/buildFunctions.ts';
import type { BenchContext, Figure, Report } from '../benchmark.ts';
import { layOut } from '../layOut.ts';
import { median, rounded } from '../measure.ts';
import { apiKey, startAwsDouble } from './awsDouble.ts';

const here = import.meta.dirname;
const root = join(here, '../../..');
const ownRounds = 15;
const warmCalls = 200;
const mails = 300;

const sizeOf = (path: string): number => readFileSync(path).length;

export async function run(context: BenchContext): Promise<Report> {
  const dir = join(context.kept, 'cold');
  await mkdir(dir, { recursive: true });
  context.progress('building the functions, and the AWS SDK alone');
  await buildFunctions();
  const sdk = await bundleSdk(dir);
  const corpus = readCorpus(context);
  const objects = new Map(corpus.map((path, i) => [`mail/bench/INBOX/${i}.eml`, new Uint8Array(readFileSync(path))]));
  const keysFile = join(dir, 'keys.json');
  const pathsFile = join(dir, 'paths.json');
  await writeFile(keysFile, JSON.stringify([...objects.keys()]));
  await writeFile(pathsFile, JSON.stringify(corpus));

  const aws = await startAwsDouble(objects);
  const rounds = context.rounds ?? ownRounds;
  const child = childOf(aws.endpoint);
  const times = { sdk: [], sdkCalls: [], first: [], warm: [], ingest: [], own: [], parse: [] } as Record<
    string,
    number[]
  >;
  const keep = (name: string, value: number | null) => value !== null && times[name]?.push(value);
  try {
    const [query = '', ingest = ''] = [bundlePaths('query')[0], bundlePaths('ingest')[0]];
    for (let round = 0; round < rounds; round++) {
      context.progress(`round ${round + 1} of ${rounds}`);
      keep('sdk', Number(await child('loadSdk.mjs', sdk)));
      keep('sdkCalls', Number(await child('loadSdk.mjs', sdk, 'call')));
      // Warm calls take a while, and vary little.
      const calls = JSON.parse(await child('callQuery.cjs', query, apiKey, String(round < 3 ? warmCalls : 0)));
      keep('first', calls.first);
      keep('warm', calls.warm);
      if (round >= 3) continue;
      keep('ingest', Number(await child('ingestMails.cjs', ingest, keysFile)));
      keep('own', Number(await child('storeMails.ts', pathsFile)));
      keep('parse', Number(await child('parseMails.mjs', pathsFile)));
    }
  } finally {
    await aws.close();
  }
  return report(corpus.length, times);
}

function report(mailCount: number, times: Readonly<Record<string, readonly number[]>>): Report {
  const milliseconds = (name: string): number => rounded(median(times[name] ?? []));
  /** Of the turns of one round, which had the same neighbours. */
  const ratio = (name: string, to: string): number =>
    rounded(median((times[name] ?? []).map((time, i) => time / (times[to]?.[i] ?? Number.NaN))));
  const weights = functionNames.map(name => {
    const [own = '', ...later] = bundlePaths(name);
    return {
      name,
      bundleBytes: sizeOf(own),
      bytesReadLater: later.reduce((sum, path) => sum + sizeOf(path), 0),
      zipBytes: sizeOf(zipPath(name)),
    };
  });
  const figures = {
    coldFirstCallMilliseconds: milliseconds('first'),
    coldSdkMilliseconds: milliseconds('sdk'),
    coldSdkCallsMilliseconds: milliseconds('sdkCalls'),
    coldToSdk: ratio('first', 'sdk'),
    coldToSdkCalls: ratio('first', 'sdkCalls'),
    warmCallMilliseconds: milliseconds('warm'),
    ingestMails: mailCount,
    ingestMillisecondsPerMail: milliseconds('ingest'),
    ingestOwnMillisecondsPerMail: milliseconds('own'),
    postalMimeMillisecondsPerMail: milliseconds('parse'),
    ingestToPostalMime: ratio('ingest', 'parse'),
    ingestOwnToPostalMime: ratio('own', 'parse'),
  };
  return {
    figures: { ...figures, coldFunctions: weights.map((weight): Figure => ({ ...weight })) },
    lines: [
      ...layOut(
        ['function', 'bundle bytes', 'read later', 'zip'],
        weights.map(weight => [
          weight.name,
          ...[weight.bundleBytes, weight.bytesReadLater, weight.zipBytes].map(String),
        ]),
      ),
      '',
      `First call: ${figures.coldFirstCallMilliseconds} ms of CPU from the start of the process; ` +
        `the AWS SDK alone: ${figures.coldSdkMilliseconds} to be loaded (1 to ${figures.coldToSdk}), ` +
        `${figures.coldSdkCallsMilliseconds} with the same requests (1 to ${figures.coldToSdkCalls}).`,
      `Warm call: ${figures.warmCallMilliseconds} ms of CPU.`,
      `A mail: ${figures.ingestMillisecondsPerMail} ms of CPU in the ingest function, ` +
        `${figures.ingestOwnMillisecondsPerMail} without the AWS client, ` +
        `${figures.postalMimeMillisecondsPerMail} in bare postal-mime ` +
        `(${figures.ingestToPostalMime} and ${figures.ingestOwnToPostalMime} to 1).`,
    ],
    missing: [],
  };
}

/** The SDK as one bundles it: the same bundler, minified, with nothing left out. */
async function bundleSdk(dir: string): Promise<string> {
  const outfile = join(dir, 'sdk.mjs');
  await build({
    entryPoints: [join(here, 'sdkAlone.ts')],
    outfile,
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
  });
  return outfile;
}

/** Real mail where there is some, else the project's own. */
function readCorpus({ shared }: BenchContext): string[] {
  const dir = [join(shared, 'mail/eml'), join(root, 'lib/samples/mail')].find(existsSync) ?? '';
  return readdirSync(dir)
    .filter(name => name.endsWith('.eml'))
    .toSorted()
    .slice(0, mails)
    .map(name => join(dir, name));
}

/** Runs a program beside this file as Lambda would, with AWS at the endpoint, and gives what it printed. */
function childOf(endpoint: string) {
  const env = {
    PATH: process.env.PATH,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    MAILGLOB_TABLE: 't',
    MAILGLOB_BUCKET: 'b',
    MAILGLOB_ACCOUNTS: '["bench"]',
    MAILGLOB_VERSION: '0',
    MAILGLOB_TIME_ZONE: 'UTC',
    MAILGLOB_HOSTS: '[]',
    MAILGLOB_SCAN_ROWS: '64000',
    MAILGLOB_SCAN_MILLISECONDS: '5000',
    MAILGLOB_REPRESENTATION_CHARACTERS: '40000',
    MAILGLOB_READ_CHARACTERS: '100000',
    MAILGLOB_CALLS_PER_MINUTE: '600',
    MAILGLOB_CORS_ORIGINS: '[]',
    MAILGLOB_CURSOR_KEY_SECRET: 'b',
    MAILGLOB_URL: 'https://mail.example.com/mcp',
    MAILGLOB_EDGE_MARK: '',
  };
  return async (program: string, ...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(here, program), ...args], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
}
