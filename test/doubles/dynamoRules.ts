// What the simulated table refuses of an item or a key, as the service does.

import { type Item, itemSize } from './partition.ts';

const mostPartitionBytes = 2048;
const mostSortBytes = 1024;
const mostItemBytes = 400 * 1024;

/** An error as the SDK throws them. */
export const refusal = (message: string, name = 'ValidationException'): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });

/** Partition and sort key of a key or an item, of the lengths that the service admits. */
export function requireKey(item: Item): readonly [pk: string, sk: string] {
  const pk = item.pk?.S ?? '';
  const sk = item.sk?.S ?? '';
  const bytes = Buffer.byteLength(pk);
  if (bytes < 1 || bytes > mostPartitionBytes) throw refusal('a partition key has 1 to 2048 bytes');
  const sortBytes = Buffer.byteLength(sk);
  if (sortBytes < 1 || sortBytes > mostSortBytes) throw refusal('a sort key has 1 to 1024 bytes');
  return [pk, sk];
}

/** The size of an item that the service admits. */
export function requireItem(item: Item): number {
  requireKey(item);
  const size = itemSize(item);
  if (size > mostItemBytes) throw refusal('Item size has exceeded the maximum allowed size');
  return size;
}
