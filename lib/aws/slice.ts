// One Query: a stretch of one partition, at most so many items and at most 1 MB, with what it cost.
// Knows the service's key conditions; what the items mean is for its callers.

import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Cost, Range } from '../archive/ports.ts';
import { type Patience, retry } from './backoff.ts';
import type { Table } from './batches.ts';
import type { Item } from './items.ts';
import { compareBytes } from './order.ts';
import { countRead } from './units.ts';

/** Bounds of a stretch in the forms that one key condition can say. */
export interface Stretch {
  readonly pk: string;
  /** Inclusive. */
  readonly low?: string;
  readonly high?: { readonly sk: string; readonly included: boolean };
  readonly descending: boolean;
}

export interface Slice {
  readonly items: readonly Item[];
  /** Items that were read, those at an excluded bound included. */
  readonly read: number;
  /** Sort key that the next slice begins behind; undefined where the stretch has ended. */
  readonly next: string | undefined;
  readonly units: number;
}

/** The stretch of a range, or null where no key can be in it. */
export function stretchOf({ pk, from, above, to, below, direction }: Range): Stretch | null {
  // NUL is the least byte, so this is the very next key: an excluded lower bound becomes an included one.
  const behind = above === undefined ? undefined : `${above}\0`;
  const low = from !== undefined && (behind === undefined || compareBytes(from, behind) > 0) ? from : behind;
  const excluded = below !== undefined && (to === undefined || compareBytes(below, to) <= 0);
  const sk = excluded ? below : to;
  if (low !== undefined && sk !== undefined) {
    const order = compareBytes(low, sk);
    // The service refuses BETWEEN with its bounds crossed.
    if (order > 0 || (order === 0 && excluded)) return null;
  }
  return {
    pk,
    ...(low === undefined ? {} : { low }),
    ...(sk === undefined ? {} : { high: { sk, included: !excluded } }),
    descending: direction === 'descending',
  };
}

function conditionOf({ pk, low, high }: Stretch): { text: string; values: Record<string, { S: string }> } {
  const values: Record<string, { S: string }> = { ':p': { S: pk } };
  if (low !== undefined) values[':l'] = { S: low };
  if (high !== undefined) values[':h'] = { S: high.sk };
  if (low !== undefined && high !== undefined) return { text: 'pk = :p AND sk BETWEEN :l AND :h', values };
  if (low !== undefined) return { text: 'pk = :p AND sk >= :l', values };
  if (high !== undefined) return { text: `pk = :p AND sk ${high.included ? '<=' : '<'} :h`, values };
  return { text: 'pk = :p', values };
}

export interface SliceOptions {
  readonly limit: number;
  /** Attributes that come back. */
  readonly projection: string;
  /** Sort key behind which it begins: `next` of the slice before. */
  readonly after?: string;
  readonly patience: Patience;
}

/**
 * Reads one slice, eventually consistent.
 * @throws ThrottledError where patience ends first.
 */
export async function readSlice(table: Table, stretch: Stretch, options: SliceOptions, cost: Cost): Promise<Slice> {
  const { pk, low, high, descending } = stretch;
  const { text, values } = conditionOf(stretch);
  // Only BETWEEN cannot exclude its upper bound: one item more is read and left out.
  const unwanted = low !== undefined && high !== undefined && !high.included ? high.sk : undefined;
  const extra = unwanted !== undefined && options.after === undefined ? 1 : 0;
  const output = await retry(options.patience, () =>
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: text,
        ExpressionAttributeValues: values,
        ProjectionExpression: options.projection,
        ScanIndexForward: !descending,
        Limit: options.limit + extra,
        ReturnConsumedCapacity: 'TOTAL',
        ...(options.after === undefined ? {} : { ExclusiveStartKey: { pk: { S: pk }, sk: { S: options.after } } }),
      }),
    ),
  );
  const all = output.Items ?? [];
  countRead(cost, output.ConsumedCapacity, all.length);
  const kept = unwanted === undefined ? all : all.filter(item => item.sk?.S !== unwanted);
  const items = kept.length > options.limit ? kept.slice(0, options.limit) : kept;
  const next = items.length < kept.length ? items.at(-1)?.sk?.S : output.LastEvaluatedKey?.sk?.S;
  return { items, read: all.length, next, units: output.ConsumedCapacity?.CapacityUnits ?? 0 };
}
