// The contract of Store.candidates(): every answer is what a brute-force model gives, whatever the budget,
// the bounds and the changes between pages. Knows no adapter.

import fc from 'fast-check';
import type { Direction, IndexName, Store } from '../../lib/archive/ports.ts';
import { startOf } from '../../lib/archive/position.ts';
import * as model from './candidatesModel.ts';
import { endless, keyOf, type ModelRow, type Question } from './candidatesModel.ts';
import { agreesWithModel, type Handles } from './candidatesProperty.ts';
import {
  byBytes,
  type ContractOptions,
  freshInstant,
  freshPrefix,
  instantsAround,
  noon,
  present,
  scaled,
  year,
} from './contractOptions.ts';

const instants = instantsAround(noon);

export function candidatesContract(handles: () => Handles, options: ContractOptions): void {
  inOneIndex('newestFirst', 'names', handles, options);
  inOneIndex('oldestFirst', 'people', handles, options);

  describe('candidates of whatever index and direction', () => {
    agreesWithModel(handles, options);

    it.each([
      ['all', 1],
      ['every second', 2],
      ['one in nine', 9],
      ['none', 1000],
    ])(
      'are of the account asked for alone, where the terms ask nothing else and %s of the rows are its own',
      async (_, every) => {
        const { store } = handles();
        const base = freshInstant();
        for (const index of ['names', 'people'] as const) {
          const [own, stranger] = [freshPrefix(), freshPrefix()];
          const rows = Array.from({ length: 160 }, (_, i) => {
            const account = i % every === every - 1 ? own : stranger;
            // Some share an instant, and some are of one slot of time.
            return model.modelRow(`${account}#${index}`, base + Math.floor(i / 3) * 700, [`${account}#all`], '', index);
          });
          await store.put(rows);
          for (const direction of ['newestFirst', 'oldestFirst'] as const)
            for (const limit of [1, 20, 1000]) {
              const question: Question = { index, direction, anyOf: [[`${own}#all`]], limit, isOfAll: true };
              expect(await model.askAll(store, rows, question)).toEqual(model.expected(rows, question));
              const bounds = { from: startOf(base + 5_000), below: startOf(base + 29_000) };
              const budget = { rows: 15, deadline: Number.POSITIVE_INFINITY };
              const bounded: Question = { ...question, ...bounds, budget };
              expect(await model.askAll(store, rows, bounded)).toEqual(model.expected(rows, bounded));
              // Where there are none, the rows of others need not be walked past within the budget.
              const least = { ...question, budget: { ...budget, rows: 1 } };
              if (every > rows.length)
                expect(await model.askOnce(store, rows, least)).toMatchObject({ coveredTo: null });
            }
        }
      },
    );

    it('are of the index asked alone', async () => {
      const { store, other } = handles();
      const account = freshPrefix();
      const terms = [`${account}#t`];
      const rows = instants.flatMap((at, i) => [
        model.modelRow(`${account}#names`, at, terms, `${i}`),
        model.modelRow(`${account}#people`, at, terms, `${i}`, 'people'),
      ]);
      await store.put(rows);
      expect(await other.get(rows)).toEqual(rows.map(({ pk, sk, data }) => ({ pk, sk, data })));
      await other.delete(rows.slice(0, 5).map(keyOf));
      const left = rows.slice(5);
      // On a store whose postings of all indexes lie together, no term belongs to two of them.
      for (const index of ['names', 'people'] as const)
        for (const direction of ['newestFirst', 'oldestFirst'] as const)
          for (const limit of [1, 4, 1000]) {
            const question: Question = { index, direction, anyOf: [[`${account}#${index}`]], limit };
            expect(await model.askAll(store, left, question)).toEqual(model.expected(left, question));
          }
    });
  });
}

