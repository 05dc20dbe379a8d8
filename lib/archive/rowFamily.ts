// What kind of row a key is of.

import { fileStateKey, libraryDocumentsPk, librarySpace } from './fileKeys.ts';
import { join, separator } from './keyFields.ts';
import { apiKeyPk, callCountPk, foldersPk, keyUsePk, quarantinePk } from './keys.ts';
import type { Key } from './ports.ts';
import { isPosition } from './position.ts';
import { batchOfTombstone, indexOfWordRow, tombstonePrefix, type WordIndex, wordBatchLength } from './wordKeys.ts';

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
