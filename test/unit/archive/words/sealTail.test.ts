import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../../../lib/archive/ports.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { wordIntentKey } from '../../../../lib/archive/wordKeys.ts';
import { readBlocks, readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { removeWords } from '../../../../lib/archive/words/removeWords.ts';
import { sealTail } from '../../../../lib/archive/words/sealTail.ts';
import {
  countCalls,
  dying,
  expected,
  expectMails,
  forgetLocks,
  index,
  look,
  openArchive,
  orphans,
  paused,
  storeMails,
  tailSize,
  times,
  watched,
  wordRows,
  wordyMail,
} from './material.ts';

const numbers = Array.from({ length: 9 }, (_, i) => i);
const options = { least: 1, times };

async function filled(own = numbers) {
  const archive = openArchive();
  const ids = await storeMails(archive, own);
  return { ...archive, ids };
}

/** Clocks that go on only when they are told. */
function leaseClock() {
  let at = 1_000_000;
  return { pass: () => (at += times.lease + 1), times: { ...times, now: () => at } };
}

describe('sealTail', () => {
  test('what is stored is found before it is sealed and after, and the tail is empty then', async () => {
    const { store } = await filled();
    await expectMails(store, numbers);
    expect(tailSize(store)).toBe(9);
    expect(await sealTail(store, index, options)).toBe(9);
    expect(tailSize(store)).toBe(0);
    await expectMails(store, numbers);
    expect(await orphans(store)).toEqual([]);
    const { batches } = await readWordIndex(store, index);
    expect(batches).toMatchObject([{ size: 9, without: new Set() }]);
    expect(await sealTail(store, index, options)).toBe(0);
  });

  test('waits until the tail holds enough', async () => {
    const { store } = await filled();
    expect(await sealTail(store, index, { ...options, least: 10 })).toBe(0);
    expect(await sealTail(store, index, { ...options, least: 9 })).toBe(9);
  });

  test('leaves in the tail what is not whole yet, and seals it later', async () => {
    const { store } = await filled();
    // Before its last call, which writes the owner rows.
    const calls = await countCalls(openArchive().store, own =>
      storeMails({ ...openArchive(), store: own }, [100, 101]),
    );
    const dead = dying(store, calls - 1);
    await expect(storeMails({ ...openArchive(), store: dead }, [100, 101])).rejects.toThrow('killed');
    const before = tailSize(store);
    expect(before).toBeGreaterThan(9);
    expect(await sealTail(store, index, options)).toBe(9);
    expect(tailSize(store)).toBe(before - 9);
    await storeMails({ ...openArchive(), store }, [100, 101]);
    expect(await sealTail(store, index, options)).toBe(2);
    await expectMails(store, [...numbers, 100, 101]);
    expect(await orphans(store)).toEqual([]);
  });

  test('seals the words that the tail has once the intent is there, not those of before', async () => {
    const { store } = await filled([1, 2]);
    const [first, second] = (await readWordIndex(store, index)).tail;
    const begun: Store = {
      ...store,
      async putIfAbsent(row, ...more) {
        const isPut = await store.putIfAbsent(row, ...more);
        const changed = [...store.rows.values()].find(
          one => familyOf(one) === 'wordTail' && one.sk === first?.position,
        );
        if (row.sk === wordIntentKey(index).sk && changed && second)
          await store.put([{ ...changed, bytes: second.bytes }]);
        return isPut;
      },
    };
    expect(await sealTail(begun, index, options)).toBe(2);
    const seen = await look(store, [1, 2]);
    const { words } = await expected(2);
    expect(seen.map(one => one.words)).toEqual([words, words]);
  });

  test('batches are read newest first by their dates, whenever they were sealed', async () => {
    const archive = openArchive();
    for (const own of [[20, 21], [10, 11], [30]]) {
      await storeMails(archive, own);
      await sealTail(archive.store, index, options);
    }
    const { batches } = await readWordIndex(archive.store, index);
    expect(batches.map(({ size }) => size)).toEqual([1, 2, 2]);
    expect(batches.map(({ newest }) => newest)).toEqual(batches.map(({ newest }) => newest).toSorted((a, b) => b - a));
    const { blocks } = await readBlocks(archive.store, index, 'report', {});
    expect(blocks.map(({ batch }) => batch)).toEqual(batches.map(({ key }) => key));
    const middle = batches[1]?.key ?? '';
    const some = await readBlocks(archive.store, index, 'report', { newest: middle, oldest: middle });
    expect(some.blocks.map(({ batch }) => batch)).toEqual([middle]);
    const first = await readBlocks(archive.store, index, 'report', { mostBytes: 1 });
    expect(first.blocks.length).toBeGreaterThan(0);
  });
});

describe('a sealer that is killed at any of its calls', () => {
  test.each([false, true])(
    'is followed by another that leaves what an undisturbed one does (half way: %s)',
    async halfWay => {
      const whole = await filled();
      const calls = await countCalls(whole.store, store => sealTail(store, index, options));
      expect(calls).toBeGreaterThan(20);
      for (let kill = 0; kill < calls; kill++) {
        const archive = await filled();
        const clock = leaseClock();
        const own = { ...options, times: clock.times };
        await expect(sealTail(dying(archive.store, kill, halfWay), index, own)).rejects.toThrow('killed');
        await expectMails(archive.store, numbers);
        clock.pass();
        await sealTail(archive.store, index, own);
        // One that died at the very end left nothing in the tail: what it began is ended by the next that has something.
        const [extra = ''] = await storeMails(archive, [50]);
        await sealTail(archive.store, index, own);
        await expectMails(archive.store, [...numbers, 50]);
        expect(await orphans(archive.store)).toEqual([]);
        await removeMessages(archive, [extra]);
        await expectMails(archive.store, numbers, [...numbers, 50]);
      }
    },
  );

  test('before its batch is named, the rows are those of one that was never disturbed', async () => {
    const whole = await filled();
    const calls = await countCalls(whole.store, store => sealTail(store, index, options));
    for (let kill = 0; kill < calls; kill++) {
      const archive = await filled();
      const clock = leaseClock();
      const own = { ...options, times: clock.times };
      await expect(sealTail(dying(archive.store, kill, true), index, own)).rejects.toThrow('killed');
      const isNamed = tailSize(archive.store) < 9;
      clock.pass();
      await sealTail(archive.store, index, own);
      if (!isNamed) expect(wordRows(archive.store)).toEqual(wordRows(whole.store));
    }
  });
});

describe('two sealers at once', () => {
  test('one does the work, whoever comes in between', async () => {
    const { store } = await filled();
    const sealed = await Promise.all([1, 2, 3].map(() => sealTail(store, index, options)));
    expect(sealed.toSorted()).toEqual([0, 0, 9]);
    await expectMails(store, numbers);
    expect(await orphans(store)).toEqual([]);
  });

  test('one that sleeps at any of its calls until its lease is over, and wakes after another was there, harms nothing', async () => {
    const counted = await filled();
    const calls = await countCalls(counted.store, store => sealTail(store, index, options));
    for (let at = 0; at < calls; at++) {
      const archive = await filled();
      const clock = leaseClock();
      const own = { ...options, times: clock.times };
      const sleeper = paused(archive.store, at, store => sealTail(store, index, own));
      await sleeper.standing();
      clock.pass();
      await storeMails(archive, [60, 61]);
      await sealTail(archive.store, index, own);
      sleeper.resume();
      await sleeper.settled;
      await expectMails(archive.store, [...numbers, 60, 61]);
      clock.pass();
      await sealTail(archive.store, index, own);
      await storeMails(archive, [62]);
      await sealTail(archive.store, index, own);
      await expectMails(archive.store, [...numbers, 60, 61, 62]);
      expect(await orphans(archive.store)).toEqual([]);
      expect(tailSize(archive.store)).toBe(0);
    }
  });
});

describe('a removal during a sealing', () => {
  const left = numbers.filter(number => number !== 4);

  test.each([false, true])(
    'at any call of either is never lost, nor is what is stored again (stored again: %s)',
    async again => {
      const counted = await filled();
      const sealCalls = await countCalls(counted.store, store => sealTail(store, index, options));
      const removalCalls = await countCalls(counted.store, store =>
        removeMessages({ ...counted, store }, [counted.ids[4] ?? '']),
      );
      for (let at = 0; at <= sealCalls; at += 1) {
        for (let stop = 0; stop <= removalCalls; stop += at % 3 === 0 ? 1 : 4) {
          const archive = await filled();
          const { store, ids } = archive;
          const sealer = paused(store, at, own => sealTail(own, index, options));
          await sealer.standing();
          const remover = paused(store, stop, own => removeMessages({ ...archive, store: own }, [ids[4] ?? '']));
          await remover.standing();
          sealer.resume();
          await sealer.settled;
          remover.resume();
          expect(await remover.settled).toEqual({ value: [true] });
          const wanted = again ? numbers : left;
          if (again) await storeMails(archive, [4]);
          await expectMails(store, wanted, numbers);
          await storeMails(archive, [70]);
          await sealTail(store, index, options);
          await expectMails(store, [...wanted, 70], [...numbers, 70]);
          expect(await orphans(store)).toEqual([]);
          expect(tailSize(store)).toBe(0);
        }
      }
    },
  );

  test('that began before it, too, and what is stored again before the sealing is over', async () => {
    const counted = await filled();
    const sealCalls = await countCalls(counted.store, store => sealTail(store, index, options));
    const removalCalls = await countCalls(counted.store, store =>
      removeMessages({ ...counted, store }, [counted.ids[4] ?? '']),
    );
    for (let stop = 0; stop <= removalCalls; stop++) {
      for (let at = 0; at <= sealCalls; at += stop % 3 === 0 ? 1 : 5) {
        const archive = await filled();
        const { store, ids } = archive;
        const remover = paused(store, stop, own => removeMessages({ ...archive, store: own }, [ids[4] ?? '']));
        await remover.standing();
        const sealer = paused(store, at, own => sealTail(own, index, options));
        await sealer.standing();
        remover.resume();
        // It ends, or waits for the sealing to.
        const isOver = await Promise.race([remover.settled.then(() => true), sleep(5).then(() => false)]);
        const again = isOver && at % 2 === 0;
        if (again) await storeMails(archive, [4]);
        sealer.resume();
        await sealer.settled;
        expect(await remover.settled).toEqual({ value: [true] });
        await expectMails(store, again ? numbers : left, numbers);
        await storeMails(archive, [70]);
        await sealTail(store, index, options);
        await expectMails(store, [...(again ? numbers : left), 70], [...numbers, 70]);
        expect(await orphans(store)).toEqual([]);
        expect(tailSize(store)).toBe(0);
      }
    }
  });

  test('that is stopped at any of its calls is completed by the next try', async () => {
    const counted = await filled();
    await sealTail(counted.store, index, options);
    const calls = await countCalls(counted.store, store =>
      removeMessages({ ...counted, store }, [counted.ids[4] ?? '']),
    );
    for (let kill = 0; kill < calls; kill++) {
      const archive = await filled();
      await sealTail(archive.store, index, options);
      const dead = dying(archive.store, kill);
      await expect(removeMessages({ ...archive, store: dead }, [archive.ids[4] ?? ''])).rejects.toThrow('killed');
      forgetLocks(archive.store);
      await removeMessages(archive, [archive.ids[4] ?? '']);
      await expectMails(archive.store, left, numbers);
    }
  });
});

describe('readers during a sealing', () => {
  /** Pages so small that a sealing goes on between them. */
  const inSmallPages = (store: ReturnType<typeof openArchive>['store']) => ({
    ...store,
    read: (range: Parameters<typeof store.read>[0]) => store.read({ ...range, limit: Math.min(range.limit, 4) }),
  });

  test('at any call of it see every mail exactly once', async () => {
    const { store } = await filled();
    let looks = 0;
    const seen = watched(store, async () => {
      looks++;
      await expectMails(store, numbers);
      await expectMails(inSmallPages(store), numbers);
    });
    await sealTail(seen, index, options);
    expect(looks).toBeGreaterThan(20);
  });

  test('and those that are stopped at any of their calls while it goes on, too', async () => {
    const counted = await filled();
    const sealCalls = await countCalls(counted.store, store => sealTail(store, index, options));
    const fresh = await filled();
    const readCalls = await countCalls(inSmallPages(fresh.store), store => readWordIndex(store, index));
    expect(readCalls).toBeGreaterThan(2);
    for (let at = 0; at < sealCalls; at++) {
      for (let stop = 0; stop <= readCalls; stop++) {
        const archive = await filled();
        const sealer = paused(archive.store, at, store => sealTail(store, index, options));
        await sealer.standing();
        const reader = paused(archive.store, stop, store =>
          expectMails(inSmallPages(store as typeof archive.store), numbers),
        );
        await reader.standing();
        sealer.resume();
        await sealer.settled;
        reader.resume();
        expect(await reader.settled).toEqual({ value: undefined });
      }
    }
  });
});

test('removing words that an index never had changes nothing but that', async () => {
  const { store } = await filled([1]);
  await removeWords(store, index, ['0'.repeat(32)], times);
  await expectMails(store, [1]);
  expect(wordyMail(1).raw.length).toBeGreaterThan(0);
});
