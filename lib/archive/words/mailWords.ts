// The words of a mail, made of its content and its folder alone, so that whoever makes them comes to the same.

import type { Content } from '../../content/content.ts';
import { limits } from '../../limits.ts';
import { encodeDocument } from '../../words/documentCodec.ts';
import { type DocumentPerson, filterTerm, wordsOfDocument } from '../../words/documentWords.ts';
import { folderKey } from '../keys.ts';
import { personDigest } from '../people.ts';
import type { Row } from '../ports.ts';
import { encodePosition } from '../position.ts';
import type { WordIndex } from '../wordKeys.ts';
import { tailRow } from './tailRow.ts';
import { wordsVersion } from './wordsVersion.ts';

/** Where a mail lies among others. */
export interface MailPlace {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly storedEmailId: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export const mailIndex = (accountId: string): WordIndex => ({ kind: 'mail', accountId });

export const mailPosition = ({ receivedAt, storedEmailId }: Pick<MailPlace, 'receivedAt' | 'storedEmailId'>): string =>
  encodePosition({ at: receivedAt, id: storedEmailId, number: 0 });

/** The term that mails from somebody have. */
export const senderFilterTerm = (address: string): string => filterTerm(`s${personDigest(address)}`);

/** The term that mails to somebody, or with a copy to him, have. */
export const recipientFilterTerm = (address: string): string => filterTerm(`r${personDigest(address)}`);

/** The term that mails in a folder have. @param key folderKey() of it */
export const folderFilterTerm = (key: string): string => filterTerm(`f${key}`);

/** The term of mails with so many recipients that they have none of theirs: whoever looks for one verifies these. */
export const manyRecipientsFilterTerm: string = filterTerm('r*');

function filterTermsOf({ participants }: Content): readonly string[] {
  const sender = participants.find(({ role }) => role === 'from') ?? participants.find(({ role }) => role === 'sender');
  const recipients = new Set(
    participants
      .filter(({ role, address }) => (role === 'to' || role === 'cc') && address !== '')
      .map(({ address }) => recipientFilterTerm(address)),
  );
  return [
    ...(sender?.address ? [senderFilterTerm(sender.address)] : []),
    ...(recipients.size > limits.recipientTerms.value ? [manyRecipientsFilterTerm] : recipients),
  ];
}

/** Each name and each address once: most mails are sent by whom they are from. */
function peopleOf({ participants }: Content): readonly DocumentPerson[] {
  const addresses = new Set<string>();
  const names = new Set<string>();
  const once = (known: Set<string>, text: string | null): string | null => {
    if (!text || known.has(text)) return null;
    known.add(text);
    return text;
  };
  return participants
    .map(({ address, displayName }) => ({
      address: once(addresses, address),
      displayName: once(names, displayName),
    }))
    .filter(({ address, displayName }) => address !== null || displayName !== null);
}

/** The row that a mail is found by its words with until it is sealed. */
export function mailTailRow(place: MailPlace, content: Content): Row {
  const words = wordsOfDocument({
    subject: content.subject,
    people: peopleOf(content),
    fileNames: content.parts?.flatMap(({ filename }) => filename ?? []) ?? [],
    body: content.plainText.text,
    filterTerms: [folderFilterTerm(folderKey(place.folderAlias)), ...filterTermsOf(content)],
  });
  return tailRow(
    mailIndex(place.accountId),
    { position: mailPosition(place), folder: folderKey(place.folderAlias) },
    wordsVersion,
    encodeDocument(words),
  );
}
