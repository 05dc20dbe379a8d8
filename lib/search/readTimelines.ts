// Messages out of the partitions of some folders, merged. All folders are read at once and no further than the answer
// is expected to reach: rows are taken up to the position that every folder was read to, and the next round reads those
// that would stop it too early.

import { mapAtOnce } from '../archive/atOnce.ts';
import { messagePkOf } from '../archive/keys.ts';
import type { Direction, Page, Row } from '../archive/ports.ts';
import { instantOf } from '../archive/position.ts';
import { decodeMessage } from '../archive/rows.ts';
import { emailMatcher } from './emailFilters.ts';
import { type EmailReading, type FoundEmail, type FoundEmails, inOrder, isSpent } from './emailReading.ts';
import type { ScopedFolder } from './emailScope.ts';

/** Rows of a short page: what the least that DynamoDB bills holds. */
const leastRows = 8;
const mostRows = 2000;
/** Pages are this much longer than the predicted need. */
const margin = 1.3;
/** A round goes on by at most so many times what the ones before covered. */
const mostGrowth = 8;
const readsAtOnce = 64;

interface Timeline {
  readonly pk: string;
  /** Read and not taken yet, in order. */
  rows: Row[];
  /** Rows read so far. */
  read: number;
  /** Everything as far as this was read; undefined before the first round. */
  coveredTo: string | undefined;
  ended: boolean;
}

/** Milliseconds that grow as reading goes on. */
const measureOf = (direction: Direction, sk: string): number =>
  direction === 'newestFirst' ? -instantOf(sk) : instantOf(sk);

/** Answers from folders that are distinct. At least one round is read whatever the budget. */
export async function readTimelines(reading: EmailReading, folders: readonly ScopedFolder[]): Promise<FoundEmails> {
  const { direction, limit, spending } = reading;
  const matches = emailMatcher(reading.filters);
  const timelines = folders.map(
    ({ accountId, folderKey }): Timeline => ({
      pk: messagePkOf(accountId, folderKey),
      ...{ rows: [], read: 0, coveredTo: undefined, ended: false },
    }),
  );
  const found: FoundEmail[] = [];
  let start: number | null = null;
  let frontier: string | null = null;
  for (let round = 0; ; round++) {
    if (round > 0 && isSpent(spending)) return { found, coveredTo: frontier };
    const going = timelines.filter(({ ended }) => !ended);
    const first = Math.min(limit, Math.max(leastRows, Math.ceil((limit * margin) / going.length)));
    const pages =
      start === null || frontier === null
        ? going.map(timeline => ({ timeline, rows: first }))
        : nextPages(reading, going, { start, frontier, found: found.length });
    await readPages(reading, pages);

    for (const { rows } of start === null ? timelines : []) {
      const at = rows[0] && measureOf(direction, rows[0].sk);
      if (at !== undefined) start = Math.min(start ?? at, at);
    }
    frontier = frontierOf(timelines, direction);
    for (const row of takeTo(timelines, frontier, direction)) {
      const message = decodeMessage(row);
      if (!matches(message)) continue;
      found.push({ sk: row.sk, message });
      if (found.length >= limit) return { found, coveredTo: row.sk };
    }
    if (frontier === null) return { found, coveredTo: null };
  }
}

interface Progress {
  readonly start: number;
  readonly frontier: string;
  readonly found: number;
}

interface PageToRead {
  readonly timeline: Timeline;
  readonly rows: number;
}

/**
 * The folders that would end the next round too early, each with the rows that take it where that should end: no
 * further than the fullest gets with a long page, since what is read beyond the others is lost where a budget ends.
 */
function nextPages(
  { direction, limit }: EmailReading,
  going: readonly Timeline[],
  { start, frontier, found }: Progress,
): PageToRead[] {
  const reached = measureOf(direction, frontier);
  const growth = found === 0 ? mostGrowth : Math.min(mostGrowth, ((limit - found) / found) * margin);
  const paces = going.map(timeline => {
    const at = measureOf(direction, timeline.coveredTo ?? frontier);
    return { timeline, at, density: timeline.read / Math.max(1, at - start) };
  });
  const horizon = Math.min(
    reached + Math.max(1, reached - start) * growth,
    ...paces.map(({ at, density }) => at + mostRows / (density * margin)),
  );
  return paces.flatMap(({ timeline, at, density }) => {
    if (at > horizon && timeline.coveredTo !== frontier) return [];
    const rows = Math.ceil((horizon - at) * density * margin);
    return [{ timeline, rows: Math.min(mostRows, Math.max(leastRows, rows)) }];
  });
}

async function readPages(reading: EmailReading, pages: readonly PageToRead[]): Promise<void> {
  const { store, direction, bounds, spending } = reading;
  const isDown = direction === 'newestFirst';
  const wanted = pages.reduce((sum, { rows }) => sum + rows, 0);
  const share = Math.min(1, (spending.rows - spending.spent) / wanted);
  await mapAtOnce(pages, readsAtOnce, async ({ timeline, rows }) => {
    const behind = timeline.coveredTo;
    const page: Page = await store.read(
      {
        pk: timeline.pk,
        direction: isDown ? 'descending' : 'ascending',
        limit: Math.max(1, Math.floor(rows * share)),
        ...bounds,
        ...(behind !== undefined && (isDown ? { below: behind } : { above: behind })),
      },
      spending.cost,
    );
    timeline.rows.push(...page.rows);
    timeline.read += page.rows.length;
    timeline.coveredTo = page.rows.at(-1)?.sk ?? behind;
    timeline.ended = !page.hasMore;
    spending.spent += page.rows.length;
  });
  spending.cost.rounds++;
}

/** The position that every folder was read to; null where all have ended. */
function frontierOf(timelines: readonly Timeline[], direction: Direction): string | null {
  let frontier: string | null = null;
  for (const { ended, coveredTo } of timelines) {
    if (ended || coveredTo === undefined) continue;
    if (frontier === null || inOrder(direction, coveredTo, frontier) < 0) frontier = coveredTo;
  }
  return frontier;
}

/** Takes all rows as far as a position out of the folders' pages, in order. */
function takeTo(timelines: readonly Timeline[], to: string | null, direction: Direction): Row[] {
  const taken: Row[] = [];
  for (const timeline of timelines) {
    const end = to === null ? -1 : timeline.rows.findIndex(({ sk }) => inOrder(direction, sk, to) > 0);
    const rows = end < 0 ? timeline.rows : timeline.rows.slice(0, end);
    timeline.rows = end < 0 ? [] : timeline.rows.slice(end);
    for (const row of rows) taken.push(row);
  }
  return taken.sort((a, b) => inOrder(direction, a.sk, b.sk));
}
