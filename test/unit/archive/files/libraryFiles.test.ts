import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { librarySpace } from '../../../../lib/archive/fileKeys.ts';
import { type FileDiagnosticKind, readDiagnostics } from '../../../../lib/archive/files/fileDiagnostics.ts';
import { readFileState } from '../../../../lib/archive/files/fileState.ts';
import { startFilesRebuild } from '../../../../lib/archive/files/generations.ts';
import { indexFilesOf } from '../../../../lib/archive/files/indexFiles.ts';
import { readFileRows, readFilesNewestFirst } from '../../../../lib/archive/files/readFiles.ts';
import { lockKey } from '../../../../lib/archive/keys.ts';
import { nameTerms } from '../../../../lib/archive/names.ts';
import { verify } from '../../../../lib/archive/verify.ts';
import { openArchive } from '../material.ts';
import { killedAt, type MemoryArchive, snapshotOf, textReader, workOff } from './material.ts';

const day = 86_400_000;

/** Puts a document where it lies, as its owner would. @param days since the first of 1970 */
function lay({ blobs }: MemoryArchive, path: string, text: string, days: number): void {
  blobs.all.set(`library/${path}`, { bytes: Buffer.from(text), metadata: {}, modifiedAt: days * day });
}

async function pathsOf(archive: MemoryArchive, generation: number): Promise<string[]> {
  const paths = [];
  for await (const some of readFilesNewestFirst(archive.store, librarySpace, generation))
    paths.push(...some.map(({ path }) => path));
  return paths;
}

async function toldOf(archive: MemoryArchive, kind: FileDiagnosticKind): Promise<string[]> {
  const { complete } = await readFileState(archive.store, [librarySpace]);
  const told = await readDiagnostics(archive.store, librarySpace, kind);
  const rows = await readFileRows(archive.store, complete ?? 0, told);
  return rows.map((row, i) => [row?.path, told[i]?.detail].filter(Boolean).join(' ')).toSorted();
}

/** What those left who were killed, as it ends in time. */
function forgetLocks({ store }: MemoryArchive): void {
  const locks = lockKey('').pk;
  for (const [name, row] of store.rows) if (row.pk.startsWith(locks)) store.rows.delete(name);
}

async function found(archive: MemoryArchive): Promise<string[]> {
  const messages = [];
  for await (const { message } of verify(archive, { settle: async () => {} })) messages.push(message);
  return messages;
}

