// Attachments by glob, newest first: plan, read candidates, verify, stop at the page or at the budget. Knows no tool
// and no adapter. The answer is exactly the brute-force one, in the order of positions.

import { attachmentHeadOf, decodeAttachment } from '../archive/attachmentCodec.ts';
import { isSpent } from '../archive/budget.ts';
import { attachmentKey } from '../archive/keys.ts';
import { decodeFacts, isInlineOf, senderDigest } from '../archive/names.ts';
import type { CandidateQuery, Candidates, Cost, Found, RoundReading, Store } from '../archive/ports.ts';
import { startOf } from '../archive/position.ts';
import type { AttachmentRow } from '../archive/rows.ts';
import { limits } from '../limits.ts';
import { compileGlob, parsePattern } from '../names/glob.ts';
import type { GramMeaning } from '../names/grams.ts';
import { bindingOf, type CursorKeys, openCursor, sealCursor } from './cursor.ts';
import { type NameCandidate, planNames } from './plan.ts';

export interface AttachmentQuery {
  /** As typed, checked by the tool. */
  readonly pattern: string;
  /** Accounts to search, served to this caller, distinct. */
  readonly accountIds: readonly string[];
  /** The caller's grant; a cursor is bound to it. */
  readonly binding: string;
  /** The accounts as asked for, null if left out; a cursor is bound to them. */
  readonly requestedAccountIds: readonly string[] | null;
  /** Inclusive, epoch milliseconds. */
  readonly after: number | null;
  /** Exclusive, epoch milliseconds. */
  readonly before: number | null;
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | null;
  /** A sender's whole address, any case. */
  readonly from: string | null;
  readonly minSizeBytes: number | null;
  readonly maxSizeBytes: number | null;
  readonly includeInline: boolean;
}

export interface AttachmentPage {
  readonly rows: readonly AttachmentRow[];
  /** Whether a further page holds a row; also true where the budget ended first. */
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** False where the budget ended before the page was full. */
  readonly scanComplete: boolean;
  readonly cost: Cost;
}

export interface SearchContext {
  readonly store: Store;
  readonly cursorKeys: CursorKeys;
  /** Postings and milliseconds one call may spend; limits.ts where left out. */
  readonly budget?: { readonly rows: number; readonly milliseconds: number };
  /** Told what a search does, for the operator's own eyes. */
  readonly watch?: (step: SearchStep) => void;
}

/** A step of a search: what may be read, what was read, and what rows of the page were looked up. */
export type SearchStep =
  /** Places in `candidates` and `accountIds` are those that rounds name. */
  | { readonly step: 'plan'; readonly candidates: readonly GramMeaning[]; readonly accountIds: readonly string[] }
  | ({ readonly step: 'round' } & RoundReading)
  | { readonly step: 'page'; readonly rows: number; readonly readUnits: number; readonly milliseconds: number };

/** The test of one candidate: whose it is where its data tells, and what is asked of it. */
function acceptor(query: AttachmentQuery, matches: (name: string) => boolean): (candidate: Found) => boolean {
  const heads = query.accountIds.map(attachmentHeadOf);
  const passes = filter(query, matches);
  return candidate =>
    passes(candidate) && (candidate.data === undefined || candidate.data.startsWith(heads[candidate.list] ?? ''));
}

/** Filters first, since they are cheaper than the glob. */
function filter(query: AttachmentQuery, matches: (name: string) => boolean): (candidate: Found) => boolean {
  const { from, minSizeBytes, maxSizeBytes, includeInline } = query;
  if (from === null && minSizeBytes === null && maxSizeBytes === null)
    return ({ text, facts }) => (includeInline || !isInlineOf(facts)) && matches(text);
  const sender = from === null ? null : senderDigest(from);
  const least = minSizeBytes ?? 0;
  const most = maxSizeBytes ?? Number.POSITIVE_INFINITY;
  return ({ text, facts }) => {
    const { sizeBytes, isInline, sender: own } = decodeFacts(facts);
    if (isInline && !includeInline) return false;
    if (sizeBytes < least || sizeBytes > most) return false;
    if (sender !== null && sender !== own) return false;
    return matches(text);
  };
}

const questionOf = (query: AttachmentQuery) => [
  'searchAttachments',
  query.binding,
  query.requestedAccountIds?.toSorted() ?? null,
  query.pattern,
  query.after,
  query.before,
  query.from?.toLowerCase() ?? null,
  query.minSizeBytes,
  query.maxSizeBytes,
  query.includeInline,
];

function addCost(sum: Cost, cost: Cost): void {
  sum.calls += cost.calls;
  sum.rounds += cost.rounds;
  sum.rows += cost.rows;
  sum.readUnits += cost.readUnits;
  sum.writeUnits += cost.writeUnits;
}

