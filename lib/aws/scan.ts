// The whole table, page by page: every item costs its reading, so only an operator's own work comes here.

import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { patience, retry } from './backoff.ts';
import type { Table } from './batches.ts';
import type { Item } from './items.ts';

/** Parts of the table that are read at once, a page of at most 1 MB of each. */
const segments = 4;

/** All items, in no order, eventually consistent. */
export async function* scanItems(table: Table, projection: string): AsyncGenerator<Item> {
  let open: { readonly segment: number; readonly after: Item | undefined }[] = Array.from(
    { length: segments },
    (_, segment) => ({ segment, after: undefined }),
  );
  while (open.length > 0) {
    const pages = await Promise.all(
      open.map(async ({ segment, after }) => {
        const { Items = [], LastEvaluatedKey } = await retry(patience('a scan', table.clock), () =>
          table.client.send(
            new ScanCommand({
              TableName: table.name,
              ProjectionExpression: projection,
              Segment: segment,
              TotalSegments: segments,
              ...(after === undefined ? {} : { ExclusiveStartKey: after }),
            }),
          ),
        );
        return { segment, items: Items, after: LastEvaluatedKey };
      }),
    );
    for (const { items } of pages) yield* items;
    open = pages.filter(({ after }) => after !== undefined);
  }
}
