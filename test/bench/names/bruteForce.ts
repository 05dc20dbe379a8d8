// The answer that every question must get, by looking at every name.

import { readFileSync } from 'node:fs';
import { fold } from '../../../lib/names/fold.ts';
import { compileGlob, parsePattern } from '../../../lib/names/glob.ts';
import type { AttachmentPage } from '../../../lib/search/searchAttachments.ts';
import { lines, type NamesFiles, readDates } from '../archives.ts';
import type { BenchQuery } from '../queries.ts';

type Shown = readonly [date: number, filename: string];

/** The rows of every question's page by its id. */
export function bruteForce(files: NamesFiles, queries: readonly BenchQuery[]): ReadonlyMap<string, readonly Shown[]> {
  const dates = readDates(files.dates);
  const answers = new Map<string, Shown[]>(queries.map(({ id }) => [id, []]));
  let open = queries.map(query => ({
    ...query,
    matches: compileGlob(parsePattern(query.pattern)),
    left: (query.page - 1) * query.limit,
    rows: answers.get(query.id) ?? [],
  }));
  let place = 0;
  for (const name of lines(readFileSync(files.names))) {
    const date = dates[place++] ?? 0;
    const folded = fold(name);
    let isAnyFull = false;
    for (const query of open) {
      if (query.after !== null && date < query.after) continue;
      if (query.before !== null && date >= query.before) continue;
      if (!query.matches(folded)) continue;
      if (query.left > 0) query.left--;
      else query.rows.push([date, name]);
      isAnyFull ||= query.rows.length >= query.limit;
    }
    if (isAnyFull) open = open.filter(({ rows, limit }) => rows.length < limit);
    if (open.length === 0) break;
  }
  return answers;
}

/** Whether a page that was not cut short by its budget is the right one. */
export function requireRight(query: BenchQuery, page: AttachmentPage, right: readonly Shown[] | undefined): void {
  const shown = page.rows.map(({ date, filename }): Shown => [date, filename]);
  const wanted = right ?? [];
  const expected = page.scanComplete ? wanted : wanted.slice(0, shown.length);
  if (JSON.stringify(shown) !== JSON.stringify(expected))
    throw new Error(`a wrong answer to ${query.id} (${query.pattern}): ${shown.length} rows, not ${wanted.length}`);
}
