// Following the cursors of searchAttachments as clients do, and holding what they get to the brute-force answer.

import { randomBytes } from 'node:crypto';
import { attachmentRow } from '../../lib/archive/names.ts';
import type { RowKey, Store } from '../../lib/archive/ports.ts';
import type { AttachmentRow } from '../../lib/archive/rows.ts';
import { type AttachmentPage, type AttachmentQuery, searchAttachments } from '../../lib/search/searchAttachments.ts';
import { type AskedRows, bruteForce } from './searchContract.ts';

export interface Question extends AskedRows {
  readonly offset: number;
  readonly budgetRows: number;
  /** Of the pages of a walk, by turns. */
  readonly pageSizes: readonly number[];
}
export type Asked = Partial<Question> & { readonly pattern: string };

export const idsOf = (rows: readonly AttachmentRow[]) => rows.map(({ messageId, number }) => `${messageId}/${number}`);

/** @param openStore the store, once it is open */
export function attachmentWalks(openStore: () => Store) {
  const cursorKeys = { current: randomBytes(32), previous: [] };
  let made = 0;
  /** An attachment of a message of its own. */
  const attachment = (accountId: string, filename: string, date: number): AttachmentRow => {
    const hex = (made++).toString(16).padStart(8, '0');
    // Neither rising nor falling with the date, as ids are.
    const messageId = `${[...hex].toReversed().join('')}-5eed-5000-8000-${hex}0000`;
    const own = { subject: 'About it', from: 'ann@example.com', sizeBytes: 100, contentType: 'a/b', isInline: false };
    return { accountId, messageId, number: 1, date, filename, ...own };
  };

  async function put(rows: readonly AttachmentRow[]): Promise<void> {
    for (let i = 0; i < rows.length; i += 500)
      await openStore().put(rows.slice(i, i + 500).map(row => attachmentRow(row, row.from)));
  }

  const keyOf = (row: AttachmentRow): RowKey => {
    const { pk, sk, posting } = attachmentRow(row, row.from);
    return posting ? { pk, sk, posting } : { pk, sk };
  };

  const questionOf = (accountIds: readonly string[], asked: Asked): Question => ({
    accountIds: [...accountIds],
    ...{ offset: 0, after: null, before: null, from: null, minSizeBytes: null, maxSizeBytes: null },
    ...{ includeInline: false, budgetRows: 64_000, pageSizes: [50] },
    ...asked,
  });

  const ask = (question: Question, changes: Partial<AttachmentQuery>): Promise<AttachmentPage> =>
    searchAttachments(
      { store: openStore(), cursorKeys, budget: { rows: question.budgetRows, milliseconds: 60_000 } },
      { ...question, binding: '*', requestedAccountIds: null, limit: 50, cursor: null, ...changes },
    );

  /** Every row that a client gets who follows the cursors; `between` happens after each page. */
  async function walk(question: Question, between = async () => {}): Promise<AttachmentRow[]> {
    const walked: AttachmentRow[] = [];
    let cursor: string | null = null;
    for (let i = 0; ; i++) {
      const limit = question.pageSizes[i % question.pageSizes.length] ?? 50;
      const page: AttachmentPage = await ask(question, { limit, cursor });
      walked.push(...page.rows);
      if (page.scanComplete && page.hasMore) expect(page.rows).toHaveLength(limit);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      if (page.nextCursor === null) return walked;
      expect(page.nextCursor).not.toBe(cursor);
      cursor = page.nextCursor;
      await between();
    }
  }

  /** Holds every question to the brute-force answer; tells how many rows each had. */
  async function agrees(rows: readonly AttachmentRow[], questions: readonly Asked[]): Promise<number[]> {
    const accounts = [...new Set(rows.map(({ accountId }) => accountId))];
    const counts: number[] = [];
    for (const asked of questions) {
      const question = questionOf(accounts, asked);
      const expected = bruteForce(rows, question);
      expect([asked.pattern, idsOf(await walk(question))]).toEqual([asked.pattern, idsOf(expected)]);
      counts.push(expected.length);
    }
    return counts;
  }

  return { attachment, put, keyOf, questionOf, ask, walk, agrees };
}
