import { describe, expect, test } from '@jest/globals';
import { startFilesRebuild } from '../../../../lib/archive/files/generations.ts';
import { readFilesNewestFirst } from '../../../../lib/archive/files/readFiles.ts';
import { fileKey, librarySpace } from '../../../../lib/archive/keys.ts';
import { verify } from '../../../../lib/archive/verify.ts';
import { openArchive } from '../material.ts';
import { type MemoryArchive, mailWith, storeMails, textReader, workOff } from './material.ts';

async function found(archive: MemoryArchive): Promise<string[]> {
  const kinds = [];
  for await (const { kind, blobKey } of verify(archive, { settle: async () => {} })) kinds.push(`${kind} ${blobKey}`);
  return kinds.toSorted();
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
});
