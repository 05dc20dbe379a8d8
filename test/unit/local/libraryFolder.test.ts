import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLibraryFolder } from '../../../lib/local/libraryFolder.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailglob-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const open = () => withLibraryFolder(memoryBlobs(), folder, 'library/');
const keysOf = async (limit = 100) => {
  const keys: string[] = [];
  for (let after: string | undefined; ; after = keys.at(-1)) {
    const page = await open().list('library/', { ...(after !== undefined && { after }), limit });
    keys.push(...page.map(({ key }) => key));
    if (page.length < limit) return keys;
  }
};
/** A path whose last name is these bytes. */
const bytePath = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);

describe('documents of a folder', () => {
  it('are blobs in the order of their keys, page by page, and links are none', async () => {
    await mkdir(join(folder, 'b'));
    for (const name of ['c.txt', 'b/z.txt', 'b/ä.txt', 'b.txt', 'a.txt']) await writeFile(join(folder, name), name);
    await symlink('/etc/hostname', join(folder, 'link.txt'));
    const keys = ['a.txt', 'b.txt', 'b/z.txt', 'b/ä.txt', 'c.txt'].map(name => `library/${name}`);
    for (const limit of [1, 2, 100]) expect(await keysOf(limit)).toEqual(keys);
    expect(await open().get('library/b/ä.txt')).toEqual(Buffer.from('b/ä.txt'));
    for (const key of ['library/link.txt', 'library/../x', 'library/b', 'library/no.txt'])
      expect([await open().info(key), await open().get(key)]).toEqual([null, null]);
  });

  it('are read where their names, or those of their directories, are no UTF-8', async () => {
    const directory = bytePath('old \xe4');
    await mkdir(directory);
    await writeFile(Buffer.concat([directory, Buffer.from('/r\xe9sum\xe9.txt', 'latin1')]), 'in it');
    await writeFile(bytePath('bad\xff name.txt'), 'beside it');
    const texts = [
      ['library/bad\ufffd name.txt', 'beside it'],
      ['library/old \ufffd/r\ufffdsum\ufffd.txt', 'in it'],
    ] as const;
    for (const limit of [1, 100]) expect(await keysOf(limit)).toEqual(texts.map(([key]) => key));
    for (const [key, text] of texts) {
      expect(await open().get(key)).toEqual(Buffer.from(text));
      expect(await open().info(key)).toMatchObject({ key, sizeBytes: text.length });
    }
    expect(await open().get('library/bad\ufffd\ufffd name.txt')).toBeNull();
  });
});
