// The contract of Store.read(): order, bounds, directions and pages of one partition. Knows no adapter.

import fc from 'fast-check';
import type { Page, Range, Row, Store } from '../../lib/archive/ports.ts';
import type { Handles } from './candidatesProperty.ts';
import { byBytes, type ContractOptions, freshPrefix, present, scaled } from './contractOptions.ts';

/** Texts whose order by UTF-16 units differs from that by UTF-8 bytes, and texts that quote badly. */
export const awkward = [
  'a',
  'B',
  'aa',
  'a b',
  'é',
  'e\u0301',
  '\u{FF5E}',
  '\u{1F600}',
  '\u{1F600}a',
  '\u{10FFFF}',
  '\u{E000}',
  '\u{FFFD}',
  '見積書',
  "it's",
  '"quoted"',
  'a#b',
  'a%5fb',
  'a_b',
  'a\tb',
  'a\nb',
  '~',
  '!',
  '0',
  '00',
];

/** All pages of a range, checked for progress. */
export async function readAll(store: Store, range: Range): Promise<Row[]> {
  const rows: Row[] = [];
  let rest: Range = range;
  for (;;) {
    const page: Page = await store.read(rest);
    expect(page.rows.length).toBeLessThanOrEqual(range.limit);
    rows.push(...page.rows);
    if (!page.hasMore) return rows;
    const last = present(page.rows.at(-1)).sk;
    rest = range.direction === 'ascending' ? { ...range, above: last } : { ...range, below: last };
  }
}

/** All rows of a partition. */
export const readPartition = (store: Store, pk: string): Promise<Row[]> =>
  readAll(store, { pk, direction: 'ascending', limit: 1000 });

export function storeReadContract(handles: () => Handles, options: ContractOptions): void {
  describe('read', () => {
    it('answers an empty partition with no rows and no more', async () => {
      expect(await handles().store.read({ pk: freshPrefix(), direction: 'ascending', limit: 5 })).toEqual({
        rows: [],
        hasMore: false,
      });
    });

    it('orders by UTF-8 bytes, not by UTF-16 units', async () => {
      const pk = freshPrefix();
      await handles().store.put(awkward.map(sk => ({ pk, sk, data: '' })));
      await handles().store.put(awkward.map(sk => ({ pk: `${pk}0`, sk, data: 'of another partition' })));
      const ascending = awkward.toSorted(byBytes);
      expect(ascending).not.toEqual(awkward.toSorted());
      expect((await readPartition(handles().store, pk)).map(row => row.sk)).toEqual(ascending);
      const descending = await readAll(handles().store, { pk, direction: 'descending', limit: 5 });
      expect(descending.map(row => row.sk)).toEqual(ascending.toReversed());
    });

    it('pages through rows that are large', async () => {
      const pk = freshPrefix();
      const rows = Array.from({ length: 12 }, (_, i) => ({
        pk,
        sk: `r${i + 10}`,
        data: `${i}`.padEnd(200 * 1024, '.'),
      }));
      await handles().store.put(rows);
      expect(await readAll(handles().store, { pk, direction: 'ascending', limit: 100 })).toEqual(rows);
      expect(await readAll(handles().store, { pk, direction: 'descending', limit: 100 })).toEqual(rows.toReversed());
    });

    it('stops once rows hold the bytes that were asked for, and goes on from there', async () => {
      const pk = freshPrefix();
      const keys = Array.from({ length: 6 }, (_, i) => `r${i}`);
      const data = 'x'.repeat(100 * 1024);
      await handles().store.put(keys.map((sk, i) => ({ pk, sk, data, bytes: new Uint8Array(190 * 1024).fill(i + 1) })));
      const whole = 290 * 1024;
      const keysOf = (rows: readonly Row[]) => rows.map(({ sk }) => sk);
      for (const direction of ['ascending', 'descending'] as const) {
        const ordered = direction === 'ascending' ? keys : keys.toReversed();
        for (const mostBytes of [1, whole - 1, 500 * 1024, 4 * 1024 * 1024]) {
          // As many as are needed, and at most what makes up a page of 1 MB more.
          const needed = Math.min(keys.length, Math.ceil(mostBytes / whole));
          const page = await handles().store.read({ pk, direction, limit: 10, mostBytes });
          expect(keysOf(page.rows)).toEqual(ordered.slice(0, page.rows.length));
          expect(page.rows.length).toBeGreaterThanOrEqual(needed);
          expect(page.rows.length).toBeLessThanOrEqual(needed + 3);
          if (page.rows.length < keys.length) expect(page.hasMore).toBe(true);
          expect(keysOf((await handles().store.read({ pk, direction, limit: 1, mostBytes })).rows)).toEqual([
            ordered[0],
          ]);
          const all = await readAll(handles().store, { pk, direction, limit: 10, mostBytes });
          expect(keysOf(all)).toEqual(ordered);
          for (const row of all) expect([row.data.length + (row.bytes?.length ?? 0)]).toEqual([whole]);
        }
      }
    });

    it('keeps every bound, direction and limit', async () => {
      const pk = freshPrefix();
      const there = awkward.filter((_, i) => i % 3 !== 0);
      await handles().store.put(there.map(sk => ({ pk, sk, data: `d${sk}` })));
      const bound = fc.option(fc.constantFrom(...awkward), { nil: undefined });
      const property = fc.asyncProperty(
        fc.record({ from: bound, above: bound, to: bound, below: bound }),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.integer({ min: 1, max: awkward.length + 2 }),
        async ({ from, above, to, below }, direction, limit) => {
          const lows = [from, above].filter(one => one !== undefined);
          const highs = [to, below].filter(one => one !== undefined);
          const isSameEitherWay = lows.every(low => highs.every(high => byBytes(low, high) > 0 === low > high));
          fc.pre(isSameEitherWay || !options.comparesBoundsInUtf16);
          const inside = there
            .filter(
              sk => (from === undefined || byBytes(sk, from) >= 0) && (above === undefined || byBytes(sk, above) > 0),
            )
            .filter(sk => (to === undefined || byBytes(sk, to) <= 0) && (below === undefined || byBytes(sk, below) < 0))
            .toSorted(byBytes);
          if (direction === 'descending') inside.reverse();
          const page = await handles().store.read({
            pk,
            direction,
            limit,
            ...(from !== undefined && { from }),
            ...(above !== undefined && { above }),
            ...(to !== undefined && { to }),
            ...(below !== undefined && { below }),
          });
          expect(page.rows).toEqual(inside.slice(0, limit).map(sk => ({ pk, sk, data: `d${sk}` })));
          if (inside.length > limit) expect(page.hasMore).toBe(true);
          if (inside.length < limit) expect(page.hasMore).toBe(false);
        },
      );
      await fc.assert(property, { numRuns: scaled(300, options, 30) });
    });
  });
}
