// How a message is found by who sent and got it: a small row beside the message's own, at the same position in one
// partition for each account, with a posting for its sender, one for each recipient, and one more where it was observed
// unread. Written by the writer, read by listings. What stands here is told by digests of addresses: whoever asks
// verifies on the message row.

import { hash } from 'node:crypto';
import { limits } from '../limits.ts';
import { folderKey, peopleKey, personTerm } from './keys.ts';
import type { Posting, Row, RowKey } from './ports.ts';
import { familyOf } from './rowFamily.ts';
import type { MessageRow, OwnerRow } from './rows.ts';

/** What kind of person an address is of a message. */
export type PersonRole = 'sender' | 'recipient';

/** The form in which addresses are compared. */
export const foldAddress = (address: string): string => address.trim().normalize('NFC').toLowerCase().toWellFormed();

const digestLength = 8;
/** 48 bits of an address, whatever its case. */
export const personDigest = (address: string): string =>
  hash('sha256', foldAddress(address), 'base64url').slice(0, digestLength);

/** Who a message is between, as digests. */
interface People {
  /** Null where there is none. */
  readonly sender: string | null;
  /** Of To and Cc, distinct; null where there are more than limits.recipientTerms. */
  readonly recipients: readonly string[] | null;
}

const nobody = '-'.repeat(digestLength);
const many = '*';

/** The people of a message in one text, as its owner row keeps them too. */
export function packPeople({
  senderAddress,
  toAddresses,
  ccAddresses,
}: Pick<MessageRow, 'senderAddress' | 'toAddresses' | 'ccAddresses'>): string {
  const recipients = new Set([...toAddresses, ...ccAddresses].map(personDigest));
  return [
    senderAddress ? personDigest(senderAddress) : nobody,
    ...(recipients.size > limits.recipientTerms.value ? [many] : recipients),
  ].join('');
}

const everyDigest = new RegExp(`.{${digestLength}}`, 'g');

function unpackPeople(packed: string): People {
  const [sender = nobody, ...recipients] = packed.match(everyDigest) ?? [];
  return {
    sender: sender === nobody ? null : sender,
    recipients: packed.endsWith(many) ? null : recipients,
  };
}

/** The term that messages from or to somebody stand under. */
export const termOf = (accountId: string, role: PersonRole, address: string): string =>
  personTerm(accountId, role, personDigest(address));

/** The term of messages with so many recipients that they stand under none of them. */
export const manyRecipientsTerm = (accountId: string): string => personTerm(accountId, 'recipient', many);

/** The term of messages that were observed unread: mostly few, and often asked for. */
export const unreadTerm = (accountId: string): string => personTerm(accountId, 'unread', '');

function termsOf(accountId: string, packed: string, isUnread: boolean): readonly string[] {
  const { sender, recipients } = unpackPeople(packed);
  return [
    ...(isUnread ? [unreadTerm(accountId)] : []),
    ...(sender === null ? [] : [personTerm(accountId, 'sender', sender)]),
    ...(recipients ?? [many]).map(recipient => personTerm(accountId, 'recipient', recipient)),
  ];
}

/** Whether a message has attachments proper; null where its parts were never read. */
const hasAttachments = ({ attachments }: MessageRow): boolean | null => attachments && attachments.attachmentCount > 0;

const marks = new Map<boolean | null, string>([
  [true, 'a'],
  [false, 'n'],
  [null, 'u'],
]);

const unreadMark = '!';

/** Whether a message stands among the unread. */
export const isUnread = ({ remoteFlags }: MessageRow): boolean => remoteFlags !== null && !remoteFlags.isSeen;

/** What a filter knows of a message without its row. */
export interface PeopleFacts {
  /** Null where its parts were never read. */
  readonly hasAttachments: boolean | null;
  /** Whether it may be from that address: if not, it surely is not. */
  readonly mayBeFrom: (shortDigest: string) => boolean;
  /** Whether it has so many recipients that none is told. */
  readonly hasManyRecipients: boolean;
  /** Whether it may be to that address. */
  readonly mayBeTo: (shortDigest: string) => boolean;
}

/** Digests are cut in postings, of which each message has several. */
const shortLength = 4;
export const shortDigest = (address: string): string => personDigest(address).slice(0, shortLength);

function factsOf(mark: string, packed: string): string {
  const { sender, recipients } = unpackPeople(packed);
  return mark + [sender ?? nobody, ...(recipients ?? [many])].map(one => one.slice(0, shortLength)).join('');
}

export function decodePeopleFacts(facts: string): PeopleFacts {
  const recipientsFrom = 1 + shortLength;
  const hasManyRecipients = facts[recipientsFrom] === many;
  return {
    hasManyRecipients,
    hasAttachments: facts[0] === 'u' ? null : facts[0] === 'a',
    mayBeFrom: digest => facts.startsWith(digest, 1),
    mayBeTo: digest => {
      if (hasManyRecipients) return true;
      for (let at = recipientsFrom; at < facts.length; at += shortLength) if (facts.startsWith(digest, at)) return true;
      return false;
    },
  };
}

type PackedRow = readonly [version: number, accountId: string, folderKey: string, marks: string, people: string];
const version = 1;

function postingFor([, accountId, folder, marks, packed]: PackedRow): Posting {
  return {
    index: 'people',
    terms: termsOf(accountId, packed, marks.endsWith(unreadMark)),
    text: folder,
    facts: factsOf(marks.slice(0, 1), packed),
  };
}

/** The row that finds a message by its people, with its posting. */
export function peopleRow(message: MessageRow): Row {
  const { accountId, folderAlias, receivedAt, storedEmailId } = message;
  const packed: PackedRow = [
    version,
    accountId,
    folderKey(folderAlias),
    `${marks.get(hasAttachments(message)) ?? ''}${isUnread(message) ? unreadMark : ''}`,
    packPeople(message),
  ];
  return {
    ...peopleKey(accountId, receivedAt, storedEmailId),
    data: JSON.stringify(packed),
    posting: postingFor(packed),
  };
}

/** What takes the row away that peopleRow() made of an owner's message, read or not. */
export const peopleRowKey = ({ accountId, receivedAt, storedEmailId, people }: OwnerRow): RowKey => ({
  ...peopleKey(accountId, receivedAt, storedEmailId),
  posting: { index: 'people', terms: termsOf(accountId, people, true) },
});

/** The posting that a stored row should have; null for one that is of another family, or whose data cannot be read. */
export function peoplePosting(row: Row): Posting | null {
  if (familyOf(row) !== 'people') return null;
  try {
    const packed = JSON.parse(row.data) as PackedRow;
    return packed.every((field, i) => i === 0 || typeof field === 'string') ? postingFor(packed) : null;
  } catch {
    return null;
  }
}
