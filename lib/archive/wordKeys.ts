// Keys of the index of words: its tail, its batches, and who seals them.

import { bounded, join, separator } from './keyFields.ts';
import type { Key } from './ports.ts';
import { encodeNumber } from './position.ts';

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
export const tombstonePrefix = '~t';
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
const wordDocumentsPk = (index: WordIndex, batch: string): string => wordIndexPk('d', index, batch);
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
