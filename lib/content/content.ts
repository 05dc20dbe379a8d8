// The content of a mail as it is read: headers, what a person would see of the body, and a list of its parts without
// their bytes. Made of a parsed mail alone, so that it can be made again.

import { limits } from '../limits.ts';
import type { Message, Part } from '../mail/message.ts';
import { cutHeader, cutText } from './cutText.ts';
import { readHtml } from './readHtml.ts';
import { withoutUnseen } from './unseenCharacters.ts';

export type BodyAvailability = 'readable' | 'encryptedNotReadableLocally' | 'notStoredExceededSizeLimit';

/** One form of a body. */
export interface Representation {
  readonly text: string;
  /** False where a limit of limits.ts was met: this is what was read so far. */
  readonly isWhole: boolean;
}

/** A part without its bytes. */
export type ContentPart = Pick<
  Part,
  'number' | 'kind' | 'filename' | 'wasFileNameNormalized' | 'mediaType' | 'sizeBytes' | 'disposition' | 'path'
>;

export interface Content
  extends Pick<Message, 'subject' | 'messageId' | 'inReplyTo' | 'references' | 'participants' | 'sentAt'> {
  readonly availability: BodyAvailability;
  /** Empty where there is none. */
  readonly plainText: Representation;
  /** null where there is no HTML body. */
  readonly sanitizedHtml: Representation | null;
  /** null where the parts were never read. */
  readonly parts: readonly ContentPart[] | null;
}

function representation(text: string, isWhole: boolean): Representation {
  const most = limits.bodyCharacters.value;
  return text.length <= most ? { text, isWhole } : { text: cutText(text, most), isWhole: false };
}

/** PGP within a text: nothing of it can be read here. */
const isArmored = (text: string): boolean => /^\s*-----BEGIN PGP MESSAGE-----/.test(text);

const isBlank = (text: string): boolean => text.trim() === '';

export interface MadeContent {
  readonly content: Content;
  /** Whether all of what its plain text is made of could be read: else the mail is damaged. */
  readonly isBodyRead: boolean;
}

export const contentOf = (message: Message): Content => makeContent(message).content;

export function makeContent(message: Message): MadeContent {
  const html = message.html === null ? null : readHtml(message.html);
  const plain = message.text === null ? '' : withoutUnseen(message.text);
  // An empty text beside an HTML body is there for form's sake.
  const ofHtml = isBlank(plain) ? html : null;
  const text = ofHtml === null ? representation(plain, true) : representation(ofHtml.text, ofHtml.isWhole);
  const isUnreadable = isArmored(plain) || (message.isEncrypted && isBlank(text.text));
  const availability = message.exceededSizeLimit
    ? 'notStoredExceededSizeLimit'
    : isUnreadable
      ? 'encryptedNotReadableLocally'
      : 'readable';
  const isReadable = availability === 'readable';
  const content: Content = {
    subject: cutHeader(message.subject),
    messageId: message.messageId === null ? null : cutHeader(message.messageId),
    inReplyTo: message.inReplyTo === null ? null : cutHeader(message.inReplyTo),
    references: message.references.slice(0, limits.storedReferences.value).map(cutHeader),
    participants: message.participants
      .slice(0, limits.storedParticipants.value)
      .map(({ role, address, displayName }) => ({
        role,
        address: cutHeader(address),
        displayName: displayName === null ? null : cutHeader(displayName),
      })),
    sentAt: message.sentAt,
    availability,
    plainText: isReadable ? text : { text: '', isWhole: true },
    sanitizedHtml: isReadable && html !== null ? representation(html.sanitizedHtml, html.isWhole) : null,
    parts: message.exceededSizeLimit ? null : message.parts.map(partOf),
  };
  return { content, isBodyRead: ofHtml?.isRead ?? true };
}

const partOf = (part: Part): ContentPart => ({
  number: part.number,
  kind: part.kind,
  filename: part.filename,
  wasFileNameNormalized: part.wasFileNameNormalized,
  mediaType: cutHeader(part.mediaType),
  sizeBytes: part.sizeBytes,
  disposition: part.disposition,
  path: part.path,
});
