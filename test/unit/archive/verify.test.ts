import { decodeAttachment } from '../../../lib/archive/attachmentCodec.ts';
import type { Disagreement, DisagreementKind } from '../../../lib/archive/disagreement.ts';
import { extraKeyKey, familyOf, folderRowKey, objectKey, ownerKey, quarantineKey } from '../../../lib/archive/keys.ts';
import { attachmentRow, namePosting } from '../../../lib/archive/names.ts';
import { ownedRowKeys, readOwner } from '../../../lib/archive/owners.ts';
import { peoplePosting } from '../../../lib/archive/people.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import { decodePosition, isPosition } from '../../../lib/archive/position.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { removeRows } from '../../../lib/archive/removeMessages.ts';
import { encodeObject, encodeOwner, type OwnerRow } from '../../../lib/archive/rows.ts';
import { type VerifySummary, verify } from '../../../lib/archive/verify.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { delivered, fill, type HarmedArchive, kinds, rowsOf } from './archives.ts';
import { incoming, mail, now, openArchive } from './material.ts';

const settle = async () => {};

async function found(
  archive: HarmedArchive,
): Promise<{ readonly all: Disagreement[]; readonly summary: VerifySummary }> {
  const all: Disagreement[] = [];
  const run = verify(archive, { settle });
  for (;;) {
    const next = await run.next();
    if (next.done) return { all, summary: next.value };
    all.push(next.value);
  }
}

/** A message that is harmed: one with two attachments that an importer stored. */
interface Victim {
  readonly owner: OwnerRow;
  /** Its rows: attachments by number, then the message's. */
  readonly attachments: readonly Row[];
  readonly message: Row;
  /** What finds it by its people. */
  readonly people: Row;
}

async function victimOf(archive: HarmedArchive, rows: readonly Row[], number = 1): Promise<Victim> {
  const message = rows.find(row => row.pk.startsWith('m\u001f') && row.data.includes(`"Mail ${number}"`));
  const owner = message && (await readOwner(archive.store, decodePosition(message.sk).id));
  if (!message || !owner) throw new Error('no such message');
  const keys = ownedRowKeys(owner);
  const attachments = keys.flatMap(key => {
    const row = rows.find(one => one.pk === key.pk && one.sk === key.sk && one.pk.startsWith('a\u001f'));
    const posting = row && namePosting(row);
    return row && posting ? [{ ...row, posting }] : [];
  });
  const people = rows.find(row => familyOf(row) === 'people' && row.sk === message.sk);
  if (!people) throw new Error('no row of people');
  return { owner, attachments, message, people: { ...people, posting: peoplePosting(people) ?? noPosting } };
}

const isAbout = ({ pk, sk }: Row, id: string): boolean =>
  isPosition(sk) ? decodePosition(sk).id === id : sk === id || pk.endsWith(id);

const noPosting = { index: 'people', terms: [], text: '', facts: '' } as const;

interface Plant {
  readonly name: string;
  readonly plant: (archive: HarmedArchive, victim: Victim, other: Victim) => Promise<void>;
  readonly finds: readonly DisagreementKind[];
  /** What a rebuild cannot mend, since bytes are lost. */
  readonly stays?: readonly DisagreementKind[];
  /** Whether the message stays all the same. */
  readonly keeps?: true;
}

const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('nothing there');
  return item;
};

const putOwner = (archive: HarmedArchive, owner: OwnerRow): Promise<void> =>
  archive.store.put([{ ...ownerKey(owner.storedEmailId), data: encodeOwner(owner) }]);

