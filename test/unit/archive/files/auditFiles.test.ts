import { describe, expect, test } from '@jest/globals';
import { fileIndex, fileKey, librarySpace } from '../../../../lib/archive/fileKeys.ts';
import { startFilesRebuild } from '../../../../lib/archive/files/generations.ts';
import { sealFiles } from '../../../../lib/archive/files/indexFiles.ts';
import { readFilesNewestFirst } from '../../../../lib/archive/files/readFiles.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { verify } from '../../../../lib/archive/verify.ts';
import { wordTailKey } from '../../../../lib/archive/wordKeys.ts';
import { openArchive } from '../material.ts';
import { type MemoryArchive, mailWith, storeMails, textReader, workOff } from './material.ts';

async function found(archive: MemoryArchive): Promise<string[]> {
  const kinds = [];
  for await (const { kind, blobKey } of verify(archive, { settle: async () => {} })) kinds.push(`${kind} ${blobKey}`);
  return kinds.toSorted();
}

async function messages(archive: MemoryArchive): Promise<string[]> {
  const found = [];
  for await (const { message } of verify(archive, { settle: async () => {} }))
    found.push(message.replace(/: mailglob rebuild puts it right$/, ''));
  return found.toSorted();
}

describe('verify', () => {
  test('tells of files that no row knows, and of rows without a file, which a new generation puts right', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    const lay = (path: string, at: number) =>
      archive.blobs.all.set(path, { bytes: Buffer.from(path), metadata: {}, modifiedAt: at });
    await storeMails(archive, [
      mailWith(1, [{ name: 'a.txt', text: 'a' }]),
      mailWith(2, [{ name: 'b.txt', text: 'b' }]),
    ]);
    for (const name of ['kept', 'changed', 'gone', 'lost']) lay(`library/${name}.txt`, 1);
    expect(await found(archive)).toEqual([]);
    await workOff(archive, extract);
    expect(await found(archive)).toEqual([]);

    for (const space of ['ann', librarySpace])
      for await (const files of readFilesNewestFirst(archive.store, space, 1))
        for (const { path, position } of files)
          if (/a\.txt|lost/.test(path)) await archive.store.delete([fileKey(space, 1, position)]);
    lay('library/changed.txt', 2);
    lay('library/new.txt', 2);
    archive.blobs.all.delete('library/gone.txt');
    expect(await found(archive)).toEqual([
      'filesMissing library/changed.txt',
      'filesMissing library/lost.txt',
      'filesMissing library/new.txt',
      'filesMissing null',
      'filesSurplus library/gone.txt',
      // Words in the tail of the two files whose rows are lost.
      ...['wordsSurplus null', 'wordsSurplus null'],
    ]);
    await startFilesRebuild(archive);
    await workOff(archive, extract);
    expect(await found(archive)).toEqual([]);
  });

  test('tells of words of files that are lost, damaged or of none, which a new generation puts right', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    const lay = (name: string) =>
      archive.blobs.all.set(`library/${name}.txt`, {
        bytes: Buffer.from(`words of ${name}`),
        metadata: {},
        modifiedAt: 1,
      });
    for (const name of ['sealed', 'forgotten']) lay(name);
    await storeMails(archive, [mailWith(1, [{ name: 'a.txt', text: 'first' }])]);
    await workOff(archive, extract);
    await sealFiles(archive.store, librarySpace, { least: 1 });
    lay('later');
    await workOff(archive, extract);
    expect(await messages(archive)).toEqual([]);

    const rowsOf = async (space: string) => {
      const rows = [];
      for await (const files of readFilesNewestFirst(archive.store, space, 1)) rows.push(...files);
      return rows;
    };
    for (const { space, position, path } of [...(await rowsOf('ann')), ...(await rowsOf(librarySpace))]) {
      if (path.includes('a.txt') || path.includes('later'))
        await archive.store.delete([wordTailKey(fileIndex(space, 1), position)]);
      if (path.includes('forgotten')) await archive.store.delete([fileKey(space, 1, position)]);
    }
    const [file] = await rowsOf('ann');
    expect(await messages(archive)).toEqual(
      [
        'a file of the library: there are words of it, and it is not there',
        `${file?.path}: it is not found by its words`,
        'library/forgotten.txt: its text is not searched yet',
        'library/later.txt: it is not found by its words',
      ].toSorted(),
    );
    const blocks = [...archive.store.rows].filter(([, row]) => familyOf(row) === 'wordBlock');
    for (const [name] of blocks.slice(0, 1)) archive.store.rows.delete(name);
    expect(await messages(archive)).toContain('the library: words of some hundred files are lost or damaged');
    await startFilesRebuild(archive);
    await workOff(archive, extract);
    expect(await messages(archive)).toEqual([]);
  });
});
