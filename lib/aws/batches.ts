// Many items in few calls: batches of the service's sizes, unprocessed ones tried again, several in flight at once.
// Knows no rows; items.ts does.

import {
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { Cost } from '../archive/ports.ts';
import { type Clock, isPassing, patience } from './backoff.ts';
import type { Item } from './items.ts';
import { countRead, countWrite } from './units.ts';

/** What the batches are run on. */
export interface Table {
  readonly client: Pick<DynamoDBClient, 'send'>;
  readonly name: string;
  readonly clock: Clock;
}

// Of one BatchWriteItem. 25 items of the port's greatest size are half of the 16 MB that a call may carry.
const writeBatch = 25;
// Of one BatchGetItem. What exceeds 16 MB of answer comes back as unprocessed.
const getBatch = 100;
// An on-demand table takes 4,000 writes a second when new; sixteen batches in flight at 10 ms each are ten times that.
const inFlight = 16;

const idOf = (key: Item): string => JSON.stringify([key.pk?.S, key.sk?.S]);

/** Writes items; of several with one key the last wins, since a batch may name a key once only. */
export const putItems = (table: Table, items: readonly Item[], cost: Cost): Promise<void> =>
  write(
    table,
    [...new Map(items.map(item => [idOf(item), item])).values()].map(Item => ({ PutRequest: { Item } })),
    cost,
  );

/** Takes items away. */
export const deleteItems = (table: Table, keys: readonly Item[], cost: Cost): Promise<void> =>
  write(
    table,
    [...new Map(keys.map(key => [idOf(key), key])).values()].map(Key => ({ DeleteRequest: { Key } })),
    cost,
  );

async function write(table: Table, requests: readonly WriteRequest[], cost: Cost): Promise<void> {
  await eachBatch(requests, writeBatch, async batch => {
    await untilProcessed(table, 'a batch of writes', batch, async left => {
      const output = await table.client.send(
        new BatchWriteItemCommand({ RequestItems: { [table.name]: left }, ReturnConsumedCapacity: 'TOTAL' }),
      );
      countWrite(cost, output.ConsumedCapacity);
      return output.UnprocessedItems?.[table.name] ?? [];
    });
  });
}

export interface GetOptions {
  /** Attributes that come back; the keys among them. */
  readonly attributes: string;
  readonly consistent: boolean;
}

/** Reads items by key; the answer looks them up. */
export async function getItems(
  table: Table,
  keys: readonly Item[],
  { attributes, consistent }: GetOptions,
  cost: Cost,
): Promise<(key: Item) => Item | undefined> {
  const found = new Map<string, Item>();
  const distinct = [...new Map(keys.map(key => [idOf(key), key])).values()];
  await eachBatch(distinct, getBatch, async batch => {
    await untilProcessed(table, 'a batch of reads', batch, async left => {
      const output: BatchGetItemCommandOutput = await table.client.send(
        new BatchGetItemCommand({
          RequestItems: {
            [table.name]: { Keys: left, ProjectionExpression: attributes, ConsistentRead: consistent },
          },
          ReturnConsumedCapacity: 'TOTAL',
        }),
      );
      const items = output.Responses?.[table.name] ?? [];
      for (const item of items) found.set(idOf(item), item);
      countRead(cost, output.ConsumedCapacity, items.length);
      return output.UnprocessedKeys?.[table.name]?.Keys ?? [];
    });
  });
  return key => found.get(idOf(key));
}

/** Calls with what is left until nothing is. Only a call that got nowhere counts as a refusal with a longer wait. */
async function untilProcessed<T>(
  { clock }: Table,
  what: string,
  batch: T[],
  call: (left: T[]) => Promise<T[]>,
): Promise<void> {
  const waiting = patience(what, clock);
  let left = batch;
  while (left.length > 0) {
    const before = left.length;
    let refusal: unknown;
    try {
      left = await call(left);
    } catch (error) {
      if (!isPassing(error)) throw error;
      refusal = error;
    }
    if (left.length === 0) return;
    if (left.length < before) waiting.relax();
    await waiting.wait(refusal);
  }
}

/** Runs batches, several at once. The first failure stops further ones and is thrown once those in flight have ended. */
async function eachBatch<T>(all: readonly T[], size: number, run: (batch: T[]) => Promise<void>): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    while (next < all.length && !failure) {
      const batch = all.slice(next, next + size);
      next += size;
      try {
        await run(batch);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, Math.ceil(all.length / size)) }, worker));
  if (failure) throw failure.error;
}