const plants: readonly Plant[] = [
  {
    name: 'a row without its mail',
    plant: ({ blobs }, { owner }) => blobs.remove(owner.blobKey),
    finds: ['rawGone'],
    keeps: true,
  },
  {
    name: 'a mail without its rows',
    plant: (archive, { owner }) => removeRows(archive, owner),
    finds: ['attachmentMissing', 'attachmentMissing', 'messageMissing', 'ownerMissing', 'peopleMissing'],
  },
  {
    name: 'a message without its owner row',
    plant: ({ store }, { owner }) => store.delete([ownerKey(owner.storedEmailId)]),
    finds: [
      'attachmentWithoutOwner',
      'attachmentWithoutOwner',
      'filesSurplus',
      'messageWithoutOwner',
      'ownerMissing',
      'peopleWithoutOwner',
      'wordsWithoutOwner',
    ],
  },
  {
    name: 'an owner row without its message row',
    plant: ({ store }, { message }) => store.delete([message]),
    finds: ['messageMissing'],
  },
  {
    name: 'a message row with other data',
    plant: ({ store }, { message }) => store.put([{ ...message, data: message.data.replace('Mail', 'Mall') }]),
    finds: ['messageDiffers'],
  },
  {
    name: 'rows of a message that there never was',
    plant: async ({ store }, { message }) => {
      const row = attachmentRow({ ...attachment, number: 1, messageId: stranger }, 'eve@example.com');
      await store.put([row, { ...message, sk: row.sk }]);
    },
    finds: ['attachmentWithoutOwner', 'messageWithoutOwner'],
  },
  {
    name: 'an archive of before, without rows of people',
    plant: ({ store }, { people }) => store.delete([people]),
    finds: ['peopleMissing'],
  },
  {
    name: 'a row of people too many',
    plant: ({ store }, { people }) => store.put([{ ...people, sk: people.sk.replace(/^.{8}/, '1'.repeat(8)) }]),
    finds: ['peopleSurplus'],
  },
  {
    name: 'a row of people with other people',
    plant: ({ store }, { people }) => {
      const data = people.data.replace(/[^"]+"\]$/, `${'abcdefgh'.repeat(3)}"]`);
      return store.put([{ ...people, data, posting: peoplePosting({ ...people, data }) ?? noPosting }]);
    },
    finds: ['peopleDiffers'],
  },
  {
    name: 'a row of people that cannot be read',
    plant: ({ store }, { people }) => store.put([{ ...people, data: '[1,' }]),
    finds: ['peopleDiffers', 'postings'],
  },
  {
    name: 'a person that a message is not found by',
    plant: ({ store }, { people }) => {
      const posting = people.posting ?? noPosting;
      return store.put([{ ...people, posting: { ...posting, terms: posting.terms.slice(1) } }]);
    },
    finds: ['postings'],
  },
  {
    name: 'an attachment row too few',
    plant: ({ store }, { attachments }) => store.delete(attachments.slice(0, 1)),
    finds: ['attachmentMissing'],
  },
  {
    name: 'an attachment row too many',
    plant: async ({ store }, { owner }) => {
      const { storedEmailId: messageId, messageDate: date } = owner;
      await store.put([attachmentRow({ ...attachment, number: 9, messageId, date }, 'ann@example.com')]);
    },
    finds: ['attachmentSurplus'],
  },
  {
    name: 'an attachment row with other data',
    plant: async ({ store }, { attachments }) => {
      const row = decodeAttachment(first(attachments));
      await store.put([attachmentRow({ ...row, sizeBytes: 1_234_567 }, 'ann@example.com')]);
    },
    finds: ['attachmentDiffers'],
  },
  {
    name: 'a posting too few',
    plant: ({ planter }, { attachments: [row] }) =>
      row ? planter.removePosting(row, row.posting?.terms[3] ?? '') : Promise.reject(new Error('no row')),
    finds: ['postings'],
  },
  {
    name: 'a posting too many',
    plant: ({ planter }, { attachments }) => planter.addPosting(first(attachments), 'ann\u001fzzz'),
    finds: ['postings'],
  },
  {
    name: 'a posting with another text',
    plant: ({ planter }, { attachments }) => planter.changeText(first(attachments)),
    finds: ['postings'],
  },
  {
    name: 'a posting of no row',
    plant: ({ planter }, { attachments }) =>
      planter.addOrphan(
        attachmentRow({ ...attachment, messageId: stranger }, '').sk,
        first(first(attachments).posting?.terms ?? []),
      ),
    finds: ['postings'],
  },
  {
    name: 'a blob cut short',
    plant: ({ changeBlob }, { owner }) => changeBlob(owner.blobKey, mail(1).subarray(0, 300)),
    finds: ['rawChanged'],
    stays: ['rawChanged'],
  },
  {
    name: 'a blob that holds nothing',
    plant: ({ changeBlob }, { owner }) => changeBlob(owner.blobKey, new Uint8Array()),
    finds: ['rawChanged'],
    stays: ['rawChanged'],
  },
  {
    name: 'an owner that names a key which holds another mail',
    plant: (archive, { owner }, other) => putOwner(archive, { ...owner, blobKey: other.owner.blobKey }),
    finds: ['otherMail', 'ownerDiffers'],
  },
  {
    name: 'the same where its own mail is gone',
    plant: async (archive, { owner }, other) => {
      await putOwner(archive, { ...owner, blobKey: other.owner.blobKey });
      await archive.blobs.remove(owner.blobKey);
    },
    finds: ['otherMail'],
  },
  {
    name: 'an owner row that cannot be read',
    plant: ({ store }, { owner }) => store.put([{ ...ownerKey(owner.storedEmailId), data: '{"blobKey":' }]),
    finds: [
      'attachmentWithoutOwner',
      'attachmentWithoutOwner',
      'filesSurplus',
      'messageWithoutOwner',
      'ownerDiffers',
      'peopleWithoutOwner',
      'unreadable',
      'wordsWithoutOwner',
    ],
  },
  {
    name: 'a quarantine row whose object is gone',
    plant: ({ blobs }) => blobs.remove(delivered.refused[0]),
    finds: ['quarantineSurplus'],
  },
  {
    name: 'a refused object that is not in quarantine',
    plant: ({ store }) => store.delete([quarantineKey(delivered.refused[1])]),
    finds: ['quarantineMissing'],
  },
  {
    name: 'a mail in quarantine',
    plant: ({ store }, { owner: { blobKey } }) =>
      store.put([{ ...quarantineKey(blobKey), data: encodeObject({ blobKey, reason: 'notMail', at: 1 }) }]),
    finds: ['quarantineSurplus'],
  },
  {
    name: 'an object without the row that says what it holds',
    plant: ({ store }) => store.delete([objectKey(delivered.once)]),
    finds: ['objectMissing'],
  },
  {
    name: 'such a row of an object that never was',
    plant: ({ store }, { owner }) => store.put([{ ...objectKey('mail/ann/INBOX/never'), data: owner.storedEmailId }]),
    finds: ['objectSurplus'],
  },
  {
    name: 'a further key of a message that holds another',
    plant: ({ store }, { owner: { storedEmailId } }, other) =>
      store.put([{ ...extraKeyKey(storedEmailId, other.owner.blobKey), data: other.owner.blobKey }]),
    finds: ['objectSurplus'],
  },
  {
    name: 'the same mail under a key that no row tells of',
    plant: async ({ store }) => {
      const [row] = await store.get([objectKey(delivered.thrice[1])]);
      await store.delete([extraKeyKey(row?.data ?? '', delivered.thrice[1])]);
    },
    finds: ['objectMissing'],
  },
  {
    name: 'a folder without its row',
    plant: ({ store }) => store.delete([folderRowKey('ann', 'Sent')]),
    finds: ['folderMissing'],
  },
];

