// Fields that several tools show of a message, in the same words: what it has attached, and its state in its mailbox.

import type { AttachmentCounts, RemoteFlags } from '../archive/rows.ts';
import { limits } from '../limits.ts';
import { cleanText } from './cleanText.ts';
import { countField, flagField, instantField, nullable, textsField } from './result.ts';

export const instantText = (at: number): string => new Date(at).toISOString();

/** Text of a header, cleaned and bounded. */
export const shown = (value: string): string => cleanText(value, limits.shownCharacters.value);

/** How many items a list leaves out, where it leaves out any. */
export const more = (count: number): number | undefined => (count > 0 ? count : undefined);

export const attachmentCountsTable = {
  attachmentCount: countField('Attachments proper', (counts: AttachmentCounts) => counts.attachmentCount),
  inlineResourceCount: countField('Resources shown inside the message', (counts: AttachmentCounts) => {
    return counts.inlineResourceCount;
  }),
  totalSizeBytes: countField('Decoded bytes of all parts', (counts: AttachmentCounts) => counts.totalSizeBytes),
  isEncrypted: flagField('Whether the message is encrypted', (counts: AttachmentCounts) => counts.isEncrypted),
  hasUnverifiedSignature: flagField('Signed; nobody verified it', (counts: AttachmentCounts) => {
    return counts.hasUnverifiedSignature;
  }),
  hasUnexpandedTnef: flagField('Whether files may hide in a winmail.dat', (counts: AttachmentCounts) => {
    return counts.hasUnexpandedTnef;
  }),
};

type Flags = RemoteFlags | null;

export const remoteFlagsTable = {
  wasObserved: flagField('Whether an importer read flags; if not, all are false', (flags: Flags) => flags !== null),
  observedAt: nullable(
    instantField('When; null if never', (flags: RemoteFlags) => instantText(flags.observedAt)),
    (flags: Flags) => flags,
  ),
  isSeen: flagField('Read', (flags: Flags) => flags?.isSeen ?? false),
  isAnswered: flagField('Answered', (flags: Flags) => flags?.isAnswered ?? false),
  isFlagged: flagField('Flagged', (flags: Flags) => flags?.isFlagged ?? false),
  isDraft: flagField('Draft', (flags: Flags) => flags?.isDraft ?? false),
  keywords: textsField('Labels', (flags: Flags) => flags?.keywords.map(shown) ?? []),
};
