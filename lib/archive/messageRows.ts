// A parsed message as the rows it owns. Pure: what is written, not how.

import { cutHeader, cutText } from '../content/cutText.ts';
import { limits } from '../limits.ts';
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

type NamedPart = Part & { readonly filename: string };

/** Parts that are found by name: signatures are not, nor parts without a usable name. */
const namedParts = (message: Message): readonly NamedPart[] =>
  message.parts.filter(
    (part): part is NamedPart => part.kind !== 'signature' && part.filename !== null && fold(part.filename) !== '',
  );

/** Number and folded name, as the owner row keeps them. */
const nameOf = ({ number, filename }: NamedPart) => [number, fold(filename)] as const;

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

/** Characters of what the row of each attachment repeats: more than is shown. */
const longestRepeated = 1000;
const cutRepeated = (text: string): string => cutText(text, longestRepeated);

const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item)) + 1;

/** The first items that fit into so many bytes of JSON. */
function fitting<T>(items: readonly T[], bytes: number, shape: (item: T) => unknown = item => item): readonly T[] {
  let left = bytes;
  const end = items.findIndex(item => {
    left -= bytesOf(shape(item));
    return left < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

export function messageRows(message: Message, place: MessagePlace): MessageRows {
  const { accountId, folderAlias, storedEmailId, dates } = place;
  const sender =
    message.participants.find(one => one.role === 'from') ?? message.participants.find(one => one.role === 'sender');
  const addresses = (role: 'to' | 'cc') =>
    fitting(
      message.participants
        .filter(one => one.role === role && one.address !== '')
        .slice(0, limits.storedParticipants.value)
        .map(one => cutHeader(one.address)),
      limits.recipientBytes.value,
    );
  const named = namedParts(message);
  const parts = fitting(named, limits.namedBytes.value, nameOf);
  const isDamaged = message.isDamaged || parts.length < named.length;
  const attachments = parts.map(part =>
    attachmentRow(
      {
        accountId,
        messageId: storedEmailId,
        number: part.number,
        date: dates.messageDate,
        filename: part.filename,
        subject: cutRepeated(message.subject),
        from: cutRepeated(senderText(sender?.displayName ?? null, sender?.address ?? '')),
        sizeBytes: part.sizeBytes,
        contentType: cutRepeated(part.mediaType),
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
    messageId: message.messageId === null ? null : cutHeader(message.messageId),
    subject: cutHeader(message.subject),
    senderAddress: sender ? cutHeader(sender.address) : null,
    senderDisplayName: sender?.displayName ? cutHeader(sender.displayName) : null,
    toAddresses: addresses('to'),
    ccAddresses: addresses('cc'),
    sizeBytes: place.sizeBytes,
    attachments: message.exceededSizeLimit ? null : countsOf(message),
    remoteFlags: place.flags,
    contentAvailability: message.exceededSizeLimit ? 'exceededSizeLimit' : isDamaged ? 'damaged' : 'available',
  };
  const owner: OwnerRow = {
    storedEmailId,
    accountId,
    folderAlias,
    receivedAt: dates.receivedAt,
    messageDate: dates.messageDate,
    blobKey: place.blobKey,
    names: parts.map(nameOf),
    people: packPeople(row),
    isRawGone: false,
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
