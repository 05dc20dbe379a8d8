// Units, rounds and modelled milliseconds of every question on the shipped DynamoDB adapter, over a simulated table
// that holds a made archive.

import { readFileSync } from 'node:fs';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { parsePattern } from '../../../lib/names/glob.ts';
import { planNames } from '../../../lib/search/plan.ts';
import { type SearchContext, type SearchStep, searchAttachments } from '../../../lib/search/searchAttachments.ts';
import { namesArchive } from '../../doubles/namesArchive.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { type NamesFiles, readDates } from '../archives.ts';
import type { BenchContext, Size } from '../benchmark.ts';
import type { BenchQuery } from '../queries.ts';
import { accountId, cursorKeys, questionByCursor, questionByOffset } from './ask.ts';
import { bruteForce, requireRight } from './bruteForce.ts';
import { type Mail, mails, rowsOf } from './corpusRows.ts';
import { cpuBeyondStore, type QueryCpu } from './cpuBeyondStore.ts';

export interface QueryUnits {
  readonly query: BenchQuery;
  /** Read units with those of the page's rows. */
  readonly units: number;
  /** Reads that had to wait for one another, looking up rows of the page included. */
  readonly rounds: number;
  readonly rows: number;
  /** Rows of the page. */
  readonly returned: number;
  readonly modelMilliseconds: number;
  /** False where the budget ended before the page was full. */
  readonly isComplete: boolean;
  /** Units of a deep page by `offset` in place of a cursor; null for a first page. */
  readonly byOffset: number | null;
}

export interface DynamoFigures {
  readonly queries: readonly QueryUnits[];
  /** Of the sizes at which answers are checked. */
  readonly cpu: readonly QueryCpu[];
}

/** At larger sizes every name is not looked at once more to check the answers. */
const mostChecked = 1_000_000;

export async function dynamoFigures(
  context: BenchContext,
  files: NamesFiles,
  { label, attachments }: Size,
  queries: readonly BenchQuery[],
): Promise<DynamoFigures> {
  context.progress(`building a simulated DynamoDB table of ${label} attachments`);
  const terms = new Set(
    queries.flatMap(({ pattern }) => planNames(parsePattern(pattern)).candidates.map(({ term }) => term(accountId))),
  );
  const archive = namesArchive({ accountId, names: readFileSync(files.names), dates: readDates(files.dates), terms });
  const { client, time } = simulatedDynamo({ archive: archive.partition });
  const search: SearchContext = { store: dynamoStore({ client, table: 'bench', clock: time }), cursorKeys };
  const isChecked = attachments <= mostChecked;
  const right = isChecked ? bruteForce(files, queries) : null;

  context.progress(`asking ${queries.length} questions of ${label} attachments in DynamoDB`);
  const asked: QueryUnits[] = [];
  const cpu: QueryCpu[] = [];
  for (const query of queries) {
    const offset = questionByOffset(query);
    const question = (await questionByCursor(search, query)) ?? offset;
    const before = time.now();
    let lookUps = 0;
    const watch = ({ step }: SearchStep) => {
      if (step === 'page') lookUps++;
    };
    const page = await searchAttachments({ ...search, watch }, question);
    const modelMilliseconds = time.now() - before;
    if (right) requireRight(query, page, right.get(query.id));
    asked.push({
      query,
      units: page.cost.readUnits,
      // Rows of the page whose data did not come with their postings are read behind the rounds, all at once.
      rounds: page.cost.rounds + lookUps,
      rows: page.cost.rows,
      returned: page.rows.length,
      modelMilliseconds,
      isComplete: page.scanComplete,
      byOffset: query.page > 1 ? (await searchAttachments(search, offset)).cost.readUnits : null,
    });
    if (isChecked) cpu.push(await cpuBeyondStore(search, query, question));
  }
  return { queries: asked, cpu };
}

export interface WriteFigures {
  readonly writeUnits: number;
  /** Units of looking, before a row is written, for one that it replaces. */
  readonly readUnits: number;
}

/** Attachments that are written to tell what one costs, from all over the archive. */
const writtenAttachments = 2_000;
const batchMessages = 200;

/** Units of writing one attachment with its postings. */
export async function writeFigures(files: NamesFiles & { readonly corpus: string }): Promise<WriteFigures> {
  const { client, time } = simulatedDynamo();
  const store = dynamoStore({ client, table: 'bench', clock: time });
  const all = [...mails(files.corpus)];
  const stride = Math.max(
    1,
    Math.floor(all.reduce((sum, mail) => sum + mail.attachments.length, 0) / writtenAttachments),
  );
  const some = all.filter((_, i) => i % stride === 0);
  const cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  let written = 0;
  const put = async (batch: readonly Mail[]) => {
    const rows = batch.flatMap(rowsOf);
    written += rows.length;
    await store.put(rows, cost);
  };
  for (let i = 0; i < some.length; i += batchMessages) await put(some.slice(i, i + batchMessages));
  return { writeUnits: cost.writeUnits / written, readUnits: cost.readUnits / written };
}