/** The terms whose postings hold data, made only for a store that asks which they are. */
function fullTerms(
  anyOf: readonly (readonly string[])[],
  candidates: readonly NameCandidate[],
): NonNullable<CandidateQuery['full']> {
  let terms: ReadonlySet<string> | undefined;
  return {
    has(term) {
      terms ??= new Set(anyOf.flatMap(list => list.filter((_, place) => candidates[place]?.isFull)));
      return terms.has(term);
    },
  };
}

/**
 * One page of attachments whose name matches, newest message date first, then message id descending, then attachment
 * number ascending.
 * @throws MailglobError 52001 or 52002 for a cursor that is not this question's.
 */
export async function searchAttachments(context: SearchContext, query: AttachmentQuery): Promise<AttachmentPage> {
  const { store, cursorKeys, watch } = context;
  const place = query.cursor === null ? null : openCursor(cursorKeys, bindingOf(questionOf(query)), query.cursor);
  const cursorBehind = (behind: string, left: number): string =>
    sealCursor(cursorKeys, bindingOf(questionOf(query)), { behind, skip: left });
  const cost: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  const tokens = parsePattern(query.pattern);
  const accept = acceptor(query, compileGlob(tokens));
  const { candidates, apart, isOfAll } = planNames(tokens);
  const anyOf = query.accountIds.map(accountId => candidates.map(({ term }) => term(accountId)));
  const full = fullTerms(anyOf, candidates);
  watch?.({ step: 'plan', candidates: candidates.map(({ meaning }) => meaning()), accountIds: query.accountIds });
  const rowBudget = context.budget?.rows ?? limits.scanRows.value;
  const deadline = performance.now() + (context.budget?.milliseconds ?? limits.scanMilliseconds.value);

  const rows: AttachmentRow[] = [];
  let skip = place?.skip ?? query.offset;
  let shownTo: string | undefined;
  let below = place?.behind ?? (query.before === null ? undefined : startOf(query.before));
  for (;;) {
    // One row more than the page makes hasMore exact.
    const wanted = query.limit - rows.length;
    const answer: Candidates =
      anyOf.length === 0
        ? { found: [], coveredTo: null, cost }
        : await store.candidates({
            index: 'names',
            direction: 'newestFirst',
            anyOf,
            ...(below === undefined ? {} : { below }),
            ...(query.after === null ? {} : { from: startOf(query.after) }),
            accept,
            full,
            apart,
            isOfAll,
            limit: skip + wanted + 1,
            budget: { rows: Math.max(1, rowBudget - cost.rows), deadline },
            ...(watch && { watch: round => watch({ step: 'round', ...round }) }),
          });
    if (answer.cost !== cost) addCost(cost, answer.cost);
    const page = answer.found.slice(skip, skip + wanted);
    const more = answer.found.length > skip + page.length;
    skip = Math.max(0, skip - answer.found.length);
    rows.push(...(await hydrate(context, query.accountIds, page, cost)));
    shownTo = page.at(-1)?.sk ?? shownTo;
    if (more && shownTo !== undefined && rows.length >= query.limit) {
      return { rows, hasMore: true, nextCursor: cursorBehind(shownTo, 0), scanComplete: true, cost };
    }
    if (answer.coveredTo === null && !more) return { rows, hasMore: false, nextCursor: null, scanComplete: true, cost };
    // Going on: below what was covered, or below the page where a row had gone before it could be shown.
    below = more ? shownTo : (answer.coveredTo ?? below);
    if (below !== undefined && (isSpent(cost.rows, rowBudget) || performance.now() >= deadline)) {
      return { rows, hasMore: true, nextCursor: cursorBehind(below, skip), scanComplete: false, cost };
    }
  }
}

/**
 * The rows of a page: their data where it came with their postings, else looked up. One that was removed since its
 * posting was read is left out.
 */
async function hydrate(
  context: SearchContext,
  accountIds: readonly string[],
  page: readonly Found[],
  cost: Cost,
): Promise<AttachmentRow[]> {
  const isWhole = page.every(({ data }) => data !== undefined);
  const dataOf = isWhole
    ? null
    : await lookUp(
        context,
        accountIds,
        page.filter(({ data }) => data === undefined),
        cost,
      );
  const rows: AttachmentRow[] = [];
  for (const { sk, data = dataOf?.get(sk) } of page) if (data !== undefined) rows.push(decodeAttachment({ sk, data }));
  return rows;
}

/** Data of rows by their positions. */
async function lookUp(
  { store, watch }: SearchContext,
  accountIds: readonly string[],
  page: readonly Found[],
  cost: Cost,
): Promise<ReadonlyMap<string, string>> {
  const keys = page.map(({ list, text, sk }) => attachmentKey(accountIds[list] ?? '', text, sk));
  const { readUnits } = cost;
  const began = performance.now();
  const rows = await store.get(keys, cost);
  watch?.({
    step: 'page',
    rows: rows.length,
    readUnits: cost.readUnits - readUnits,
    milliseconds: performance.now() - began,
  });
  return new Map(rows.flatMap(row => (row ? [[row.sk, row.data] as const] : [])));
}
