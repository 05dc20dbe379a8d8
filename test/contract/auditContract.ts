// The contract of Store.audit() (lib/archive/ports.ts) for any adapter, whose disagreements are planted by hands that
// know it.

import fc from 'fast-check';
import type { AuditQuery, Posting, PostingFault, Row, Store } from '../../lib/archive/ports.ts';
import { encodePosition } from '../../lib/archive/position.ts';
import { type ContractOptions, scaled } from './contractOptions.ts';

/** Does to a store what no caller of the port can. */
export interface Planter {
  /** Takes a row's posting under one of its terms away. */
  removePosting(row: Row, term: string): Promise<void>;
  /** Puts a posting of a row under a term that it has not. */
  addPosting(row: Row, term: string): Promise<void>;
  /** Puts a posting where no row is. */
  addOrphan(sk: string, term: string): Promise<void>;
  /** Gives a row's posting, in one place or all, another text. */
  changeText(row: Row): Promise<void>;
}

export interface AuditedStore {
  readonly store: Store;
  readonly planter: Planter;
}

/** Rows whose data is `name|term,term,…`; those of partition `plain…` have no posting. */
const postingOf = ({ pk, data }: Row): Posting | null => {
  if (pk.startsWith('plain')) return null;
  const [text = '', terms = ''] = data.split('|');
  const all = terms.split(',').filter(Boolean);
  return { index: 'names', terms: all, full: all.filter(term => /[05] é/.test(term)), text, facts: `f${text}` };
};

const query: AuditQuery = { postingOf };

const termNames = Array.from({ length: 30 }, (_, i) => `term ${i} é見`);

function row(number: number, terms = 5): Row {
  const data = `name ${number}|${Array.from({ length: terms }, (_, i) => termNames[(number * 7 + i * 3) % 30]).join(',')}`;
  const id = `${String(number).padStart(8, '0')}-0000-8000-8000-000000000000`;
  const bare = { pk: `row ${number % 4}`, sk: encodePosition({ at: 1_700_000_000_000 + number, id, number: 1 }), data };
  const posting = postingOf(bare);
  return posting ? { ...bare, posting } : bare;
}

const plain = (number: number): Row => ({ pk: `plain ${number % 3}`, sk: `row ${number}`, data: `data ${number}` });
const bare = ({ pk, sk, data }: Row): Row => ({ pk, sk, data });
const inOrder = (rows: readonly Row[]) => rows.map(one => JSON.stringify(bare(one))).toSorted();

async function audit(store: Store, mend = false): Promise<{ rows: Row[]; faults: PostingFault[] }> {
  const rows: Row[] = [];
  const faults: PostingFault[] = [];
  for await (const entry of store.audit({ ...query, mend })) {
    if (entry.kind === 'fault') faults.push(entry.fault);
    else {
      expect(faults).toEqual([]);
      rows.push(entry.row);
    }
  }
  return { rows, faults };
}

