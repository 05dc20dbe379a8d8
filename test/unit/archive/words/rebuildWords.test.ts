import { ownerKey } from '../../../../lib/archive/keys.ts';
import { rebuild } from '../../../../lib/archive/rebuild.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { wordDocumentsKey, wordManifestKey, wordTailKey } from '../../../../lib/archive/wordKeys.ts';
import { addTombstones, encodeManifest, latestManifest } from '../../../../lib/archive/words/manifest.ts';
import { readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { rebuildWords } from '../../../../lib/archive/words/rebuildWords.ts';
import { sealTail } from '../../../../lib/archive/words/sealTail.ts';
import { decodeBlock } from '../../../../lib/words/blockCodec.ts';
import {
  countCalls,
  dying,
  expectMails,
  index,
  openArchive,
  orphans,
  paused,
  storeMails,
  tailSize,
  times,
  type WordsArchive,
  watched,
  wordRows,
  writes,
} from './material.ts';

const numbers = Array.from({ length: 9 }, (_, i) => i);
const settle = async () => {};
const options = { settle, times };

/** Batches of three mails, and some in the tail. */
async function filled(own = numbers, unsealed = [20, 21]): Promise<WordsArchive & { readonly ids: string[] }> {
  const archive = openArchive();
  const ids: string[] = [];
  for (let at = 0; at < own.length; at += 3) {
    ids.push(...(await storeMails(archive, own.slice(at, at + 3))));
    await sealTail(archive.store, index, { least: 1, times });
  }
  ids.push(...(await storeMails(archive, unsealed)));
  return { ...archive, ids };
}

const every = [...numbers, 20, 21];

const entriesOf = async ({ store }: WordsArchive) =>
  (await latestManifest(store, index)).flatMap(({ entries }) => entries);

const rowOf = ({ store }: WordsArchive, family: ReturnType<typeof familyOf>) => {
  const row = [...store.rows.values()].find(one => familyOf(one) === family);
  if (!row) throw new Error(`no row of ${family}`);
  return row;
};

/** Rows are those of words that are right, in one batch, and another rebuild leaves them as they are. */
async function expectSound(archive: WordsArchive, wanted: readonly number[]): Promise<void> {
  await expectMails(archive.store, wanted, [...every, 30]);
  expect(await orphans(archive.store)).toEqual([]);
  expect(tailSize(archive.store)).toBe(0);
  expect((await entriesOf(archive)).map(({ size }) => size)).toEqual([wanted.length]);
  const before = wordRows(archive.store);
  expect(await rebuildWords(archive, index, options)).toBe(0);
  expect(wordRows(archive.store)).toEqual(before);
}

describe('rebuildWords', () => {
  test('seals what is in the tail and makes one batch of small ones; twice changes nothing', async () => {
    const archive = await filled();
    expect((await entriesOf(archive)).map(({ size }) => size)).toEqual([3, 3, 3]);
    expect(await rebuildWords(archive, index, options)).toBeGreaterThan(0);
    await expectSound(archive, every);
  });

  test('leaves nothing of what was removed', async () => {
    const archive = await filled();
    await removeMessages(archive, [archive.ids[4] ?? '', archive.ids[9] ?? '']);
    const hasWord = () =>
      [...archive.store.rows.values()].some(
        row => familyOf(row) === 'wordBlock' && row.bytes && decodeBlock(row.bytes).has('own4x'),
      );
    expect(hasWord()).toBe(true);
    await rebuildWords(archive, index, options);
    expect(hasWord()).toBe(false);
    await expectSound(
      archive,
      every.filter(number => number !== 4 && number !== 20),
    );
  });

  test('leaves nothing at all where everything was removed', async () => {
    const archive = await filled();
    await removeMessages(archive, archive.ids);
    await rebuildWords(archive, index, options);
    await expectMails(archive.store, [], every);
    expect(await orphans(archive.store)).toEqual([]);
    expect(wordRows(archive.store).map(({ sk }) => sk)).toEqual(['!', wordManifestKey(index, 0).sk]);
  });

  test('goes on where a sealing was left', async () => {
    const counted = await filled();
    const calls = await countCalls(counted.store, store => sealTail(store, index, { least: 1, times }), writes);
    for (let at = 0; at < calls; at++) {
      const archive = await filled();
      const past = { ...times, now: () => 1_000_000 };
      const seal = sealTail(dying(archive.store, at, true, writes), index, { least: 1, times: past });
      await expect(seal).rejects.toThrow('killed');
      await rebuildWords(archive, index, options);
      await expectSound(archive, every);
    }
  });

  const harms: readonly (readonly [what: string, harm: (archive: WordsArchive) => Promise<void>])[] = [
    ['a block is lost', async archive => archive.store.delete([rowOf(archive, 'wordBlock')])],
    [
      'bytes of a block are changed',
      async archive => {
        const row = rowOf(archive, 'wordBlock');
        await archive.store.put([{ ...row, bytes: Uint8Array.of(...(row.bytes ?? []), 7) }]);
      },
    ],
    [
      'documents of a batch are lost',
      async archive => {
        const [entry] = await entriesOf(archive);
        await archive.store.delete([wordDocumentsKey(index, entry?.key ?? '', 0)]);
      },
    ],
    [
      'documents of a batch cannot be read',
      async archive => archive.store.put([{ ...rowOf(archive, 'wordDocuments'), data: '[9]' }]),
    ],
    [
      'a batch is of another version',
      async archive => {
        const entries = await entriesOf(archive);
        const data = encodeManifest(entries.map((entry, i) => (i === 1 ? { ...entry, version: 1 } : entry)));
        await archive.store.put([{ ...wordManifestKey(index, 0), data }]);
      },
    ],
    ['the manifest is lost', async archive => archive.store.delete([wordManifestKey(index, 0)])],
    ['a row of the tail is lost', async archive => archive.store.delete([rowOf(archive, 'wordTail')])],
    [
      'a row of the tail is of another version',
      async archive => archive.store.put([{ ...rowOf(archive, 'wordTail'), data: '1 inbox' }]),
    ],
    [
      'a row of the tail cannot be read',
      async archive => archive.store.put([{ ...rowOf(archive, 'wordTail'), bytes: Uint8Array.of(255, 255, 255) }]),
    ],
    [
      'a mail is marked removed that is there',
      async archive => {
        const [entry] = await entriesOf(archive);
        await addTombstones(archive.store, index, entry?.key ?? '', [1]);
      },
    ],
    [
      'a mail is in the tail and in a batch',
      async archive => {
        const other = openArchive();
        await storeMails(other, [2]);
        await archive.store.put([rowOf(other, 'wordTail')]);
      },
    ],
    [
      'a mail is in two batches',
      async archive => {
        const other = openArchive();
        await storeMails(other, [2]);
        await archive.store.put([rowOf(other, 'wordTail')]);
        await sealTail(archive.store, index, { least: 1, times });
      },
    ],
    [
      'words of a mail lie in the tail that never was',
      async archive => {
        const row = rowOf(archive, 'wordTail');
        await archive.store.put([{ ...row, ...wordTailKey(index, `${row.sk.slice(0, 8)}${'1'.repeat(24)}`) }]);
      },
    ],
    ['the state is lost', async archive => archive.store.delete([{ pk: rowOf(archive, 'wordTail').pk, sk: '!' }])],
  ];

  test.each(harms)('puts right that %s', async (_, harm) => {
    const archive = await filled();
    await harm(archive);
    await rebuild(archive, { settle });
    await expectSound(archive, every);
  });

  test('takes words out of a mail whose rows are gone', async () => {
    const archive = await filled();
    await archive.store.delete([ownerKey(archive.ids[3] ?? '')]);
    for (const row of [...archive.store.rows.values()])
      if (familyOf(row) === 'message' && row.data.includes('"Report 3"')) await archive.store.delete([row]);
    await rebuildWords(archive, index, options);
    await expectSound(
      archive,
      every.filter(number => number !== 3),
    );
  });
});

describe('a rebuild of words', () => {
  test('killed at any write is completed by the next', async () => {
    const counted = await filled();
    await removeMessages(counted, [counted.ids[4] ?? '']);
    const calls = await countCalls(counted.store, store => rebuildWords({ ...counted, store }, index, options), writes);
    for (let at = 0; at < calls; at++) {
      const archive = await filled();
      await removeMessages(archive, [archive.ids[4] ?? '']);
      const past = { ...times, now: () => 1_000_000 };
      const store = dying(archive.store, at, at % 2 === 0, writes);
      await expect(rebuildWords({ ...archive, store }, index, { settle, times: past })).rejects.toThrow('killed');
      const wanted = every.filter(number => number !== 4);
      await expectMails(archive.store, wanted, every);
      await rebuild(archive, { settle });
      await expectSound(archive, wanted);
    }
  });

  test('lets readers see every mail exactly once at any write', async () => {
    const archive = await filled();
    let looks = 0;
    const store = watched(
      archive.store,
      async () => {
        looks++;
        await expectMails(archive.store, every);
      },
      writes,
    );
    await rebuildWords({ ...archive, store }, index, options);
    expect(looks).toBeGreaterThan(20);
  });

  test('lets readers go on reading what they began with, until it waits for them', async () => {
    const fresh = await filled();
    const calls = await countCalls(fresh.store, store => readWordIndex(store, index));
    for (let at = 0; at < calls + 4; at++) {
      const archive = await filled();
      const reader = paused(archive.store, at, store => expectMails(store, every));
      await reader.standing();
      const rebuilt = rebuildWords(archive, index, {
        times,
        settle: async () => {
          reader.resume();
          await reader.settled;
        },
      });
      await rebuilt;
      expect(await reader.settled).toEqual({ value: undefined });
      await expectMails(archive.store, every);
    }
  });

  test('loses no removal, and nothing that is stored, at any write', async () => {
    const counted = await filled();
    const calls = await countCalls(counted.store, store => rebuildWords({ ...counted, store }, index, options), writes);
    for (let at = 0; at < calls; at++) {
      const archive = await filled();
      const rebuilt = paused(archive.store, at, store => rebuildWords({ ...archive, store }, index, options), writes);
      await rebuilt.standing();
      const removal = removeMessages(archive, [archive.ids[4] ?? '', archive.ids[10] ?? '']);
      await storeMails(archive, [30]);
      rebuilt.resume();
      expect(await removal).toEqual([true, true]);
      expect(await rebuilt.settled).toEqual({ value: expect.any(Number) });
      const wanted = [...every.filter(number => number !== 4 && number !== 21), 30];
      await expectMails(archive.store, wanted, [...every, 30]);
      await rebuildWords(archive, index, options);
      await expectSound(archive, wanted);
    }
  });
});
