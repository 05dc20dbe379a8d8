// Mails by words, best first: what is searched, in which order matches are looked at, which filters are asked of them,
// and which passages are shown. Knows no tool and no adapter. The answer is exactly that of an exhaustive ranking.

import type { Archive } from '../archive/archive.ts';
import { mapAtOnce } from '../archive/atOnce.ts';
import { listFolders } from '../archive/folders.ts';
import { messagePkOf } from '../archive/keys.ts';
import type { Cost } from '../archive/ports.ts';
import { readContent } from '../archive/readContent.ts';
import { decodeMessage, type MessageRow } from '../archive/rows.ts';
import { getContent } from '../archive/storedContent.ts';
import {
  folderFilterTerm,
  mailIndex,
  manyRecipientsFilterTerm,
  recipientFilterTerm,
  senderFilterTerm,
} from '../archive/words/mailWords.ts';
import { limits } from '../limits.ts';
import type { WordQuery } from '../words/parseQuery.ts';
import { snippetsOf } from '../words/snippets.ts';
import { type EmailFilters, emailMatcher } from './emailFilters.ts';
import { type EmailScope, emailScope, type FolderFreshness } from './emailScope.ts';
import { planWords } from './planWords.ts';
import { type RankedDocument, type Ranking, rankDocuments } from './rankDocuments.ts';

export interface EmailSearch {
  /** Accounts to search, served to this caller, distinct. */
  readonly accountIds: readonly string[];
  /** Null for every folder. */
  readonly folderAliases: readonly string[] | null;
  readonly filters: EmailFilters;
  readonly query: WordQuery;
  readonly limit: number;
}

export interface EmailMatch {
  readonly message: MessageRow;
  /** Higher is better; comparable within one answer. */
  readonly relevanceRank: number;
  /** Passages of the plain text, what matched in `**`; none where only a header or a name matched. */
  readonly snippets: readonly string[];
}

export interface EmailMatches {
  /** By relevanceRank descending, then newest received first, then by id descending. */
  readonly matches: readonly EmailMatch[];
  /** False where a budget ended first, or words were damaged: what is there matches, something better may be missing. */
  readonly searchComplete: boolean;
  readonly freshness: readonly FolderFreshness[];
  readonly cost: Cost;
  /** Why a match may be missing, or have no snippets that should have; for the log. */
  readonly trouble?: unknown;
}

export interface EmailSearchContext {
  readonly archive: Archive;
  /** Documents that may be looked up and milliseconds that one call may spend; limits.ts where left out. */
  readonly budget?: { readonly rows: number; readonly milliseconds: number };
  /** Bytes of postings of one word; limits.ts where left out. */
  readonly wordBytes?: number;
}

/** Matches that are looked at together where a filter may turn many of them away, at first and at most. */
const fewCandidates = 100;
const manyCandidates = 2000;
/** Folders whose lists are read, each as long as that of a common word. */
const fewFolders = 4;
const contentsAtOnce = 16;

/** The best matches of a query, with the freshness of every folder in scope. */
export async function searchEmails(context: EmailSearchContext, search: EmailSearch): Promise<EmailMatches> {
  const { store } = context.archive;
  const deadline = performance.now() + (context.budget?.milliseconds ?? limits.scanMilliseconds.value);
  const cost: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  const stored = await listFolders(store, cost);
  cost.rounds++;
  const scope = emailScope(stored, search.accountIds, search.folderAliases);
  const { freshness } = scope;
  if (scope.folders.length === 0) return { matches: [], searchComplete: true, freshness, cost };

  const { senderAddress, recipientAddress, receivedFrom, receivedBefore } = search.filters;
  // Folders of one name in several accounts have one term. Where many are named, documents tell theirs.
  const folders = [...new Set(scope.folders.map(({ folderKey }) => folderKey))];
  const isNarrow = search.folderAliases !== null && folders.length <= fewFolders;
  const plan = planWords(search.query, [
    ...(isNarrow ? [folders.map(folderFilterTerm)] : []),
    ...(senderAddress === null ? [] : [[senderFilterTerm(senderAddress)]]),
    ...(recipientAddress === null ? [] : [[recipientFilterTerm(recipientAddress), manyRecipientsFilterTerm]]),
  ]);
  // Accounts without a folder of the scope count for frequencies: what is filtered keeps its order.
  const accountIds = emailScope(stored, search.accountIds, null).folders.map(({ accountId }) => accountId);
  const ranking = await rankDocuments({
    ...{ store, plan, deadline, cost, dateFrom: receivedFrom, dateBefore: receivedBefore },
    indexes: [...new Set(accountIds)].map(mailIndex),
    ...(context.wordBytes !== undefined && { wordBytes: context.wordBytes }),
  });
  const { found, isComplete } = await chooseMatches(context, search, { scope, ranking, deadline, cost });
  const { snippets, trouble = ranking.trouble } = await cutSnippets(context.archive, search.query, found, deadline);
  return {
    matches: found.map(({ message, score }, i) => ({ message, relevanceRank: score, snippets: snippets[i] ?? [] })),
    searchComplete: ranking.isComplete && isComplete,
    ...{ freshness, cost },
    ...(trouble !== undefined && { trouble }),
  };
}

