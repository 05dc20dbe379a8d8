// The key of every row family. Account ids and aliases hold no control characters, so one separates the fields.

import { createHash } from 'node:crypto';
import { prefixOf } from '../names/grams.ts';
import type { Key } from './ports.ts';
import { decodeNumber, encodeNumber, encodePosition, isPosition } from './position.ts';

const separator = '\u001f';
const join = (...fields: readonly string[]): string => fields.join(separator);

/** UTF-8 bytes that one field of a key may take; a longer one is named by its digest. */
const longestField = 200;

function bounded(field: string): string {
  if (field.length <= longestField / 4 || Buffer.byteLength(field) <= longestField) return field;
  return `${createHash('sha256').update(field).digest('base64url')}${separator}`;
}

/** Folder aliases ignore case and Unicode form. */
export const folderKey = (folderAlias: string): string => folderAlias.normalize('NFC').toLowerCase();

/** The partition of an attachment row: account and the first three code points of the folded name. */
export const attachmentPk = (accountId: string, foldedName: string): string =>
  join('a', bounded(accountId), prefixOf(foldedName));

export const attachmentKey = (accountId: string, foldedName: string, sk: string): Key => ({
  pk: attachmentPk(accountId, foldedName),
  sk,
});

/** The term that a name stands under for one of its grams. */
export const nameTerm = (accountId: string, gram: string): string => join(bounded(accountId), gram);

/** The partition of a folder's messages, sorted by received date. */
export const messagePk = (accountId: string, folderAlias: string): string =>
  messagePkOf(accountId, folderKey(folderAlias));

/** The same for a folder whose folderKey() is known. */
export const messagePkOf = (accountId: string, key: string): string => join('m', bounded(accountId), bounded(key));

export const messageKey = (accountId: string, folderAlias: string, receivedAt: number, id: string): Key => ({
  pk: messagePk(accountId, folderAlias),
  sk: encodePosition({ at: receivedAt, id, number: 0 }),
});

/** The partition of all messages of an account, sorted by received date; what else begins so are terms. */
export const peoplePk = (accountId: string): string => join('p', bounded(accountId), '');

export const peopleKey = (accountId: string, receivedAt: number, id: string): Key => ({
  pk: peoplePk(accountId),
  sk: encodePosition({ at: receivedAt, id, number: 0 }),
});

/** The term that a message stands under for one who sent or got it. */
export const personTerm = (accountId: string, role: string, digest: string): string =>
  join('p', bounded(accountId), role, digest);

export const ownerPk = (storedEmailId: string): string => join('o', storedEmailId);
export const ownerKey = (storedEmailId: string): Key => ({ pk: ownerPk(storedEmailId), sk: '-' });

/** The message that a row made by ownerKey() is about. */
export const idOfOwner = ({ pk }: Key): string => pk.slice(ownerPk('').length);

/** In a message's own partition: one more key that the same mail lies under. */
export const extraKeyKey = (storedEmailId: string, blobKey: string): Key => ({
  pk: ownerPk(storedEmailId),
  sk: join('k', bounded(blobKey)),
});

/** Which message an object holds, where its name does not tell. */
export const objectKey = (blobKey: string): Key => ({ pk: join('b', bounded(blobKey)), sk: '-' });

/** The object that a row made by objectKey() is about; null for a key too long to be kept. */
export function blobKeyOfObject({ pk }: Key): string | null {
  const key = pk.slice(join('b', '').length);
  return key.endsWith(separator) ? null : key;
}

/** The one partition of objects that could not be taken in. */
export const quarantinePk = 'q';
export const quarantineKey = (blobKey: string): Key => ({ pk: quarantinePk, sk: bounded(blobKey) });

/** The one partition that holds every folder. */
export const foldersPk = 'f';

export const folderRowKey = (accountId: string, folderAlias: string): Key => ({
  pk: foldersPk,
  sk: join(bounded(accountId), bounded(folderKey(folderAlias))),
});

/** Secrets and other single rows of a deployment. */
export const settingKey = (name: string): Key => ({ pk: 's', sk: name });

/** The lock of an object's key or a message's id, while a function is at work on it. */
export const lockKey = (name: string): Key => ({ pk: join('l', bounded(name)), sk: '-' });

/** The one partition of API keys, by digest. */
export const apiKeyPk = 'k';
export const apiKeyRowKey = (digest: string): Key => ({ pk: apiKeyPk, sk: digest });

/** When each API key was last used; apart from the keys, so that who writes it need not be able to write those. */
export const keyUsePk = 'u';
export const keyUseRowKey = (digest: string): Key => ({ pk: keyUsePk, sk: digest });

/** How often each caller called in the present minute. */
export const callCountPk = 'c';
export const callCountKey = (caller: string): Key => ({
  pk: callCountPk,
  sk: createHash('sha256').update(caller).digest('base64url'),
});

/** Names an index of words: what it is of, and whose. */
export interface WordIndex {
  readonly kind: 'mail' | 'file';
  /** Of files what fileIndex() makes of a space and a generation. */
  readonly accountId: string;
}

const wordKinds = { mail: 'm', file: 'f' } as const;

const wordIndexPk = (family: string, { kind, accountId }: WordIndex, more = ''): string =>
  join(family, kind === 'file' ? accountId : bounded(accountId), `${wordKinds[kind]}${more}`);

/**
 * What an index of words is read by, in the order that readers need it in: first its state, then the documents of its
 * tail by their positions, then the manifest, then the tombstones.
 */
