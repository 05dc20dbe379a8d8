import type { Row } from '../../../lib/archive/ports.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { noCost } from '../../../lib/aws/units.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const open = () => {
  const { client, time } = simulatedDynamo();
  return dynamoStore({ client, table: 'archive', clock: time });
};

const posted = (i: number, data: string): Row => ({
  pk: 'row',
  sk: `00000000${String(i).padStart(24, '0')}`,
  data,
  posting: { index: 'names', terms: ['a', 'b', 'c', 'row'], text: 'name', facts: 'f' },
});

test('counts a write unit for each item of up to 1 KB, and the rows that were looked for', async () => {
  const store = open();
  const cost = noCost();
  await store.put([posted(1, 'x'), posted(2, 'x'.repeat(1500))], cost);
  // Three postings each (the own partition needs none), a row of one unit, and one of two; two rows looked for.
  expect(cost).toEqual({ calls: 3, rounds: 0, rows: 0, readUnits: 2, writeUnits: 6 + 1 + 2 });
  const again = noCost();
  await store.delete([posted(1, ''), posted(2, '')], again);
  expect(again.writeUnits).toBe(9);
});

test('counts writes of rows without postings alone', async () => {
  const store = open();
  const cost = noCost();
  await store.put([{ pk: 'p', sk: 's', data: 'x'.repeat(3000) }], cost);
  expect(cost).toEqual({ calls: 1, rounds: 0, rows: 0, readUnits: 0, writeUnits: 3 });
  await store.putIfAbsent({ pk: 'p', sk: 't', data: '' }, cost);
  expect(cost).toMatchObject({ calls: 2, writeUnits: 4 });
});

test('reads one row consistently and many at half the price', async () => {
  const store = open();
  const rows = [1, 2, 3, 4].map(i => ({ pk: 'p', sk: `s${i}`, data: 'x'.repeat(5000) }));
  await store.put(rows);
  const one = noCost();
  await store.get(rows.slice(0, 1), one);
  expect(one).toEqual({ calls: 1, rounds: 0, rows: 1, readUnits: 2, writeUnits: 0 });
  const many = noCost();
  await store.get([...rows, { pk: 'p', sk: 'none' }], many);
  expect(many).toEqual({ calls: 1, rounds: 0, rows: 4, readUnits: 4.5, writeUnits: 0 });
  const page = noCost();
  await store.read({ pk: 'p', direction: 'descending', limit: 10 }, page);
  // 20 KB and some, rounded up as one page.
  expect(page).toEqual({ calls: 1, rounds: 0, rows: 4, readUnits: 2.5, writeUnits: 0 });
});

test('counts rounds and rows of a search', async () => {
  const store = open();
  await store.put(Array.from({ length: 100 }, (_, i) => posted(i, 'x')));
  const budget = { rows: 1e6, deadline: Number.POSITIVE_INFINITY };
  const { found, cost } = await store.candidates({
    index: 'names',
    direction: 'newestFirst',
    anyOf: [['a', 'b']],
    accept: () => true,
    limit: 40,
    budget,
  });
  expect(found).toHaveLength(40);
  // A page of 50 and a probe of 31, a unit between them.
  expect(cost).toEqual({ calls: 2, rounds: 1, rows: 81, readUnits: 1, writeUnits: 0 });
});
