// What is wrong with an index of words: documents that it has not, or has twice, or that are not there, words that cannot
// be read, batches whose blocks are not what was written. Each is looked at twice. Writes nothing. What its documents are,
// mails or files, is handed in.
// Rows that belong to no batch, or in the tail to no mail, are found by whoever judges all rows (judgeRows.ts).

import { type Balance, balance } from '../balance.ts';
import { listFolders } from '../folders.ts';
import { messagePk, ownerKey } from '../keys.ts';
import type { Store } from '../ports.ts';
import { decodePosition } from '../position.ts';
import { readAll } from '../readAll.ts';
import { readOwnerRow } from '../rows.ts';
import { type Settle, secondLook } from '../secondLook.ts';
import { type WordIndex, wordTailKey } from '../wordKeys.ts';
import { damagedBatches } from './blockDocuments.ts';
import type { DocumentPlace } from './documentPlaces.ts';
import { type BatchEntry, latestManifest, latestTombstones, sealingOf } from './manifest.ts';
import { type Ordinal, readBatchDocuments } from './readWords.ts';
import { findSealed } from './removeWords.ts';
import { documentOf } from './sealing.ts';
import { tailPages } from './sealTail.ts';
import { wordsVersion } from './wordsVersion.ts';

export type WordFinding =
  /** A mail or file that the index has not. */
  | { readonly kind: 'missing'; readonly position: string; readonly isRawGone: boolean }
  /** Sealed words of one that is not there, or lies elsewhere. */
  | { readonly kind: 'surplus'; readonly position: string; readonly sealed: readonly Ordinal[] }
  /** One that the index has more than once, the newest sealing last. */
  | {
      readonly kind: 'double';
      readonly position: string;
      readonly sealed: readonly Ordinal[];
      readonly isInTail: boolean;
    }
  /** One whose words in the tail are damaged, or of another version. */
  | { readonly kind: 'unreadable'; readonly position: string }
  /** Blocks or documents of a batch are lost or damaged. */
  | { readonly kind: 'damagedBatch'; readonly batch: string }
  /** A batch of words that another version made. */
  | { readonly kind: 'outdatedBatch'; readonly batch: string };

/** What an index is to have words of. */
export interface WordSubjects {
  /** Tells of the position of each. */
  list(add: (position: string) => void): Promise<void>;
  /** Which of some are there, and lie there; null for one that is not. */
  look(positions: readonly string[]): Promise<readonly ({ readonly isRawGone: boolean } | null)[]>;
}

/** The mails of an account. */
const mailSubjects = (store: Store, { accountId }: WordIndex): WordSubjects => ({
  async list(add) {
    for (const folder of await listFolders(store)) {
      if (folder.accountId !== accountId) continue;
      for await (const { sk } of readAll(store, messagePk(accountId, folder.folderAlias))) add(sk);
    }
  },
  async look(positions) {
    const asked = positions.map(decodePosition);
    const keys = asked.map(({ id }) => ownerKey(id));
    const owners = (await store.get(keys, undefined, { latest: true })).map(readOwnerRow);
    return owners.map((owner, i) => (owner && owner.receivedAt === asked[i]?.at ? owner : null));
  },
});

/** Positions of suspicious documents that are held at once. */
const mostSuspects = 100_000;
/** Documents judged together. */
const positionsAtOnce = 500;
const tailAtOnce = 500;

type Suspect = { readonly position: string } | { readonly batch: string };

/**
 * What is wrong with an index of words.
 * @param onDocuments told how many more documents of the index were looked at
 */
export function auditWords(
  store: Store,
  index: WordIndex,
  settle: Settle,
  onDocuments: (documents: number) => void = () => {},
  subjects: WordSubjects = mailSubjects(store, index),
): AsyncGenerator<WordFinding> {
  return secondLook(suspects(store, index, subjects, onDocuments), settle, some => judge(store, index, subjects, some));
}