const stranger = '00000000-0000-8000-8000-000000000000';
const attachment = {
  ...{ accountId: 'ann', messageId: stranger, number: 3, date: 1_700_000_000_000, filename: 'stray.pdf' },
  ...{ subject: '', from: '', sizeBytes: 1, contentType: 'application/pdf', isInline: false },
};

describe.each(kinds)('verify over %s', (_, open) => {
  let archive: HarmedArchive;
  let before: readonly Row[];

  beforeEach(async () => {
    archive = await open();
    await fill(archive);
    before = await rowsOf(archive);
  });

  afterEach(() => archive.close());

  test('finds nothing where nothing is wrong', async () => {
    const { all, summary } = await found(archive);
    expect(all).toEqual([]);
    expect(summary).toEqual({ mails: 12, attachments: 19, disagreements: 0, seconds: expect.any(Number) });
  });

  test.each(plants)('finds $name, and a rebuild mends it', async ({ plant, finds, stays = [], keeps }) => {
    const victim = await victimOf(archive, before);
    await plant(archive, victim, await victimOf(archive, before, 4));
    const { all, summary } = await found(archive);
    expect(all.map(one => one.kind).toSorted()).toEqual(finds.toSorted());
    expect(summary.disagreements).toBe(finds.length);
    for (const { message } of all) expect(message).toMatch(/^[^\n]+: [^\n]*mailglob (?:rebuild|remove)/);
    await rebuild(archive, { settle });
    expect((await found(archive)).all.map(one => one.kind)).toEqual(stays);
    // Whatever the rows were, they are now those that the raw mails give.
    const mended = await rowsOf(archive);
    archive = await archive.emptied();
    await rebuild(archive, { settle });
    const known = (rows: readonly Row[]) =>
      rows.filter(row => row.pk !== 'f' && !(keeps && isAbout(row, victim.owner.storedEmailId)));
    expect(known(mended)).toEqual(known(await rowsOf(archive)));
  });
});

test('two rows at one position are told apart, and the one that the mail gives stays', async () => {
  for (const [, open] of kinds) {
    const archive = await open();
    await fill(archive);
    const before = await rowsOf(archive);
    const { attachments } = await victimOf(archive, before);
    const row = decodeAttachment(first(attachments));
    await archive.store.put([attachmentRow({ ...row, filename: 'zzz.pdf' }, 'ann@example.com')]);
    expect((await found(archive)).all.map(one => one.kind)).toContain('attachmentSurplus');
    await rebuild(archive, { settle });
    expect(await rowsOf(archive)).toEqual(before);
    await archive.close();
  }
});

test('mail that is stored while it looks is no disagreement', async () => {
  const archive = openArchive();
  await storeMessages(archive, [incoming(mail(1))], now);
  const late = openArchive();
  await storeMessages(late, [incoming(mail(2))], now);
  for (const [key, blob] of late.blobs.all) archive.blobs.all.set(key, blob);
  let waits = 0;
  const arrive = async () => {
    waits++;
    for (const [key, row] of late.store.rows) archive.store.rows.set(key, row);
  };
  const all: Disagreement[] = [];
  for await (const one of verify(archive, { settle: arrive })) all.push(one);
  expect(all).toEqual([]);
  expect(waits).toBe(1);
});
