// Holds the simulated DynamoDB to dynalite: the same commands, the same answers, page cuts, units and refusals.

import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  BatchWriteItemCommand,
  type ConsumedCapacity,
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandOutput,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { dynamoClient } from '../../lib/aws/clients.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { simulatedDynamo } from '../doubles/simulatedDynamo.ts';
import { pointSdkAt } from './ministack.ts';
import type { Server } from './processes.ts';
import { createTable, startDynalite } from './tables.ts';

const TableName = 'double';
type Command = QueryCommand | BatchGetItemCommand | BatchWriteItemCommand | GetItemCommand | PutItemCommand;

interface Outcome {
  readonly refusal?: string;
  readonly answer?: unknown;
  readonly more?: QueryCommandInput['ExclusiveStartKey'];
}

/** What both must agree on: items and counts, where it goes on, units; of a refusal its name. */
async function outcome(send: (command: Command) => Promise<object>, command: Command): Promise<Outcome> {
  try {
    const output = (await send(command)) as Partial<QueryCommandOutput & GetItemCommandOutput> & {
      Responses?: Record<string, object[]>;
      UnprocessedItems?: object;
      UnprocessedKeys?: object;
    };
    const {
      Items,
      Item,
      Count,
      LastEvaluatedKey,
      Responses = {},
      UnprocessedItems = {},
      UnprocessedKeys = {},
    } = output;
    const consumed: ConsumedCapacity[] = [output.ConsumedCapacity ?? []].flat();
    // dynalite counts nothing for a query that finds nothing; the service counts its least.
    const least = command instanceof QueryCommand && Count === 0 ? (command.input.ConsistentRead ? 1 : 0.5) : 0;
    const units = Math.max(
      least,
      consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
    );
    const got = Responses[TableName]?.map(item => JSON.stringify(item, ['pk', 'sk', 'd', 'S'])).sort();
    const left = [Object.keys(UnprocessedItems).length, Object.keys(UnprocessedKeys).length];
    const answer = { Items, Item, Count, LastEvaluatedKey, got, left, units };
    return { answer, ...(LastEvaluatedKey ? { more: LastEvaluatedKey } : {}) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { refusal: error.name };
  }
}

const awkward = ['a', 'B', 'aa', 'é', '\u{ff5e}', '\u{1f600}', '0', '00', '~', ' ', 'x'.repeat(1024), 'y'.repeat(1025)];
const text = fc.constantFrom(...awkward);
// Around the steps of a unit written, a unit read, a page, and an item.
const size = fc.constantFrom(0, 1, 900, 1000, 1024, 4000, 4096, 8192, 200_000, 350_000, 409_500, 409_700);
const ReturnConsumedCapacity = 'TOTAL';

let server: Server;
let real: DynamoDBClient;
beforeAll(async () => {
  server = await startDynalite();
  pointSdkAt(server.endpoint);
  real = dynamoClient();
  await createTable(real, TableName);
});
afterAll(async () => {
  real.destroy();
  await server.stop();
});

type CommandOf = (pk: string) => Command;

const keyOf = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });
/** Of larger ones half is bytes. */
const itemOf = (pk: string, sk: string, bytes: number) =>
  bytes < 4_000
    ? { ...keyOf(pk, sk), d: { S: 'd'.repeat(bytes) } }
    : { ...keyOf(pk, sk), d: { S: 'd'.repeat(bytes >> 1) }, b: { B: new Uint8Array(bytes >> 1).fill(0xfe) } };

const put = fc.tuple(text, size, fc.boolean()).map(
  ([sk, bytes, once]): CommandOf =>
    pk =>
      new PutItemCommand({
        TableName,
        Item: itemOf(pk, sk, bytes),
        ReturnConsumedCapacity,
        ...(once ? { ConditionExpression: 'attribute_not_exists(pk)' } : {}),
      }),
);

const write = fc.array(fc.tuple(text, size, fc.boolean()), { maxLength: 6 }).map(
  (list): CommandOf =>
    pk => {
      const requests = list.map(([sk, bytes, away]) =>
        away ? { DeleteRequest: { Key: keyOf(pk, sk) } } : { PutRequest: { Item: itemOf(pk, sk, bytes) } },
      );
      return new BatchWriteItemCommand({ RequestItems: { [TableName]: requests }, ReturnConsumedCapacity });
    },
);

