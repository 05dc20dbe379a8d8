import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../lib/errors.ts';
import { type LocalBlobs, openLocalBlobs } from '../../../lib/local/localBlobs.ts';

const opened: LocalBlobs[] = [];
let dir = '';
let root = '';
let blobs: LocalBlobs;

async function open(): Promise<LocalBlobs> {
  const one = await openLocalBlobs(root);
  opened.push(one);
  return one;
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  root = join(dir, 'blobs');
  blobs = await open();
});

afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await rm(dir, { recursive: true });
});

const large = (text: string): Buffer => Buffer.alloc(300_000, text);
const keysOf = async (from = blobs): Promise<string[]> => (await from.list('', { limit: 1000 })).map(({ key }) => key);
const filesIn = (name: string): Promise<string[]> => readdir(join(root, name));
const textOf = async (key: string, from = blobs): Promise<string | null> => {
  const bytes = await from.get(key);
  return bytes && Buffer.from(bytes).toString();
};

/** The one file of the one large blob that there is. */
async function onlyFile(): Promise<string> {
  const [file, ...others] = await filesIn('large');
  if (file === undefined || others.length > 0) throw new Error('expected one file');
  return file;
}

describe('openLocalBlobs', () => {
  it('keeps small blobs in one file, large ones in a file each, and no one else can read them', async () => {
    await blobs.create('mail/small', Buffer.from('raw\r\n'));
    expect((await readdir(root)).toSorted()).toEqual(['blobs.db', 'blobs.db-shm', 'blobs.db-wal']);
    await blobs.create('mail/large', large('raw\r\n'));
    expect(await readFile(join(root, 'large', await onlyFile()))).toEqual(large('raw\r\n'));
    expect(await filesIn('new')).toEqual([]);
    for (const path of ['', 'large', 'new']) expect((await stat(join(root, path))).mode & 0o777).toBe(0o700);
    for (const path of ['blobs.db', 'blobs.db-wal', join('large', await onlyFile())])
      expect((await stat(join(root, path))).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'a//b', '/etc/passwd', '../outside', 'a/../../outside', 'a/.', 'a\0b', 'a/\uD800'])(
    'refuses the key %j',
    async key => {
      for (const attempt of [
        blobs.create(key, large('x')),
        blobs.put(key, Buffer.from('x')),
        blobs.get(key),
        blobs.info(key),
        blobs.getWithMetadata(key),
        blobs.remove(key),
      ])
        await expect(attempt).rejects.toThrow('a blob has no such key');
      expect(await keysOf()).toEqual([]);
    },
  );

  it('tells metadata, sizes and order of small and large blobs alike', async () => {
    await blobs.create('b', large('b'), { flags: 'seen' });
    await blobs.create('a', Buffer.from('a'), { flags: 'draft' });
    await blobs.put('c', large('c'));
    expect(await keysOf()).toEqual(['a', 'b', 'c']);
    for (const info of await blobs.list('', { limit: 10 })) expect(await blobs.info(info.key)).toEqual(info);
    expect(await blobs.info('b')).toMatchObject({ sizeBytes: 300_000 });
    expect((await blobs.getWithMetadata('b'))?.metadata).toEqual({ flags: 'seen' });
    expect((await blobs.getWithMetadata('a'))?.metadata).toEqual({ flags: 'draft' });
  });

  it('stores a key once, whatever the sizes', async () => {
    expect(await blobs.create('a', large('first'))).toBe(true);
    expect(await blobs.create('b', Buffer.from('first'))).toBe(true);
    const other = await open();
    for (const key of ['a', 'b'])
      for (const bytes of [large('second'), Buffer.from('second')]) expect(await other.create(key, bytes)).toBe(false);
    expect(await other.get('a')).toEqual(large('first'));
    expect(await textOf('b', other)).toBe('first');
    expect(await filesIn('new')).toEqual([]);
    await onlyFile();
  });

  it('leaves no file behind of what was put in place of it, or removed', async () => {
    for (const bytes of [large('1'), large('2'), Buffer.from('3'), large('4')]) await blobs.put('a', bytes);
    expect(await blobs.get('a')).toEqual(large('4'));
    await onlyFile();
    await blobs.remove('a');
    expect([...(await filesIn('large')), ...(await filesIn('new'))]).toEqual([]);
  });

  it('gives the room back that small blobs had', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `mail/${i}`);
    await Promise.all(keys.map(key => blobs.create(key, Buffer.alloc(40_000, key))));
    blobs.close();
    const full = (await stat(join(root, 'blobs.db'))).size;
    blobs = await openLocalBlobs(root);
    for (const key of keys.slice(10)) await blobs.remove(key);
    blobs.close();
    expect((await stat(join(root, 'blobs.db'))).size).toBeLessThan(full / 4);
    blobs = await open();
    opened.shift();
    expect(await keysOf()).toEqual(keys.slice(0, 10).toSorted());
  });

  it('reads a large blob wherever its file lies, as it moves', async () => {
    await blobs.create('a', large('a'));
    const file = await onlyFile();
    await rename(join(root, 'large', file), join(root, 'new', file));
    expect(await blobs.get('a')).toEqual(large('a'));
    expect(await keysOf()).toEqual(['a']);
  });

  it('finishes what killed processes left half done, and clears away what is old, nothing younger', async () => {
    await blobs.create('a', large('a'));
    const file = await onlyFile();
    await rename(join(root, 'large', file), join(root, 'new', file));
    await writeFile(join(root, 'new', 'old'), 'half a mail');
    await writeFile(join(root, 'new', 'young'), 'another process writes this');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of ['old', file]) await utimes(join(root, 'new', name), twoDaysAgo, twoDaysAgo);

    const next = await open();
    await next.create('b', large('b'));
    expect(await filesIn('new')).toEqual(['young']);
    expect(await filesIn('large')).toHaveLength(2);
    expect(await next.get('a')).toEqual(large('a'));
  });

  it('takes a blob whose file is lost as one that is not there', async () => {
    await blobs.create('a', large('a'), { flags: 'seen' });
    await rm(join(root, 'large', await onlyFile()));
    expect(await blobs.get('a')).toBeNull();
    expect(await blobs.getWithMetadata('a')).toBeNull();
    expect(await blobs.info('a')).toBeNull();
    expect(await keysOf()).toEqual([]);
    expect(await blobs.create('a', Buffer.from('again'))).toBe(true);
    expect(await textOf('a')).toBe('again');
    expect((await blobs.getWithMetadata('a'))?.metadata).toEqual({});
  });

  it('takes nothing for a blob before all of it is there', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x');
    let isDone = false;
    const creation = blobs.create('large', bytes).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const found = await blobs.get('large');
      expect(found === null || found.length === bytes.length).toBe(true);
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(await creation).toBe(true);
  });

  it('leaves what was there, and no file, where a write fails, and goes on after it', async () => {
    await blobs.create('before', Buffer.from('before'));
    const db = new DatabaseSync(join(root, 'blobs.db'));
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON blobs BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    for (const bytes of [Buffer.from('x'), large('x')])
      await expect(blobs.create('more', bytes)).rejects.toThrow('no room');
    expect([...(await filesIn('large')), ...(await filesIn('new'))]).toEqual([]);
    db.exec('DROP TRIGGER full');
    db.close();
    expect(await textOf('before')).toBe('before');
    expect(await blobs.create('more', large('x'))).toBe(true);
  });

  it('says in one line that its database is damaged, and what to do', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => blobs.create(`mail/${i}`, Buffer.alloc(10_000, `${i}`))));
    for (const one of opened.splice(0)) one.close();
    await truncate(join(root, 'blobs.db'), 20_000);
    const attempt = (async () => {
      const cut = await open();
      for (const key of await keysOf(cut)) await cut.get(key);
    })();
    const error: unknown = await attempt.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(
      /^the database of raw mails in [^\n]+ is damaged: [^\n]+backup[^\n]+$/,
    );
  });

  it('refuses a newer format and leaves it as it is', async () => {
    for (const one of opened.splice(0)) one.close();
    const db = new DatabaseSync(join(root, 'blobs.db'));
    db.exec('PRAGMA user_version = 2');
    db.close();
    await expect(openLocalBlobs(root)).rejects.toThrow('was written by a newer mailglob (format 2, this one reads 1)');
  });

  it('makes nothing but its folder and its database where it is only read', async () => {
    await mkdir(join(dir, 'other'));
    root = join(dir, 'other', 'blobs');
    const other = await open();
    expect(await other.get('a')).toBeNull();
    expect(await keysOf(other)).toEqual([]);
    expect((await readdir(root)).filter(name => !name.startsWith('blobs.db'))).toEqual([]);
  });
});
