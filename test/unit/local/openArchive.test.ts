import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../lib/errors.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

/** The refusal, which must be one line for a person. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message } = error as UserError;
  expect(message).toMatch(/^[^\n]{20,300}$/);
  return message;
}

const row = { pk: 'p', sk: 's', data: 'kept' };

describe('openArchive', () => {
  it('makes a directory that no one else can read, and finds in it what was stored', async () => {
    const path = join(dir, 'deep', 'data');
    const first = await openArchive(path);
    await first.store.put([row]);
    await first.blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw'));
    await first.close();

    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await readdir(path)).toSorted()).toEqual(['blobs', 'mailglob.db']);
    expect((await stat(join(path, 'mailglob.db'))).mode & 0o777).toBe(0o600);

    const again = await openArchive(path, { create: false });
    expect(again.dir).toBe(path);
    expect(await again.store.get([row])).toEqual([row]);
    expect(await again.blobs.get('mail/a/INBOX/1.eml')).toEqual(new Uint8Array(Buffer.from('raw')));
    await again.close();
  });

  it('gives its working files the same mode as the database', async () => {
    const { store, close } = await openArchive(dir);
    await store.put([row]);
    for (const name of ['mailglob.db', 'mailglob.db-wal', 'mailglob.db-shm'])
      expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
    await close();
  });

  it('makes nothing where it is told not to', async () => {
    const path = join(dir, 'nothing');
    expect(await refusalOf(openArchive(path, { create: false }))).toContain('there is no archive in');
    expect(await refusalOf(openArchive(dir, { create: false }))).toContain('import mail first');
    expect(await readdir(dir)).toEqual([]);
  });

  it('refuses raw mails without a database, except to make it again', async () => {
    const { blobs, close } = await openArchive(dir);
    await blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw'));
    await close();
    await rm(join(dir, 'mailglob.db'));
    for (const create of [true, false])
      expect(await refusalOf(openArchive(dir, { create }))).toContain(
        `the database in ${dir} is missing: run mailglob rebuild --data ${dir}, which`,
      );
    const again = await openArchive(dir, { create: 'database' });
    expect([again.isNew, await again.blobs.info('mail/a/INBOX/1.eml')]).toEqual([false, expect.anything()]);
    await again.close();
  });

  it.each([0, 1, 511])('takes a database that was cut to %i bytes for one that is lost', async length => {
    const { blobs, close } = await openArchive(dir);
    await blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw'));
    await close();
    await writeFile(join(dir, 'mailglob.db'), 'x'.repeat(length));
    for (const create of [true, false])
      expect(await refusalOf(openArchive(dir, { create }))).toContain('is missing: run mailglob rebuild');
    const again = await openArchive(dir, { create: 'database' });
    expect(again.isNew).toBe(false);
    await again.store.put([row]);
    await again.close();
  });

  it('puts a damaged database aside for who makes its rows again', async () => {
    const { blobs, close } = await openArchive(dir);
    await blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw'));
    await close();
    const damaged = 'this is no database. '.repeat(1000);
    await writeFile(join(dir, 'mailglob.db'), damaged);
    const { store, setAside, ...again } = await openArchive(dir, { create: 'database' });
    await store.put([row]);
    expect(await store.get([row])).toEqual([row]);
    await again.close();
    expect(await readFile(setAside ?? '', 'utf8')).toBe(damaged);
    await (await openArchive(dir, { create: false })).close();
  });

  it('ends where no directory can be made', async () => {
    for (const path of ['/proc/mailglob', '/proc/mailglob/data'])
      if (existsSync('/proc/self')) expect(await refusalOf(openArchive(path))).toMatch(/cannot be (made|written)/);
    await (await openArchive(join(dir, 'a', 'b', 'c'))).close();
    expect(existsSync(join(dir, 'a', 'b', 'c', 'mailglob.db'))).toBe(true);
  });

  it.each([true, false])('reads what cannot be written, and says why it writes nothing (create: %s)', async create => {
    const first = await openArchive(dir);
    await first.store.put([row]);
    await first.blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw'));
    await first.close();
    expect(first.isNew).toBe(true);
    // As on a full disk: the file that locks are shared by cannot be made.
    for (const file of ['mailglob.db', 'blobs/blobs.db']) await symlink(join(dir, 'nowhere'), join(dir, `${file}-shm`));
    const { store, blobs, close, isNew } = await openArchive(dir, { create });
    expect(isNew).toBe(false);
    expect(await store.get([row])).toEqual([row]);
    expect(await blobs.get('mail/a/INBOX/1.eml')).toEqual(new Uint8Array(Buffer.from('raw')));
    expect(await refusalOf(store.put([{ ...row, data: 'other' }]))).toContain('cannot be written');
    expect(await refusalOf(blobs.create('mail/a/INBOX/2.eml', Buffer.from('raw')))).toContain('cannot be written');
    await close();
  });

  it('refuses a path that is a file, or lies under one', async () => {
    await writeFile(join(dir, 'file'), 'not a directory');
    for (const path of ['file', 'file/data']) {
      expect(await refusalOf(openArchive(join(dir, path)))).toContain('is a file, or lies under one');
      expect(await refusalOf(openArchive(join(dir, path), { create: false }))).toContain('there is no archive');
    }
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('not a directory');
  });

  it('refuses what the system does not let it write', async () => {
    const closed = join(dir, 'closed');
    await mkdir(closed, { mode: 0o500 });
    // The superuser may write everywhere.
    const isRefused = await writeFile(join(closed, 'probe'), '').then(
      () => false,
      () => true,
    );
    const attempt = openArchive(join(closed, 'data'));
    if (isRefused) expect(await refusalOf(attempt)).toContain('cannot be written: give yourself write permission');
    else await (await attempt).close();
  });

  it('refuses a newer format and leaves it as it is', async () => {
    await (await openArchive(dir)).close();
    const db = new DatabaseSync(join(dir, 'mailglob.db'));
    db.exec('PRAGMA user_version = 6');
    db.close();
    expect(await refusalOf(openArchive(dir))).toContain('was written by a newer mailglob (format 6, this one reads 5)');
    const after = new DatabaseSync(join(dir, 'mailglob.db'));
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 });
    after.close();
  });

  it('says what to do about an older format, and begins it anew, settings and keys excepted, for who makes its rows again', async () => {
    const db = new DatabaseSync(join(dir, 'mailglob.db'));
    db.exec(`
      PRAGMA application_id = ${0x6d676c62};
      PRAGMA user_version = 1;
      CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE rows (pk TEXT NOT NULL, sk TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (pk, sk)) WITHOUT ROWID;
      CREATE TABLE partitions (id INTEGER PRIMARY KEY, pk TEXT NOT NULL UNIQUE);
      CREATE TABLE names (slot INTEGER PRIMARY KEY, sk BLOB NOT NULL);
      CREATE VIRTUAL TABLE names_terms USING fts5 (tokens, content = '', contentless_delete = 1, detail = none);
      INSERT INTO meta VALUES ('names.displacement', 70);
      INSERT INTO rows VALUES ('s', 'cursorKey', 'secret'), ('f', 'a', 'a folder'), ('k', 'd1', 'a key'), ('u', 'd1', '1');
      INSERT INTO names_terms (rowid, tokens) VALUES (1, 'abc');
    `);
    db.close();
    for (const create of [true, false])
      expect(await refusalOf(openArchive(dir, { create }))).toContain(
        'was written by an older mailglob (format 1, this one reads 5): run mailglob rebuild',
      );
    const { store, close } = await openArchive(dir, { create: 'database' });
    const setting = { pk: 's', sk: 'cursorKey', data: 'secret' };
    expect(await store.get([setting, { pk: 'f', sk: 'a' }])).toEqual([setting, undefined]);
    const keys = [
      { pk: 'k', sk: 'd1', data: 'a key' },
      { pk: 'u', sk: 'd1', data: '1' },
    ];
    expect(await store.get(keys)).toEqual(keys);
    const found = await store.candidates({
      index: 'names',
      direction: 'newestFirst',
      anyOf: [['any']],
      accept: () => true,
      limit: 1,
      budget: { rows: 10, deadline: Number.POSITIVE_INFINITY },
    });
    expect(found).toMatchObject({ found: [], coveredTo: null });
    await close();
    await (await openArchive(dir, { create: false })).close();
  });

  it('refuses raw mails that an older one kept as files, and leaves them as they are', async () => {
    const mail = join(dir, 'blobs', 'mail', 'a', 'INBOX');
    await mkdir(mail, { recursive: true });
    await writeFile(join(mail, '1.eml'), 'raw');
    for (const create of [true, 'database'] as const)
      expect(await refusalOf(openArchive(dir, { create }))).toContain('into another directory');
    expect(await readdir(dir, { recursive: true })).toHaveLength(5);
  });

  it('refuses the database of another program and leaves it as it is', async () => {
    const db = new DatabaseSync(join(dir, 'mailglob.db'));
    db.exec('CREATE TABLE theirs (x)');
    db.close();
    expect(await refusalOf(openArchive(dir))).toContain('is not an archive of mailglob');
    const after = new DatabaseSync(join(dir, 'mailglob.db'));
    expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }]);
    after.close();
  });

  it('refuses a file that is no database, and one that is cut short', async () => {
    const file = join(dir, 'mailglob.db');
    await writeFile(file, 'this is no database. '.repeat(1000));
    expect(await refusalOf(openArchive(dir))).toContain(`is damaged: run mailglob rebuild --data ${dir}`);
    await rm(file);

    const whole = await openArchive(dir);
    await whole.store.put(Array.from({ length: 500 }, (_, i) => ({ pk: 'p', sk: `${i}`, data: 'x'.repeat(500) })));
    await whole.close();
    await truncate(file, 30_000);
    const cut = openArchive(dir).then(async ({ store, close }) => {
      try {
        await store.read({ pk: 'p', direction: 'ascending', limit: 1000 });
      } finally {
        await close();
      }
    });
    expect(await refusalOf(cut)).toContain('is damaged');
  });

  it('takes an empty database file as a new archive', async () => {
    await writeFile(join(dir, 'mailglob.db'), '');
    const { store, close } = await openArchive(dir);
    await store.put([row]);
    expect(await store.get([row])).toEqual([row]);
    await close();
  });
});