/** Declares the suite. `open` gives a store of its own each time, with nothing in it. */
export function auditContract(name: string, open: () => Promise<AuditedStore>, options: ContractOptions = {}): void {
  describe(`${name}: audit`, () => {
    const opened: Store[] = [];

    async function filled(count: number): Promise<AuditedStore & { readonly rows: readonly Row[] }> {
      const { store, planter } = await open();
      opened.push(store);
      const rows = Array.from({ length: count }, (_, i) => row(i));
      await store.put([...rows, ...rows.map((_, i) => plain(i))]);
      return { store, planter, rows };
    }

    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    it('tells every row once, without its posting, and no fault where there is none', async () => {
      const { store, rows } = await filled(scaled(1200, options, 60));
      const changed = rows.filter((_, i) => i % 5 === 0).map(one => row(Number(one.data.split(/[ |]/)[1]), 3));
      await store.put(changed);
      await store.delete(rows.filter((_, i) => i % 7 === 1));
      const left = rows.flatMap((one, i) => (i % 7 === 1 ? [] : [changed.find(other => other.sk === one.sk) ?? one]));
      const { rows: told, faults } = await audit(store);
      expect(faults).toEqual([]);
      expect(told.every(one => one.posting === undefined)).toBe(true);
      expect(inOrder(told)).toEqual(inOrder([...left, ...rows.map((_, i) => plain(i))]));
    });

    it('finds a posting too few, too many, without a row, and one that is not as it should be', async () => {
      const { store, planter, rows } = await filled(40);
      const [few, many, other] = [rows[3], rows[17], rows[29]];
      if (!few || !many || !other) throw new Error('too few rows');
      const orphan = row(999).sk;
      await planter.removePosting(few, few.posting?.terms[1] ?? '');
      await planter.removePosting(few, few.posting?.terms[2] ?? '');
      await planter.addPosting(many, 'a stray term');
      await planter.changeText(other);
      await planter.addOrphan(orphan, 'a stray term');
      const expected = [
        expect.objectContaining({ row: { pk: few.pk, sk: few.sk }, missing: 2, stray: 0, wrong: 0 }),
        expect.objectContaining({ row: { pk: many.pk, sk: many.sk }, missing: 0, stray: 1, wrong: 0 }),
        expect.objectContaining({ row: { pk: other.pk, sk: other.sk }, missing: 0, stray: 0 }),
        expect.objectContaining({ row: null, missing: 0, stray: 1, wrong: 0 }),
      ];
      const { faults } = await audit(store);
      expect(faults).toHaveLength(4);
      expect(faults).toEqual(expect.arrayContaining(expected));
      expect(faults.find(fault => fault.row?.sk === other.sk)?.wrong).toBeGreaterThan(0);
      for (const fault of faults) expect([fault.row?.sk ?? orphan, null].includes(fault.sk)).toBe(true);
      // It only looked.
      expect((await audit(store)).faults).toHaveLength(4);
      // What it puts right is told, found no more, and found by a search.
      expect((await audit(store, true)).faults).toHaveLength(4);
      expect((await audit(store)).faults).toEqual([]);
      const found = await store.candidates({
        index: 'names',
        direction: 'newestFirst',
        anyOf: [[few.posting?.terms[1] ?? '']],
        accept: one => one.text === few.posting?.text,
        limit: 10,
        budget: { rows: 1e6, deadline: Number.POSITIVE_INFINITY },
      });
      expect(found.found.map(one => one.sk)).toEqual([few.sk]);
      expect((await store.get([few]))[0]).toEqual(bare(few));
    });

    it('finds a row whose data asks for another posting', async () => {
      const { store, rows } = await filled(10);
      const [first] = rows;
      if (!first) throw new Error('no row');
      const stray = { ...first, data: `${first.data},one more` };
      await store.put([stray]);
      const { faults } = await audit(store);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatchObject({ row: { pk: first.pk, sk: first.sk }, missing: 1, stray: 0 });
      await audit(store, true);
      expect((await audit(store)).faults).toEqual([]);
    });

    it('finds whatever is planted, and nothing else', async () => {
      const count = scaled(120, options, 30);
      const plant = fc.record({ which: fc.nat(count - 1), how: fc.constantFrom('few', 'many', 'text', 'orphan') });
      const property = fc.asyncProperty(fc.array(plant, { maxLength: 12 }), async plants => {
        const { store, planter, rows } = await filled(count);
        const touched = new Set<string>();
        for (const { which, how } of plants) {
          const one = rows[which];
          if (!one || touched.has(one.sk)) continue;
          const orphan = row(which + 5000).sk;
          touched.add(one.sk);
          if (how === 'few') await planter.removePosting(one, one.posting?.terms[0] ?? '');
          else if (how === 'many') await planter.addPosting(one, 'a stray term');
          else if (how === 'text') await planter.changeText(one);
          else {
            touched.delete(one.sk);
            if (touched.has(orphan)) continue;
            await planter.addOrphan(orphan, termNames[which % 30] ?? '');
            touched.add(orphan);
          }
        }
        const { faults } = await audit(store, true);
        expect(faults).toHaveLength(touched.size);
        for (const fault of faults) if (fault.row) expect(touched).toContain(fault.row.sk);
        expect((await audit(store)).faults).toEqual([]);
        await opened.pop()?.close();
      });
      await fc.assert(property, { numRuns: scaled(15, options, 2) });
    });
  });
}