const writeMany = fc.constantFrom(25, 26).map(
  (count): CommandOf =>
    pk => {
      const requests = Array.from({ length: count }, (_, i) => ({ PutRequest: { Item: itemOf(pk, `m${i}`, 10) } }));
      return new BatchWriteItemCommand({ RequestItems: { [TableName]: requests }, ReturnConsumedCapacity });
    },
);

const get = fc.tuple(text, fc.boolean()).map(
  ([sk, ConsistentRead]): CommandOf =>
    pk =>
      new GetItemCommand({
        TableName,
        Key: keyOf(pk, sk),
        ConsistentRead,
        ProjectionExpression: 'pk, sk',
        ReturnConsumedCapacity,
      }),
);

const getMany = fc.tuple(fc.array(text, { maxLength: 8 }), fc.boolean(), fc.constantFrom(0, 0, 100, 101)).map(
  ([sks, ConsistentRead, more]): CommandOf =>
    pk => {
      const Keys = more > 0 ? Array.from({ length: more }, (_, i) => keyOf(pk, `k${i}`)) : sks.map(sk => keyOf(pk, sk));
      const RequestItems: BatchGetItemCommandInput['RequestItems'] = { [TableName]: { Keys, ConsistentRead } };
      return new BatchGetItemCommand({ RequestItems, ReturnConsumedCapacity });
    },
);

// dynalite orders keys by bytes, but checks bounds and start keys by UTF-16 units: none where the two differ.
const bound = fc.constantFrom(...awkward.filter(sk => sk.length < 1025 && sk !== '\u{ff5e}' && sk !== '\u{1f600}'));
const condition = fc.oneof(
  fc.constant({ more: '', values: {} }),
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>='), bound)
    .map(([operator, a]) => ({ more: ` AND sk ${operator} :a`, values: { ':a': { S: a } } })),
  fc
    .tuple(bound, bound)
    .map(([a, b]) => ({ more: ' AND sk BETWEEN :a AND :b', values: { ':a': { S: a }, ':b': { S: b } } })),
);
const query = fc
  .record({
    condition,
    ScanIndexForward: fc.boolean(),
    limit: fc.constantFrom(null, null, 1, 2, 3, 50),
    ConsistentRead: fc.boolean(),
    projected: fc.boolean(),
  })
  .map(
    ({ condition: { more, values }, limit, projected, ...rest }): CommandOf =>
      pk => {
        const input: QueryCommandInput = {
          TableName,
          KeyConditionExpression: `pk = :p${more}`,
          ExpressionAttributeValues: { ':p': { S: pk }, ...values },
          ...rest,
          ...(limit === null ? {} : { Limit: limit }),
          ...(projected ? { ProjectionExpression: 'sk' } : {}),
          ReturnConsumedCapacity,
        };
        return new QueryCommand(input);
      },
  );

const commands = fc.array(fc.oneof(put, put, write, writeMany, get, getMany, query, query, query), {
  minLength: 5,
  maxLength: 30,
});

test('the double answers as dynalite does', async () => {
  const refusals = new Set<unknown>();
  let cuts = 0;
  const property = fc.asyncProperty(commands, async list => {
    const { client } = simulatedDynamo();
    const pk = freshPrefix();
    const ask = async (command: Command): Promise<Outcome> => {
      const served = await outcome(command => real.send(command as QueryCommand), command);
      expect(await outcome(command => client.send(command as QueryCommand), command)).toEqual(served);
      if (served.refusal) refusals.add(served.refusal);
      return served;
    };
    for (const commandOf of list) {
      const command = commandOf(pk);
      let { more } = await ask(command);
      // On to the end of what was cut, as the adapter goes.
      for (; command instanceof QueryCommand && more; cuts++) {
        ({ more } = await ask(new QueryCommand({ ...command.input, ExclusiveStartKey: more })));
      }
    }
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  expect(refusals).toEqual(new Set(['ValidationException', 'ConditionalCheckFailedException']));
  expect(cuts).toBeGreaterThan(20);
});
