// What the archive holds, family by family: the data of each row and its text form. Keys are in keys.ts, wordKeys.ts and
// fileKeys.ts, the form of attachments in attachmentCodec.ts.
// Data is a JSON tuple in a fixed order: field names would double a row's bytes. The first element is the version.

import { mailBlobKey, mailName } from './blobKeys.ts';
import { idOfOwner } from './keys.ts';
import type { Row } from './ports.ts';
import { decodePosition } from './position.ts';

/** One attachment, inline resource or signature part with a usable name: the source of truth for names. */
export interface AttachmentRow {
  readonly accountId: string;
  /** storedEmailId of its message. */
  readonly messageId: string;
  /** From 1 in message order. */
  readonly number: number;
  /** Message date, epoch milliseconds. */
  readonly date: number;
  readonly filename: string;
  readonly subject: string;
  /** The sender as `Name <address>`, the bare address, or empty. */
  readonly from: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly isInline: boolean;
}

/** What an importer saw of a message's state in its mailbox. */
export interface RemoteFlags {
  /** Epoch milliseconds. */
  readonly observedAt: number;
  readonly isSeen: boolean;
  readonly isAnswered: boolean;
  readonly isFlagged: boolean;
  readonly isDraft: boolean;
  readonly keywords: readonly string[];
}

export interface AttachmentCounts {
  readonly attachmentCount: number;
  readonly inlineResourceCount: number;
  readonly totalSizeBytes: number;
  readonly isEncrypted: boolean;
  readonly hasUnverifiedSignature: boolean;
  readonly hasUnexpandedTnef: boolean;
}

/** One stored email as it is listed, sorted by received date within account and folder. */
export interface MessageRow {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly storedEmailId: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly sentAt: number | null;
  /** The date that names are sorted by, epoch milliseconds. */
  readonly messageDate: number;
  /** Message-ID header with its brackets. */
  readonly messageId: string | null;
  readonly subject: string;
  readonly senderAddress: string | null;
  readonly senderDisplayName: string | null;
  readonly toAddresses: readonly string[];
  readonly ccAddresses: readonly string[];
  readonly sizeBytes: number;
  /** null where the parts were never read. */
  readonly attachments: AttachmentCounts | null;
  readonly remoteFlags: RemoteFlags | null;
  readonly contentAvailability: 'available' | 'exceededSizeLimit' | 'damaged';
}

/** Everything a stored email owns: enough to take it away or to rebuild it. Written last, so it marks a whole message. */
export interface OwnerRow {
  readonly storedEmailId: string;
  readonly accountId: string;
  readonly folderAlias: string;
  readonly receivedAt: number;
  readonly messageDate: number;
  /** The key its raw mail is read from. The same mail under further keys has a row of each (extraKeyRow). */
  readonly blobKey: string;
  /** Number and folded name of each attachment row. */
  readonly names: readonly (readonly [number: number, foldedName: string])[];
  /** Who sent and got it, as packPeople() has them. */
  readonly people: string;
  /** Whether the raw mail was found to be gone, though nobody removed it. */
  readonly isRawGone: boolean;
}

/** An object that could not be taken in, kept where it lies until somebody looks at it. */
export interface QuarantineRow {
  readonly blobKey: string;
  readonly reason: QuarantineReason;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type QuarantineReason = 'notMail' | 'empty' | 'tooBig' | 'unknownAccount' | 'notMailKey';

/** One folder that something reached. */
export interface FolderRow {
  readonly accountId: string;
  readonly folderAlias: string;
  /** Epoch milliseconds of the last message stored. */
  readonly lastStoredAt: number;
}

const version = 1;

/** Flags as bits, the first of a list as the lowest. */
const packBits = (bits: readonly boolean[]): number => bits.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);
const hasBit = (bits: number, place: number): boolean => ((bits >> place) & 1) === 1;

const availabilities = ['available', 'exceededSizeLimit', 'damaged'] as const;

type PackedCounts = readonly [attachments: number, inline: number, bytes: number, bits: number];
type PackedFlags = readonly [observedAt: number, bits: number, keywords: readonly string[]];
type PackedMessage = readonly [
  version: number,
  accountId: string,
  folderAlias: string,
  /** Times are told from receivedAt, which is in the key: mostly they are the same. */
  sentAfter: number | null,
  dateAfter: number,
  messageId: string | null,
  subject: string,
  senderAddress: string | null,
  senderDisplayName: string | null,
  toAddresses: readonly string[],
  ccAddresses: readonly string[],
  sizeBytes: number,
  attachments: PackedCounts | null,
  remoteFlags: PackedFlags | null,
  availability: number,
];

const packCounts = (counts: AttachmentCounts): PackedCounts => [
  counts.attachmentCount,
  counts.inlineResourceCount,
  counts.totalSizeBytes,
  packBits([counts.isEncrypted, counts.hasUnverifiedSignature, counts.hasUnexpandedTnef]),
];

