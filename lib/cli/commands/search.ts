// `mailglob search`: one call of the searchAttachments tool, shown as a table or as the tool's own JSON.

import type { Command } from 'commander';
import type { Cost } from '../../archive/ports.ts';
import { readLocalConfig } from '../../config.ts';
import { limits } from '../../limits.ts';
import { type SearchAttachmentsResult, searchAttachmentsTool } from '../../tools/searchAttachments.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { type ArchiveOptions, archiveOptions, withChosenArchive } from '../chosenArchive.ts';
import { makeExplainer } from '../explanation.ts';
import { explanationLines } from '../explanationView.ts';
import { counted, humanSize } from '../humanUnits.ts';
import { jsonLine } from '../json.ts';
import { localCaller, localEnvironment } from '../localEnvironment.ts';
import { examples, jsonOption, wholeNumber } from '../options.ts';
import { bold, dim, print, printWidth } from '../output.ts';
import { printable } from '../printable.ts';
import { type Column, table } from '../table.ts';

interface SearchOptions extends ArchiveOptions {
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
  readonly account?: readonly string[];
  readonly from?: string;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly includeInline?: true;
  readonly explain?: true;
  readonly json?: true;
}

type FoundRow = SearchAttachmentsResult['data'][number];

const columns: readonly Column[] = [
  { title: 'DATE' },
  { title: 'SIZE', align: 'right' },
  { title: 'FILE NAME', cut: 'middle', weight: 3, least: 24 },
  { title: 'FROM', cut: 'end', weight: 2, expendable: 1 },
  { title: 'SUBJECT', cut: 'end', weight: 2, expendable: 2 },
];

/** Calendar days of instants in a zone: those that --after and --before mean. */
function dayFormat(timeZone: string): (instant: string) => string {
  if (timeZone === 'UTC') return instant => instant.slice(0, 10);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return instant => format.format(new Date(instant));
}

const cells = (row: FoundRow, day: (instant: string) => string): readonly string[] => [
  day(row.date),
  humanSize(row.size_bytes),
  printable(row.filename),
  printable(row.from),
  printable(row.subject),
];

/** What the tool is asked; it leaves out what is undefined, and refuses by itself what it does not take. */
const argumentsOf = (pattern: string, options: SearchOptions): Readonly<Record<string, unknown>> => ({
  pattern,
  after: options.after,
  before: options.before,
  limit: options.limit,
  offset: options.offset,
  cursor: options.cursor,
  accountIds: options.account,
  from: options.from,
  min_size_bytes: options.minSize,
  max_size_bytes: options.maxSize,
  include_inline: options.includeInline,
});

/** A whole page for a person: where the reading budget ends a call early, the next one goes on. */
async function wholePage(context: ToolContext, sent: Readonly<Record<string, unknown>>, limit: number) {
  let { result, cost } = await searchAttachmentsTool.call(context, sent);
  const rows = [...result.data];
  while (!result.scan_complete && result.next_cursor !== undefined && rows.length < limit) {
    const next = { ...sent, offset: undefined, cursor: result.next_cursor, limit: limit - rows.length };
    const answer = await searchAttachmentsTool.call(context, next);
    result = answer.result;
    cost = sumOf(cost, answer.cost);
    rows.push(...result.data);
  }
  return { rows, next: result.has_more ? result.next_cursor : undefined, cost };
}

const sumOf = (a: Cost, b: Cost): Cost => ({
  calls: a.calls + b.calls,
  rounds: a.rounds + b.rounds,
  rows: a.rows + b.rows,
  readUnits: a.readUnits + b.readUnits,
  writeUnits: a.writeUnits + b.writeUnits,
});

/** What to say where nothing is found: some take the pattern for one of a shell. */
function nothingFound(pattern: string): readonly string[] {
  const hints = [
    ...(pattern.includes(',') ? ['a pattern is one: search once for each'] : []),
    ...(/[[\]{}]/u.test(pattern) ? ['brackets and braces stand for themselves: only * and ? are wildcards'] : []),
  ];
  return ['No file has such a name.', ...(hints.length > 0 ? [dim(`Note: ${hints.join('; ')}.`)] : [])];
}

