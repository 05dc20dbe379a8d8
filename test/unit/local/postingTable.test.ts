import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../lib/archive/ports.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import { openDatabase } from '../../../lib/local/database.ts';
import { sqliteStore } from '../../../lib/local/sqliteStore.ts';
import { batchOf, idOf, noon } from './writerProcess.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe('get', () => {
  it('answers many keys at once in the order asked: near rows, far ones, the same twice, and none', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    const store = sqliteStore(database, dir);
    // Batches share instants, so that most rows find their neighbourhood full.
    const rows = Array.from({ length: 20 }, (_, i) => batchOf('a', i)).flat();
    const plain = { pk: 'plain', sk: encodePosition({ at: noon, id: idOf('plain'), number: 1 }), data: 'no posting' };
    await store.put([...rows, plain]);
    const far = database.statements.of('SELECT count(*) AS n FROM names WHERE isFar = 1').get()?.n;
    expect(far).toBeGreaterThan(100);

    const elsewhere = { pk: 'names 0', sk: rows.find(row => row.pk === 'names 1')?.sk ?? '' };
    const later = { pk: 'names 1', sk: encodePosition({ at: noon + 1, id: idOf('later'), number: 1 }) };
    const strangers = [elsewhere, later, { pk: 'names 2', sk: 'not a position' }, { pk: 'unknown', sk: plain.sk }];
    for (const count of [1, 2, 10, 11, 100, 101, rows.length]) {
      const some = rows.slice(-count).map(({ pk, sk, data }) => ({ pk, sk, data }));
      expect(await store.get([...strangers, ...some, plain, ...some.slice(0, 1)])).toEqual([
        ...strangers.map(() => undefined),
        ...some,
        plain,
        ...some.slice(0, 1),
      ]);
    }
    await store.close();
  });
});

describe('put', () => {
  it('merges postings late while many rows come at once, and as FTS5 does by itself while few come', async () => {
    const database = await openDatabase(join(dir, 'mailglob.db'));
    const store = sqliteStore(database, dir);
    const pieces = () =>
      Number(database.statements.of('SELECT count(DISTINCT segid) AS n FROM names_terms_idx').get()?.n);
    const rows = Array.from({ length: 90 }, (_, i) => batchOf('a', i)).flat();
    const many = 200;
    expect(rows.length).toBeGreaterThan(8 * many);
    const most = { many: 0, few: 0 };
    for (let i = 0; i < 8 * many; i += many) {
      await store.put(rows.slice(i, i + many));
      most.many = Math.max(most.many, pieces());
    }
    expect(most.many).toBe(8);
    for (let i = 0; i < 60; i++) {
      await store.put([{ ...(rows[i] as Row), sk: encodePosition({ at: noon, id: idOf(`few ${i}`), number: 1 }) }]);
      most.few = pieces();
    }
    expect(most.few).toBeLessThan(16);
    await store.close();
  });
});
