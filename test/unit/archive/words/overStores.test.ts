// The words index over every kind of store: sealed, harmed, found wrong, and put right.

import type { DisagreementKind } from '../../../../lib/archive/disagreement.ts';
import { ownerKey } from '../../../../lib/archive/keys.ts';
import type { Key, Row, Store } from '../../../../lib/archive/ports.ts';
import { rebuild } from '../../../../lib/archive/rebuild.ts';
import { removeMessages } from '../../../../lib/archive/removeMessages.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { verify } from '../../../../lib/archive/verify.ts';
import {
  wordBlockKey,
  wordDocumentsKey,
  wordManifestKey,
  wordTailKey,
  wordTombstoneKey,
} from '../../../../lib/archive/wordKeys.ts';
import { readBatchBlocks } from '../../../../lib/archive/words/blockDocuments.ts';
import { addTombstones, encodeManifest, latestManifest } from '../../../../lib/archive/words/manifest.ts';
import { readBlocks, readDocuments, readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { sealTail } from '../../../../lib/archive/words/sealTail.ts';

import { findInBlock } from '../../words/findInBlock.ts';
import { type HarmedArchive, kinds } from '../archives.ts';
import { expected, expectMails, index, openArchive, storeMails, times } from './material.ts';

const settle = async () => {};
const numbers = Array.from({ length: 8 }, (_, i) => i);
const stranger = `${'1'.repeat(8)}${'2'.repeat(24)}`;

async function found(archive: HarmedArchive): Promise<DisagreementKind[]> {
  const all: DisagreementKind[] = [];
  for await (const { kind, message } of verify(archive, { settle })) {
    all.push(kind);
    expect(message).toMatch(/^[^\n]+: mailglob rebuild puts it right$/);
  }
  return all.toSorted();
}

async function firstBatch(store: Store) {
  const [entry] = (await latestManifest(store, index)).flatMap(({ entries }) => entries);
  if (!entry) throw new Error('nothing is sealed');
  return entry;
}

async function rowOf(store: Store, key: Key): Promise<Row> {
  const [row] = await store.get([key]);
  if (!row) throw new Error('no such row');
  return row;
}

async function firstBlock(store: Store): Promise<Row> {
  const [row] = await readBatchBlocks(store, index, (await firstBatch(store)).key);
  if (!row) throw new Error('no block');
  return row;
}

async function firstOfTail(store: Store): Promise<Row> {
  const { tail } = await readWordIndex(store, index);
  return rowOf(store, wordTailKey(index, tail[0]?.position ?? ''));
}

/** The tail row that another archive makes of a mail. */
async function tailRowOf(number: number): Promise<Row> {
  const { store } = openArchive();
  await storeMails({ ...openArchive(), store }, [number]);
  return firstOfTail(store);
}

interface Harm {
  readonly name: string;
  readonly harm: (store: Store, ids: readonly string[]) => Promise<unknown>;
  readonly finds: readonly DisagreementKind[];
}

const harms: readonly Harm[] = [
  {
    name: 'a block that is lost',
    harm: async store => store.delete([await firstBlock(store)]),
    finds: ['wordsDamaged'],
  },
  {
    name: 'a block with other bytes',
    harm: async store => store.put([{ ...(await firstBlock(store)), bytes: Uint8Array.of(1, 2, 3) }]),
    finds: ['wordsDamaged'],
  },
  {
    name: 'lost documents of a batch',
    harm: async store => store.delete([wordDocumentsKey(index, (await firstBatch(store)).key, 0)]),
    finds: ['wordsDamaged', ...Array<DisagreementKind>(6).fill('wordsMissing')],
  },
  {
    name: 'a batch of another version',
    harm: async store =>
      store.put([
        { ...wordManifestKey(index, 0), data: encodeManifest([{ ...(await firstBatch(store)), version: 1 }]) },
      ]),
    finds: ['wordsDamaged'],
  },
  {
    name: 'a block of no batch, and documents, and marks',
    harm: async store => {
      const block = await firstBlock(store);
      await store.put([
        { ...block, sk: 'VzzzzzzzZZZZ' },
        { ...wordBlockKey(index, 7, 'VzzzzzzzZZZY', 3), data: '', bytes: Uint8Array.of(1) },
        { ...wordDocumentsKey(index, 'VzzzzzzzZZZX', 0), data: '[]' },
        { ...wordTombstoneKey(index, 'VzzzzzzzZZZW'), data: '--' },
      ]);
    },
    finds: ['wordsSurplus', 'wordsSurplus', 'wordsSurplus', 'wordsSurplus'],
  },
  {
    name: 'a mail that is marked removed',
    harm: async store => addTombstones(store, index, (await firstBatch(store)).key, [2]),
    finds: ['wordsMissing'],
  },
  {
    name: 'a row of the tail that is lost',
    harm: async store => store.delete([await firstOfTail(store)]),
    finds: ['wordsMissing'],
  },
  {
    name: 'a row of the tail that cannot be read',
    harm: async store => store.put([{ ...(await firstOfTail(store)), bytes: Uint8Array.of(9) }]),
    finds: ['wordsDamaged'],
  },
  {
    name: 'words of a mail that never was',
    harm: async store => store.put([{ ...(await firstOfTail(store)), ...wordTailKey(index, stranger) }]),
    finds: ['wordsWithoutOwner'],
  },
  {
    name: 'words of a mail at another date',
    harm: async store => {
      const row = await firstOfTail(store);
      await store.put([{ ...row, ...wordTailKey(index, `1${row.sk.slice(1)}`) }]);
    },
    finds: ['wordsSurplus'],
  },
  {
    name: 'a mail whose words are there twice',
    harm: async store => store.put([await tailRowOf(1)]),
    finds: ['wordsTwice'],
  },
  {
    name: 'sealed words of a mail whose rows are gone',
    harm: async (store, ids) => {
      const id = ids[3] ?? '';
      for await (const entry of store.audit({ postingOf: () => null }))
        if (entry.kind === 'row' && familyOf(entry.row) === 'message' && entry.row.data.includes('"Report 3"'))
          await store.delete([entry.row]);
      await store.delete([ownerKey(id)]);
    },
    // Its raw mail is there: it is taken in again, and is twice then for once.
    finds: ['messageMissing', 'ownerMissing', 'peopleWithoutOwner', 'wordsSurplus'],
  },
];

describe.each(kinds)('words over %s', (_, open) => {
  let archive: HarmedArchive;
  let ids: string[];

  beforeEach(async () => {
    archive = await open();
    ids = await storeMails(archive, numbers.slice(0, 6));
    await sealTail(archive.store, index, { least: 1, times });
    ids.push(...(await storeMails(archive, numbers.slice(6))));
  });

  afterEach(() => archive.close());

  test('are found sealed and unsealed, with their documents', async () => {
    await expectMails(archive.store, numbers);
    const { tail, batches, documents } = await readWordIndex(archive.store, index);
    expect([tail.length, batches.length, documents]).toEqual([2, 1, 8]);
    const { blocks } = await readBlocks(archive.store, index, 'own4x', {});
    const [ordinal = -1] = blocks.flatMap(({ bytes }) => [...(findInBlock(bytes, 'own4x')?.ordinals ?? [])]);
    const batch = batches[0]?.key ?? '';
    const [place] = (await readDocuments(archive.store, index, [{ batch, row: 0 }])).map(at => at(ordinal));
    expect(place?.folder).toBe('inbox');
    expect(await found(archive)).toEqual([]);
  });

  test('go with a mail that is removed, sealed or not', async () => {
    await removeMessages(archive, [ids[2] ?? '', ids[7] ?? '']);
    const left = numbers.filter(number => number !== 2 && number !== 7);
    await expectMails(archive.store, left, numbers);
    expect(await found(archive)).toEqual([]);
    await rebuild(archive, { settle });
    await expectMails(archive.store, left, numbers);
    expect(await found(archive)).toEqual([]);
  });

  test('are made again where every row is gone', async () => {
    const emptied = await archive.emptied();
    archive = emptied;
    await rebuild(emptied, { settle });
    await expectMails(emptied.store, numbers);
    expect((await readWordIndex(emptied.store, index)).tail).toEqual([]);
    expect(await found(emptied)).toEqual([]);
  });

  test.each(harms)('verify finds $name, and a rebuild puts it right', async ({ harm, finds }) => {
    await harm(archive.store, ids);
    expect(await found(archive)).toEqual(finds.toSorted());
    await rebuild(archive, { settle });
    expect(await found(archive)).toEqual([]);
    await expectMails(archive.store, numbers);
    expect((await expected(3)).id).toBe(ids[3]);
  });
});
