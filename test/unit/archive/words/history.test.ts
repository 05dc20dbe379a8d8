// Whatever happens to an archive, in whatever order, and wherever those who do it die: its words are those of its mails.

import fc from 'fast-check';
import { rebuild } from '../../../../lib/archive/rebuild.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { sealTail } from '../../../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../../../lib/archive/writer.ts';
import {
  dying,
  expected,
  expectMails,
  forgetLocks,
  index,
  look,
  now,
  openArchive,
  orphans,
  storeMails,
  tailSize,
  times,
  type WordsArchive,
  wordyMail,
} from './material.ts';

const most = 14;
const every = Array.from({ length: most }, (_, i) => i);
const settle = async () => {};

/** The call that somebody dies before, or half way through; null where he lives. */
const death = fc.option(fc.record({ at: fc.nat(30), halfWay: fc.boolean() }), { nil: null, freq: 2 });
const some = fc.uniqueArray(fc.nat(most - 1), { minLength: 1, maxLength: 4 });

const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('store' as const), numbers: some, death }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('seal' as const), least: fc.integer({ min: 1, max: 5 }), death }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), numbers: some, death }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), death }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

async function act(archive: WordsArchive, done: Deed, ids: readonly string[]): Promise<void> {
  switch (done.kind) {
    case 'store':
      await storeMessages(archive, done.numbers.map(wordyMail), now);
      return;
    case 'seal':
      await sealTail(archive.store, index, { least: done.least, times });
      return;
    case 'remove':
      await removeMessages(
        archive,
        done.numbers.map(number => ids[number] ?? ''),
      );
      return;
    case 'rebuild':
      await rebuild(archive, { settle, times });
  }
}

test('after any history the words are those of the mails that are there, each once', async () => {
  const known = await Promise.all(every.map(expected));
  const ids = known.map(({ id }) => id);
  const property = fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 14 }), async deeds => {
    const archive = openArchive();
    const there = new Set<number>();
    /** Mails whose storing or removal was stopped: there, or not, until it is done again. */
    const doubtful = new Set<number>();
    for (const done of deeds) {
      const store = done.death ? dying(archive.store, done.death.at, done.death.halfWay) : archive.store;
      const isOver = await act({ ...archive, store: store as typeof archive.store }, done, ids).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'killed') throw error;
          return false;
        },
      );
      forgetLocks(archive.store);
      if (done.kind === 'store' || done.kind === 'remove')
        for (const number of done.numbers) {
          if (done.kind === 'store') there.add(number);
          else there.delete(number);
          // A removal finds nothing of a mail whose storing was stopped but its raw mail, which a rebuild takes in.
          if (!isOver) doubtful.add(number);
        }
      const seen = (await look(archive.store, every)).map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      for (const number of every)
        if (!doubtful.has(number)) expect(seen.includes(ids[number] ?? '')).toBe(there.has(number));
    }
    // Whatever was stopped is done again: removals, storings, and the removals that found nothing whole.
    const remove = (numbers: readonly number[]) =>
      removeMessages(
        archive,
        numbers.map(number => ids[number] ?? ''),
      );
    await remove([...doubtful]);
    await storeMails(archive, [...doubtful]);
    await remove([...doubtful].filter(number => !there.has(number)));
    await expectMails(archive.store, [...there], every);
    await sealTail(archive.store, index, { least: 1, times });
    await expectMails(archive.store, [...there], every);
    await rebuild(archive, { settle });
    await expectMails(archive.store, [...there], every);
    expect(await orphans(archive.store)).toEqual([]);
    expect(tailSize(archive.store)).toBe(0);
  });
  await fc.assert(property, { numRuns: 40 });
});
