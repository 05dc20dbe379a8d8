// Content without the names of its fields, which are half of a short mail's: tuples in the order of the fields.

import type { Content, ContentPart, Representation } from './content.ts';

type Participant = Content['participants'][number];
type PackedText = readonly [text: string, isWhole: boolean];
type PackedParticipant = readonly [
  role: Participant['role'],
  address: Participant['address'],
  displayName: Participant['displayName'],
];
type PackedPart = readonly [
  number: ContentPart['number'],
  kind: ContentPart['kind'],
  filename: ContentPart['filename'],
  wasFileNameNormalized: ContentPart['wasFileNameNormalized'],
  mediaType: ContentPart['mediaType'],
  sizeBytes: ContentPart['sizeBytes'],
  disposition: ContentPart['disposition'],
  path: ContentPart['path'],
];

export type PackedContent = readonly [
  subject: Content['subject'],
  messageId: Content['messageId'],
  inReplyTo: Content['inReplyTo'],
  references: Content['references'],
  participants: readonly PackedParticipant[],
  sentAt: Content['sentAt'],
  availability: Content['availability'],
  plainText: PackedText,
  sanitizedHtml: PackedText | null,
  parts: readonly PackedPart[] | null,
];

const packText = ({ text, isWhole }: Representation): PackedText => [text, isWhole];
const unpackText = ([text, isWhole]: PackedText): Representation => ({ text, isWhole });

const packPart = (part: ContentPart): PackedPart => [
  part.number,
  part.kind,
  part.filename,
  part.wasFileNameNormalized,
  part.mediaType,
  part.sizeBytes,
  part.disposition,
  part.path,
];

const unpackPart = (packed: PackedPart): ContentPart => {
  const [number, kind, filename, wasFileNameNormalized, mediaType, sizeBytes, disposition, path] = packed;
  return { number, kind, filename, wasFileNameNormalized, mediaType, sizeBytes, disposition, path };
};

export const packContent = (content: Content): PackedContent => [
  content.subject,
  content.messageId,
  content.inReplyTo,
  content.references,
  content.participants.map(({ role, address, displayName }) => [role, address, displayName]),
  content.sentAt,
  content.availability,
  packText(content.plainText),
  content.sanitizedHtml && packText(content.sanitizedHtml),
  content.parts === null ? null : content.parts.map(packPart),
];

export function unpackContent(packed: PackedContent): Content {
  const [subject, messageId, inReplyTo, references, participants, sentAt, availability, plainText, html, parts] =
    packed;
  return {
    ...{ subject, messageId, inReplyTo, references, sentAt, availability },
    participants: participants.map(([role, address, displayName]) => ({ role, address, displayName })),
    plainText: unpackText(plainText),
    sanitizedHtml: html && unpackText(html),
    parts: parts === null ? null : parts.map(unpackPart),
  };
}
