// What an index of words consists of: the batches that are sealed, in rows of some hundreds, the ordinals of each that
// count no more, and how far sealing got. Text forms and readings that decide something; who changes them holds the lease.

import type { Cost, Row, Store } from '../ports.ts';
import { dateLength, decodeNumber, encodeNumber, instantOf, startOf } from '../position.ts';
import { type WordIndex, wordBatchLength, wordManifestKey, wordStateKey, wordTombstoneKey } from '../wordKeys.ts';

/** A batch as the manifest has it. */
export interface BatchEntry {
  /** Its newest date, then the number of its sealing: sorts by date, and is never used twice. */
  readonly key: string;
  /** Received date of its oldest document, epoch milliseconds. */
  readonly oldest: number;
  /** Ordinals of its documents are 0 to below this. */
  readonly size: number;
  /** Rows of its blocks. */
  readonly blocks: number;
  /** What made its words (wordsVersion). */
  readonly version: number;
}

const format = '1';
/** Batches of one row of the manifest, which is written anew with each sealing. */
export const manifestRowBatches = 256;

const digits = { oldest: dateLength, size: 2, blocks: 3, version: 2 } as const;
const entryLength = wordBatchLength + digits.oldest + digits.size + digits.blocks + digits.version;
const numberLength = wordBatchLength - dateLength;

export const batchKey = (newest: number, number: number): string =>
  startOf(newest) + encodeNumber(number, numberLength);
/** Received date of a batch's newest document, epoch milliseconds. */
export const newestOf = (key: string): number => instantOf(key);
/** The number of the sealing that made a batch; later ones are higher. */
export const sealingOf = (key: string): number => decodeNumber(key, dateLength, numberLength);

export const encodeManifest = (entries: readonly BatchEntry[]): string =>
  [
    format,
    ...entries.map(
      ({ key, oldest, size, blocks, version }) =>
        key +
        startOf(oldest) +
        encodeNumber(size, digits.size) +
        encodeNumber(blocks, digits.blocks) +
        encodeNumber(version, digits.version),
    ),
  ].join('');

/** @throws Error for a row that is damaged or of another version */
export function decodeManifest(data: string): BatchEntry[] {
  if (!data.startsWith(format) || (data.length - format.length) % entryLength !== 0)
    throw new Error('the manifest of an index of words is damaged, or of another version');
  const entries: BatchEntry[] = [];
  for (let start = format.length; start < data.length; start += entryLength) {
    let at = start + wordBatchLength;
    const next = (length: number) => {
      at += length;
      return decodeNumber(data, at - length, length);
    };
    const oldest = instantOf(data.slice(at, at + digits.oldest));
    at += digits.oldest;
    entries.push({
      key: data.slice(start, start + wordBatchLength),
      ...{ oldest, size: next(digits.size), blocks: next(digits.blocks), version: next(digits.version) },
    });
  }
  return entries;
}

/** How far sealing got: the number of the last sealing that came to its end, whose documents are all out of the tail. */
export const encodeState = (settled: number): string => encodeNumber(settled, numberLength);

export const decodeState = (data: string | undefined): number =>
  data?.length === numberLength ? decodeNumber(data, 0, numberLength) : 0;

const ordinalLength = 2;

export const encodeOrdinals = (ordinals: Iterable<number>): string =>
  [...new Set(ordinals)]
    .toSorted((a, b) => a - b)
    .map(ordinal => encodeNumber(ordinal, ordinalLength))
    .join('');

export function decodeOrdinals(data: string): Set<number> {
  const ordinals = new Set<number>();
  for (let at = 0; at < data.length; at += ordinalLength) ordinals.add(decodeNumber(data, at, ordinalLength));
  return ordinals;
}

/** A row of the manifest as it is stored. */
export interface ManifestRow {
  readonly number: number;
  readonly entries: readonly BatchEntry[];
  readonly row: Row;
}

/** Rows of the manifest that are asked for together: a million documents. */
const rowsAtOnce = 4;

/** The whole manifest as it is now, for who decides on it; rows are without gaps. */
export async function latestManifest(store: Store, index: WordIndex, meter?: Cost): Promise<ManifestRow[]> {
  const rows: ManifestRow[] = [];
  for (;;) {
    const keys = Array.from({ length: rowsAtOnce }, (_, i) => wordManifestKey(index, rows.length + i));
    const found = await store.get(keys, meter, { latest: true });
    for (const row of found) {
      if (!row) return rows;
      rows.push({ number: rows.length, entries: decodeManifest(row.data), row });
    }
  }
}

/** How far sealing got as it is now. */
export async function latestState(store: Store, index: WordIndex): Promise<number> {
  const [row] = await store.get([wordStateKey(index)]);
  return decodeState(row?.data);
}

/** The ordinals of some batches that count no more, as they are now. */
export async function latestTombstones(
  store: Store,
  index: WordIndex,
  batches: readonly string[],
): Promise<Map<string, Set<number>>> {
  const rows =
    batches.length === 0
      ? []
      : await store.get(
          batches.map(batch => wordTombstoneKey(index, batch)),
          undefined,
          { latest: true },
        );
  return new Map(batches.map((batch, i) => [batch, decodeOrdinals(rows[i]?.data ?? '')]));
}

/** Lets ordinals of a batch count no more; tells whether one of them did. Whoever else does the same loses nothing. */
export async function addTombstones(
  store: Store,
  index: WordIndex,
  batch: string,
  ordinals: Iterable<number>,
): Promise<boolean> {
  const added = [...ordinals];
  const key = wordTombstoneKey(index, batch);
  for (;;) {
    const [row] = await store.get([key]);
    const before = decodeOrdinals(row?.data ?? '');
    if (added.every(ordinal => before.has(ordinal))) return false;
    const data = encodeOrdinals([...before, ...added]);
    if (await (row ? store.replace({ ...key, data }, row.data) : store.putIfAbsent({ ...key, data }))) return true;
  }
}