async function* suspects(
  store: Store,
  index: WordIndex,
  subjects: WordSubjects,
  onDocuments: (documents: number) => void,
): AsyncGenerator<Suspect> {
  const entries = (await latestManifest(store, index)).flatMap(row => row.entries);
  const sums = balance();
  await subjects.list(position => sums.expect(position, ''));
  yield* addTail(store, index, sums, onDocuments);
  for (const entry of entries) {
    if (entry.version !== wordsVersion) yield { batch: entry.key };
    const documents = await countedDocuments(store, index, entry);
    if (!documents) yield { batch: entry.key };
    for (const { position } of documents ?? []) sums.find(position, '');
    onDocuments(entry.size);
  }
  for (const batch of await damagedBatches(store, index, entries)) yield { batch };
  for (const buckets of sums.suspects(mostSuspects)) {
    const positions = new Set<string>();
    const note = (position: string) => {
      if (buckets.has(sums.bucketOf(position))) positions.add(position);
    };
    await subjects.list(note);
    for await (const rows of tailPages(store, index, tailAtOnce)) for (const { sk } of rows) note(sk);
    for (const entry of entries)
      for (const { position } of (await countedDocuments(store, index, entry)) ?? []) note(position);
    for (const position of positions) yield { position };
  }
}

async function* addTail(
  store: Store,
  index: WordIndex,
  sums: Balance,
  onDocuments: (documents: number) => void,
): AsyncGenerator<Suspect> {
  for await (const rows of tailPages(store, index, tailAtOnce)) {
    for (const row of rows) {
      sums.find(row.sk, '');
      if (!documentOf(row)) yield { position: row.sk };
    }
    onDocuments(rows.length);
  }
}

/** The documents of a batch that count; null where they are lost or damaged. */
async function countedDocuments(
  store: Store,
  index: WordIndex,
  entry: BatchEntry,
): Promise<readonly DocumentPlace[] | null> {
  const removed = (await latestTombstones(store, index, [entry.key])).get(entry.key);
  const documents = await readBatchDocuments(store, index, entry);
  const counted = documents.filter((_, ordinal) => !removed?.has(ordinal));
  const there = counted.filter(place => place !== null);
  return there.length === counted.length ? there : null;
}

async function* judge(
  store: Store,
  index: WordIndex,
  subjects: WordSubjects,
  some: readonly Suspect[],
): AsyncGenerator<WordFinding> {
  const batches = new Set(some.flatMap(one => ('batch' in one ? [one.batch] : [])));
  const manifest = batches.size === 0 ? [] : (await latestManifest(store, index)).flatMap(({ entries }) => entries);
  const entries = manifest.filter(({ key }) => batches.has(key));
  const outdated = entries.filter(({ version }) => version !== wordsVersion);
  for (const { key } of outdated) yield { kind: 'outdatedBatch', batch: key };
  const others = entries.filter(entry => !outdated.includes(entry));
  const damaged = await damagedBatches(store, index, others);
  for (const entry of others)
    if (damaged.has(entry.key) || !(await countedDocuments(store, index, entry)))
      yield { kind: 'damagedBatch', batch: entry.key };

  const positions = [...new Set(some.flatMap(one => ('position' in one ? [one.position] : [])))];
  for (let at = 0; at < positions.length; at += positionsAtOnce)
    yield* judgePositions(store, index, subjects, positions.slice(at, at + positionsAtOnce));
}

async function* judgePositions(
  store: Store,
  index: WordIndex,
  subjects: WordSubjects,
  positions: readonly string[],
): AsyncGenerator<WordFinding> {
  const latest = { latest: true };
  const known = await subjects.look(positions);
  const tail = await store.get(
    positions.map(position => wordTailKey(index, position)),
    undefined,
    latest,
  );
  const { ordinals } = await findSealed(store, index, positions, new Map());
  const removed = await latestTombstones(store, index, [
    ...new Set([...ordinals.values()].flat().map(({ batch }) => batch)),
  ]);
  for (const [i, position] of positions.entries()) {
    const subject = known[i];
    const row = tail[i];
    const sealed = (ordinals.get(position) ?? [])
      .filter(({ batch, ordinal }) => !removed.get(batch)?.has(ordinal))
      .toSorted((a, b) => sealingOf(a.batch) - sealingOf(b.batch));
    if (!subject) {
      if (sealed.length > 0) yield { kind: 'surplus', position, sealed };
    } else if (sealed.length + (row ? 1 : 0) > 1)
      yield { kind: 'double', position, sealed, isInTail: row !== undefined };
    else if (row && !documentOf(row)) yield { kind: 'unreadable', position };
    else if (!row && sealed.length === 0) yield { kind: 'missing', position, isRawGone: subject.isRawGone };
  }
}
