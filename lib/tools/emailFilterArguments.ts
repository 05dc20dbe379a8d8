// The filters that listings and searches of mails have, word for word: what a client may pass, and the question that comes
// out of it.

import { MailglobError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EmailFilters } from '../search/emailFilters.ts';
import { type ArgumentValues, boolean, dateTime, fragment, textSet } from './arguments.ts';
import { senderAddress } from './senderAddress.ts';

const setBounds = { maxItems: limits.accountIds.value, maxLength: limits.identifierCharacters.value };

export const emailFilterArguments = {
  accountIds: textSet('Accounts to read. Left out: every account you may read', setBounds),
  folderAliases: textSet('Folders, such as INBOX, any case. Left out: every folder', setBounds),
  senderAddress: senderAddress("The sender's whole address, any case. Left out: any sender"),
  recipientAddress: senderAddress('A whole address of To or Cc, any case. Left out: any recipient'),
  subjectFragment: fragment(
    `Text of the subject (its first ${limits.storedHeaderCharacters.value} characters), any case; no wildcards. Left out: any`,
    {
      maxLength: limits.patternCharacters.value,
    },
  ),
  receivedOnOrAfter: dateTime('Received at this instant or later: a date-time with zone. Left out: no bound'),
  receivedBefore: dateTime('Received before this instant: a date-time with zone. Left out: no bound'),
  isRemotelySeen: boolean(
    'Whether it was read in its mailbox; matches only mails whose flags were observed. Left out: either',
  ),
  hasAttachments: boolean('Whether it has attachments; inline images and signatures do not count. Left out: either'),
};

/**
 * What the filters ask of each mail; accounts and folders are the scope's.
 * @throws MailglobError 51002 for a range that ends before it begins
 */
export function emailFiltersOf(values: ArgumentValues<typeof emailFilterArguments>): EmailFilters {
  const { receivedOnOrAfter, receivedBefore } = values;
  if (receivedOnOrAfter !== null && receivedBefore !== null && receivedBefore < receivedOnOrAfter) {
    throw new MailglobError(51002, 'receivedBefore is earlier than receivedOnOrAfter; pass an instant from there on.');
  }
  return {
    senderAddress: values.senderAddress,
    recipientAddress: values.recipientAddress,
    subjectFragment: values.subjectFragment,
    receivedFrom: receivedOnOrAfter,
    receivedBefore,
    isRemotelySeen: values.isRemotelySeen,
    hasAttachments: values.hasAttachments,
  };
}
