// Questions of the benchmark as the shipped search is asked them, deep pages by the cursor that leads to them.

import {
  type AttachmentPage,
  type AttachmentQuery,
  type SearchContext,
  searchAttachments,
} from '../../../lib/search/searchAttachments.ts';
import type { BenchQuery } from '../queries.ts';

export const accountId = 'bench';
export const cursorKeys = { current: new Uint8Array(32).fill(7), previous: [] };

const placeOf = ({ page, limit }: BenchQuery): number => (page - 1) * limit;

/** The question with everything before its page passed over by `offset`. */
export const questionByOffset = (query: BenchQuery): AttachmentQuery => ({
  pattern: query.pattern,
  accountIds: [accountId],
  binding: 'bench',
  requestedAccountIds: null,
  after: query.after,
  before: query.before,
  limit: query.limit,
  offset: placeOf(query),
  cursor: null,
  from: null,
  minSizeBytes: null,
  maxSizeBytes: null,
  includeInline: false,
});

/**
 * The question as a client that pages asks it: with the cursor of the page before. Null where the archive has no such
 * page.
 */
export async function questionByCursor(context: SearchContext, query: BenchQuery): Promise<AttachmentQuery | null> {
  const first = questionByOffset(query);
  if (query.page === 1) return first;
  let left = placeOf(query);
  let cursor: string | null = null;
  while (left > 0) {
    const limit = Math.min(100, left);
    // One stride by offset, as far as it reaches, then page by page.
    const offset = cursor === null ? Math.min(10_000, left - limit) : 0;
    const page: AttachmentPage = await searchAttachments(context, { ...first, limit, offset, cursor });
    if (page.nextCursor === null) return null;
    if (!page.scanComplete) throw new Error(`the budget ends before page ${query.page} of ${query.id}`);
    left -= offset + page.rows.length;
    cursor = page.nextCursor;
  }
  return { ...first, offset: 0, cursor };
}
