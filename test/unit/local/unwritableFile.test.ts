// Links to nowhere in the place of the files that SQLite makes beside a database keep it from being opened as usual, as a
// full disk or a read-only directory would, whoever runs the test.

import { copyFile, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openUnwritable, type UnwritableOptions } from '../../../lib/local/unwritableFile.ts';

let dir = '';
let file = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  file = join(dir, 'a.db');
  write('INSERT INTO t VALUES (1)');
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

/** Another process, which finds nothing in its way. */
function write(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (x); ${sql}`);
  db.close();
}

/** No locks can be shared; with `noLog` there is no way to lock either. */
async function block(noLog = false): Promise<void> {
  for (const end of noLog ? ['-shm', '-wal'] : ['-shm']) await symlink(join(dir, 'nowhere'), file + end);
}

async function unblock(): Promise<void> {
  for (const end of ['-shm', '-wal']) await rm(file + end, { force: true });
}

const options: UnwritableOptions = { busyMilliseconds: 0, mayLock: false, prepare: () => {} };
const countAll = 'SELECT count(*) AS n FROM t';

function opened(given: Partial<UnwritableOptions> = {}) {
  const found = openUnwritable(file, { ...options, ...given });
  if (!found) throw new Error('cannot be opened');
  return { ...found, count: () => found.read(db => db.prepare(countAll).get()?.n) };
}

test('reads alone where it may keep others away, and lets them in when it is closed', async () => {
  await block();
  const reader = opened({ mayLock: true });
  expect([reader.count(), reader.statements.of(countAll).get()?.n]).toEqual([1, 1]);
  await unblock();
  expect(() => write('INSERT INTO t VALUES (2)')).toThrow('locked');
  reader.close();
  write('INSERT INTO t VALUES (2)');
});

test.each([
  ['where no lock can be had', true, true],
  ['where it must not keep others away', false, false],
])('reads the file as it lies there %s, and again when it was written', async (_, mayLock, noLog) => {
  await block(noLog);
  const reader = opened({ mayLock });
  expect(reader.count()).toBe(1);
  await unblock();
  write('INSERT INTO t VALUES (2)');
  await block(noLog);
  expect(reader.count()).toBe(2);
  await unblock();
  write('INSERT INTO t VALUES (3)');
  await block(noLog);
  expect(reader.statements.of(countAll).get()?.n).toBe(3);
  expect([...iterated(reader.statements.iterate('SELECT x FROM t ORDER BY x'))]).toEqual([[1], [2], [3]]);
  reader.close();
});

const iterated = (rows: Iterator<unknown[], undefined>): Iterable<unknown[]> => ({ [Symbol.iterator]: () => rows });

test('reads once more what was written while it was read', async () => {
  await block();
  const reader = opened();
  let times = 0;
  const count = reader.read(db => {
    const n = db.prepare(countAll).get()?.n;
    if (times++ === 0) {
      const other = new DatabaseSync(file);
      other.exec('PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (2)');
      other.close();
    }
    return n;
  });
  expect([times, count]).toEqual([2, 2]);
  reader.close();
});

test('shares the locks of a process that has it open', () => {
  const writer = new DatabaseSync(file);
  writer.exec('INSERT INTO t VALUES (2)');
  const reader = opened({ mayLock: true });
  expect(reader.count()).toBe(2);
  writer.exec('INSERT INTO t VALUES (3)');
  expect(reader.count()).toBe(3);
  reader.close();
  writer.close();
});

test('does not pass over what waits in a log', async () => {
  const writer = new DatabaseSync(file);
  writer.exec('INSERT INTO t VALUES (2)');
  await copyFile(`${file}-wal`, join(dir, 'log'));
  writer.close();
  await copyFile(join(dir, 'log'), `${file}-wal`);
  await block();
  expect(openUnwritable(file, options)).toBeNull();
  const reader = opened({ mayLock: true });
  expect(reader.count()).toBe(2);
  reader.close();
});

test('writes nothing', async () => {
  await block(true);
  const before = await readdir(dir);
  const reader = opened();
  expect(() => reader.db().exec('INSERT INTO t VALUES (2)')).toThrow('readonly');
  reader.close();
  expect(await readdir(dir)).toEqual(before);
});

test('opens no file that is not there, is empty or is refused', async () => {
  const refuse = () => {
    throw new TypeError('refused');
  };
  expect(() => opened({ prepare: refuse })).toThrow('refused');
  expect(openUnwritable(join(dir, 'none'), options)).toBeNull();
  await writeFile(join(dir, 'empty'), '');
  expect(openUnwritable(join(dir, 'empty'), options)).toBeNull();
});
