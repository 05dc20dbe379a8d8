// How an attachment is a file: where it stands, what it is named, and what its row holds once its text was read.

import type { Part } from '../../mail/message.ts';
import type { OwnerRow } from '../rows.ts';
import type { ContentFile } from './contentFiles.ts';
import { dateInName } from './fileDates.ts';
import { attachmentPath, attachmentPosition, type FileRow, fileIdOf } from './fileRow.ts';
import { textKindOf } from './fileText.ts';
import type { TextReading } from './readText.ts';
import { tagsOf } from './tagsOf.ts';

/** What a part says of its type besides its bytes. */
export function hintsOf({ filename, mediaType }: Part) {
  return { fileName: filename ?? '', mediaType };
}

/** The place of a part among the files of its content. */
export function contentOf(owner: OwnerRow, part: Part): ContentFile {
  const { storedEmailId, accountId, messageDate } = owner;
  return {
    fileId: fileIdOf({ storedEmailId, number: part.number, path: '' }),
    space: accountId,
    position: attachmentPosition(storedEmailId, messageDate, part.number),
    sha256: part.sha256,
    textKind: textKindOf(hintsOf(part)),
  };
}

/** @param tags of the mail */
export function fileRowOf(owner: OwnerRow, part: Part, { extraction }: TextReading, tags: readonly string[]): FileRow {
  const { accountId, storedEmailId, messageDate } = owner;
  const { sha256, textKind, position } = contentOf(owner, part);
  return {
    ...{ space: accountId, storedEmailId, number: part.number, position, sha256, textKind },
    path: attachmentPath(owner, messageDate, part.number, part.filename),
    filename: part.filename,
    sizeBytes: part.sizeBytes,
    modified: messageDate,
    date: extraction.date ?? dateInName(part.filename ?? ''),
    tags: tagsOf(extraction.tags, tags),
    ...{ type: extraction.type, outcome: extraction.outcome, reason: extraction.reason },
    chunks: extraction.chunks.length,
  };
}
