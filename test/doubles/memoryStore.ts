// The Store port in memory, by brute force: the reference that searches are tested against, and a store for tests
// that need no disk. Budgets are honoured, so that cursors over cut answers can be tried.

import type {
  AuditEntry,
  AuditQuery,
  CandidateQuery,
  Candidates,
  Cost,
  Found,
  Key,
  Page,
  Range,
  Row,
  RowKey,
  Store,
} from '../../lib/archive/ports.ts';

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const nameOf = ({ pk, sk }: Key) => `${pk}\0${sk}`;
const withoutPosting = ({ pk, sk, data, bytes }: Row): Row => (bytes ? { pk, sk, data, bytes } : { pk, sk, data });
/** Whoever wrote a row may go on writing to its bytes. */
const copyOf = (row: Row): Row => (row.bytes ? { ...row, bytes: row.bytes.slice() } : row);

export interface MemoryStore extends Store {
  readonly rows: Map<string, Row>;
  /** Postings that no row has. */
  readonly orphans: { readonly term: string; readonly sk: string }[];
}

/** Rows that know when they changed, whoever changes them. */
class Rows extends Map<string, Row> {
  changes = 0;
  override set(name: string, row: Row): this {
    this.changes++;
    return super.set(name, row);
  }
  override delete(name: string): boolean {
    this.changes++;
    return super.delete(name);
  }
  override clear(): void {
    this.changes++;
    super.clear();
  }
}

export function memoryStore(): MemoryStore {
  const rows = new Rows();
  let partitions = new Map<string, Row[]>();
  let partitionedAt = -1;
  const orphans: { term: string; sk: string }[] = [];

  const inRange = (sk: string, range: Pick<Range, 'from' | 'above' | 'to' | 'below'>) =>
    (range.from === undefined || compare(sk, range.from) >= 0) &&
    (range.above === undefined || compare(sk, range.above) > 0) &&
    (range.to === undefined || compare(sk, range.to) <= 0) &&
    (range.below === undefined || compare(sk, range.below) < 0);

  async function read(range: Range): Promise<Page> {
    const sign = range.direction === 'ascending' ? 1 : -1;
    if (partitionedAt !== rows.changes) partitions = Map.groupBy(rows.values(), row => row.pk);
    partitionedAt = rows.changes;
    const found = (partitions.get(range.pk) ?? [])
      .filter(row => !row.posting && inRange(row.sk, range))
      .toSorted((a, b) => sign * compare(a.sk, b.sk));
    let count = 0;
    for (let bytes = 0; count < Math.min(range.limit, found.length); count++) {
      if (bytes >= (range.mostBytes ?? Number.POSITIVE_INFINITY)) break;
      bytes += (found[count]?.data.length ?? 0) + (found[count]?.bytes?.length ?? 0);
    }
    return { rows: found.slice(0, count), hasMore: found.length > count };
  }

  async function candidates(query: CandidateQuery): Promise<Candidates> {
    const cost: Cost = { calls: 1, rounds: 1, rows: 0, readUnits: 0, writeUnits: 0 };
    const all = [...rows.values()].flatMap(row => {
      const { posting } = row;
      if (posting?.index !== query.index || !inRange(row.sk, query)) return [];
      const terms = new Set([row.pk, ...posting.terms]);
      const list = query.anyOf.findIndex(own => own.every(term => terms.has(term)));
      return list < 0 ? [] : [{ list, sk: row.sk, text: posting.text, facts: posting.facts }];
    });
    all.sort((a, b) => (query.direction === 'newestFirst' ? compare(b.sk, a.sk) : compare(a.sk, b.sk)));
    const found: Found[] = [];
    for (const candidate of all) {
      if (found.length >= query.limit || cost.rows >= query.budget.rows) {
        return { found, coveredTo: all[cost.rows - 1]?.sk ?? null, cost };
      }
      cost.rows++;
      if (query.accept(candidate)) found.push(candidate);
    }
    return { found, coveredTo: null, cost };
  }

  async function* audit({ postingOf, mend = false }: AuditQuery): AsyncGenerator<AuditEntry> {
    for (const { pk, sk, data } of [...rows.values()]) yield { kind: 'row', row: { pk, sk, data } };
    for (const row of [...rows.values()]) {
      const { pk, sk, data, posting: is } = row;
      const should = postingOf({ pk, sk, data });
      const wanted = new Set(should ? [pk, ...should.terms] : []);
      const there = new Set(is ? [pk, ...is.terms] : []);
      const missing = [...wanted].filter(term => !there.has(term)).length;
      const stray = [...there].filter(term => !wanted.has(term)).length;
      const wrong = is && should && (is.text !== should.text || is.facts !== should.facts) ? 1 : 0;
      if (missing + stray + wrong === 0) continue;
      if (mend) rows.set(nameOf(row), should ? { pk, sk, data, posting: should } : { pk, sk, data });
      yield { kind: 'fault', fault: { row: { pk, sk }, sk, missing, stray, wrong } };
    }
    for (const [sk, those] of Map.groupBy(orphans, orphan => orphan.sk))
      yield { kind: 'fault', fault: { row: null, sk, missing: 0, stray: those.length, wrong: 0 } };
    if (mend) orphans.length = 0;
  }

  return {
    rows,
    orphans,
    audit,
    read,
    candidates,
    put: async added => {
      for (const row of added) rows.set(nameOf(row), copyOf(row));
    },
    replace: async (row, expected) => {
      if (rows.get(nameOf(row))?.data !== expected) return false;
      rows.set(nameOf(row), copyOf(row));
      return true;
    },
    putIfAbsent: async row => {
      if (rows.has(nameOf(row))) return false;
      rows.set(nameOf(row), copyOf(row));
      return true;
    },
    delete: async (keys: readonly RowKey[]) => {
      for (const key of keys) rows.delete(nameOf(key));
    },
    get: async keys =>
      keys.map(key => {
        const row = rows.get(nameOf(key));
        return row && withoutPosting(row);
      }),
    close: async () => {},
  };
}
