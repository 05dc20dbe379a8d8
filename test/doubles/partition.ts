// One partition of the simulated table: items in the order of their sort keys' bytes, however they are held.

import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** Items by place, the lowest sort key first. A partition may make its items up as it is asked for them. */
export interface Partition {
  readonly length: number;
  sk(place: number): string;
  /** Bytes of the whole item, as the service counts them. */
  size(place: number): number;
  item(place: number): Item;
}

/** The place of the first item at or above a sort key (above, if `behind`). */
export function placeOf(partition: Partition, sk: string, behind = false): number {
  let low = 0;
  let high = partition.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compare(partition.sk(middle), sk);
    if (order < 0 || (behind && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** By UTF-8 bytes; ASCII, the bulk of all keys, without encoding it. */
function compare(a: string, b: string): number {
  if (isAscii(a) && isAscii(b)) return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Bytes of an item as the service counts them, for the kinds of attribute that the archive uses. */
export function itemSize(item: Item): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) {
    const own = value.S === undefined ? value.B?.length : Buffer.byteLength(value.S);
    if (own === undefined) throw new Error(`the double knows strings and bytes only, not ${Object.keys(value)}`);
    size += Buffer.byteLength(name) + own;
  }
  return size;
}

interface Entry {
  readonly sk: string;
  readonly item: Item;
  readonly size: number;
}

/** A partition that is written to. */
export interface WritablePartition extends Partition {
  get(sk: string): Entry | undefined;
  set(item: Item, size: number): void;
  delete(sk: string): void;
}

/** An empty partition that holds its items as they are. */
export function writablePartition(): WritablePartition {
  const entries: Entry[] = [];
  const at = (place: number): Entry => {
    const entry = entries[place];
    if (!entry) throw new Error(`no item at ${place}`);
    return entry;
  };
  const partition: WritablePartition = {
    get length() {
      return entries.length;
    },
    sk: place => at(place).sk,
    size: place => at(place).size,
    item: place => at(place).item,
    get(sk) {
      const entry = entries[placeOf(partition, sk)];
      return entry?.sk === sk ? entry : undefined;
    },
    set(item, size) {
      const sk = item.sk?.S ?? '';
      const place = placeOf(partition, sk);
      entries.splice(place, entries[place]?.sk === sk ? 1 : 0, { sk, item, size });
    },
    delete(sk) {
      const place = placeOf(partition, sk);
      if (entries[place]?.sk === sk) entries.splice(place, 1);
    },
  };
  return partition;
}
