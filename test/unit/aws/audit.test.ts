import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Row } from '../../../lib/archive/ports.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { auditTable } from '../../../lib/aws/audit.ts';
import { systemClock } from '../../../lib/aws/backoff.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { auditContract } from '../../contract/auditContract.ts';
import { dynamoPlanter } from '../../doubles/planters.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

function open() {
  // Pages of a few items, so that scans go on.
  const { client } = simulatedDynamo({ scanBytes: 3_000 });
  return { client, store: dynamoStore({ client, table: 'archive' }), planter: dynamoPlanter(client, 'archive') };
}

auditContract('simulated DynamoDB', async () => open());

test('finds every fault when it may hold but a few at once', async () => {
  const { client, store, planter } = open();
  const rows = Array.from({ length: 60 }, (_, i): Row => {
    const id = `${String(i).padStart(8, '0')}-0000-8000-8000-000000000000`;
    const posting = { index: 'names' as const, terms: ['one', `two ${i}`], text: `text ${i}`, facts: '' };
    return { pk: 'p', sk: encodePosition({ at: i, id, number: 1 }), data: `${i}`, posting };
  });
  await store.put(rows);
  for (const row of rows) await planter.removePosting(row, 'one');
  const postingOf = ({ data }: Row) => rows[Number(data)]?.posting ?? null;
  const faults: unknown[] = [];
  const table = { client, name: 'archive', clock: systemClock };
  for await (const entry of auditTable(table, { postingOf, mend: true }, 7))
    if (entry.kind === 'fault') faults.push(entry.fault.sk);
  expect(faults.toSorted()).toEqual(rows.map(row => row.sk).toSorted());
  for await (const entry of store.audit({ postingOf })) expect(entry.kind).toBe('row');
});

test('finds data in a posting that is not the data of its row, or is missing, and puts it right', async () => {
  const { client, store } = open();
  const rows = Array.from({ length: 4 }, (_, i): Row => {
    const id = `${String(i).padStart(8, '0')}-0000-8000-8000-000000000000`;
    const posting = { index: 'names' as const, terms: ['all', 'lean'], full: ['all'], text: `text ${i}`, facts: '' };
    return { pk: 'p', sk: encodePosition({ at: i, id, number: 1 }), data: `${i}`, posting };
  });
  await store.put(rows);
  const [wrong, missing] = rows;
  if (!wrong || !missing) throw new Error('no rows');
  for (const [{ sk }, data] of [[wrong, { r: { S: 'other' } }] as const, [missing, {}] as const]) {
    const content = { n: { S: `text ${sk === wrong.sk ? 0 : 1}` }, f: { S: '' }, ...data };
    await client.send(
      new PutItemCommand({ TableName: 'archive', Item: { pk: { S: 'all' }, sk: { S: sk }, ...content } }),
    );
  }
  const query = { postingOf: ({ data }: Row) => rows[Number(data)]?.posting ?? null };
  const faults: unknown[] = [];
  for await (const entry of store.audit({ ...query, mend: true })) if (entry.kind === 'fault') faults.push(entry.fault);
  const fault = { missing: 0, stray: 0, wrong: 1 };
  expect(faults).toEqual(
    expect.arrayContaining([wrong, missing].map(({ pk, sk }) => ({ row: { pk, sk }, sk, ...fault }))),
  );
  expect(faults).toHaveLength(2);
  const { found } = await store.candidates({
    index: 'names',
    direction: 'newestFirst',
    anyOf: [['all']],
    full: new Set(['all']),
    accept: () => true,
    limit: 10,
    budget: { rows: 1e6, deadline: Number.POSITIVE_INFINITY },
  });
  expect(found.map(({ data }) => data)).toEqual(['3', '2', '1', '0']);
});
