// Messages by the time they were received, page by page in either direction: which folders, which way to read them,
// and where the next page begins. Knows no tool and no adapter. The answer is exactly the brute-force one.

import { listFolders } from '../archive/folders.ts';
import { folderKey } from '../archive/keys.ts';
import { foldAddress } from '../archive/people.ts';
import type { Cost, Direction } from '../archive/ports.ts';
import type { MessageRow } from '../archive/rows.ts';
import { limits } from '../limits.ts';
import { bindingOf, openCursor, sealCursor } from './cursor.ts';
import { asksRow, type EmailFilters, foldCase } from './emailFilters.ts';
import { type EmailReading, emailBounds, type FoundEmail, isSpent, type Spending } from './emailReading.ts';
import { emailScope, type FolderFreshness, type ScopedFolder } from './emailScope.ts';
import { readPeople } from './readPeople.ts';
import { readTimelines } from './readTimelines.ts';
import type { SearchContext } from './searchAttachments.ts';

export interface EmailQuery {
  /** Accounts to list, served to this caller, distinct. */
  readonly accountIds: readonly string[];
  /** The caller's grant; a cursor is bound to it. */
  readonly binding: string;
  /** The accounts as asked for, null if left out; a cursor is bound to them. */
  readonly requestedAccountIds: readonly string[] | null;
  /** Null for every folder. */
  readonly folderAliases: readonly string[] | null;
  readonly filters: EmailFilters;
  readonly direction: Direction;
  readonly pageSize: number;
  readonly cursor: string | null;
}

export interface EmailPage {
  readonly emails: readonly MessageRow[];
  /** Null where no further page holds a message; where the budget ended first, a further page may hold none. */
  readonly nextCursor: string | null;
  readonly freshness: readonly FolderFreshness[];
  readonly cost: Cost;
}

/**
 * Folders that are read one by one. Each costs half a read unit at least, where the index of people costs one and then
 * half a unit a message shown: about as many folders as a page has messages, and no more calls than one answer is worth.
 */
const mostTimelines = 64;
/** Where folders are named, the index would read all that is in the others. */
const mostNamedTimelines = 256;

const questionOf = ({ filters, ...query }: EmailQuery) => [
  'list_emails',
  query.binding,
  query.requestedAccountIds?.toSorted() ?? null,
  query.folderAliases && [...new Set(query.folderAliases.map(folderKey))].toSorted(),
  filters.senderAddress === null ? null : foldAddress(filters.senderAddress),
  filters.recipientAddress === null ? null : foldAddress(filters.recipientAddress),
  filters.subjectFragment === null ? null : foldCase(filters.subjectFragment),
  filters.receivedFrom,
  filters.receivedBefore,
  filters.isRemotelySeen,
  filters.hasAttachments,
  query.direction,
];

/**
 * Which way is cheaper. A sender, a recipient and the unread have postings. Other filters that only rows answer read
 * whole rows, many at a time; where postings answer them, in a scope that they are not too wide for, they are a third of
 * a row's bytes.
 */
function readsPeople({ filters, folderAliases, pageSize }: EmailQuery, folders: readonly ScopedFolder[]): boolean {
  if (filters.senderAddress !== null || filters.recipientAddress !== null) return true;
  const isWhole = folderAliases === null;
  if (isWhole && filters.isRemotelySeen === false) return true;
  if (asksRow(filters)) return false;
  const most = isWhole ? Math.min(mostTimelines, pageSize) : mostNamedTimelines;
  return folders.length > most || (isWhole && filters.hasAttachments !== null);
}

/**
 * One page of messages by when they were received, then by id, descending for newestFirst; oldestFirst is exactly the
 * reverse.
 * @throws MailglobError 52001 or 52002 for a cursor that is not this question's.
 */
export async function listEmails(context: SearchContext, query: EmailQuery): Promise<EmailPage> {
  const { store, cursorKeys } = context;
  const { direction, filters, pageSize } = query;
  const binding = bindingOf(questionOf(query));
  let behind = query.cursor === null ? null : openCursor(cursorKeys, binding, query.cursor).behind;
  const spending: Spending = {
    rows: context.budget?.rows ?? limits.scanRows.value,
    deadline: performance.now() + (context.budget?.milliseconds ?? limits.scanMilliseconds.value),
    spent: 0,
    cost: { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 },
  };
  const stored = await listFolders(store, spending.cost);
  const { folders, freshness } = emailScope(stored, query.accountIds, query.folderAliases);
  const read = readsPeople(query, folders) ? readPeople : readTimelines;
  const found: FoundEmail[] = [];
  const page = (nextBehind: string | null): EmailPage => ({
    emails: found.slice(0, pageSize).map(({ message }) => message),
    nextCursor: nextBehind === null ? null : sealCursor(cursorKeys, binding, { behind: nextBehind, skip: 0 }),
    freshness,
    cost: spending.cost,
  });
  if (folders.length === 0) return page(null);

  for (;;) {
    const reading: EmailReading = {
      ...{ store, filters, direction, spending },
      bounds: emailBounds(filters, direction, behind),
      // One more than the page tells whether there is a further one.
      limit: pageSize + 1 - found.length,
    };
    const answer = await read(reading, folders);
    found.push(...answer.found);
    if (found.length > pageSize) return page(found[pageSize - 1]?.sk ?? null);
    behind = answer.coveredTo;
    if (behind === null || isSpent(spending)) return page(behind);
  }
}