interface FoundEmail {
  readonly message: MessageRow;
  readonly score: number;
}

interface Choosing {
  readonly scope: EmailScope;
  readonly ranking: Ranking;
  readonly deadline: number;
  readonly cost: Cost;
}

/** The first matches that pass all filters, looked up in order of their scores. */
async function chooseMatches(
  { archive: { store }, budget }: EmailSearchContext,
  { filters, folderAliases, limit }: EmailSearch,
  { scope, ranking, deadline, cost }: Choosing,
): Promise<{ readonly found: readonly FoundEmail[]; readonly isComplete: boolean }> {
  const mostRows = budget?.rows ?? limits.scanRows.value;
  const matches = emailMatcher(filters);
  const inScope = new Set(scope.folders.map(({ accountId, folderKey }) => messagePkOf(accountId, folderKey)));
  const { receivedFrom, receivedBefore, isRemotelySeen, hasAttachments, subjectFragment } = filters;
  const asksRow = [isRemotelySeen, hasAttachments, subjectFragment].some(filter => filter !== null);
  const turnsAway = asksRow || [folderAliases, receivedFrom, receivedBefore].some(filter => filter !== null);
  const found: FoundEmail[] = [];
  let looked = 0;
  for (
    let count = turnsAway ? fewCandidates : limit;
    looked < ranking.matches;
    count = Math.min(manyCandidates, 4 * count)
  ) {
    if (looked > 0 && (looked >= mostRows || performance.now() >= deadline)) return { found, isComplete: false };
    const documents = await ranking.documents(looked, looked + Math.min(count, Math.max(1, mostRows - looked)));
    looked += documents.length;
    const candidates = documents.flatMap(document => {
      if (!document) return [];
      const pk = messagePkOf(document.index.accountId, document.folder);
      return inScope.has(pk) ? [{ ...document, pk }] : [];
    });
    // Of those that no row can turn away no more are read than are wanted.
    while (candidates.length > 0) {
      const next = candidates.splice(0, asksRow ? fewCandidates : limit - found.length);
      found.push(...(await lookUp(next)).filter(({ message }) => matches(message)));
      if (found.length >= limit) return { found: found.slice(0, limit), isComplete: true };
    }
  }
  return { found, isComplete: true };

  /** Those that are still there. */
  async function lookUp(candidates: readonly (RankedDocument & { readonly pk: string })[]): Promise<FoundEmail[]> {
    const rows = await store.get(
      candidates.map(({ pk, position }) => ({ pk, sk: position })),
      cost,
    );
    cost.rounds++;
    return rows.flatMap((row, i) => (row ? [{ message: decodeMessage(row), score: candidates[i]?.score ?? 0 }] : []));
  }
}

/** The passages of each mail that match, out of what is kept of its content; none of those that time ends before. */
async function cutSnippets(
  archive: Archive,
  query: WordQuery,
  found: readonly FoundEmail[],
  deadline: number,
): Promise<{ readonly snippets: readonly (readonly string[])[]; readonly trouble?: unknown }> {
  let trouble: unknown;
  const snippets = await mapAtOnce(found, contentsAtOnce, async ({ message }) => {
    try {
      const text = performance.now() < deadline ? await textOf(message) : '';
      // Texts of strangers may be made to take long.
      return performance.now() < deadline ? snippetsOf(text, query) : [];
    } catch (cause) {
      trouble = cause;
      return [];
    }
  });
  return { snippets, ...(trouble !== undefined && { trouble }) };

  async function textOf(message: MessageRow): Promise<string> {
    const kept = await getContent(archive.blobs, message);
    if (kept) return kept.plainText.text;
    const [again] = await readContent(archive, [message.storedEmailId], new Set([message.accountId]));
    if (again?.kind === 'content') return again.content.plainText.text;
    if (again?.kind === 'unreadable') throw again.cause;
    return '';
  }
}
