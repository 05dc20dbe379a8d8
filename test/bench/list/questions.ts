// What is asked of a mailbox, and the shipped use case as it is asked it.

import type { EmailFilters } from '../../../lib/search/emailFilters.ts';
import type { EmailQuery } from '../../../lib/search/listEmails.ts';
import { commonSender, commonSubject, type Mailbox, owner, rareRecipient, rareSender, rareSubject } from './mailbox.ts';

export interface Question {
  readonly name: string;
  readonly query: EmailQuery;
}

const pageSizes = [25, 100] as const;

export const anything: EmailFilters = {
  senderAddress: null,
  recipientAddress: null,
  subjectFragment: null,
  receivedFrom: null,
  receivedBefore: null,
  isRemotelySeen: null,
  hasAttachments: null,
};

interface Asked {
  readonly filters?: Partial<EmailFilters>;
  readonly folderAliases?: readonly string[];
  readonly direction?: EmailQuery['direction'];
}

const kinds = (middle: number): Readonly<Record<string, Asked>> => ({
  'all 40 folders': {},
  'all, oldest first': { direction: 'oldestFirst' },
  'all, from the middle': { filters: { receivedBefore: middle } },
  'one folder': { folderAliases: ['inbox'] },
  'one folder, from the middle': { folderAliases: ['INBOX'], filters: { receivedBefore: middle } },
  'four folders': { folderAliases: ['INBOX', 'Sent', 'Projects/2000', 'Projects/2001'] },
  'rare sender (3)': { filters: { senderAddress: rareSender } },
  'rare recipient (3)': { filters: { recipientAddress: rareRecipient } },
  'common sender (1 in 12)': { filters: { senderAddress: commonSender } },
  'both common': { filters: { senderAddress: commonSender, recipientAddress: owner } },
  'both, that never meet': { filters: { senderAddress: rareSender, recipientAddress: rareRecipient } },
  'with attachments (3 in 10)': { filters: { hasAttachments: true } },
  'unread (1 in 100)': { filters: { isRemotelySeen: false } },
  'common subject (1 in 10)': { filters: { subjectFragment: commonSubject } },
  'rare subject (3)': { filters: { subjectFragment: rareSubject } },
});

/** Every question, with pages of both sizes. */
export function questionsOf(box: Mailbox): Question[] {
  const middle = box.message(box.length >> 1).receivedAt;
  return Object.entries(kinds(middle)).flatMap(([name, { filters, folderAliases = null, direction }]) =>
    pageSizes.map(pageSize => ({
      name: `${name}, page ${pageSize}`,
      query: {
        accountIds: ['bench'],
        binding: 'bench',
        requestedAccountIds: null,
        folderAliases,
        filters: { ...anything, ...filters },
        direction: direction ?? 'newestFirst',
        pageSize,
        cursor: null,
      },
    })),
  );
}

/**
 * The ids of the first page by brute force.
 * @param from a place at which it may begin, since nothing before it is asked for
 */
export function bruteForce(
  box: Mailbox,
  { filters, folderAliases, direction, pageSize }: EmailQuery,
  from: number | null = null,
): string[] {
  const ids: string[] = [];
  const named = folderAliases && new Set(folderAliases.map(alias => alias.toLowerCase()));
  const isDown = direction === 'newestFirst';
  const first = from ?? (isDown ? 0 : box.length - 1);
  for (let place = first; place >= 0 && place < box.length && ids.length < pageSize; place += isDown ? 1 : -1) {
    const row = box.message(place);
    const recipients = [...row.toAddresses, ...row.ccAddresses];
    if (
      (filters.senderAddress === null || row.senderAddress === filters.senderAddress) &&
      (filters.recipientAddress === null || recipients.includes(filters.recipientAddress)) &&
      (filters.subjectFragment === null || row.subject.includes(filters.subjectFragment)) &&
      (filters.receivedBefore === null || row.receivedAt < filters.receivedBefore) &&
      (filters.receivedFrom === null || row.receivedAt >= filters.receivedFrom) &&
      (filters.isRemotelySeen === null || row.remoteFlags?.isSeen === filters.isRemotelySeen) &&
      (filters.hasAttachments === null || (row.attachments?.attachmentCount ?? 0) > 0 === filters.hasAttachments) &&
      (named === null || named.has(row.folderAlias.toLowerCase()))
    )
      ids.push(row.storedEmailId);
  }
  return ids;
}
