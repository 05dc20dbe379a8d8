// A parsed message as the rows it owns. Pure: what is written, not how.

import type { Message, Part } from '../mail/message.ts';
import type { MessageDates } from '../mail/messageDates.ts';
import { fold } from '../names/fold.ts';
import { folderRowKey, messageKey, ownerKey } from './keys.ts';
import { attachmentRow } from './names.ts';
import { packPeople, peopleRow } from './people.ts';
import type { Row } from './ports.ts';
import {
  type AttachmentCounts,
  encodeMessage,
  encodeObject,
  encodeOwner,
  type MessageRow,
  type OwnerRow,
  type RemoteFlags,
} from './rows.ts';

/** Where a message lies and what is known of it besides its bytes. */
export interface MessagePlace {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly storedEmailId: string;
  readonly sizeBytes: number;
  readonly blobKey: string;
  readonly flags: RemoteFlags | null;
  readonly dates: MessageDates & { readonly receivedAt: number; readonly messageDate: number };
}

export interface MessageRows {
  /** Attachments, the message itself, and what finds it by its people: written first. */
  readonly content: readonly Row[];
  /** The row that says the message is whole: written last. */
  readonly owner: Row;
  readonly message: MessageRow;
}

/** Parts that are found by name: signatures are not, nor parts without a usable name. */
const namedParts = (message: Message): readonly (Part & { readonly filename: string })[] =>
  message.parts.filter(
    (part): part is Part & { filename: string } =>
      part.kind !== 'signature' && part.filename !== null && fold(part.filename) !== '',
  );

function countsOf(message: Message): AttachmentCounts {
  const count = (kind: Part['kind']) => message.parts.filter(part => part.kind === kind).length;
  return {
    attachmentCount: count('attachment'),
    inlineResourceCount: count('inline'),
    totalSizeBytes: message.parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    isEncrypted: message.isEncrypted,
    hasUnverifiedSignature: message.hasUnverifiedSignature,
    hasUnexpandedTnef: message.hasUnexpandedTnef,
  };
}

/** The sender as people write it: `Name <address>`, or what there is of it. */
function senderText(name: string | null, address: string): string {
  if (!name) return address;
  return address ? `${name} <${address}>` : name;
}

/** Characters of a stored subject or sender: longer ones are cut in rows, the raw mail keeps them. */
const longestText = 1000;
const cut = (text: string): string => (text.length > longestText ? [...text].slice(0, longestText).join('') : text);
/** Recipients a row lists; the raw mail keeps them all. */
const mostRecipients = 500;

export function messageRows(message: Message, place: MessagePlace): MessageRows {
  const { accountId, folderAlias, storedEmailId, dates } = place;
  const sender =
    message.participants.find(one => one.role === 'from') ?? message.participants.find(one => one.role === 'sender');
  const addresses = (role: 'to' | 'cc') =>
    message.participants
      .filter(one => one.role === role && one.address !== '')
      .slice(0, mostRecipients)
      .map(one => cut(one.address));
  const subject = cut(message.subject);
  const parts = namedParts(message);
  const attachments = parts.map(part =>
    attachmentRow(
      {
        accountId,
        messageId: storedEmailId,
        number: part.number,
        date: dates.messageDate,
        filename: part.filename,
        subject,
        from: cut(senderText(sender?.displayName ?? null, sender?.address ?? '')),
        sizeBytes: part.sizeBytes,
        contentType: cut(part.mediaType),
        isInline: part.kind === 'inline',
      },
      sender?.address ?? '',
    ),
  );
  const row: MessageRow = {
    accountId,
    folderAlias,
    storedEmailId,
    receivedAt: dates.receivedAt,
    sentAt: dates.sentAt,
    messageDate: dates.messageDate,
    messageId: message.messageId === null ? null : cut(message.messageId),
    subject,
    senderAddress: sender ? cut(sender.address) : null,
    senderDisplayName: sender?.displayName ? cut(sender.displayName) : null,
    toAddresses: addresses('to'),
    ccAddresses: addresses('cc'),
    sizeBytes: place.sizeBytes,
    attachments: message.exceededSizeLimit ? null : countsOf(message),
    remoteFlags: place.flags,
    contentAvailability: message.exceededSizeLimit ? 'exceededSizeLimit' : message.isDamaged ? 'damaged' : 'available',
  };
  const owner: OwnerRow = {
    storedEmailId,
    accountId,
    folderAlias,
    receivedAt: dates.receivedAt,
    messageDate: dates.messageDate,
    blobKey: place.blobKey,
    names: parts.map(part => [part.number, fold(part.filename)] as const),
    people: packPeople(row),
  };
  return {
    content: [
      ...attachments,
      { ...messageKey(accountId, folderAlias, dates.receivedAt, storedEmailId), data: encodeMessage(row) },
      peopleRow(row),
    ],
    owner: { ...ownerKey(storedEmailId), data: encodeOwner(owner) },
    message: row,
  };
}

/** The row that keeps a folder's freshness. */
export const folderRow = (accountId: string, folderAlias: string, lastStoredAt: number): Row => ({
  ...folderRowKey(accountId, folderAlias),
  data: encodeObject({ accountId, folderAlias, lastStoredAt }),
});