const packFlags = (flags: RemoteFlags): PackedFlags => [
  flags.observedAt,
  packBits([flags.isSeen, flags.isAnswered, flags.isFlagged, flags.isDraft]),
  flags.keywords,
];

/** For a row under messageKey(), which holds its id and when it was received. */
export const encodeMessage = (row: MessageRow): string =>
  JSON.stringify([
    version,
    row.accountId,
    row.folderAlias,
    row.sentAt === null ? null : row.sentAt - row.receivedAt,
    row.messageDate - row.receivedAt,
    row.messageId,
    row.subject,
    row.senderAddress,
    row.senderDisplayName,
    row.toAddresses,
    row.ccAddresses,
    row.sizeBytes,
    row.attachments && packCounts(row.attachments),
    row.remoteFlags && packFlags(row.remoteFlags),
    availabilities.indexOf(row.contentAvailability),
  ] satisfies PackedMessage);

export function decodeMessage({ sk, data }: Row): MessageRow {
  const packed = JSON.parse(data) as PackedMessage;
  const [, accountId, folderAlias, sentAfter, dateAfter, messageId, subject, senderAddress, senderDisplayName] = packed;
  const [toAddresses, ccAddresses, sizeBytes, counts, flags, availability] = packed.slice(9) as unknown as [
    readonly string[],
    readonly string[],
    number,
    PackedCounts | null,
    PackedFlags | null,
    number,
  ];
  const { at: receivedAt, id } = decodePosition(sk);
  return {
    accountId,
    folderAlias,
    storedEmailId: id,
    receivedAt,
    sentAt: sentAfter === null ? null : receivedAt + sentAfter,
    messageDate: receivedAt + dateAfter,
    messageId,
    subject,
    senderAddress,
    senderDisplayName,
    toAddresses,
    ccAddresses,
    sizeBytes,
    attachments: counts && unpackCounts(counts),
    remoteFlags: flags && unpackFlags(flags),
    contentAvailability: availabilities[availability] ?? 'damaged',
  };
}

const unpackCounts = ([
  attachmentCount,
  inlineResourceCount,
  totalSizeBytes,
  bits,
]: PackedCounts): AttachmentCounts => ({
  attachmentCount,
  inlineResourceCount,
  totalSizeBytes,
  isEncrypted: hasBit(bits, 0),
  hasUnverifiedSignature: hasBit(bits, 1),
  hasUnexpandedTnef: hasBit(bits, 2),
});

const unpackFlags = ([observedAt, bits, keywords]: PackedFlags): RemoteFlags => ({
  observedAt,
  isSeen: hasBit(bits, 0),
  isAnswered: hasBit(bits, 1),
  isFlagged: hasBit(bits, 2),
  isDraft: hasBit(bits, 3),
  keywords,
});

type PackedOwner = readonly [
  version: number,
  accountId: string,
  folderAlias: string,
  receivedAt: number,
  dateAfter: number,
  /** Null for the key that importers give a mail. */
  blobKey: string | null,
  names: OwnerRow['names'],
  people: string,
  /** There only where it is. */
  rawGone?: 1,
];

const ownBlobKey = (accountId: string, folderAlias: string, id: string): string =>
  mailBlobKey(accountId, folderAlias, mailName(id));

/** For a row under ownerKey(), which holds its id. */
export const encodeOwner = (row: OwnerRow): string =>
  JSON.stringify([
    version,
    row.accountId,
    row.folderAlias,
    row.receivedAt,
    row.messageDate - row.receivedAt,
    row.blobKey === ownBlobKey(row.accountId, row.folderAlias, row.storedEmailId) ? null : row.blobKey,
    row.names,
    row.people,
    ...((row.isRawGone ? [1] : []) satisfies [1?]),
  ] satisfies PackedOwner);

export function decodeOwner(row: Row): OwnerRow {
  const packed = JSON.parse(row.data) as PackedOwner;
  const [, accountId, folderAlias, receivedAt, dateAfter, blobKey, names, people, rawGone] = packed;
  const storedEmailId = idOfOwner(row);
  return {
    storedEmailId,
    accountId,
    folderAlias,
    receivedAt,
    messageDate: receivedAt + dateAfter,
    blobKey: blobKey ?? ownBlobKey(accountId, folderAlias, storedEmailId),
    names,
    people,
    isRawGone: rawGone === 1,
  };
}

/** Rows of which there are few are plain JSON objects. */
export const encodeObject = (row: FolderRow | QuarantineRow): string => JSON.stringify(row);
/** The owner row of data that may be anything; null where it is none. */
export function readOwnerRow(row: Row | undefined): OwnerRow | null {
  try {
    const owner = row ? decodeOwner(row) : null;
    const isOwner =
      typeof owner?.blobKey === 'string' && Array.isArray(owner.names) && typeof owner.people === 'string';
    return isOwner ? owner : null;
  } catch {
    return null;
  }
}
export const decodeQuarantine = (row: Row): QuarantineRow => JSON.parse(row.data) as QuarantineRow;
export const decodeFolder = (row: Row): FolderRow => JSON.parse(row.data) as FolderRow;
