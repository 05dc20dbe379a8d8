// Taking documents out of an index of words, and seeing whether it has them. A document that is sealed stays in its
// batch's blocks, where its ordinal counts no more, until the batch is made anew.

import type { Row, Store } from '../ports.ts';
import { instantOf } from '../position.ts';
import { type WordIndex, wordTailKey } from '../wordKeys.ts';
import type { DocumentPlace } from './documentPlaces.ts';
import { empties, readIntent } from './intent.ts';
import { addTombstones, type BatchEntry, latestManifest, latestTombstones, newestOf } from './manifest.ts';
import { type Ordinal, readBatchDocuments } from './readWords.ts';
import { sealTimes } from './sealLease.ts';
import { finishSealing } from './sealTail.ts';

/** Where documents are among the sealed ones. */
interface Sealed {
  readonly ordinals: ReadonlyMap<string, readonly Ordinal[]>;
  /** Whether some of them are about to leave the tail. */
  readonly isUnderWay: boolean;
}

type Documents = readonly (DocumentPlace | null)[];

/** Finds documents in the intent first and then in the manifest: so none is missed that is being sealed. */
export async function findSealed(
  store: Store,
  index: WordIndex,
  positions: readonly string[],
  known: Map<string, Documents>,
): Promise<Sealed> {
  const wanted = new Set(positions);
  const ordinals = new Map<string, Ordinal[]>();
  const note = (batch: string, documents: Documents): number => {
    let count = 0;
    for (const [ordinal, place] of documents.entries()) {
      if (!place || !wanted.has(place.position)) continue;
      const own = ordinals.get(place.position) ?? [];
      ordinals.set(place.position, own);
      if (!own.some(one => one.batch === batch)) own.push({ batch, ordinal });
      count++;
    }
    return count;
  };
  const intent = await readIntent(store, index);
  const inIntent = intent ? note(intent.key, intent.places) : 0;
  const instants = positions.map(instantOf);
  const mayHave = ({ key, oldest }: BatchEntry) => instants.some(at => at >= oldest && at <= newestOf(key));
  for (const { entries } of await latestManifest(store, index))
    for (const entry of entries.filter(mayHave)) {
      const documents = known.get(entry.key) ?? (await readBatchDocuments(store, index, entry));
      known.set(entry.key, documents);
      note(entry.key, documents);
    }
  return { ordinals, isUnderWay: intent !== null && empties(intent) && inIntent > 0 };
}

/**
 * Takes documents out of an index, wherever they are, and lets a sealing that has some of them come to its end. Done
 * again where it was stopped, and before the message is taken away, so that whoever stores it again comes after.
 * @param positions of the documents, distinct
 */
export async function removeWords(
  store: Store,
  index: WordIndex,
  positions: readonly string[],
  times = sealTimes,
): Promise<void> {
  if (positions.length === 0) return;
  await store.delete(positions.map(position => wordTailKey(index, position)));
  const known = new Map<string, Documents>();
  for (;;) {
    const { ordinals, isUnderWay } = await findSealed(store, index, positions, known);
    const batches = Map.groupBy([...ordinals.values()].flat(), ({ batch }) => batch);
    let isChanged = false;
    for (const [batch, own] of batches)
      if (
        await addTombstones(
          store,
          index,
          batch,
          own.map(({ ordinal }) => ordinal),
        )
      )
        isChanged = true;
    if (isUnderWay) await finishSealing(store, index, times);
    // A batch may have been made anew between: only what is found marked all over is out.
    if (!isChanged) return;
  }
}

/** Of some documents those that an index has not, as it is now; a sealing that has some of them comes to its end. */
async function missingWords(
  store: Store,
  index: WordIndex,
  positions: readonly string[],
  times = sealTimes,
): Promise<string[]> {
  for (;;) {
    const tail = await store.get(
      positions.map(position => wordTailKey(index, position)),
      undefined,
      { latest: true },
    );
    const others = positions.filter((_, i) => tail[i] === undefined);
    if (others.length === 0) return [];
    const { ordinals, isUnderWay } = await findSealed(store, index, others, new Map());
    if (isUnderWay) {
      await finishSealing(store, index, times);
      continue;
    }
    const batches = [...new Set([...ordinals.values()].flat().map(({ batch }) => batch))];
    const removed = await latestTombstones(store, index, batches);
    const counts = ({ batch, ordinal }: Ordinal) => !removed.get(batch)?.has(ordinal);
    return others.filter(position => !ordinals.get(position)?.some(counts));
  }
}

/** Puts documents into the tail that the index has not; tells how many. */
export async function addMissingWords(
  store: Store,
  index: WordIndex,
  rows: readonly Row[],
  times = sealTimes,
): Promise<number> {
  if (rows.length === 0) return 0;
  const missing = new Set(
    await missingWords(
      store,
      index,
      rows.map(({ sk }) => sk),
      times,
    ),
  );
  const added = rows.filter(({ sk }) => missing.has(sk));
  if (added.length > 0) await store.put(added);
  return added.length;
}
