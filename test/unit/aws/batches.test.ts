import { BatchGetItemCommand, BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import type { Row } from '../../../lib/archive/ports.ts';
import { ThrottledError } from '../../../lib/aws/backoff.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { limits } from '../../../lib/limits.ts';
import { type SimulatedDynamoOptions, simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ pk: `p${i % 3}`, sk: `s${i}`, data: `row ${i}` }));

function open(options: SimulatedDynamoOptions = {}) {
  const dynamo = simulatedDynamo(options);
  return { ...dynamo, store: dynamoStore({ client: dynamo.client, table: 'archive', clock: dynamo.time }) };
}

test('writes by 25 and reads by 100', async () => {
  const { store, sent } = open();
  const rows = rowsOf(260);
  await store.put(rows);
  expect(sent.filter(command => command instanceof BatchWriteItemCommand)).toHaveLength(11);
  expect(await store.get(rows)).toEqual(rows);
  expect(sent.filter(command => command instanceof BatchGetItemCommand)).toHaveLength(3);
});

test('goes on with what a batch left unprocessed until all is done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 120 }),
      async (processed, count) => {
        // Every seventh call does all, so that it comes to an end.
        const processes = (call: number, items: number) =>
          call % 7 === 6 ? items : Math.min(items, processed[call % processed.length] ?? 0);
        const { store } = open({ processes });
        const rows = rowsOf(count);
        await store.put(rows);
        expect(await store.get(rows)).toEqual(rows);
        await store.delete(rows.slice(1));
        expect(await store.get(rows)).toEqual(rows.map((row, i) => (i === 0 ? row : undefined)));
      },
    ),
    { numRuns: 200 },
  );
});

test('survives throttling, with waits that grow and shrink', async () => {
  const { store, time, sent } = open({ throttles: call => call % 4 !== 3 });
  const rows = rowsOf(130);
  await store.put(rows);
  expect(await store.get(rows)).toEqual(rows);
  expect((await store.read({ pk: 'p1', direction: 'ascending', limit: 100 })).rows).toHaveLength(43);
  expect(await store.putIfAbsent({ pk: 'p', sk: 's', data: '' })).toBe(true);
  expect(await store.get([{ pk: 'p', sk: 's' }])).toHaveLength(1);
  expect(sent.length).toBeGreaterThan(6 + 2 + 1 + 1 + 1);
  expect(time.now()).toBeLessThan(limits.throttleMilliseconds.value);
});

test('gives up with a clear error once it has waited long enough', async () => {
  for (const options of [{ throttles: () => true }, { processes: () => 0 }]) {
    const { store, time, sent } = open(options);
    for (const call of [() => store.put(rowsOf(1)), () => store.get(rowsOf(2)), () => store.delete(rowsOf(1))]) {
      const start = time.now();
      await expect(call()).rejects.toThrow(ThrottledError);
      expect(time.now() - start).toBeGreaterThanOrEqual(limits.throttleMilliseconds.value);
      expect(time.now() - start).toBeLessThan(limits.throttleMilliseconds.value * 1.1);
    }
    // Waits grow, so a table in trouble is not asked a thousand times.
    expect(sent.length).toBeLessThan(100);
  }
});

test('does not repeat a call that the service refuses for what it says', async () => {
  const { store, sent } = open();
  await expect(store.put([{ pk: '', sk: 's', data: '' }])).rejects.toThrow('partition key');
  expect(sent).toHaveLength(1);
});

test('stops with the first failure and leaves no batch in flight', async () => {
  const { store, sent, time } = open({
    throttles: call => {
      if (call === 3) throw Object.assign(new Error('no such table'), { name: 'ResourceNotFoundException' });
      return false;
    },
  });
  await expect(store.put(rowsOf(2_000))).rejects.toThrow('no such table');
  const count = sent.length;
  expect(count).toBeLessThan(80);
  await time.sleep(1_000);
  expect(sent).toHaveLength(count);
});