export const wordsPk = (index: WordIndex): string => wordIndexPk('t', index);
export const wordStateKey = (index: WordIndex): Key => ({ pk: wordsPk(index), sk: '!' });
export const wordTailKey = (index: WordIndex, position: string): Key => ({ pk: wordsPk(index), sk: position });

const manifestPrefix = '~m';
const tombstonePrefix = '~t';
export const wordManifestKey = (index: WordIndex, number: number): Key => ({
  pk: wordsPk(index),
  sk: manifestPrefix + encodeNumber(number, 2),
});
export const wordTombstoneKey = (index: WordIndex, batch: string): Key => ({
  pk: wordsPk(index),
  sk: tombstonePrefix + batch,
});

/** The batch that a row made by wordTombstoneKey() is about. */
export const batchOfTombstone = ({ sk }: Key): string => sk.slice(tombstonePrefix.length);

/** Characters of the key of a batch: its newest date, then the number of its sealing. */
export const wordBatchLength = 12;

/** The words of one hash bucket, of all batches. */
export const wordBlocksPk = (index: WordIndex, bucket: number): string =>
  wordIndexPk('w', index, encodeNumber(bucket, 2));

/** A bucket of a batch; further parts of one that is too large for a row are numbered from 1. */
export const wordBlockKey = (index: WordIndex, bucket: number, batch: string, part: number): Key => ({
  pk: wordBlocksPk(index, bucket),
  sk: part === 0 ? batch : batch + encodeNumber(part, 2),
});

/** The places of words of one hash bucket that stand apart, of all batches. */
export const wordPositionsPk = (index: WordIndex, bucket: number): string =>
  wordIndexPk('w', index, `${encodeNumber(bucket, 2)}p`);

/** Places of a batch, numbered as the parts of a block. */
export const wordPositionsKey = (index: WordIndex, bucket: number, batch: string, part: number): Key => ({
  pk: wordPositionsPk(index, bucket),
  sk: wordBlockKey(index, bucket, batch, part).sk,
});

/** The documents of a batch, some tens in a row, numbered from 0. */
export const wordDocumentsPk = (index: WordIndex, batch: string): string => wordIndexPk('d', index, batch);
export const wordDocumentsKey = (index: WordIndex, batch: string, number: number): Key => ({
  pk: wordDocumentsPk(index, batch),
  sk: encodeNumber(number, 2),
});

/** What the one who is sealing is about to write. */
export const wordIntentKey = (index: WordIndex): Key => ({ pk: wordIndexPk('i', index), sk: 'intent' });
/** Who may seal. */
export const wordLeaseKey = (index: WordIndex): Key => ({ pk: wordIndexPk('i', index), sk: 'lease' });

/** The index that a row of words is of, as its keys name it; null for any other row. */
export function indexOfWordRow({ pk }: Key): WordIndex | null {
  const end = pk.lastIndexOf(separator);
  const kind = (Object.keys(wordKinds) as WordIndex['kind'][]).find(one => wordKinds[one] === pk[end + 1]);
  // What names a long account in a key names it in any other.
  return kind ? { kind, accountId: pk.slice(pk.indexOf(separator) + 1, end) } : null;
}

/** The batch that a row of words is about, and the index as its keys name it; null for any other row. */
export function batchOfWordRow(key: Key): { readonly index: WordIndex; readonly batch: string } | null {
  const { pk, sk } = key;
  const index = indexOfWordRow(key);
  const batch = {
    words: sk.startsWith(tombstonePrefix) ? batchOfTombstone(key) : '',
    wordBlock: sk.slice(0, wordBatchLength),
    wordDocuments: pk.slice(pk.lastIndexOf(separator) + 2),
  }[String(familyOf(key))];
  return index && batch ? { index, batch } : null;
}

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

const libraryNames = join('a', librarySpace, '');

const families = new Map([
  ['a', 'attachment'],
  ['m', 'message'],
  ['p', 'people'],
  ['o', 'owner'],
  ['b', 'object'],
  ['l', 'lock'],
  [quarantinePk, 'quarantine'],
  [foldersPk, 'folder'],
  ['s', 'setting'],
  [fileStateKey.pk, 'fileState'],
  ['t', 'words'],
  ['w', 'wordBlock'],
  ['d', 'wordDocuments'],
  ['i', 'wordSealing'],
  ['x', 'file'],
  ['y', 'fileOwner'],
  [libraryDocumentsPk, 'libraryDocument'],
  ['z', 'pendingFiles'],
  ['r', 'contentFile'],
  ['g', 'fileDiagnostic'],
  ['v', 'fileReference'],
  [apiKeyPk, 'apiKey'],
  [keyUsePk, 'keyUse'],
  [callCountPk, 'callCount'],
] as const);

/**
 * What kind of row a row's key says it is; `extraKey` is a further key of a message, `wordTail` a document of an index
 * of words that is not sealed, `libraryName` finds a document of the library by its name. Null for a kind not known here.
 */
export function familyOf({
  pk,
  sk,
}: Key): ReturnType<typeof families.get> | 'extraKey' | 'wordTail' | 'libraryName' | null {
  const end = pk.indexOf(separator);
  const family = families.get(pk.slice(0, end < 0 ? undefined : end) as 'a') ?? null;
  if (family === 'owner' && sk !== '-') return 'extraKey';
  if (family === 'attachment' && pk.startsWith(libraryNames)) return 'libraryName';
  return family === 'words' && isPosition(sk) ? 'wordTail' : family;
}
