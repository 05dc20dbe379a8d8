// A DynamoDB client that keeps the service's rules in memory: order by UTF-8 bytes, pages cut before projection, sizes
// and counts refused, units counted, time by model. It knows the commands and expressions that lib/aws sends and
// refuses all others. Sources:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html and .../ItemSizes (CapacityUnitCalculations).html

import { createHash } from 'node:crypto';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { refusal, requireItem, requireKey } from './dynamoRules.ts';
import { stretchOfCondition } from './keyCondition.ts';
import {
  type Item,
  itemSize,
  type Partition,
  placeOf,
  type WritablePartition,
  writablePartition,
} from './partition.ts';
import { type VirtualTime, virtualTime } from './virtualTime.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** The model of architecture.md: a call, and each further megabyte that it reads. */
const callMilliseconds = 4;
const megabyteMilliseconds = 18;

type Command =
  | BatchGetItemCommand
  | BatchWriteItemCommand
  | GetItemCommand
  | PutItemCommand
  | QueryCommand
  | ScanCommand;

export interface SimulatedDynamoOptions {
  /** Partitions that are there from the beginning and are only read. */
  readonly archive?: (pk: string) => Partition | undefined;
  /** Whether the call of this number (from 0) is throttled. */
  readonly throttles?: (call: number, command: Command) => boolean;
  /** Of a batch, how many items are processed in the call of this number; all where left out. */
  readonly processes?: (call: number, items: number) => number;
  readonly time?: VirtualTime;
  /** Bytes that end a page of a scan; 1 MB where left out. */
  readonly scanBytes?: number;
}

export interface SimulatedDynamo {
  readonly client: Pick<DynamoDBClient, 'send' | 'destroy'>;
  readonly time: VirtualTime;
  /** Every command that was sent, refused ones included. */
  readonly sent: Command[];
  /** All items of the table that were written, by partition. */
  readonly written: ReadonlyMap<string, WritablePartition>;
}

