// What the archive holds, family by family: the data of each row and its text form. Keys are in keys.ts.
// Data is a JSON tuple in a fixed order: field names would double a row's bytes. The first element is the version.

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

/** @param sender what a filter compares senders by (senderDigest); the posting is made from the row alone */
export const encodeAttachment = (row: AttachmentRow, sender: string): string =>
  JSON.stringify([
    version,
    row.accountId,
    row.filename,
    row.subject,
    row.from,
    row.sizeBytes,
    row.contentType,
    row.isInline ? 1 : 0,
    sender,
  ]);

export function decodeAttachment({ sk, data }: Row): AttachmentRow {
  const [, accountId, filename, subject, from, sizeBytes, contentType, isInline] = JSON.parse(data) as [
    number,
    string,
    string,
    string,
    string,
    number,
    string,
    number,
  ];
  const { at, id, number } = decodePosition(sk);
  return {
    accountId,
    messageId: id,
    number,
    date: at,
    filename,
    subject,
    from,
    sizeBytes,
    contentType,
    isInline: isInline === 1,
  };
}

/** The sender that encodeAttachment() was given. */
export const decodeSender = ({ data }: Row): string => String((JSON.parse(data) as readonly unknown[])[8]);

/** Rows of which there are few, or whose fields grow, are plain JSON objects. */
export const encodeObject = (row: MessageRow | OwnerRow | FolderRow | QuarantineRow): string => JSON.stringify(row);
export const decodeMessage = (row: Row): MessageRow => JSON.parse(row.data) as MessageRow;
export const decodeOwner = (row: Row): OwnerRow => JSON.parse(row.data) as OwnerRow;
/** The owner row of data that may be anything; null where it is none. */
export function readOwnerRow(row: Row | undefined): OwnerRow | null {
  try {
    const owner = row ? decodeOwner(row) : null;
    return owner && typeof owner.blobKey === 'string' && Array.isArray(owner.names) ? owner : null;
  } catch {
    return null;
  }
}
export const decodeQuarantine = (row: Row): QuarantineRow => JSON.parse(row.data) as QuarantineRow;
export const decodeFolder = (row: Row): FolderRow => JSON.parse(row.data) as FolderRow;