async function printRows(pattern: string, rows: readonly FoundRow[], day: (instant: string) => string): Promise<void> {
  if (rows.length === 0) return print(...nothingFound(pattern));
  const lines = table(
    columns,
    rows.map(row => cells(row, day)),
    printWidth(),
  );
  await print(bold(lines[0] ?? ''), ...lines.slice(1));
}

/** How to see what the page did not show. */
function moreLine(shown: number, offset: number, next: string): string {
  const further = offset + shown;
  const way = further <= limits.offset.value ? `--offset ${further}` : `--cursor ${next}`;
  return `${counted(shown, 'file')} shown, and there are more: add ${way}, or narrow the search.`;
}

/** The pattern; `--account a b PATTERN` leaves it among the accounts. */
function patternOf(command: Command, given: string | undefined, options: SearchOptions): [string, SearchOptions] {
  if (given !== undefined) return [given, options];
  const { account = [] } = options;
  const last = account.at(-1);
  if (account.length > 1 && last !== undefined) return [last, { ...options, account: account.slice(0, -1) }];
  return command.error("error: missing required argument 'pattern'");
}

export function searchCommand(command: Command): void {
  command
    // Optional only because --account takes what follows it; see patternOf().
    .argument('[pattern]', 'glob over the whole file name: * any characters, ? exactly one (quote it)')
    .option('--after <day>', 'messages of this day or later (YYYY-MM-DD, in $MAILGLOB_TIME_ZONE, else UTC)')
    .option('--before <day>', 'messages of this day or earlier')
    .option(
      '--limit <rows>',
      `files to show, 1 to ${limits.pageSize.value} (default: ${limits.defaultPageSize.value})`,
      wholeNumber(),
    )
    .option('--offset <rows>', 'files to pass over', wholeNumber())
    .option('--cursor <cursor>', 'next_cursor of the page before')
    .option('--account <id...>', 'accounts to search (default: all)')
    .option('--from <address>', "the sender's whole address, any case")
    .option('--min-size <bytes>', 'files of this size or larger', wholeNumber())
    .option('--max-size <bytes>', 'files of this size or smaller', wholeNumber())
    .option('--include-inline', 'also pictures and the like that are shown inside a message');
  command.option(
    '--explain',
    'also tell how the names were looked for: what could be read, what was, and what it cost',
  );
  archiveOptions(command).addOption(jsonOption());
  examples(
    command,
    "mailglob search 'invoice*.pdf' --after 2024-01-01",
    "mailglob search '*.xls?' --from ann@example.com --limit 100 --json",
    "mailglob search '*.pdf' --stack dev --explain",
  );
  command.addHelpText(
    'after',
    "\nWith --stack the table is read directly: days are those of $MAILGLOB_TIME_ZONE here too, and a cursor is good\nfor this command, not for the stack's gateway.",
  );
  command.usage('[options] <pattern>');
  command.action(async (given: string | undefined, allOptions: SearchOptions) => {
    const [pattern, options] = patternOf(command, given, allOptions);
    const config = readLocalConfig();
    await withChosenArchive(options, { create: false }, async ({ archive }) => {
      const { watch, explain } = makeExplainer();
      const context: ToolContext = {
        ...(await localEnvironment(archive, config)),
        caller: localCaller,
        ...(options.explain && { watch }),
      };
      const sent = argumentsOf(pattern, options);
      if (options.json) {
        const { result, cost } = await searchAttachmentsTool.call(context, sent);
        return print(jsonLine(options.explain ? { ...result, explain: explain(cost) } : result));
      }
      const { rows, next, cost } = await wholePage(context, sent, options.limit ?? limits.defaultPageSize.value);
      const day = dayFormat(config.timeZone);
      await printRows(pattern, rows, day);
      if (next !== undefined) await print(dim(moreLine(rows.length, options.offset ?? 0, next)));
      if (options.explain) await print('', ...explanationLines(explain(cost), day, printWidth()));
    });
  });
}
