import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Archive } from '../../../../lib/archive/archive.ts';
import { textBlobKey } from '../../../../lib/archive/blobKeys.ts';
import { readFileState } from '../../../../lib/archive/files/fileState.ts';
import { startFilesRebuild } from '../../../../lib/archive/files/generations.ts';
import { indexFilesOf } from '../../../../lib/archive/files/indexFiles.ts';
import type { Extract } from '../../../../lib/archive/files/indexing.ts';
import { workOffFiles } from '../../../../lib/archive/files/workOffFiles.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { verify } from '../../../../lib/archive/verify.ts';
import { openArchive } from '../material.ts';
import {
  endLocks,
  killedAt,
  type MemoryArchive,
  mailWith,
  snapshotOf,
  storeMails,
  textReader,
  workOff,
} from './material.ts';

const same = { name: 'same.txt', text: 'common #one' };
const mails = [1, 2].map(number => mailWith(number, [same, { name: `${number}.md`, text: `own ${number} locked` }]));
const spaces = ['ann'];

async function disagreements(archive: Archive): Promise<string[]> {
  const found = [];
  for await (const { message } of verify(archive, { settle: async () => {} })) found.push(message);
  return found;
}

/** Kills some work before each of its writes in turn, does it again, and compares with work that nobody killed. */
async function killEverywhere(
  prepare: (archive: MemoryArchive) => Promise<void>,
  work: (archive: Archive, extract: Extract) => Promise<unknown>,
): Promise<number> {
  const { extract } = textReader();
  const whole = openArchive();
  await prepare(whole);
  const counting = killedAt(whole, null);
  await work(counting.archive, extract);
  const wanted = await snapshotOf(whole, spaces);
  for (let kill = 0; kill < counting.count(); kill++) {
    const archive = openArchive();
    await prepare(archive);
    await work(killedAt(archive, kill).archive, extract).catch(() => {});
    endLocks(archive);
    await work(archive, extract);
    expect(await snapshotOf(archive, spaces)).toEqual(wanted);
    expect(await disagreements(archive)).toEqual([]);
  }
  return counting.count();
}

/** Fails like a process that dies: what is behind is not done either. */
const workAlone = (archive: Archive, extract: Extract) => workOffFiles(archive, extract, { atOnce: 1 });

describe('files of mails, killed at every write', () => {
  test('indexing is completed by the next try', async () => {
    const writes = await killEverywhere(async archive => {
      await storeMails(archive, mails);
    }, workAlone);
    expect(writes).toBeGreaterThan(30);
  });

  test('removal is completed by the next try', async () => {
    const { extract } = textReader();
    let ids: string[] = [];
    await killEverywhere(
      async archive => {
        ids = await storeMails(archive, mails);
        await workOff(archive, extract);
      },
      archive => removeMessages(archive, ids.slice(1)),
    );
  });

  test('a new generation is completed by the next try, and the old answers until then', async () => {
    const { extract } = textReader();
    await killEverywhere(
      async archive => {
        await storeMails(archive, mails);
        await workOff(archive, extract);
      },
      async (archive, own) => {
        const state = await readFileState(archive.store, spaces);
        if (state.complete === 1) await startFilesRebuild(archive);
        expect(state.complete).not.toBeNull();
        await workAlone(archive, own);
      },
    );
  });
});

describe('files of mails, by many at once', () => {
  test('two workers leave what one does', async () => {
    const one = openArchive();
    const two = openArchive();
    const { extract } = textReader();
    const many = Array.from({ length: 12 }, (_, i) => mailWith(i, [same, { name: `${i}.txt`, text: `own ${i}` }]));
    for (const archive of [one, two]) await storeMails(archive, many);
    await workOff(one, extract);
    // Each with eyes and hands of its own, as processes have.
    await Promise.all([
      workOff({ store: { ...two.store }, blobs: { ...two.blobs } }, extract, 3),
      workOff({ store: { ...two.store }, blobs: { ...two.blobs } }, extract, 3),
    ]);
    await workOff(two, extract);
    expect(await snapshotOf(two, spaces)).toEqual(await snapshotOf(one, spaces));
  });

  test('a mail that is removed while its files are read leaves nothing', async () => {
    const archive = openArchive();
    const [id = ''] = await storeMails(archive, mails.slice(0, 1));
    const { extract } = textReader();
    await workOff(openArchive(), extract);
    const removing: Extract = async (bytes, hints) => {
      await removeMessages(archive, [id]);
      return extract(bytes, hints);
    };
    await indexFilesOf(archive, removing, { kind: 'mail', accountId: 'ann', storedEmailId: id });
    await workOff(archive, extract);
    const { rows, words, blobs } = await snapshotOf(archive, spaces);
    expect([rows.map(({ family }) => family), words]).toEqual([['folder'], []]);
    expect(blobs).toEqual([]);
  });

  test('a text that no file has goes with the next generation', async () => {
    const archive = openArchive();
    const { extract } = textReader();
    await storeMails(archive, mails);
    await workOff(archive, extract);
    const { blobs } = await snapshotOf(archive, spaces);
    await archive.blobs.put(textBlobKey('0'.repeat(64), 'md'), Buffer.from('left'));
    await startFilesRebuild(archive);
    await workOff(archive, extract);
    expect((await snapshotOf(archive, spaces)).blobs).toEqual(blobs);
  });

  test('stored, removed, rebuilt and worked off in any order, the files are those of the mails that are left', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('store' as const), number: fc.nat(4) }),
      fc.record({ kind: fc.constant('remove' as const), number: fc.nat(4) }),
      fc.record({ kind: fc.constant('rebuild' as const) }),
      fc.record({ kind: fc.constant('work' as const) }),
      fc.record({ kind: fc.constant('killed' as const), at: fc.nat(40) }),
    );
    const mailOf = (number: number) => mailWith(number, [same, { name: `${number}.txt`, text: `own ${number % 3}` }]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
        const { extract } = textReader();
        const archive = openArchive();
        const stored = new Map<number, string>();
        for (const one of steps) {
          if (one.kind === 'store') stored.set(one.number, (await storeMails(archive, [mailOf(one.number)]))[0] ?? '');
          else if (one.kind === 'remove') {
            await removeMessages(archive, [stored.get(one.number) ?? 'none']);
            stored.delete(one.number);
          } else if (one.kind === 'rebuild') await startFilesRebuild(archive);
          else if (one.kind === 'work') await workOff(archive, extract);
          else {
            await workAlone(killedAt(archive, one.at).archive, extract).catch(() => {});
            endLocks(archive);
          }
        }
        await workOff(archive, extract);
        const wanted = openArchive();
        await storeMails(wanted, [...stored.keys()].map(mailOf));
        await workOff(wanted, extract);
        const { state, ...found } = await snapshotOf(archive, spaces);
        const { state: _, ...expected } = await snapshotOf(wanted, spaces);
        expect(withoutGeneration(found)).toEqual(withoutGeneration(expected));
        expect([state.building, state.dropping]).toEqual([null, []]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Of rows that name a generation the number is left out; folders know when they were reached. */
function withoutGeneration({ rows, words, blobs }: Omit<Awaited<ReturnType<typeof snapshotOf>>, 'state'>) {
  return {
    rows: rows
      .filter(({ family }) => family !== 'folder')
      .map(row => (row.family === 'file' ? { ...row, pk: row.pk.slice(0, -4) } : row)),
    words: words.map(({ generation: _, ...word }) => word),
    blobs,
  };
}
