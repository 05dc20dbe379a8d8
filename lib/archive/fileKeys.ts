// Keys of files: of those of mails and those under `library/`, by space and generation, and of what is told of them.

import { bounded, join, separator } from './keyFields.ts';
import type { Key } from './ports.ts';
import { decodeNumber, encodeNumber } from './position.ts';
import type { WordIndex } from './wordKeys.ts';

/** The space of what lies under `library/`, beside those of the accounts: no account can be named so. */
export const librarySpace = '\u0001library';

const generationLength = 4;

/** The files of a space as one generation has them, sorted by when they were modified. @param space an account or `librarySpace` */
export const filesPk = (space: string, generation: number): string =>
  join('x', bounded(space), encodeNumber(generation, generationLength));
export const fileKey = (space: string, generation: number, position: string): Key => ({
  pk: filesPk(space, generation),
  sk: position,
});

/** The generation that a row made by fileKey() is of. */
export const generationOfFile = ({ pk }: Key): number =>
  decodeNumber(pk, pk.lastIndexOf(separator) + 1, generationLength);

/** The index of words of the files of a space, in one generation. */
export const fileIndex = (space: string, generation: number): WordIndex => ({
  kind: 'file',
  accountId: bounded(space) + generationMark + encodeNumber(generation, generationLength),
});

/** The key of the file whose words have a position in an index that fileIndex() gave. */
export function fileKeyOfWords({ accountId }: WordIndex, position: string): Key {
  const end = accountId.lastIndexOf(generationMark);
  return { pk: join('x', accountId.slice(0, end), accountId.slice(end + 1)), sk: position };
}
const generationMark = '\u001e';

/** How far generations of files got: a partition of its own, so that who may start one need not write anything else. */
export const fileStateKey: Key = { pk: 'n', sk: '-' };

/** The space that a row of files is of, as its key names it */
export function spaceOfKey({ pk }: Key): string {
  const start = pk.indexOf(separator) + 1;
  const end = pk.lastIndexOf(separator);
  return pk.slice(start, Math.max(start, end));
}

/** The message that a row made by fileOwnerKey() is about. */
export const idOfFileOwner = ({ pk }: Key): string => pk.slice(join('y', '').length);

/** What a message owns of files: written before them. */
export const fileOwnerKey = (storedEmailId: string): Key => ({ pk: join('y', storedEmailId), sk: '-' });

/** The one partition of the documents under `library/`, by path. */
export const libraryDocumentsPk = 'e';
export const libraryDocumentKey = (path: string): Key => ({ pk: libraryDocumentsPk, sk: bounded(path) });

/**
 * Files of a space that are to be indexed: those that came, and, apart from them, those that a new generation still lacks.
 * @param generation null for those that came
 */
export const pendingFilesPk = (space: string, generation: number | null): string =>
  join('z', bounded(space), generation === null ? '' : encodeNumber(generation, generationLength));
/** @param subject a storedEmailId, or the path of a document of the library */
export const pendingFilesKey = (space: string, generation: number | null, subject: string): Key => ({
  pk: pendingFilesPk(space, generation),
  sk: bounded(subject),
});

/** The files that have some content, by what was read of it, then by their ids. */
export const contentFilesPk = (sha256: string): string => join('r', sha256);
export const contentFileKey = (sha256: string, textKind: string, fileId: string): Key => ({
  pk: contentFilesPk(sha256),
  sk: join(textKind, bounded(fileId)),
});
/** Bounds of the sort keys of the files of one content of which the same was read. */
export const textUsersRange = (textKind: string): { readonly from: string; readonly below: string } => ({
  from: textKind + separator,
  below: `${textKind} `,
});

/** What is to be told of files of a space, by kind; sorted by position, or by what its owner puts before it. */
export const fileDiagnosticsPk = (space: string, kind: string): string => join('g', bounded(space), kind);

/** Which documents of the library refer to a path of it. */
export const fileReferencesPk = (target: string): string => join('v', bounded(target));
export const fileReferenceKey = (target: string, mark: string, path: string): Key => ({
  pk: fileReferencesPk(target),
  sk: mark + bounded(path),
});
