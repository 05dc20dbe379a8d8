// What `mailglob inspect` says of one mail, as data: the JSON line of its --json, and where each date came from.

import type { Message, Part, PartKind } from '../mail/message.ts';
import { messageDates } from '../mail/messageDates.ts';

/** A mail as it was found. */
export interface FoundMail {
  /** Path of the file, or of the archive and the file in it. */
  readonly file: string;
  /** From 0, counting messages within an mbox. */
  readonly index: number;
  readonly sizeBytes: number;
  /** Epoch milliseconds that the source recorded as the time of delivery; null where it recorded none. */
  readonly receivedAt: number | null;
}

export interface InspectedPart {
  readonly filename: string | null;
  readonly rawFilename: string | null;
  readonly wasFileNameNormalized: boolean;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly kind: PartKind;
  readonly path: string | null;
}

/** The JSON line of one mail; instants are ISO 8601. */
export interface Inspection {
  readonly file: string;
  readonly index: number;
  readonly from: string | null;
  readonly subject: string | null;
  readonly messageId: string | null;
  readonly sentAt: string | null;
  readonly receivedAt: string | null;
  readonly messageDate: string | null;
  readonly sizeBytes: number;
  readonly damaged: boolean;
  readonly attachments: readonly InspectedPart[];
}

/** Where the dates of a mail came from, in words. */
export interface DateSources {
  readonly sentAt: string;
  readonly receivedAt: string;
  readonly messageDate: string;
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const inspectPart = (part: Part): InspectedPart => ({
  filename: part.filename,
  rawFilename: part.rawFilename,
  wasFileNameNormalized: part.wasFileNameNormalized,
  contentType: part.mediaType,
  sizeBytes: part.sizeBytes,
  sha256: part.sha256,
  kind: part.kind,
  path: part.path,
});

/** What the archive would make of a mail. */
export function inspectMail(found: FoundMail, message: Message): Inspection {
  const { sentAt, receivedAt, messageDate } = messageDates(found.receivedAt, message, null);
  const sender = message.participants.find(({ role }) => role === 'from');
  return {
    file: found.file,
    index: found.index,
    from: sender?.address || null,
    subject: message.subject || null,
    messageId: message.messageId,
    sentAt: instant(sentAt),
    receivedAt: instant(receivedAt),
    messageDate: instant(messageDate),
    sizeBytes: found.sizeBytes,
    damaged: message.isDamaged,
    attachments: message.parts.map(inspectPart),
  };
}

/** Says of each date which part of the mail, or of its source, it is taken from. */
export function dateSources(found: FoundMail, message: Message): DateSources {
  const { sentAt, messageDate } = messageDates(found.receivedAt, message, null);
  let received = 'nothing in the mail says: it would be the time of storing';
  if (found.receivedAt !== null) received = 'recorded by the mailbox it lies in';
  else if (message.receivedHeaderAt !== null) received = 'topmost Received header';
  else if (sentAt !== null) received = 'no Received header: the Date header';
  let sorted = 'the Date header';
  if (messageDate === null) sorted = 'as received';
  else if (sentAt === null) sorted = 'no Date header: as received';
  else if (messageDate !== sentAt) {
    sorted = 'the Date header is before 1990 or more than a day after the mail was received: as received';
  }
  return {
    sentAt: sentAt === null ? 'no Date header that can be read' : 'Date header',
    receivedAt: received,
    messageDate: sorted,
  };
}
