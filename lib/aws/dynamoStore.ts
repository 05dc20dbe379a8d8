// The Store port on one DynamoDB table. Which items a row is made of is in items.ts, how a question is answered
// without reading every posting in planner.ts and candidates.ts.
//
// Reads are eventually consistent, at half the price, but for two: a get() of a single key, and one that asks for the
// latest. That is what a writer asks before it acts on messages (are they here, where else do they lie), often right
// after another writer put them there, and a stale answer would leave rows behind for ever. Pages are hydrated by many keys at once,
// and a row that a page misses by milliseconds is only as new as one that had not arrived.

import {
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Cost, GetOptions, Key, Page, Range, Row, RowKey, Store } from '../archive/ports.ts';
import { auditTable } from './audit.ts';
import { type Clock, patience, retry, systemClock } from './backoff.ts';
import { deleteItems, getItems, putItems, type Table } from './batches.ts';
import { findCandidates } from './candidates.ts';
import { type Item, keyOf, postingItems, postingKeys, rowItem, rowOf, stalePostingKeys } from './items.ts';
import { readSlice, stretchOf } from './slice.ts';
import { countRead, countWrite, noCost } from './units.ts';

export interface DynamoStoreOptions {
  /** Closed by the store's close(). */
  readonly client: Pick<DynamoDBClient, 'send' | 'destroy'>;
  readonly table: string;
  readonly clock?: Clock;
}

const rowAttributes = 'pk, sk, d, b';

/** A Store on a table with the string keys `pk` and `sk`. */
export function dynamoStore({ client, table: name, clock = systemClock }: DynamoStoreOptions): Store {
  const table: Table = { client, name, clock };

  /**
   * Postings first, then the row, then the postings that hold its data: a put that is killed leaves postings without a
   * row, which looking the row up passes over, and never data of a row that is not there. Postings of an earlier version
   * go before its row does, since the row alone knows them.
   */
  async function put(rows: readonly Row[], cost: Cost = noCost()): Promise<void> {
    // Of two rows with one key the later stands, with its own postings alone.
    const last = [...new Map(rows.map(row => [JSON.stringify([row.pk, row.sk]), row])).values()];
    const findable = last.filter(row => row.posting);
    const postings = findable.map(postingItems);
    if (findable.length > 0) {
      const stored = await getItems(table, findable.map(keyOf), { attributes: 'pk, sk, t', consistent: true }, cost);
      await putItems(
        table,
        postings.flatMap(({ lean }) => lean),
        cost,
      );
      const stale = findable.flatMap(row => stalePostingKeys(stored(keyOf(row)), row));
      await deleteItems(table, stale, cost);
    }
    await putItems(table, last.map(rowItem), cost);
    await putItems(
      table,
      postings.flatMap(({ full }) => full),
      cost,
    );
  }

  const putIfAbsent = (row: Row, cost?: Cost): Promise<boolean> =>
    putIf(row, { ConditionExpression: 'attribute_not_exists(pk)' }, cost);

  const replace = (row: Row, expected: string, cost?: Cost): Promise<boolean> =>
    putIf(row, { ConditionExpression: 'd = :d', ExpressionAttributeValues: { ':d': { S: expected } } }, cost);

  async function putIf(
    row: Row,
    condition: Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>,
    cost: Cost = noCost(),
  ): Promise<boolean> {
    try {
      const { ConsumedCapacity } = await retry(patience('a write', clock), () =>
        client.send(
          new PutItemCommand({
            TableName: name,
            Item: rowItem(row),
            ...condition,
            ReturnConsumedCapacity: 'TOTAL',
          }),
        ),
      );
      countWrite(cost, ConsumedCapacity);
      return true;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
      // A refused write consumes a unit at least, which the service does not report.
      countWrite(cost, { CapacityUnits: 1 });
      return false;
    }
  }

  /** What put() writes last goes first. */
  async function remove(keys: readonly RowKey[], cost: Cost = noCost()): Promise<void> {
    const postings = keys.map(postingKeys);
    await deleteItems(
      table,
      postings.flatMap(({ full }) => full),
      cost,
    );
    await deleteItems(table, keys.map(keyOf), cost);
    await deleteItems(
      table,
      postings.flatMap(({ lean }) => lean),
      cost,
    );
  }

  async function getOne(key: Key, cost: Cost): Promise<Row | undefined> {
    const { Item, ConsumedCapacity } = await retry(patience('a read', clock), () =>
      client.send(
        new GetItemCommand({
          TableName: name,
          Key: keyOf(key),
          ProjectionExpression: rowAttributes,
          ConsistentRead: true,
          ReturnConsumedCapacity: 'TOTAL',
        }),
      ),
    );
    countRead(cost, ConsumedCapacity, Item ? 1 : 0);
    return Item && rowOf(Item);
  }

  async function get(
    keys: readonly Key[],
    cost: Cost = noCost(),
    { latest = false }: GetOptions = {},
  ): Promise<(Row | undefined)[]> {
    const [only] = keys;
    if (only && keys.length === 1) return [await getOne(only, cost)];
    const items = await getItems(table, keys.map(keyOf), { attributes: rowAttributes, consistent: latest }, cost);
    return keys.map(key => {
      const item: Item | undefined = items(keyOf(key));
      return item && rowOf(item);
    });
  }

  async function read(range: Range, cost: Cost = noCost()): Promise<Page> {
    const { mostBytes = Number.POSITIVE_INFINITY } = range;
    const stretch = stretchOf(range);
    const rows: Row[] = [];
    let after: string | undefined;
    let bytes = 0;
    if (!stretch || range.limit < 1) return { rows, hasMore: false };
    // A slice ends at 1 MB, and may hold nothing but postings: on until the page is full or the stretch has ended.
    do {
      const slice = await readSlice(
        table,
        stretch,
        {
          limit: range.limit - rows.length,
          projection: rowAttributes,
          patience: patience('a read', clock),
          ...(after === undefined ? {} : { after }),
        },
        cost,
      );
      for (const item of slice.items) {
        const row = rowOf(item);
        if (!row) continue;
        rows.push(row);
        bytes += row.data.length + (row.bytes?.length ?? 0);
      }
      after = slice.next;
    } while (after !== undefined && rows.length < range.limit && (bytes < mostBytes || rows.length === 0));
    return { rows, hasMore: after !== undefined };
  }

  return {
    put,
    putIfAbsent,
    replace,
    delete: remove,
    get,
    read,
    candidates: query => findCandidates(table, query),
    audit: query => auditTable(table, query),
    close: async () => client.destroy(),
  };
}
