// The simulated table with the rows of a local archive, which are those that DynamoDB would hold, read as they are asked
// for; with the rows of further mails that lie in the tail.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../../lib/archive/ports.ts';
import { rowItem } from '../../../lib/aws/items.ts';
import { itemSize, type Partition, type WritablePartition, writablePartition } from '../../doubles/partition.ts';

/**
 * Partitions of an archive's rows that have no posting.
 * @param further partitions whose items are added to them
 */
export function dynamoTable(
  data: string,
  further: ReadonlyMap<string, WritablePartition> = new Map(),
): { readonly partition: (pk: string) => Partition; close(): void } {
  const db = new DatabaseSync(join(data, 'mailglob.db'), { readOnly: true });
  const statement = db.prepare('SELECT sk, data, bytes FROM rows WHERE pk = ? ORDER BY sk');
  const known = new Map<string, Partition>();

  function read(pk: string): Partition {
    const partition = writablePartition();
    for (const { sk, data: text, bytes } of statement.iterate(pk)) {
      const row: Row = { pk, sk: String(sk), data: String(text), ...(bytes instanceof Uint8Array && { bytes }) };
      const item = rowItem(row);
      partition.set(item, itemSize(item));
    }
    const more = further.get(pk);
    for (let place = 0; place < (more?.length ?? 0); place++) {
      const item = more?.item(place);
      if (item) partition.set(item, itemSize(item));
    }
    return partition;
  }

  return {
    partition(pk) {
      const own = known.get(pk) ?? read(pk);
      known.set(pk, own);
      return own;
    },
    close: () => db.close(),
  };
}