describe('documents of the library', () => {
  test('come, change and go with their rows, words, names and texts', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    lay(archive, 'a/contract 2024-01-31.txt', 'first warranty', 1);
    lay(archive, 'b.txt', 'second', 2);
    await workOff(archive, extract);
    expect(await pathsOf(archive, 1)).toEqual(['library/b.txt', 'library/a/contract 2024-01-31.txt']);
    const found = await archive.store.candidates({
      ...{ index: 'names', direction: 'newestFirst', limit: 10, accept: () => true },
      anyOf: [nameTerms(librarySpace, 'b.txt').terms.slice(0, 1)],
      budget: { rows: 100, deadline: Number.POSITIVE_INFINITY },
    });
    const [row] = await readFileRows(
      archive.store,
      1,
      found.found.map(({ sk }) => ({ space: librarySpace, position: sk })),
    );
    expect(row).toMatchObject({ path: 'library/b.txt', modified: 2 * day, sizeBytes: 6, storedEmailId: null });

    lay(archive, 'b.txt', 'second, changed', 3);
    archive.blobs.all.delete('library/a/contract 2024-01-31.txt');
    await workOff(archive, extract);
    const fresh = openArchive();
    lay(fresh, 'b.txt', 'second, changed', 3);
    await workOff(fresh, extract);
    expect(await snapshotOf(archive, [librarySpace])).toEqual(await snapshotOf(fresh, [librarySpace]));
    archive.blobs.all.delete('library/b.txt');
    await workOff(archive, extract);
    expect(await snapshotOf(archive, [librarySpace])).toMatchObject({ rows: [], words: [], blobs: [] });
  });

  test('images that are not there, and files that nobody refers to, are told as documents come and go', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    lay(archive, 'notes/one.md', '![](../img/a.png) ![](b%20c.png?x) ![](gone.png) [](two.md)', 1);
    lay(archive, 'notes/two.md', '![](named.png)', 1);
    lay(archive, 'img/a.png', 'a', 1);
    lay(archive, 'elsewhere/named.png', 'n', 1);
    lay(archive, 'alone.pdf', 'p', 1);
    await workOff(archive, extract);
    expect(await toldOf(archive, 'brokenReference')).toEqual([
      'library/notes/one.md b%20c.png?x',
      'library/notes/one.md gone.png',
    ]);
    expect(await toldOf(archive, 'unreferenced')).toEqual(['library/alone.pdf', 'library/notes/one.md']);
    lay(archive, 'notes/b c.png', 'bc', 2);
    archive.blobs.all.delete('library/img/a.png');
    await workOff(archive, extract);
    expect(await toldOf(archive, 'brokenReference')).toEqual([
      'library/notes/one.md ../img/a.png',
      'library/notes/one.md gone.png',
    ]);
    archive.blobs.all.delete('library/notes/one.md');
    await workOff(archive, extract);
    expect(await toldOf(archive, 'brokenReference')).toEqual([]);
    expect(await toldOf(archive, 'unreferenced')).toEqual([
      'library/alone.pdf',
      'library/notes/b c.png',
      'library/notes/two.md',
    ]);
  });

  test('a path from the root is one from the library, or from the directory that a site lies in', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    lay(archive, 'site/docs/a.md', '![](/img/a.png) ![](/top.png) ![](/library/top.png) ![](/docs/gone.png)', 1);
    lay(archive, 'site/img/a.png', 'a', 1);
    lay(archive, 'top.png', 't', 1);
    await workOff(archive, extract);
    expect(await toldOf(archive, 'brokenReference')).toEqual(['library/site/docs/a.md /docs/gone.png']);
    expect(await toldOf(archive, 'unreferenced')).toEqual(['library/site/docs/a.md']);
    archive.blobs.all.delete('library/site/img/a.png');
    await workOff(archive, extract);
    expect(await toldOf(archive, 'brokenReference')).toContain('library/site/docs/a.md /img/a.png');
  });

  test('a text of blanks is empty as one of no bytes is; what stands for a directory is no document', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    lay(archive, 'blanks.txt', ' \n\t\n', 1);
    lay(archive, 'nothing.txt', '', 1);
    lay(archive, 'words.txt', 'words', 1);
    lay(archive, 'folder/', '', 1);
    await workOff(archive, extract);
    expect(await toldOf(archive, 'empty')).toEqual(['library/blanks.txt', 'library/nothing.txt']);
    await startFilesRebuild(archive);
    await workOff(archive, extract);
    expect((await pathsOf(archive, 2)).toSorted()).toEqual([
      'library/blanks.txt',
      'library/nothing.txt',
      'library/words.txt',
    ]);
  });

  test.each([
    ['alone with its bytes', []],
    ['one of two that have them', ['twin.txt']],
    ['one of three that have them', ['twin.txt', 'third.txt']],
  ])('one that is laid again as it was, %s, is told of at its new date alone', async (_, twins) => {
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40]) {
      const archive = openArchive();
      const { extract } = textReader();
      for (const name of twins) lay(archive, name, 'same', 1);
      lay(archive, 'again.txt', 'same', 2);
      await workOff(killedAt(archive, at).archive, extract, 1).catch(() => {});
      forgetLocks(archive);
      lay(archive, 'again.txt', 'same', 3);
      await workOff(archive, extract);
      const wanted = openArchive();
      for (const [key, blob] of archive.blobs.all) if (key.startsWith('library/')) wanted.blobs.all.set(key, blob);
      await workOff(wanted, extract);
      expect(await toldOf(archive, 'duplicate')).toEqual(await toldOf(wanted, 'duplicate'));
      expect((await snapshotOf(archive, [librarySpace])).rows.length).toBe(
        (await snapshotOf(wanted, [librarySpace])).rows.length,
      );
    }
  });

  test('in whatever order they come, change and go, and whoever is killed, it is as if only what lies there had come', async () => {
    const names = ['a.md', 'b.md', 'x/c.md', 'x/i.png', 'j.png'];
    const texts = ['', 'plain', '![](i.png) #tag', '![](x/i.png) [](b.md)', '![](../j.png) ![](none.png)', 'locked'];
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('lay' as const),
        name: fc.constantFrom(...names),
        text: fc.constantFrom(...texts),
      }),
      fc.record({ kind: fc.constant('take' as const), name: fc.constantFrom(...names) }),
      fc.record({ kind: fc.constant('work' as const) }),
      fc.record({ kind: fc.constant('event' as const), name: fc.constantFrom(...names) }),
      fc.record({ kind: fc.constant('killed' as const), at: fc.nat(60) }),
      fc.record({ kind: fc.constant('rebuild' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
        const { extract } = textReader();
        const archive = openArchive();
        for (const [i, one] of steps.entries()) {
          if (one.kind === 'lay') lay(archive, one.name, one.text, i);
          else if (one.kind === 'take') archive.blobs.all.delete(`library/${one.name}`);
          else if (one.kind === 'work') await workOff(archive, extract);
          else if (one.kind === 'event')
            await indexFilesOf(archive, extract, { kind: 'library', path: `library/${one.name}` });
          else if (one.kind === 'rebuild') await startFilesRebuild(archive);
          else {
            await workOff(killedAt(archive, one.at).archive, extract, 1).catch(() => {});
            forgetLocks(archive);
          }
        }
        await workOff(archive, extract);
        const wanted = openArchive();
        for (const [key, blob] of archive.blobs.all) if (key.startsWith('library/')) wanted.blobs.all.set(key, blob);
        await workOff(wanted, extract);
        const [own, other] = [await snapshotOf(archive, [librarySpace]), await snapshotOf(wanted, [librarySpace])];
        const plain = ({ rows, words, blobs }: typeof own) => ({
          rows: rows.map(row => (row.family === 'file' ? { ...row, pk: row.pk.slice(0, -4) } : row)),
          words: words.map(({ generation: _, ...word }) => word),
          blobs,
        });
        expect(plain(own)).toEqual(plain(other));
        expect(await found(archive)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
