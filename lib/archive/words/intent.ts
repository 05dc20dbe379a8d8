// The intent of a sealing: what the one who has the lease is about to write, and how far sealing got. There is one at a
// time; whoever takes the lease next brings the one that is left to its end.

import type { Row, Store } from '../ports.ts';
import { instantOf } from '../position.ts';
import { type WordIndex, wordIntentKey, wordStateKey } from '../wordKeys.ts';
import { type DocumentPlace, packPlaces, unpackPlaces } from './documentPlaces.ts';
import { batchKey, decodeState, encodeState, latestManifest, latestState, sealingOf } from './manifest.ts';
import type { SealLease } from './sealLease.ts';

/** What a sealing is about to write. */
export interface Sealing {
  /** Key of the batch that it makes. */
  readonly key: string;
  /** Ascending by position, which are their ordinals. */
  readonly places: readonly DocumentPlace[];
  /** Keys of batches whose documents these are, and whose place it takes; empty for documents of the tail. */
  readonly replaces: readonly string[];
}

const idle = '';

/** The sealing that goes on, or that was not brought to its end; null where there is none. */
export async function readIntent(store: Store, index: WordIndex): Promise<Sealing | null> {
  const [row] = await store.get([wordIntentKey(index)]);
  return row && row.data !== idle ? sealingOfRow(row) : null;
}

function sealingOfRow(row: Row): Sealing {
  const { places, rest } = unpackPlaces(row);
  const { key, replaces } = rest as Pick<Sealing, 'key' | 'replaces'>;
  return { key, replaces, places: places.filter(place => place !== null) };
}

function intentRow(index: WordIndex, { key, replaces, places }: Sealing): Row {
  return { ...wordIntentKey(index), ...packPlaces(places, { key, replaces }) };
}

/** Whether a sealing moves documents out of the tail. */
export const empties = ({ replaces }: Sealing): boolean => replaces.length === 0;

/** Begins a sealing of some documents; the one before has come to its end. */
export async function beginSealing(
  store: Store,
  index: WordIndex,
  lease: SealLease,
  documents: readonly DocumentPlace[],
  replaces: readonly string[] = [],
): Promise<Sealing> {
  const places = documents.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  const settled = await latestState(store, index);
  const manifest = await latestManifest(store, index);
  const known = manifest.flatMap(({ entries }) => entries.map(({ key }) => sealingOf(key)));
  const number = known.reduce((most, one) => Math.max(most, one), settled) + 1;
  const sealing = { key: batchKey(instantOf(places.at(-1)?.position ?? ''), number), places, replaces };
  await lease.hold();
  const [before] = await store.get([wordIntentKey(index)]);
  if (before && before.data !== idle) throw new Error('another is sealing the same documents');
  await change(store, intentRow(index, sealing), before);
  return sealing;
}

/**
 * Changes a row from what it is now.
 * @throws Error where another changed it meanwhile, who has the lease then
 */
async function change(store: Store, row: Row, before: Row | undefined): Promise<void> {
  if (!(await (before ? store.replace(row, before.data) : store.putIfAbsent(row))))
    throw new Error('another is sealing the same documents');
}

async function settle(store: Store, index: WordIndex, number: number): Promise<void> {
  const key = wordStateKey(index);
  const [before] = await store.get([key]);
  const data = encodeState(Math.max(number, decodeState(before?.data)));
  if (before?.data !== data) await change(store, { ...key, data }, before);
}

/** Ends the intent of a sealing that is done, or given up. */
export async function endIntent(store: Store, index: WordIndex, lease: SealLease, key: string): Promise<void> {
  await lease.hold();
  await settle(store, index, sealingOf(key));
  await lease.hold();
  const [before] = await store.get([wordIntentKey(index)]);
  if (!before || before.data === idle) return;
  if (sealingOfRow(before).key !== key) throw new Error('another is sealing other documents');
  await change(store, { ...wordIntentKey(index), data: idle }, before);
}
