// When documents of the tail are sealed, and which: the oldest of those that are whole, a batch at a time.

import { limits } from '../../limits.ts';
import type { Row, Store } from '../ports.ts';
import { type WordIndex, wordManifestKey, wordStateKey, wordsPk } from '../wordKeys.ts';
import type { DocumentPlace } from './documentPlaces.ts';
import { beginSealing, empties, readIntent } from './intent.ts';
import { addTail, areWhole, giveUp, newReadTail, type ReadTail, sealFromTail } from './sealing.ts';
import { type SealLease, sealTimes, takeSealLease, underSealLease, whileHeld } from './sealLease.ts';
import { folderOfTail } from './tailRow.ts';

export interface SealOptions {
  /** Batches of fewer documents than this are not made; as many as are sealed together if left out. */
  readonly least?: number;
  /** performance.now() after which no further batch is begun. */
  readonly deadline?: number;
  /** Ends it after the batch that is being written. */
  readonly signal?: AbortSignal;
  /** Told how many documents each batch has. */
  readonly onSealed?: (documents: number) => void;
  readonly times?: typeof sealTimes;
}

/**
 * Seals the tail of an index as long as it holds enough, and brings to its end what was left by someone who died. Does
 * nothing where another is at it.
 * @returns how many documents were sealed
 */
export async function sealTail(store: Store, index: WordIndex, options: SealOptions = {}): Promise<number> {
  const { least = mostSealed(index), deadline = Number.POSITIVE_INFINITY, times = sealTimes } = options;
  const { signal, onSealed } = options;
  // Most often there is too little, which is seen without the lease.
  if (!(await hasDocuments(store, index, least))) return 0;
  const lease = await takeSealLease(store, index, times);
  if (!lease) return 0;
  return whileHeld(lease, async () => {
    let sealed = await finishIntent(store, index, lease);
    onSealed?.(sealed);
    while (performance.now() < deadline && !signal?.aborted) {
      const { documents, isFull, known } = await wholeDocuments(store, index);
      if (documents.length < (isFull ? 1 : Math.max(1, least))) break;
      const sealing = await beginSealing(store, index, lease, documents);
      const own = await sealFromTail(store, index, lease, sealing, false, known);
      sealed += own;
      onSealed?.(own);
      if (own === 0) break;
    }
    return sealed;
  });
}

/** Brings a sealing to its end that is under way, by whoever began it, or that someone left. */
export async function finishSealing(store: Store, index: WordIndex, times = sealTimes): Promise<void> {
  await underSealLease(store, index, lease => finishIntent(store, index, lease), times);
}

/** Under the lease: seals what an intent says, or gives it up where it is to replace batches and does not yet. */
export async function finishIntent(store: Store, index: WordIndex, lease: SealLease): Promise<number> {
  const sealing = await readIntent(store, index);
  if (!sealing) return 0;
  if (empties(sealing)) return sealFromTail(store, index, lease, sealing, true);
  await giveUp(store, index, lease, sealing);
  return 0;
}

async function hasDocuments(store: Store, index: WordIndex, least: number): Promise<boolean> {
  let count = 0;
  for await (const rows of tailPages(store, index, least)) {
    count += rows.length;
    if (count >= least) return true;
  }
  return false;
}

/** Documents that are sealed together: their words are held in memory at once, and a file has many more than a mail. */
const mostSealed = ({ kind }: WordIndex): number =>
  (kind === 'file' ? limits.sealedFiles : limits.sealedDocuments).value;

interface WholeDocuments {
  readonly documents: readonly DocumentPlace[];
  /** Whether their bytes leave no room for more. */
  readonly isFull: boolean;
  /** Their rows. */
  readonly known: ReadTail;
}

/** The oldest documents of the tail that can be sealed: those of one batch. */
async function wholeDocuments(store: Store, index: WordIndex): Promise<WholeDocuments> {
  const most = mostSealed(index);
  const documents: DocumentPlace[] = [];
  const known = newReadTail();
  let bytes = 0;
  for await (const rows of tailPages(store, index, most)) {
    const readable = rows.flatMap(row => {
      const number = addTail(known.words, row);
      return number === null ? [] : [{ row, number }];
    });
    const whole = await areWhole(
      store,
      index,
      readable.map(({ row }) => row.sk),
    );
    for (const one of readable.filter((_, i) => whole[i])) {
      const { row } = one;
      bytes += row.bytes?.length ?? 0;
      if (documents.length > 0 && bytes > limits.sealedBytes.value) return { documents, isFull: true, known };
      documents.push({ position: row.sk, folder: folderOfTail(row) });
      known.rows.set(row.sk, one);
      if (documents.length >= most) return { documents, isFull: false, known };
    }
  }
  return { documents, isFull: false, known };
}

/** The tail, oldest first. */
export async function* tailPages(store: Store, index: WordIndex, limit: number): AsyncGenerator<readonly Row[]> {
  const pk = wordsPk(index);
  const below = wordManifestKey(index, 0).sk;
  for (let above = wordStateKey(index).sk; ; ) {
    const page = await store.read({ pk, above, below, direction: 'ascending', limit });
    if (page.rows.length > 0) yield page.rows;
    above = page.rows.at(-1)?.sk ?? above;
    if (!page.hasMore) return;
  }
}
