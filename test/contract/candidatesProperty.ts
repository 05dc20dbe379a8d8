// The property that candidates() is held to: whatever rows, question, budget and changes between pages, every answer is
// the model's. Knows no adapter.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Store } from '../../lib/archive/ports.ts';
import { encodePosition, startOf } from '../../lib/archive/position.ts';
import { askAll, keyOf, type ModelRow, modelRow } from './candidatesModel.ts';
import {
  type ContractOptions,
  freshInstant,
  freshPrefix,
  instantsAround,
  noon,
  present,
  scaled,
  year,
} from './contractOptions.ts';

/** Two handles on the store under test. */
export interface Handles {
  readonly store: Store;
  readonly other: Store;
}

export function agreesWithModel(handles: () => Handles, options: ContractOptions): void {
  it('agrees with a brute-force model while rows come and go between pages', async () => {
    const { store, other } = handles();
    const plan = fc.record({
      isFresh: fc.boolean(),
      index: fc.constantFrom('names' as const, 'people' as const),
      direction: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
      accounts: fc.integer({ min: 1, max: 3 }),
      rows: fc.array(
        fc.record({
          account: fc.nat(2),
          partition: fc.nat(2),
          at: fc.nat(instantsAround(0).length - 1),
          terms: fc.uniqueArray(fc.nat(5), { maxLength: 5 }),
          facts: fc.constantFrom('0', '1', '2'),
        }),
        { minLength: 1, maxLength: scaled(120, options, 40) },
      ),
      asked: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
      limit: fc.constantFrom(1, 2, 7, 50, 1000),
      budgetRows: fc.constantFrom(0, 1, 10, 64, 1e6),
      facts: fc.constantFrom('', '1', '2'),
      below: fc.option(fc.nat(instantsAround(0).length - 1), { nil: null }),
      from: fc.option(fc.nat(instantsAround(0).length - 1), { nil: null }),
      changes: fc.array(fc.constantFrom('newer', 'older', 'same', 'delete', 'replace'), { maxLength: 8 }),
    });
    const property = fc.asyncProperty(plan, async p => {
      const prefix = freshPrefix();
      // Often the same instants as before, among what other runs left; mostly fresh ones.
      const base = p.isFresh ? freshInstant() : noon;
      const instants = instantsAround(base);
      const term = (account: number, t: number) =>
        t > 5 ? `${prefix}${account}!${t - 6}` : `${prefix}${account}#${t}`;
      const make = (r: (typeof p.rows)[number], at = instants[r.at] ?? base): ModelRow => {
        const account = r.account % p.accounts;
        const terms = r.terms.map(t => term(account, t));
        return modelRow(`${prefix}${account}!${r.partition}`, at, terms, r.facts, p.index);
      };
      const model = new Map<string, ModelRow>();
      const put = async (rows: readonly ModelRow[], into: Store) => {
        await into.put(rows);
        for (const row of rows) model.set(row.sk, row);
      };
      const half = p.rows.length >> 1;
      await put(
        p.rows.slice(0, half).map(r => make(r)),
        store,
      );
      await put(
        p.rows.slice(half).map(r => make(r)),
        other,
      );

      const changes = [...p.changes];
      const change = async (coveredTo: string) => {
        const kind = changes.pop();
        const some = [...model.values()][model.size >> 1];
        const pattern = present(p.rows[0]);
        if (kind === 'newer') await put([make(pattern, base + 2 * year), make(pattern, base + 1)], other);
        if (kind === 'older') await put([make(pattern, base - 30 * year)], store);
        if (kind === 'same') {
          const row = make(pattern);
          const beside = `${coveredTo.slice(0, 8)}${row.sk.slice(8)}`;
          await put([{ ...row, sk: beside }], store);
        }
        if (kind === 'delete' && some) {
          await other.delete([keyOf(some)]);
          model.delete(some.sk);
        }
        if (kind === 'replace' && some) {
          const { terms, text, facts, full = [] } = make(pattern).posting;
          const pk = JSON.stringify(present((JSON.parse(text) as string[])[0]));
          const own = text.replace(pk, JSON.stringify(some.pk));
          if (some.pk.startsWith(`${prefix}${pattern.account % p.accounts}`))
            await put(
              [{ ...some, data: `${some.data}.`, posting: { ...some.posting, terms, full, text: own, facts } }],
              store,
            );
        }
      };

      await askAll(
        store,
        { [Symbol.iterator]: () => model.values() },
        {
          index: p.index,
          direction: p.direction,
          anyOf: Array.from({ length: p.accounts }, (_, account) => p.asked.map(t => term(account, t))),
          limit: p.limit,
          budget: { rows: p.budgetRows, deadline: p.budgetRows === 0 ? 0 : Number.POSITIVE_INFINITY },
          keeps: facts => p.facts === '' || facts === p.facts,
          ...(p.below !== null && { below: startOf(instants[p.below] ?? base) }),
          ...(p.from !== null && {
            from: encodePosition({ at: instants[p.from] ?? base, id: randomUUID(), number: 1 }),
          }),
        },
        change,
      );
      await store.delete([...model.values()].map(keyOf));
    });
    await fc.assert(property, { numRuns: scaled(150, options, 8), endOnFailure: true });
  });
}
