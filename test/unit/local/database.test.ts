import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../lib/archive/ports.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { type Database, openDatabase } from '../../../lib/local/database.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { sqliteStore } from '../../../lib/local/sqliteStore.ts';
import { batchOf, idOf, noon } from './writerProcess.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

const batches = (name: string, count: number) => Array.from({ length: count }, (_, i) => batchOf(name, i)).flat();

async function countOf(store: Store, term: string): Promise<number> {
  const budget = { rows: 1e9, deadline: Number.POSITIVE_INFINITY };
  const { found } = await store.candidates({
    index: 'names',
    direction: 'newestFirst',
    anyOf: [[term]],
    accept: () => true,
    limit: 1e6,
    budget,
  });
  return found.length;
}

describe('a full disk', () => {
  /** As SQLite sees it: no more pages than these. */
  const setRoom = (database: Database, pages: number) =>
    database.statements.of(`PRAGMA max_page_count = ${pages}`).get();

  it('is said in one line, leaves what was there, and is got over', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    const store = sqliteStore(database, dir);
    const before = batches('before', 5);
    await store.put(before);
    setRoom(database, 1);

    const more = batches('more', 100);
    const plain = { pk: 'plain', sk: 's', data: 'x'.repeat(200_000) };
    await expect(store.put(more)).rejects.toThrow(`no space is left for ${dir}: free some`);
    await expect(store.put([...before, plain])).rejects.toThrow('no space is left');
    await expect(store.putIfAbsent(plain)).rejects.toThrow('no space is left');
    expect(await countOf(store, 'by before')).toBe(before.length);
    expect(await countOf(store, 'by more')).toBe(0);
    expect(await store.get([plain, ...before])).toEqual([
      undefined,
      ...before.map(({ pk, sk, data }) => ({ pk, sk, data })),
    ]);

    setRoom(database, 1e6);
    await store.put([...more, plain]);
    expect(await countOf(store, 'by more')).toBe(more.length);
    expect(await countOf(store, 'every')).toBe(before.length + more.length);
    expect(await store.get(more)).toEqual(more.map(({ pk, sk, data }) => ({ pk, sk, data })));
    await store.close();
  });
});

describe('write', () => {
  it('is undone whole where its work fails', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    const store = sqliteStore(database, dir);
    expect(() =>
      database.write(() => {
        database.statements.of(`INSERT INTO rows (pk, sk, data) VALUES ('p', 's', 'd')`).run();
        throw new Error('half way');
      }),
    ).toThrow('half way');
    expect(await store.get([{ pk: 'p', sk: 's' }])).toEqual([undefined]);
    const odd = { ...batchOf('a', 0)[0], pk: 'new partition', sk: 'not a position' };
    await expect(store.put([...batchOf('a', 1), odd as typeof odd & { data: string }])).rejects.toThrow(
      'not a position',
    );
    expect(await countOf(store, 'every')).toBe(0);
    await store.put(batchOf('a', 1));
    expect(await countOf(store, 'every')).toBe(batchOf('a', 1).length);
    await store.close();
  });
});

describe('compact', () => {
  it('gives back the room of rows that came against the order of time, and changes no answer', async () => {
    const newestFirst = batches('a', 200).map((row, i) => {
      const sk = encodePosition({ at: noon - i * 60_000, id: idOf(`${i}`), number: 1 });
      return { ...row, sk, data: row.data.padEnd(400, 'x') };
    });
    const scattered = await openArchive(dir);
    for (let i = 0; i < newestFirst.length; i += 10) await scattered.store.put(newestFirst.slice(i, i + 10));
    await scattered.store.delete(newestFirst.slice(0, 500));
    await scattered.close();
    const left = newestFirst.slice(500);
    const bytes = async () => (await stat(join(dir, 'mailglob.db'))).size;
    const before = await bytes();

    const { store, compact, close } = await openArchive(dir);
    await compact();
    const compacted = await bytes();
    expect(compacted).toBeLessThan(before * 0.75);
    expect(await countOf(store, 'every')).toBe(left.length);
    expect(await store.get(left)).toEqual(left.map(({ pk, sk, data }) => ({ pk, sk, data })));
    await store.put(left);
    await compact();
    expect(await bytes()).toBe(compacted);
    await close();
  });

  it('merges postings that many transactions left in pieces, and changes no answer', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    const store = sqliteStore(database, dir);
    // Stored in order of time, so that no room is to be given back.
    const rows = Array.from({ length: 4000 }, (_, i) => {
      const [row] = batchOf(`${i % 50}`, i);
      const sk = encodePosition({ at: noon + i * 60_000, id: idOf(`${i}`), number: 1 });
      return { ...row, pk: row?.pk ?? '', sk, data: 'x'.repeat(300) };
    });
    for (let i = 0; i < rows.length; i += 100) await store.put(rows.slice(i, i + 100));
    const pieces = () =>
      Number(database.statements.of('SELECT count(DISTINCT segid) AS n FROM names_terms_idx').get()?.n);
    expect(pieces()).toBeGreaterThan(2);
    expect(database.compact()).toBe(true);
    expect(pieces()).toBe(1);
    expect(await countOf(store, 'every')).toBe(rows.length);
    expect(await countOf(store, 'by 7')).toBe(rows.length / 50);
    expect(database.compact()).toBe(false);
    await store.close();
  });

  it('leaves a file alone that is small, or that another process writes', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    expect(database.compact()).toBe(false);
    const store = sqliteStore(database, dir);
    await store.put(Array.from({ length: 50 }, (_, i) => ({ pk: 'p', sk: `${i}`, data: 'x'.repeat(60_000) })));
    await store.delete(Array.from({ length: 49 }, (_, i) => ({ pk: 'p', sk: `${i}` })));
    await store.put(
      Array.from({ length: 300 }, (_, i) => ({ pk: `${i % 7}`, sk: `${300 - i}`, data: 'x'.repeat(4100) })),
    );

    const other = await openDatabase(join(dir, 'mailglob.db'));
    database.statements.of('PRAGMA busy_timeout = 1').get();
    other.write(() => expect(() => database.compact()).toThrow('database is locked'));
    expect(database.compact()).toBe(true);
    other.close();
    await store.close();
  });
});
