import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../../../lib/archive/ports.ts';
import { fileBlobs } from '../../../lib/local/fileBlobs.ts';

let dir = '';
let root = '';
let aside = '';
let blobs: Blobs;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  root = join(dir, 'blobs');
  aside = join(dir, 'unnamed');
  blobs = fileBlobs(root, aside);
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

const keysOf = async (prefix = ''): Promise<string[]> =>
  (await blobs.list(prefix, { limit: 1000 })).map(({ key }) => key);

describe('fileBlobs', () => {
  it('keeps plain files that no one else can read, and nothing aside', async () => {
    await blobs.create('mail/a/INBOX/1.eml', Buffer.from('raw\r\n'), { flags: 'seen' });
    await blobs.create('mail/a/INBOX/1.eml', Buffer.from('again'), { flags: 'seen' });
    expect(await readFile(join(root, 'mail/a/INBOX/1.eml'), 'utf8')).toBe('raw\r\n');
    expect(await readdir(aside)).toEqual([]);
    for (const path of ['mail', 'mail/a', 'mail/a/INBOX'])
      expect((await stat(join(root, path))).mode & 0o777).toBe(0o700);
    for (const name of await readdir(join(root, 'mail/a/INBOX')))
      expect((await stat(join(root, 'mail/a/INBOX', name))).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'a//b', '/etc/passwd', '../outside', 'a/../../outside', 'a/.', 'a\0b'])(
    'refuses the key %j',
    async key => {
      for (const attempt of [
        blobs.create(key, Buffer.from('x')),
        blobs.get(key),
        blobs.getWithMetadata(key),
        blobs.remove(key),
      ])
        await expect(attempt).rejects.toThrow('a blob key is not one that can be kept as a file');
      expect(await readdir(dir)).toEqual([]);
    },
  );

  it('lists everything and nothing of places outside', async () => {
    expect(await keysOf()).toEqual([]);
    for (const key of ['b/x', 'a', 'c/d/e']) await blobs.create(key, Buffer.from(key));
    expect(await keysOf()).toEqual(['a', 'b/x', 'c/d/e']);
    for (const prefix of ['..', '../', '/', 'a/../', './']) expect(await keysOf(prefix)).toEqual([]);
    await writeFile(join(dir, 'outside'), 'secret');
    await symlink(join(dir, 'outside'), join(root, 'link'));
    await symlink(dir, join(root, 'links'));
    expect(await keysOf()).toEqual(['a', 'b/x', 'c/d/e']);
  });

  it('reads a tree that people made', async () => {
    await mkdir(join(root, 'library/Über uns'), { recursive: true });
    await writeFile(join(root, 'library/Über uns/Notes [1].md'), '# Notes');
    await writeFile(join(root, 'library/.DS_Store'), '');
    expect(await keysOf('library/')).toEqual(['library/.DS_Store', 'library/Über uns/Notes [1].md']);
    expect((await blobs.get('library/Über uns/Notes [1].md'))?.toString()).toBe('# Notes');
  });

  it('clears away what killed processes left, and nothing younger', async () => {
    await mkdir(aside);
    await writeFile(join(aside, 'old'), 'half a mail');
    await writeFile(join(aside, 'young'), 'another process writes this');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(aside, 'old'), twoDaysAgo, twoDaysAgo);
    await blobs.create('a', Buffer.from('a'));
    expect(await readdir(aside)).toEqual(['young']);
  });

  it('finishes for a process that was killed between the name and the metadata', async () => {
    await blobs.create('mail/1', Buffer.from('1'), { flags: 'seen' });
    await blobs.create('mail/2', Buffer.from('2'), { flags: 'draft' });
    // As they lay when the first had its name and the second, of another process, had not.
    await link(join(root, 'mail/1'), join(aside, 'won'));
    await rename(join(root, 'mail/1%~'), join(aside, 'won%~'));
    await writeFile(join(aside, 'lost'), 'x');
    await writeFile(join(aside, 'lost%~'), JSON.stringify({ key: 'mail/2', metadata: { flags: 'answered' } }));

    const next = fileBlobs(root, aside);
    expect((await next.getWithMetadata('mail/1'))?.metadata).toEqual({ flags: 'seen' });
    expect((await next.getWithMetadata('mail/2'))?.metadata).toEqual({ flags: 'draft' });
    expect(await keysOf()).toEqual(['mail/1', 'mail/2']);
  });

  it('takes nothing for a blob before all of it is there', async () => {
    const large = Buffer.alloc(3_000_000, 'x');
    let isDone = false;
    const creation = blobs.create('large', large).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const bytes = await blobs.get('large');
      expect(bytes === null || bytes.length === large.length).toBe(true);
    }
    expect(await creation).toBe(true);
  });

  it('sees changes in folders that it remembers', async () => {
    for (const key of ['a/1', 'a/2', 'a/4']) await blobs.create(key, Buffer.from(key));
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const path of ['a', '.']) await utimes(join(root, path), hourAgo, hourAgo);
    expect(await keysOf('a/')).toEqual(['a/1', 'a/2', 'a/4']);
    expect(await keysOf('a/')).toEqual(['a/1', 'a/2', 'a/4']);
    await blobs.create('a/3', Buffer.from('3'));
    await blobs.remove('a/1');
    expect(await keysOf('a/')).toEqual(['a/2', 'a/3', 'a/4']);
    await blobs.create('b', Buffer.from('b'));
    expect(await keysOf()).toEqual(['a/2', 'a/3', 'a/4', 'b']);
  });
});