/** A client of a table of its own; the name of the table does not matter. */
export function simulatedDynamo(options: SimulatedDynamoOptions = {}): SimulatedDynamo {
  const { scanBytes = megabyte } = options;
  const { archive = () => undefined, throttles = () => false, processes = (_, items) => items } = options;
  const time = options.time ?? virtualTime();
  const written = new Map<string, WritablePartition>();
  const sent: Command[] = [];

  const partitionOf = (pk: string): Partition => written.get(pk) ?? archive(pk) ?? writablePartition();

  function find(key: Item): { readonly item: Item; readonly size: number } | undefined {
    const [pk, sk] = requireKey(key);
    const partition = partitionOf(pk);
    const place = placeOf(partition, sk);
    if (place >= partition.length || partition.sk(place) !== sk) return undefined;
    return { item: partition.item(place), size: partition.size(place) };
  }

  /** Stores an item and gives the units it took: by the larger of what was there and what is. */
  function store(item: Item): number {
    const size = requireItem(item);
    const before = find(item)?.size ?? 0;
    const pk = item.pk?.S ?? '';
    let partition = written.get(pk);
    if (!partition) {
      partition = writablePartition();
      written.set(pk, partition);
    }
    // A copy, as the service has one; texts are never changed in place.
    partition.set(item.b?.B ? { ...item, b: { B: item.b.B.slice() } } : { ...item }, size);
    return writeUnits(Math.max(size, before));
  }

  function remove(key: Item): number {
    const [pk, sk] = requireKey(key);
    const size = find(key)?.size ?? 0;
    written.get(pk)?.delete(sk);
    return writeUnits(size);
  }

  function query({ input }: QueryCommand) {
    const stretch = stretchOfCondition(input);
    const partition = partitionOf(stretch.pk);
    const low = stretch.low === undefined ? 0 : placeOf(partition, stretch.low.sk, !stretch.low.included);
    const high =
      stretch.high === undefined ? partition.length : placeOf(partition, stretch.high.sk, stretch.high.included);
    const backwards = input.ScanIndexForward === false;
    const step = backwards ? -1 : 1;
    let place = backwards ? high - 1 : low;
    const start = input.ExclusiveStartKey;
    if (start) {
      const [pk, sk] = requireKey(start);
      if (pk !== stretch.pk) throw refusal('The provided starting key is outside query boundaries');
      const behind = backwards ? placeOf(partition, sk) - 1 : placeOf(partition, sk, true);
      place = backwards ? Math.min(place, behind) : Math.max(place, behind);
    }
    const limit = input.Limit ?? Number.POSITIVE_INFINITY;
    if (limit < 1) throw refusal('Limit must be at least 1');
    const items: Item[] = [];
    let size = 0;
    // The page ends with the item that fills it, whether anything follows or not.
    for (; place >= low && place < high && items.length < limit && size < megabyte; place += step) {
      size += partition.size(place);
      items.push(partition.item(place));
    }
    const cut = items.length >= limit || size >= megabyte;
    const last = items.at(-1);
    return {
      size,
      output: {
        Items: items.map(item => project(item, input.ProjectionExpression)),
        Count: items.length,
        ScannedCount: items.length,
        ConsumedCapacity: { CapacityUnits: readUnits(size, input.ConsistentRead) },
        ...(cut && last ? { LastEvaluatedKey: project(last, 'pk, sk') } : {}),
      },
    };
  }

  /** Partitions that were written alone: those of an archive are made up as they are asked for. */
  function scan({ input }: ScanCommand) {
    const { Segment = 0, TotalSegments = 1, ExclusiveStartKey: start } = input;
    const order = [...written.keys()]
      .filter(pk => pk.length % TotalSegments === Segment)
      .map(pk => ({ pk, digest: createHash('md5').update(pk).digest('hex') }))
      .toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    const [startPk, startSk] = start ? requireKey(start) : [undefined, ''];
    const first = startPk === undefined ? 0 : order.findIndex(({ pk }) => pk === startPk);
    const items: Item[] = [];
    let size = 0;
    for (const { pk } of order.slice(first)) {
      const partition = partitionOf(pk);
      for (
        let place = pk === startPk ? placeOf(partition, startSk, true) : 0;
        place < partition.length && size < scanBytes;
        place++
      ) {
        size += partition.size(place);
        items.push(partition.item(place));
      }
      if (size >= scanBytes) break;
    }
    const last = items.at(-1);
    return {
      size,
      output: {
        Items: items.map(item => project(item, input.ProjectionExpression)),
        ConsumedCapacity: { CapacityUnits: readUnits(size, input.ConsistentRead) },
        ...(size >= scanBytes && last ? { LastEvaluatedKey: project(last, 'pk, sk') } : {}),
      },
    };
  }

  function getItem({ input }: GetItemCommand) {
    const entry = find(input.Key ?? {});
    const size = entry?.size ?? 0;
    return {
      size,
      output: {
        ConsumedCapacity: { CapacityUnits: readUnits(size, input.ConsistentRead) },
        ...(entry ? { Item: project(entry.item, input.ProjectionExpression) } : {}),
      },
    };
  }

  function putItem({ input }: PutItemCommand) {
    const item = input.Item ?? {};
    requireItem(item);
    if (input.ConditionExpression !== undefined) {
      const there = find(item);
      const isAbsent = input.ConditionExpression === 'attribute_not_exists(pk)';
      if (!isAbsent && input.ConditionExpression !== 'd = :d') throw refusal('unknown condition');
      const holds = isAbsent ? !there : there?.item.d?.S === input.ExpressionAttributeValues?.[':d']?.S;
      if (!holds) throw refusal('The conditional request failed', 'ConditionalCheckFailedException');
    }
    return { size: 0, output: { ConsumedCapacity: { CapacityUnits: store(item) } } };
  }

  function batchGet({ input }: BatchGetItemCommand, call: number) {
    const [[name, { Keys = [], ProjectionExpression, ConsistentRead } = {}] = ['']] = Object.entries(
      input.RequestItems ?? {},
    );
    if (Keys.length < 1 || Keys.length > 100) throw refusal('a batch has 1 to 100 keys');
    if (new Set(Keys.map(key => requireKey(key).join('\0'))).size < Keys.length) throw refusal('duplicate keys');
    const items: Item[] = [];
    let units = 0;
    let size = 0;
    let next = 0;
    for (const most = processes(call, Keys.length); next < most && size < 16 * megabyte; next++) {
      const entry = find(Keys[next] ?? {});
      units += readUnits(entry?.size ?? 0, ConsistentRead);
      size += entry?.size ?? 0;
      if (entry) items.push(project(entry.item, ProjectionExpression));
    }
    return {
      size,
      output: {
        Responses: { [name]: items },
        UnprocessedKeys: next < Keys.length ? { [name]: { Keys: Keys.slice(next), ProjectionExpression } } : {},
        ConsumedCapacity: [{ CapacityUnits: units }],
      },
    };
  }

  function batchWrite({ input }: BatchWriteItemCommand, call: number) {
    const [[name, requests] = ['', []]] = Object.entries(input.RequestItems ?? {});
    if (requests.length < 1 || requests.length > 25) throw refusal('a batch has 1 to 25 requests');
    const keyOf = (at: (typeof requests)[number]) => requireKey(at.PutRequest?.Item ?? at.DeleteRequest?.Key ?? {});
    if (new Set(requests.map(request => keyOf(request).join('\0'))).size < requests.length)
      throw refusal('Provided list of item keys contains duplicates');
    const bytes = requests.reduce((sum, { PutRequest }) => sum + itemSize(PutRequest?.Item ?? {}), 0);
    if (bytes > 16 * megabyte) throw refusal('the request is over 16 MB');
    for (const { PutRequest } of requests) if (PutRequest) requireItem(PutRequest.Item ?? {});
    const processed = processes(call, requests.length);
    let units = 0;
    for (const { PutRequest, DeleteRequest } of requests.slice(0, processed))
      units += PutRequest ? store(PutRequest.Item ?? {}) : remove(DeleteRequest?.Key ?? {});
    return {
      size: 0,
      output: {
        UnprocessedItems: processed < requests.length ? { [name]: requests.slice(processed) } : {},
        ConsumedCapacity: [{ CapacityUnits: units }],
      },
    };
  }

  function answer(command: Command, call: number): { readonly size: number; readonly output: object } {
    if (throttles(call, command))
      throw refusal('The level of configured throughput was exceeded', 'ProvisionedThroughputExceededException');
    if (command instanceof QueryCommand) return query(command);
    if (command instanceof ScanCommand) return scan(command);
    if (command instanceof BatchGetItemCommand) return batchGet(command, call);
    if (command instanceof BatchWriteItemCommand) return batchWrite(command, call);
    if (command instanceof GetItemCommand) return getItem(command);
    if (command instanceof PutItemCommand) return putItem(command);
    throw refusal('a command that the double does not know');
  }

  async function send(command: Command): Promise<object> {
    const call = sent.length;
    sent.push(command);
    try {
      const { size, output } = answer(command, call);
      await time.sleep(callMilliseconds + megabyteMilliseconds * Math.max(0, size / megabyte - 1));
      return output;
    } catch (error) {
      await time.sleep(callMilliseconds);
      throw error;
    }
  }

  return { client: { send: send as DynamoDBClient['send'], destroy: () => {} }, time, sent, written };
}

/** A unit is 4 KB read consistently, or twice that eventually; nothing found costs as much as something small. */
const readUnits = (size: number, consistent: boolean | undefined): number =>
  Math.max(1, Math.ceil(size / (4 * kilobyte))) * (consistent ? 1 : 0.5);

const writeUnits = (size: number): number => Math.max(1, Math.ceil(size / kilobyte));

function project(item: Item, expression: string | undefined): Item {
  const wanted = expression?.split(', ');
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted?.includes(name) ?? true));
}