function inOneIndex(direction: Direction, index: IndexName, handles: () => Handles, options: ContractOptions): void {
  const asked = (question: Question): Question => ({ index, direction, ...question });
  const askOnce = (store: Store, rows: Iterable<ModelRow>, question: Question) =>
    model.askOnce(store, rows, asked(question));
  const askAll = (store: Store, rows: Iterable<ModelRow>, question: Question) =>
    model.askAll(store, rows, asked(question));
  const expected = (rows: Iterable<ModelRow>, question: Question) => model.expected(rows, asked(question));
  const modelRow = (pk: string, at: number, terms: readonly string[], facts = '') =>
    model.modelRow(pk, at, terms, facts, index);

  describe(`candidates, ${direction}`, () => {
    /** Rows spread evenly over a year, `terms` on each, newest last. */
    const spread = (account: string, count: number, terms: (i: number) => string[]): ModelRow[] =>
      Array.from({ length: count }, (_, i) =>
        modelRow(`${account}#p`, noon + Math.floor((i / count) * year), terms(i)),
      );

    it('finds nothing under terms that do not exist, and for no lists', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const row = modelRow(`${account}#p`, noon, [`${account}#here`]);
      await store.put([row]);
      const nothing = { found: [], coveredTo: null };
      expect(await askOnce(store, [row], { anyOf: [[`${account}#nowhere`]] })).toMatchObject(nothing);
      expect(await askOnce(store, [row], { anyOf: [[`${account}#here`, `${account}#nowhere`]] })).toMatchObject(
        nothing,
      );
      expect(await askOnce(store, [row], { anyOf: [] })).toMatchObject(nothing);
    });

    it('finds a row under each of its terms and under its own partition', async () => {
      const { store, other } = handles();
      const account = freshPrefix();
      const terms = ['', ' ', 'é', 'e\u0301', '見', '\u{1F600}', '"', "'", '*', 'AND', 'a b', 'x'.repeat(900)].map(
        gram => `${account}#${gram}`,
      );
      const row = modelRow(`${account}!abc`, noon, terms, 'facts "é\u{1F600}"');
      await store.put([row]);
      for (const asked of [...terms.map(term => [term]), [row.pk], [row.pk, ...terms], terms.toReversed()]) {
        const { found, coveredTo } = await askOnce(other, [row], { anyOf: [asked] });
        expect(found).toEqual([{ list: 0, sk: row.sk, text: row.posting.text, facts: row.posting.facts }]);
        expect(coveredTo).toBeNull();
      }
    });

    it('keeps terms apart that differ by case or by form', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const rows = ['a', 'A', 'é', 'e\u0301', 'a '].map(gram =>
        modelRow(`${account}!${gram}`, noon, [`${account}#${gram}`]),
      );
      await store.put(rows);
      for (const row of rows) {
        const { found } = await askOnce(store, rows, { anyOf: [row.posting.terms] });
        expect(found.map(({ sk }) => sk)).toEqual([row.sk]);
      }
    });

    it('gives rows by key without their posting', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const rows = spread(account, 120, () => [`${account}#t`]);
      await store.put(rows);
      const asked = [...rows.toReversed(), { pk: `${account}#q`, sk: present(rows[0]).sk }];
      const answer = await store.get(asked);
      expect(answer).toEqual([...rows.toReversed().map(({ pk, sk, data }) => ({ pk, sk, data })), undefined]);
      for (const row of answer) expect(row?.posting).toBeUndefined();
    });

    it('stops after the limit and goes on from coveredTo', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const rows = spread(account, 230, () => [`${account}#t`]);
      await store.put(rows);
      for (const limit of [1, 50, 229, 230, 231]) {
        const question = { anyOf: [[`${account}#t`]], limit };
        const { found } = await askOnce(store, rows, question);
        expect(found).toHaveLength(Math.min(limit, 230));
        if (limit > 1) expect(await askAll(store, rows, question)).toEqual(expected(rows, question));
      }
    });

    it('changes nothing when the same rows are written twice', async () => {
      const { store, other } = handles();
      const account = freshPrefix();
      const rows = [...spread(account, 40, () => [`${account}#t`]), modelRow(`${account}#p`, noon, [`${account}#t`])];
      await store.put(rows);
      await other.put(rows);
      await store.put([...rows, ...rows]);
      expect((await askOnce(store, rows, { anyOf: [[`${account}#t`]] })).found).toHaveLength(41);
    });

    it('replaces the text, facts and data of a row', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const row = modelRow(`${account}#p`, noon, [`${account}#t`, `${account}#u`], 'old');
      await store.put([row]);
      const changed = { ...row, data: 'new data', posting: { ...row.posting, facts: 'new' } };
      await store.put([changed]);
      expect(await store.get([row])).toEqual([{ pk: row.pk, sk: row.sk, data: 'new data' }]);
      for (const term of [...row.posting.terms, row.pk]) await askOnce(store, [changed], { anyOf: [[term]] });
    });

    it('finds a row under its new terms alone once it is replaced', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const terms = ['a', 'b', 'c', 'd'].map(gram => `${account}#${gram}`);
      const [a, b, c, d] = terms.map(present) as [string, string, string, string];
      const rows = spread(account, 30, () => [a, b, c]);
      await store.put(rows);
      const changed = rows.map((row, i) => {
        const kept = i % 3 === 0 ? [b, d] : i % 3 === 1 ? [a, b, c, d] : [];
        return { ...row, posting: { ...row.posting, terms: kept, text: JSON.stringify([row.pk, ...kept]) } };
      });
      await store.put(changed);
      for (const anyOf of [[[a]], [[b]], [[c]], [[d]], [[b, d]], [[`${account}#p`]]])
        expect(await askAll(store, changed, { anyOf, limit: 7 })).toEqual(expected(changed, { anyOf }));
    });

    it('forgets rows that were taken away, and finds them again once they are back', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const anyOf = [[`${account}#t`]];
      const rows = spread(account, 60, i => [`${account}#t`, `${account}#${i % 5}`]);
      await store.put(rows);
      const gone = rows.filter((_, i) => i % 2 === 0);
      const left = rows.filter((_, i) => i % 2 === 1);
      await store.delete([...gone.map(keyOf), ...gone.slice(0, 3).map(keyOf)]);
      expect((await askOnce(store, left, { anyOf })).found).toHaveLength(30);
      await askOnce(store, left, { anyOf: [[`${account}#3`, `${account}#t`]] });
      await askOnce(store, left, { anyOf: [[`${account}#p`]] });
      expect(await store.get(gone)).toEqual(gone.map(() => undefined));
      await store.put(gone);
      expect((await askOnce(store, rows, { anyOf })).found).toHaveLength(60);
      await store.delete(rows.map(keyOf));
      expect(await askOnce(store, [], { anyOf })).toMatchObject({ found: [], coveredTo: null });
    });

    it('keeps both bounds, given as positions and as instants', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const rows = instants.map(at => modelRow(`${account}#p`, at, [`${account}#t`]));
      await store.put(rows);
      const bounds = [
        undefined,
        ...instants.slice(2).map(startOf),
        ...rows.filter((_, i) => i % 4 === 0).map(({ sk }) => sk),
      ];
      const property = fc.asyncProperty(
        fc.constantFrom(...bounds),
        fc.constantFrom(...bounds),
        fc.constantFrom(...bounds),
        fc.constantFrom(1, 3, 1000),
        async (below, above, from, limit) => {
          const question = {
            anyOf: [[`${account}#t`]],
            ...(below !== undefined && { below }),
            ...(above !== undefined && { above }),
            ...(from !== undefined && { from }),
          };
          expect(await askAll(store, rows, { ...question, limit })).toEqual(expected(rows, question));
        },
      );
      await fc.assert(property, { numRuns: scaled(150, options, 15) });
    });

    it('reads no further than its budget of rows, and all the same to the end', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const count = scaled(3000, options, 300);
      const rows = spread(account, count, () => [`${account}#t`]);
      await store.put(rows);
      const anyOf = [[`${account}#t`]];
      const budget = { ...endless, rows: count / 10 };
      const { coveredTo, cost, verified } = await askOnce(store, rows, { anyOf, budget, keeps: () => false });
      expect(coveredTo).not.toBeNull();
      expect(verified).toBeGreaterThan(0);
      expect(verified).toBeLessThan(count / 2);
      expect(cost.rows).toBeLessThan(count / 2);
      expect(await askAll(store, rows, { anyOf, budget })).toEqual(expected(rows, { anyOf }));
    });

    it('makes headway with no budget at all', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const rows = spread(account, scaled(300, options, 100), () => [`${account}#t`]);
      await store.put(rows);
      for (const budget of [
        { rows: 0, deadline: Number.POSITIVE_INFINITY },
        { rows: 1e9, deadline: 0 },
      ]) {
        const question = { anyOf: [[`${account}#t`]], budget };
        const first = await askOnce(store, rows, question);
        expect(first.coveredTo).not.toBeNull();
        expect(first.found.length).toBeLessThan(rows.length);
        expect(await askAll(store, rows, question)).toEqual(expected(rows, question));
      }
    });

    it('reads several lists as one order and names the list of each row', async () => {
      const { store } = handles();
      const accounts = [freshPrefix(), freshPrefix(), freshPrefix()];
      const rows = accounts.flatMap((account, i) =>
        spread(account, 40 + i, n => [`${account}#t`, `${account}#${n % 3}`]),
      );
      await store.put(rows);
      const anyOf = accounts.map((account, i) => [`${account}#${i}`, `${account}#t`]);
      for (const limit of [1, 10, 1000]) {
        const found = await askAll(store, rows, { anyOf, limit });
        expect(found).toEqual(expected(rows, { anyOf }));
        expect(new Set(found.map(({ list }) => list))).toEqual(new Set([0, 1, 2]));
      }
    });

    it('answers lists of more terms than a store may join', async () => {
      const { store } = handles();
      const account = freshPrefix();
      const terms = Array.from({ length: 40 }, (_, i) => `${account}#${i}`);
      const rows = spread(account, 40, i => terms.filter((_, t) => t !== i));
      const whole = modelRow(`${account}#p`, noon, terms);
      await store.put([...rows, whole]);
      const { found } = await askOnce(store, [...rows, whole], { anyOf: [terms] });
      expect(found.map(({ sk }) => sk)).toEqual([whole.sk]);
    });

    it('orders thousands of rows of one instant', async () => {
      const { store, other } = handles();
      const account = freshPrefix();
      const count = scaled(10_000, options, 200);
      const rows = Array.from({ length: count }, (_, i) =>
        modelRow(`${account}#${i % 3}`, noon, [`${account}#t`, ...(i % 10 === 0 ? [`${account}#tenth`] : [])]),
      );
      const neighbours = [-1000, 1000].map(later => modelRow(`${account}#p`, noon + later, [`${account}#t`]));
      await store.put(rows);
      await other.put([...neighbours, ...rows.slice(0, 100)]);
      const all = [...rows, ...neighbours];
      const everyone = expected(all, { anyOf: [[`${account}#t`]] });
      const middle = present(everyone[count >> 1]).sk;
      for (const anyOf of [[[`${account}#t`]], [[`${account}#tenth`]], [[`${account}#1`, `${account}#t`]]])
        for (const bound of [{}, { below: middle }, { above: middle }, { below: present(everyone.at(-3)).sk }])
          await askOnce(store, all, { anyOf, limit: 50, ...bound });
      const budget = { rows: Math.ceil(count / 20), deadline: 0 };
      expect(await askAll(store, all, { anyOf: [[`${account}#tenth`]], budget })).toHaveLength(Math.ceil(count / 10));
      const asked = all.filter((_, i) => i % 97 === 0);
      expect(await store.get(asked)).toEqual(asked.map(({ pk, sk, data }) => ({ pk, sk, data })));
    });

    it('orders rows of one instant that came one by one, in any order', async () => {
      const { store, other } = handles();
      const account = freshPrefix();
      const at = freshInstant();
      const rows = Array.from({ length: 12 }, (_, i) =>
        modelRow(`${account}#${i % 2}`, at + (i % 3) * 400, [`${account}#t`]),
      );
      // Newest, oldest, then whatever comes: each is put where the ones before left room.
      const ordered = rows.toSorted((a, b) => (a.sk < b.sk ? 1 : -1));
      const mixed = [ordered[0], ordered[11], ...ordered.slice(1, 11).toSorted((a, b) => byBytes(a.data, b.data))];
      for (const [i, row] of mixed.entries()) await (i % 2 === 0 ? store : other).put([present(row)]);
      for (const limit of [1, 5, 12, 13]) {
        const question = { anyOf: [[`${account}#t`]], limit };
        expect(await askAll(store, rows, question)).toEqual(expected(rows, question));
      }
    });

    it('orders positions by their bytes', () => {
      const sks = instants.map(at => modelRow('p', at, []).sk);
      expect(sks.toSorted()).toEqual(sks.toSorted(byBytes));
    });
  });
}
