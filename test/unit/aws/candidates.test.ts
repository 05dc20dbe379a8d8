import fc from 'fast-check';
import type { CandidateQuery, Store } from '../../../lib/archive/ports.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { ThrottledError } from '../../../lib/aws/backoff.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { askAll, askOnce, endless, expected, isFull, type ModelRow } from '../../contract/candidatesModel.ts';
import { type Item, itemSize, type Partition } from '../../doubles/partition.ts';
import { type SimulatedDynamo, type SimulatedDynamoOptions, simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

const noon = Date.UTC(2024, 4, 17, 12);
const day = 86_400_000;

function open(options: SimulatedDynamoOptions = {}): SimulatedDynamo & { readonly store: Store } {
  const dynamo = simulatedDynamo(options);
  return { ...dynamo, store: dynamoStore({ client: dynamo.client, table: 'archive', clock: dynamo.time }) };
}

/** A row whose text is as long as asked, so that few of them fill a page. */
function rowOf(i: number, at: number, terms: readonly string[], facts = '', length = 0): ModelRow {
  const id = `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const text = JSON.stringify(['row', ...terms, 'x'.repeat(length)]);
  return {
    pk: 'row',
    sk: encodePosition({ at, id, number: 1 }),
    data: `row ${i}`,
    posting: { index: 'names', terms, text, facts },
  };
}

describe('whatever the plan, no row is lost', () => {
  const plan = fc.record({
    rows: fc.array(
      fc.record({
        // Terms come and go with time, as dates in names do.
        at: fc.oneof(fc.nat(3), fc.nat(400), fc.constantFrom(10, 20)),
        account: fc.nat(2),
        terms: fc.uniqueArray(fc.nat(9), { maxLength: 9 }),
        copies: fc.constantFrom(1, 1, 1, 2, 40, 150),
        length: fc.constantFrom(0, 0, 0, 0, 0, 30, 250_000),
        facts: fc.constantFrom('0', '1'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    asked: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 9 }),
    accounts: fc.integer({ min: 1, max: 3 }),
    limit: fc.constantFrom(1, 2, 11, 51, 101, 5_000),
    rowBudget: fc.constantFrom(0, 1, 7, 40, 200, 1e9),
    callMilliseconds: fc.constantFrom(0, 5, 9, Number.POSITIVE_INFINITY),
    facts: fc.constantFrom('', '', '1'),
    below: fc.option(fc.nat(400), { nil: undefined }),
    from: fc.option(fc.nat(400), { nil: undefined }),
    throttled: fc.constantFrom(0, 0, 2, 3),
    direction: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
  });

  test('over random archives, budgets, page cuts, accounts and throttling', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async p => {
        const { store, time } = open({ throttles: call => p.throttled > 0 && call % p.throttled === 1 });
        const model: ModelRow[] = [];
        for (const row of p.rows) {
          // Few where they are long, since the point is the page that they cut, and where a call reads one at a time.
          const most = row.length > 1_000 ? 6 : p.rowBudget < 40 ? 4 : 150;
          for (let copy = 0; copy < Math.min(row.copies, most); copy++) {
            const terms = row.terms.map(term => `${row.account % p.accounts} ${term}`);
            model.push(rowOf(model.length, noon - row.at * day - copy, terms, row.facts, row.length));
          }
        }
        await store.put(model);
        const question = {
          direction: p.direction,
          anyOf: Array.from({ length: p.accounts }, (_, account) => p.asked.map(term => `${account} ${term}`)),
          limit: p.limit,
          keeps: (facts: string) => p.facts === '' || facts === p.facts,
          ...(p.below === undefined ? {} : { below: encodePosition({ at: noon - p.below * day, id: '', number: 0 }) }),
          ...(p.from === undefined ? {} : { from: encodePosition({ at: noon - p.from * day, id: '', number: 0 }) }),
        };
        // A deadline of its own for each call, on the clock of the table.
        const limited: Store = {
          ...store,
          candidates: (query: CandidateQuery) =>
            store.candidates({
              ...query,
              budget: { rows: p.rowBudget, deadline: time.now() + p.callMilliseconds },
            }),
        };
        expect(await askAll(limited, model, { ...question, budget: endless })).toEqual(expected(model, question));
      }),
      { numRuns: 400 },
    );
  });
});

describe('where more than a page must be read', () => {
  /** Partitions of rows that are there from the beginning, as a large archive is. */
  function holding(rows: readonly ModelRow[]): Store {
    const places = new Map<string, ModelRow[]>();
    for (const row of rows.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)))
      for (const term of [row.pk, ...row.posting.terms]) {
        const own = places.get(term);
        if (own) own.push(row);
        else places.set(term, [row]);
      }
    const archive = (pk: string): Partition | undefined => {
      const own = places.get(pk);
      if (!own) return undefined;
      const items = own.map(({ sk, data, posting: { text, facts } }): Item => {
        const lean = { pk: { S: pk }, sk: { S: sk }, n: { S: text }, f: { S: facts } };
        return isFull(pk) ? { ...lean, r: { S: data } } : lean;
      });
      const at = (place: number): Item => items[place] ?? {};
      return {
        length: own.length,
        sk: place => at(place).sk?.S ?? '',
        size: place => itemSize(at(place)),
        item: at,
      };
    };
    return open({ archive }).store;
  }

  const plan = fc.record({
    rows: fc.integer({ min: 300, max: 1_500 }),
    // How names lie in time: evenly, mostly at once, in one instant, in bursts, in a year in the middle.
    times: fc.constantFrom('even', 'instant', 'bursts', 'middle', 'growing'),
    // How often each of the terms is there.
    often: fc.array(fc.constantFrom(0, 1, 2, 3, 50), { minLength: 1, maxLength: 6 }),
    accounts: fc.integer({ min: 1, max: 3 }),
    limit: fc.constantFrom(1, 51, 300),
    bytes: fc.constantFrom(2_000, 20_000),
    rowBudget: fc.constantFrom(100, 600, 1e9),
    direction: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
    below: fc.option(fc.nat(400), { nil: undefined }),
    from: fc.option(fc.nat(400), { nil: undefined }),
  });

  test('no row is lost, and none is told twice, however names lie in time', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async p => {
        const agoOf = (i: number): number => {
          if (p.times === 'instant') return i % 9 === 0 ? (i * 400) / p.rows : 200;
          if (p.times === 'bursts') return Math.floor((i * 12) / p.rows) * 33 + (i % 97) / 1_000;
          if (p.times === 'middle') return i % 20 === 0 ? (i * 400) / p.rows : 200 + (i % 50) / 10;
          if (p.times === 'growing') return (i / p.rows) ** 2 * 400;
          return (i * 400) / p.rows;
        };
        const rows = Array.from({ length: p.rows }, (_, i) => {
          const terms = p.often.flatMap((every, term) =>
            every > 0 && (i * 7 + term) % every === 0 ? [`${term}`] : [],
          );
          const own = terms.map(term => `${i % p.accounts} ${term}`);
          return rowOf(i, Math.floor(noon - agoOf(i) * day), own, '', p.bytes);
        });
        const question = {
          direction: p.direction,
          anyOf: Array.from({ length: p.accounts }, (_, account) => p.often.map((_, term) => `${account} ${term}`)),
          limit: p.limit,
          budget: { rows: p.rowBudget, deadline: Number.POSITIVE_INFINITY },
          ...(p.below === undefined ? {} : { below: encodePosition({ at: noon - p.below * day, id: '', number: 0 }) }),
          ...(p.from === undefined ? {} : { from: encodePosition({ at: noon - p.from * day, id: '', number: 0 }) }),
        };
        expect(await askAll(holding(rows), rows, question)).toEqual(expected(rows, question));
      }),
      { numRuns: 60 },
    );
  });

  const seldom = (i: number): boolean => i % 3_001 === 1_500;
  test.each([
    ['even', (i: number) => i],
    ['ever more of late', (i: number) => i ** 1.5 / 150],
    ['ever fewer of late', (i: number) => 150 * Math.sqrt(i)],
    ['in weeks with ends', (i: number) => i + 8_000 * Math.floor(i / 2_000)],
  ])('terms that hardly ever meet are read to the end in few rounds: %s', async (_, minutesAgo) => {
    const count = 24_000;
    const rows = Array.from({ length: count }, (_, i) =>
      rowOf(i, Math.floor(noon - minutesAgo(i) * 60_000), seldom(i) ? ['a', 'c'] : [i % 2 === 0 ? 'a' : 'c'], '', 500),
    );
    for (const direction of ['newestFirst', 'oldestFirst'] as const) {
      const { found, coveredTo, cost } = await askOnce(holding(rows), rows, {
        anyOf: [['a', 'c']],
        limit: 51,
        direction,
      });
      expect(coveredTo).toBeNull();
      expect(found).toHaveLength(8);
      // One of the two is read to its end; page by page that is 11 rounds.
      expect(cost.rows).toBeLessThan(count * 0.7);
      expect(cost.rounds).toBeLessThanOrEqual(8);
    }
  });

  test('the last row of a page that is not there is not looked for step by step', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) =>
      rowOf(i, noon - i * 3_600_000, ['a', ...(i >= 5_000 && i < 5_050 ? ['c'] : i % 2 === 1 ? ['e'] : ['c', 'e'])]),
    ).map((row, i) => (i >= 5_000 && i < 5_050 ? { ...row, posting: { ...row.posting, facts: '1' } } : row));
    const question = { anyOf: [['a', 'c']], limit: 51, keeps: (facts: string) => facts === '1' };
    const { found, cost } = await askOnce(holding(rows), rows, question);
    expect(found).toHaveLength(50);
    expect(cost.rounds).toBeLessThanOrEqual(9);
  });
});

describe('what a question costs', () => {
  /** A year of rows, newest first, under the terms given. */
  const year = (count: number, terms: (i: number) => string[]): ModelRow[] =>
    Array.from({ length: count }, (_, i) => rowOf(i, noon - (i * 365 * day) / count, terms(i)));

  test('a page of rows that all match is one round of one call', async () => {
    const { store, sent } = open();
    const rows = year(2_000, () => ['all']);
    await store.put(rows);
    const before = sent.length;
    const { cost } = await askOnce(store, rows, { anyOf: [['all']], limit: 51 });
    expect(cost).toMatchObject({ calls: 1, rounds: 1 });
    expect(cost.rows).toBeLessThan(70);
    expect(sent.length - before).toBe(1);
  });

  test('a term that does not exist ends the search at once, wherever it is listed among the first', async () => {
    const { store } = open();
    const rows = year(3_000, () => ['a', 'b', 'c']);
    await store.put(rows);
    for (const terms of [
      ['a', 'b', 'c', 'absent'],
      ['absent', 'a'],
      ['a', 'absent', 'b', 'c'],
    ]) {
      const { cost, verified } = await askOnce(store, rows, { anyOf: [terms], limit: 51 });
      expect(cost.rounds).toBe(1);
      expect(cost.readUnits).toBeLessThan(4);
      expect(verified).toBe(0);
    }
  });

  test('a rare term listed last soon leads', async () => {
    const { store } = open();
    const rows = year(6_000, i => ['a', 'b', 'c', ...(i % 500 === 0 ? ['rare'] : [])]);
    await store.put(rows);
    const { found, cost } = await askOnce(store, rows, { anyOf: [['a', 'b', 'c', 'rare']], limit: 51 });
    expect(found).toHaveLength(12);
    expect(cost.rounds).toBe(1);
    expect(cost.rows).toBeLessThan(200);
  });

  test('a term beyond the first four is tried in the second round', async () => {
    const { store } = open();
    const rows = year(6_000, i => ['a', 'b', 'c', 'd', ...(i % 500 === 0 ? ['rare'] : [])]);
    await store.put(rows);
    const { found, cost } = await askOnce(store, rows, { anyOf: [['a', 'b', 'c', 'd', 'rare']], limit: 51 });
    expect(found).toHaveLength(12);
    expect(cost.rounds).toBe(2);
    expect(cost.rows).toBeLessThan(800);
  });

  test('the lead changes where a term that was rare becomes common, and the other way round', async () => {
    const { store } = open();
    // Common terms of two halves of the year, which meet in three rows at its middle alone.
    const rows = year(12_000, i => [
      ...(i < 6_002 || i % 40 === 0 ? ['recent'] : []),
      ...(i > 5_998 || i % 40 === 1 ? ['old'] : []),
    ]);
    await store.put(rows);
    const { found, cost } = await askOnce(store, rows, { anyOf: [['recent', 'old']], limit: 51 });
    expect(found.length).toBeGreaterThanOrEqual(3);
    // Either alone would be read to its end: more than six thousand rows.
    expect(cost.rows).toBeLessThan(3_000);
    expect(cost.rounds).toBeLessThan(9);
  });

  test('accounts are read at once, and those that are behind no further than the page needs', async () => {
    const { store } = open();
    const rows = Array.from({ length: 20 }, (_, account) =>
      Array.from({ length: 200 }, (_, i) =>
        rowOf(account * 1_000 + i, noon - i * day - account * (account > 4 ? 40 * day : 1), [`${account}`]),
      ),
    ).flat();
    await store.put(rows);
    const anyOf = Array.from({ length: 20 }, (_, account) => [`${account}`]);
    const { found, cost } = await askOnce(store, rows, { anyOf, limit: 101 });
    expect(found).toHaveLength(101);
    expect(cost.rounds).toBeLessThan(4);
    expect(cost.rows).toBeLessThan(1_000);
  });

  test('many accounts cost about what their first pages do, and no account hides another', async () => {
    const { store } = open();
    const terms = ['a', 'b', 'c', 'd'];
    const rows = Array.from({ length: 64 }, (_, account) =>
      Array.from({ length: 60 }, (_, i) =>
        rowOf(
          account * 100 + i,
          noon - i * day - account,
          terms.filter(term => term !== 'd' || (i + account) % 20 === 0).map(term => `${account} ${term}`),
        ),
      ),
    ).flat();
    await store.put(rows);
    const lists = (of: readonly string[]) =>
      Array.from({ length: 64 }, (_, account) => of.map(term => `${account} ${term}`));
    const common = await askOnce(store, rows, { anyOf: lists(['a', 'b', 'c']), limit: 51 });
    expect(common.found).toHaveLength(51);
    expect(common.cost.readUnits).toBeLessThanOrEqual(32);
    const rare = await askOnce(store, rows, { anyOf: lists(terms), limit: 1_000 });
    expect(rare.found).toHaveLength(192);
    expect(rare.cost.rounds).toBeLessThan(4);
  });

  test('two common terms that never meet end with the budget', async () => {
    const { store } = open();
    const rows = year(9_000, i => [i % 2 === 0 ? 'even' : 'odd']);
    await store.put(rows);
    const budget = { rows: 2_000, deadline: Number.POSITIVE_INFINITY };
    const { found, coveredTo, cost } = await askOnce(store, rows, { anyOf: [['even', 'odd']], limit: 51, budget });
    expect(found).toEqual([]);
    expect(coveredTo).not.toBeNull();
    expect(cost.rows).toBeLessThanOrEqual(2_002);
    expect(cost.rows).toBeGreaterThan(1_000);
  });
});

describe('a table that throttles', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => rowOf(i, noon - i * day, ['a', 'b']));
  const question: Omit<CandidateQuery, 'budget'> = {
    index: 'names',
    direction: 'newestFirst',
    anyOf: [['a', 'b']],
    accept: () => false,
    limit: 51,
  };

  test('ends a search with what was covered once the time is up', async () => {
    let refusing = Number.POSITIVE_INFINITY;
    const { store, time, sent } = open({ throttles: call => call >= refusing });
    await store.put(rows);
    refusing = sent.length + 4;
    const deadline = time.now() + 1_000;
    const { found, coveredTo, cost } = await store.candidates({ ...question, budget: { rows: 1e9, deadline } });
    expect(found).toEqual([]);
    expect(coveredTo).not.toBeNull();
    expect(cost.rounds).toBe(2);
    expect(time.now()).toBeGreaterThanOrEqual(deadline);
    expect(time.now()).toBeLessThan(deadline + 1_000);
  });

  test('fails a search that could read nothing at all', async () => {
    const { store, time } = open({ throttles: () => true });
    const answer = store.candidates({ ...question, budget: { rows: 1e9, deadline: time.now() + 1_000 } });
    await expect(answer).rejects.toThrow(ThrottledError);
  });
});
