// A mailbox of any size, made up as it is asked for: the message of a place is always the same, the newest at place 0.
// Three messages of it are from one rare sender, three to one rare recipient, three with one rare subject.

import type { MessageRow } from '../../../lib/archive/rows.ts';

export interface Mailbox {
  readonly length: number;
  readonly message: (place: number) => MessageRow;
  /** Folders, the fullest first. */
  readonly folders: readonly string[];
  /** Place of the folder of a message. */
  readonly folderOf: (place: number) => number;
}

export const accountId = 'bench';
export const rareSender = 'once.in.years@rare.example';
export const rareRecipient = 'hardly.ever@rare.example';
export const commonSender = 'person.1@example.com';
export const owner = 'me@example.com';
export const rareSubject = 'zeppelin';
export const commonSubject = 'budget';

const folderCount = 40;
const people = 997;
const years = 10;
const newest = Date.UTC(2026, 9, 1, 12);
const topics = [
  'budget',
  'invoice',
  'schedule',
  'review',
  'minutes',
  'offer',
  'release',
  'question',
  'travel',
  'order',
];
const projects = ['Atlas', 'Borealis', 'Cirrus', 'Delta', 'Echo', 'Fathom', 'Granite', 'Harbour'];

/** 32 bits that look random, by a number. */
function scramble(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
}

export function mailbox(length: number): Mailbox {
  const folders = ['INBOX', 'Sent', ...Array.from({ length: folderCount - 2 }, (_, i) => `Projects/${2000 + i}`)];
  const gap = (years * 365 * 86_400_000) / length;
  // Places that are neither the newest nor the oldest.
  const rare = (start: number) => new Set([0.2, 0.55, 0.9].map(share => Math.floor(length * share) + start));
  const [senders, recipients, subjects] = [rare(1), rare(2), rare(3)];

  const folderOf = (place: number): number => {
    const draw = scramble(place * 3 + 1) % 100;
    if (draw < 45) return 0;
    if (draw < 60) return 1;
    return 2 + (scramble(place * 3 + 2) % (folderCount - 2));
  };
  const person = (number: number) => `person.${number % people}@example.com`;

  function message(place: number): MessageRow {
    const draw = scramble(place);
    const folder = folderOf(place);
    const isSent = folder === 1;
    // A tenth of all mail comes from one correspondent.
    const other = draw % 10 === 0 ? 1 : scramble(draw) % people;
    const senderAddress = senders.has(place) ? rareSender : isSent ? owner : person(other);
    const to = recipients.has(place) ? [owner, rareRecipient] : isSent ? [person(other)] : [owner];
    const receivedAt = Math.round(newest - place * gap - (draw % 1000) / 1000);
    const topic = topics[draw % topics.length] ?? '';
    const attachmentCount = draw % 10 < 3 ? 1 + (draw % 3) : 0;
    const hex = (0xffffffff - place).toString(16).padStart(8, '0');
    return {
      accountId,
      folderAlias: folders[folder] ?? '',
      storedEmailId: `${hex}-5eed-8000-8000-${hex}5eed`,
      receivedAt,
      sentAt: receivedAt - 2000,
      messageDate: receivedAt - 2000,
      messageId: `<${hex}.${draw}@mail.example.com>`,
      subject: `Re: ${projects[draw % projects.length]} ${subjects.has(place) ? rareSubject : topic} ${place % 8191}`,
      senderAddress,
      senderDisplayName: `Person Number ${other}`,
      toAddresses: to,
      ccAddresses: draw % 3 === 0 ? [person(other + 1), person(other + 2)] : [],
      sizeBytes: 2000 + (draw % 60_000),
      attachments: {
        attachmentCount,
        inlineResourceCount: draw % 2,
        totalSizeBytes: attachmentCount * 50_000,
        ...{ isEncrypted: false, hasUnverifiedSignature: false, hasUnexpandedTnef: false },
      },
      remoteFlags: {
        observedAt: newest,
        // One in a hundred is unread.
        isSeen: draw % 100 !== 7,
        isAnswered: draw % 5 === 0,
        ...{ isFlagged: false, isDraft: false, keywords: [] },
      },
      contentAvailability: 'available',
    };
  }
  return { length, message, folders, folderOf };
}
