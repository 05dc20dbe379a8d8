// What a listing asks of each message, and how a message row answers. Addresses ignore case; a fragment of a subject
// ignores case and Unicode form, and nothing in it is a wildcard.

import { foldAddress } from '../archive/people.ts';
import type { MessageRow } from '../archive/rows.ts';

/** Null where anything will do. */
export interface EmailFilters {
  /** The sender's whole address. */
  readonly senderAddress: string | null;
  /** A whole address of To or Cc. */
  readonly recipientAddress: string | null;
  readonly subjectFragment: string | null;
  /** Inclusive, epoch milliseconds. */
  readonly receivedFrom: number | null;
  /** Exclusive, epoch milliseconds. */
  readonly receivedBefore: number | null;
  /** Matches only messages whose flags were observed. */
  readonly isRemotelySeen: boolean | null;
  /** Of attachments proper; matches only messages whose parts were read. */
  readonly hasAttachments: boolean | null;
}

/** Text without case: final sigma and the dot that lower case leaves above an i are no difference. */
export const foldCase = (text: string): string =>
  text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');

/** The filters that only the message row can answer: the unread have postings. */
export const asksRow = ({ subjectFragment, isRemotelySeen }: EmailFilters): boolean =>
  subjectFragment !== null || isRemotelySeen === true;

/** The test of one message; its dates are left to whoever reads between bounds. */
export function emailMatcher(filters: EmailFilters): (message: MessageRow) => boolean {
  const { isRemotelySeen, hasAttachments } = filters;
  const sender = filters.senderAddress === null ? null : foldAddress(filters.senderAddress);
  const recipient = filters.recipientAddress === null ? null : foldAddress(filters.recipientAddress);
  const fragment = filters.subjectFragment === null ? null : foldCase(filters.subjectFragment);
  return message => {
    if (isRemotelySeen !== null && message.remoteFlags?.isSeen !== isRemotelySeen) return false;
    if (hasAttachments !== null) {
      const count = message.attachments?.attachmentCount ?? null;
      if (count === null || count > 0 !== hasAttachments) return false;
    }
    if (sender !== null && foldAddress(message.senderAddress ?? '') !== sender) return false;
    if (recipient !== null) {
      const isIt = (address: string) => foldAddress(address) === recipient;
      if (!message.toAddresses.some(isIt) && !message.ccAddresses.some(isIt)) return false;
    }
    return fragment === null || foldCase(message.subject).includes(fragment);
  };
}
