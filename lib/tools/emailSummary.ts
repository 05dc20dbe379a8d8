// What listings and searches of mails show, in the same words: a summary of each mail, and how fresh each folder is.

import type { AttachmentCounts, MessageRow } from '../archive/rows.ts';
import { limits } from '../limits.ts';
import type { FolderFreshness } from '../search/emailScope.ts';
import { cleanText } from './cleanText.ts';
import { attachmentCountsTable, instantText, more, remoteFlagsTable, shown } from './messageFields.ts';
import {
  countField,
  flagField,
  instantField,
  nameField,
  nullable,
  objectField,
  optional,
  textField,
  textsField,
} from './result.ts';

const availabilities = ['available', 'exceededSizeLimit', 'damaged'] as const;
const address = (value: string): string => cleanText(value, limits.addressCharacters.value);

/** A message as listings and searches show it. */
export const summaryTable = {
  storedEmailId: textField('Id for get_email_content', (row: MessageRow) => row.storedEmailId),
  accountId: textField('Account that holds it', (row: MessageRow) => row.accountId),
  folderAlias: textField('Folder it is in', (row: MessageRow) => shown(row.folderAlias)),
  messageId: nullable(
    textField('Message-ID header', (id: string) => shown(id)),
    (row: MessageRow) => row.messageId,
  ),
  subject: textField('May be empty', (row: MessageRow) => shown(row.subject)),
  senderAddress: nullable(
    textField('Bare address', (sender: string) => address(sender)),
    (row: MessageRow) => row.senderAddress,
  ),
  senderDisplayName: nullable(
    textField('Name, if any', (name: string) => shown(name)),
    (row: MessageRow) => row.senderDisplayName,
  ),
  toAddresses: textsField(
    `Bare addresses of To, the first ${limits.shownRecipients.value}`,
    ({ toAddresses }: MessageRow) => toAddresses.slice(0, limits.shownRecipients.value).map(address),
  ),
  moreToAddresses: optional(
    countField('Left out of them, at least; get_email_content shows more. Missing: none', (row: MessageRow) =>
      more(row.toAddresses.length - limits.shownRecipients.value),
    ),
  ),
  sentAt: nullable(
    instantField('Date header, UTC', (at: number) => instantText(at)),
    (row: MessageRow) => row.sentAt,
  ),
  receivedAt: instantField('When the mailbox got it, UTC', (row: MessageRow) => instantText(row.receivedAt)),
  sizeBytes: countField('Raw size', (row: MessageRow) => row.sizeBytes),
  attachments: nullable(
    objectField('null: parts never read', attachmentCountsTable, (counts: AttachmentCounts) => counts),
    (row: MessageRow) => row.attachments,
  ),
  remoteFlags: objectField('State in the mailbox', remoteFlagsTable, (row: MessageRow) => row.remoteFlags),
  contentAvailability: nameField(
    availabilities,
    'exceededSizeLimit: only headers were read. damaged: read as far as it goes, or its raw mail is gone',
    (row: MessageRow) => row.contentAvailability,
  ),
};

/** How fresh a folder is. */
export const freshnessTable = {
  accountId: textField('Account of the folder', (folder: FolderFreshness) => folder.accountId),
  folderAlias: textField('Folder', (folder: FolderFreshness) => shown(folder.folderAlias)),
  wasSynchronized: flagField('false: nothing ever reached it', (folder: FolderFreshness) => {
    return folder.lastStoredAt !== null;
  }),
  lastStoredAt: nullable(
    instantField('When a mail was last stored, UTC; null if never', (at: number) => instantText(at)),
    (folder: FolderFreshness) => folder.lastStoredAt,
  ),
};
