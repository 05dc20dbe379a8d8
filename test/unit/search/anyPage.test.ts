// Any page of a mailbox in 40 folders takes a bounded number of reads, however large the mailbox is and wherever the page
// lies in it; each page is the brute-force one.

import { type AnyPages, anyPages } from '../../bench/list/anyPages.ts';
import { mailboxInTable } from '../../bench/list/dynamoPages.ts';
import { mailbox } from '../../bench/list/mailbox.ts';

async function pagesOf(mails: number): Promise<AnyPages[]> {
  const box = mailbox(mails);
  const { context } = await mailboxInTable(box, []);
  return anyPages(context, box, 12);
}

test.each([2_000, 200_000])('of %d mails', async mails => {
  for (const { scope, pageSize, reads, units, rounds } of await pagesOf(mails)) {
    // A read for each folder, one for the folders themselves, and a few where a folder ends too early.
    expect([scope, pageSize, reads.worst <= 48, units.worst <= 30, rounds.worst <= 3]).toEqual([
      scope,
      pageSize,
      ...[true, true, true],
    ]);
  }
});
