import type { Row } from '../../../lib/archive/ports.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { type SimulatedDynamo, simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const sk = (i: number): string => `00000000${String(i).padStart(24, '0')}`;

/** Terms whose postings hold the row's data. */
const isFull = (term: string): boolean => /^(b|old1|new.)$/.test(term);

const rowsOf = (terms: (i: number) => string[]): Row[] =>
  Array.from({ length: 30 }, (_, i) => ({
    pk: `row${i % 4}`,
    sk: sk(i),
    data: `row ${i}`,
    posting: { index: 'names', terms: terms(i), full: terms(i).filter(isFull), text: `text of ${terms(i)}`, facts: '' },
  }));

/** A store whose process ends at its nth call from now on; what was sent before stays done. */
function mortal() {
  let last = Number.POSITIVE_INFINITY;
  const dynamo: SimulatedDynamo = simulatedDynamo({
    throttles: call => {
      if (call >= last) throw new Error('killed');
      return false;
    },
  });
  return {
    ...dynamo,
    store: dynamoStore({ client: dynamo.client, table: 'archive', clock: dynamo.time }),
    dieAfter: (calls: number) => {
      last = dynamo.sent.length + calls;
    },
    live: () => {
      last = Number.POSITIVE_INFINITY;
    },
  };
}

const has = ({ written }: SimulatedDynamo, pk: string, at: string): boolean => written.get(pk)?.get(at) !== undefined;

/** No posting has data of a row that is not there; a row is there with all its other postings. */
function expectInOrder(table: SimulatedDynamo, rows: readonly Row[]): void {
  for (const row of rows) {
    const isThere = has(table, row.pk, row.sk);
    for (const term of row.posting?.terms ?? []) {
      if (!isFull(term)) expect(isThere && !has(table, term, row.sk)).toBe(false);
      else expect(has(table, term, row.sk) && !isThere).toBe(false);
    }
  }
}

/** All items of a table as text, empty partitions left out. */
const contents = ({ written }: SimulatedDynamo): string[] =>
  [...written]
    .flatMap(([pk, partition]) =>
      Array.from({ length: partition.length }, (_, i) => `${pk} ${JSON.stringify(partition.item(i))}`),
    )
    .sort();

const before = rowsOf(i => ['a', 'b', `old${i % 3}`, ...(i % 2 === 0 ? ['é\n\\n'] : [])]);
const after = rowsOf(i => ['b', 'c', `new${i % 3}`]);

test('a put that is killed leaves no row that its lean postings do not find, no data without a row, and is mended by doing it again', async () => {
  const whole = mortal();
  await whole.store.put(before);
  for (let calls = 0; calls <= whole.sent.length; calls++) {
    const table = mortal();
    table.dieAfter(calls);
    const put = table.store.put(before);
    if (calls < whole.sent.length) await expect(put).rejects.toThrow('killed');
    else await put;
    expectInOrder(table, before);
    table.live();
    await table.store.put(before);
    expect(contents(table)).toEqual(contents(whole));
  }
});

test('a replacement that is killed leaves nothing of the old row once it is done again', async () => {
  const whole = mortal();
  await whole.store.put(before);
  const start = whole.sent.length;
  await whole.store.put(after);
  const fresh = mortal();
  await fresh.store.put(after);
  expect(contents(whole)).toEqual(contents(fresh));
  for (let calls = 0; calls < whole.sent.length - start; calls++) {
    const table = mortal();
    await table.store.put(before);
    table.dieAfter(calls);
    await expect(table.store.put(after)).rejects.toThrow('killed');
    table.live();
    await table.store.put(after);
    expect(contents(table)).toEqual(contents(fresh));
  }
});

test('a removal that is killed leaves none of these either, and nothing once it is done again', async () => {
  const whole = mortal();
  await whole.store.put(before);
  const start = whole.sent.length;
  await whole.store.delete(before);
  expect(contents(whole)).toEqual([]);
  for (let calls = 0; calls < whole.sent.length - start; calls++) {
    const table = mortal();
    await table.store.put(before);
    table.dieAfter(calls);
    await expect(table.store.delete(before)).rejects.toThrow('killed');
    expectInOrder(table, before);
    table.live();
    await table.store.delete(before);
    expect(contents(table)).toEqual([]);
  }
});
