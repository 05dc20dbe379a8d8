// The contract of Store (lib/archive/ports.ts), sentence by sentence, for any adapter. Knows no adapter.
// Rows by their keys are here; partitions are in storeReadContract.ts, candidates() is in candidatesContract.ts.

import type { Cost, Row, Store } from '../../lib/archive/ports.ts';
import { candidatesContract } from './candidatesContract.ts';
import { type ContractOptions, freshPrefix, scaled } from './contractOptions.ts';
import { awkward, readAll, readPartition, storeReadContract } from './storeReadContract.ts';

/**
 * Declares the suite. `open` gives one more handle on the one store under test, which may hold other rows already;
 * every handle is closed by the suite.
 */
export function storeContract(name: string, open: () => Promise<Store>, options: ContractOptions = {}): void {
  describe(`${name}: Store`, () => {
    let store: Store;
    let other: Store;

    beforeAll(async () => {
      store = await open();
      other = await open();
    });

    afterAll(async () => {
      await store.close();
      await other.close();
    });

    const everything = (pk: string): Promise<Row[]> => readPartition(store, pk);

    describe('put and get', () => {
      it('gives back what was written, to the letter', async () => {
        const pk = freshPrefix();
        const rows = awkward.map(text => ({
          pk: `${pk}#${text}`,
          sk: text,
          data: `{"v":${JSON.stringify(text)}}${text}`,
        }));
        await store.put(rows);
        expect(await store.get(rows)).toEqual(rows);
        expect(await other.get(rows)).toEqual(rows);
      });

      it('keeps empty data and data of 300 KB', async () => {
        const pk = freshPrefix();
        const rows = [
          { pk, sk: 'empty', data: '' },
          { pk, sk: 'ascii', data: 'x'.repeat(300 * 1024) },
          { pk, sk: 'astral', data: '\u{1F600}'.repeat(75 * 1024) },
        ];
        await store.put(rows);
        expect(await store.get(rows)).toEqual(rows);
      });

      it('keeps bytes beside data, and rows that have none', async () => {
        const pk = freshPrefix();
        const every = Uint8Array.from({ length: 256 }, (_, i) => i);
        const rows: Row[] = [
          { pk, sk: 'a', data: 'both', bytes: every },
          { pk, sk: 'b', data: '', bytes: Uint8Array.of(0) },
          { pk, sk: 'c', data: 'none' },
        ];
        await store.put(rows);
        expect(await store.get(rows)).toEqual(rows);
        expect(await other.get(rows, undefined, { latest: true })).toEqual(rows);
        expect(await everything(pk)).toEqual(rows);
        expect(await readAll(store, { pk, direction: 'descending', limit: 2 })).toEqual(rows.toReversed());
        for (const row of rows) expect(await store.get([row])).toEqual([row]);
        const large = { pk, sk: 'd', data: 'x'.repeat(1024), bytes: Buffer.alloc(299 * 1024, 'every byte') };
        await store.put([large]);
        const [back] = await other.get([large]);
        expect([back?.data, Buffer.from(back?.bytes ?? []).equals(large.bytes)]).toEqual([large.data, true]);
        // What is kept is not what the caller goes on writing to.
        const own = Uint8Array.of(1, 2, 3);
        await store.put([{ pk, sk: 'e', data: '', bytes: own }]);
        own.fill(9);
        expect(await store.get([{ pk, sk: 'e' }])).toEqual([{ pk, sk: 'e', data: '', bytes: Uint8Array.of(1, 2, 3) }]);
      });

      it('puts bytes in the place of others, of none, and none in the place of some', async () => {
        const row = { pk: freshPrefix(), sk: 'k', data: 'same' };
        const versions: Row[] = [
          row,
          { ...row, bytes: Uint8Array.of(1) },
          { ...row, bytes: Uint8Array.of(2, 3) },
          { ...row, data: 'other', bytes: Uint8Array.of(2, 3) },
          row,
        ];
        for (const version of versions) {
          await store.put([version]);
          expect(await other.get([row])).toEqual([version]);
        }
        expect(await store.replace({ ...row, bytes: Uint8Array.of(4) }, 'other')).toBe(false);
        expect(await store.get([row])).toEqual([row]);
        expect(await store.replace({ ...row, bytes: Uint8Array.of(4) }, 'same')).toBe(true);
        expect(await store.get([row])).toEqual([{ ...row, bytes: Uint8Array.of(4) }]);
        expect(await store.replace(row, 'same')).toBe(true);
        expect(await store.get([row])).toEqual([row]);
        const absent = { pk: row.pk, sk: 'absent', data: '', bytes: Uint8Array.of(5) };
        expect(await store.putIfAbsent(absent)).toBe(true);
        expect(await store.putIfAbsent({ ...absent, bytes: Uint8Array.of(6) })).toBe(false);
        expect(await store.get([absent])).toEqual([absent]);
      });

      it('takes keys as long as they may be', async () => {
        const pk = freshPrefix() + 'é'.repeat(505);
        const row = { pk, sk: `${'見'.repeat(170)}!!`, data: 'long' };
        expect([Buffer.byteLength(row.pk), Buffer.byteLength(row.sk)]).toEqual([1024, 512]);
        await store.put([row]);
        expect(await store.get([row])).toEqual([row]);
        expect(await everything(pk)).toEqual([row]);
      });

      it('answers in the order asked, with gaps where there is no row, and a key asked twice', async () => {
        const pk = freshPrefix();
        const row = (sk: string): Row => ({ pk, sk, data: `data of ${sk}` });
        await store.put([row('a'), row('b'), row('c')]);
        const asked = ['c', 'missing', 'a', 'c', 'b', 'nor this'].map(sk => ({ pk, sk }));
        expect(await store.get(asked)).toEqual([row('c'), undefined, row('a'), row('c'), row('b'), undefined]);
        expect(await store.get([{ pk: `${pk}x`, sk: 'a' }])).toEqual([undefined]);
        expect(await store.get([])).toEqual([]);
      });

      it('tells keys apart that run together alike', async () => {
        const p = freshPrefix();
        const rows = [
          { pk: `${p}ab`, sk: 'c', data: '1' },
          { pk: `${p}a`, sk: 'bc', data: '2' },
          { pk: `${p}A`, sk: 'bc', data: '3' },
          { pk: `${p}a`, sk: 'Bc', data: '4' },
        ];
        await store.put(rows);
        expect(await store.get(rows)).toEqual(rows);
      });

      it('replaces the row that is there, and changes nothing when written twice', async () => {
        const pk = freshPrefix();
        const first = [1, 2, 3].map(i => ({ pk, sk: `r${i}`, data: `first ${i}` }));
        await store.put(first);
        await store.put(first);
        expect(await everything(pk)).toEqual(first);
        const second = { pk, sk: 'r2', data: 'second' };
        await store.put([second]);
        expect(await everything(pk)).toEqual([first[0], second, first[2]]);
      });

      it('lets the later of two rows with one key stand', async () => {
        const pk = freshPrefix();
        await store.put(['1', '2', '3'].map(data => ({ pk, sk: 'same', data })));
        expect(await everything(pk)).toEqual([{ pk, sk: 'same', data: '3' }]);
      });

      it('takes hundreds of rows in one call, and none', async () => {
        const pk = freshPrefix();
        const rows = Array.from({ length: scaled(1500, options, 260) }, (_, i) => ({
          pk: `${pk}#${i % 7}`,
          sk: String(i).padStart(5, '0'),
          data: `row ${i}`,
        }));
        await store.put(rows);
        await store.put([]);
        const asked = rows.toReversed();
        expect(await store.get(asked)).toEqual(asked);
        await store.delete(rows.filter((_, i) => i % 2 === 0));
        await store.delete([]);
        expect(await store.get(rows)).toEqual(rows.map((row, i) => (i % 2 === 0 ? undefined : row)));
      });

      it('takes many writers at once', async () => {
        const pk = freshPrefix();
        const rows = Array.from({ length: scaled(200, options, 40) }, (_, i) => ({
          pk,
          sk: String(i).padStart(4, '0'),
          data: `row ${i}`,
        }));
        await Promise.all(rows.map((row, i) => (i % 2 === 0 ? store : other).put([row])));
        expect(await everything(pk)).toEqual(rows);
      });
    });

    describe('replace', () => {
      it('writes only where the data is still what was expected', async () => {
        const row = { pk: freshPrefix(), sk: 'k', data: 'first' };
        expect(await store.replace(row, '')).toBe(false);
        expect(await store.get([row])).toEqual([undefined]);
        await store.put([row]);
        expect(await store.replace({ ...row, data: 'second' }, 'other')).toBe(false);
        expect(await store.replace({ ...row, data: 'second' }, 'first')).toBe(true);
        expect(await store.replace({ ...row, data: 'third' }, 'first')).toBe(false);
        expect(await store.get([row])).toEqual([{ ...row, data: 'second' }]);
      });

      it('has one winner in a race', async () => {
        const row = { pk: freshPrefix(), sk: 'k', data: 'before' };
        await store.put([row]);
        const rivals = Array.from({ length: 12 }, (_, i) => ({ ...row, data: `rival ${i}` }));
        const won = await Promise.all(rivals.map((rival, i) => (i % 2 ? store : other).replace(rival, 'before')));
        expect(won.filter(Boolean)).toHaveLength(1);
        expect(await store.get([row])).toEqual([rivals[won.indexOf(true)]]);
      });
    });

    describe('putIfAbsent', () => {
      it('writes a row once', async () => {
        const row = { pk: freshPrefix(), sk: 'k', data: 'first' };
        expect(await store.putIfAbsent(row)).toBe(true);
        expect(await store.putIfAbsent({ ...row, data: 'second' })).toBe(false);
        expect(await store.putIfAbsent({ ...row, sk: 'K' })).toBe(true);
        expect(await store.get([row])).toEqual([row]);
        await store.delete([row]);
        expect(await store.putIfAbsent({ ...row, data: 'third' })).toBe(true);
        expect(await store.get([row])).toEqual([{ ...row, data: 'third' }]);
      });

      it('has one winner in a race', async () => {
        const pk = freshPrefix();
        for (let round = 0; round < scaled(10, options, 3); round++) {
          const sk = `race ${round}`;
          const rows = Array.from({ length: 12 }, (_, i) => ({ pk, sk, data: `runner ${i}` }));
          const won = await Promise.all(rows.map((row, i) => (i % 2 === 0 ? store : other).putIfAbsent(row)));
          expect(won.filter(Boolean)).toHaveLength(1);
          expect(await store.get([{ pk, sk }])).toEqual([rows[won.indexOf(true)]]);
        }
      });
    });

    describe('delete', () => {
      it('takes rows away and passes over keys that are not there', async () => {
        const pk = freshPrefix();
        const rows = ['a', 'b', 'c'].map(sk => ({ pk, sk, data: sk }));
        await store.put(rows);
        await store.delete([
          { pk, sk: 'b' },
          { pk, sk: 'never there' },
          { pk: `${pk}x`, sk: 'a' },
          { pk, sk: 'b' },
        ]);
        expect(await everything(pk)).toEqual([rows[0], rows[2]]);
      });
    });

    describe('a meter', () => {
      it('is given what each call cost, and nothing is taken from it', async () => {
        const row = { pk: freshPrefix(), sk: 'k', data: 'metered' };
        const calls: ((meter: Cost) => Promise<unknown>)[] = [
          meter => store.put([row], meter),
          meter => store.putIfAbsent(row, meter),
          meter => store.get([row], meter),
          meter => store.read({ pk: row.pk, direction: 'ascending', limit: 1 }, meter),
          meter => store.delete([row], meter),
        ];
        const meter: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
        for (const call of calls) {
          const before = { ...meter };
          await call(meter);
          expect(meter.calls).toBeGreaterThan(before.calls);
          for (const unit of ['rounds', 'rows', 'readUnits', 'writeUnits'] as const)
            expect(meter[unit]).toBeGreaterThanOrEqual(before[unit]);
        }
      });
    });

    storeReadContract(() => ({ store, other }), options);
    candidatesContract(() => ({ store, other }), options);
  });
}
