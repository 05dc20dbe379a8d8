// Everything that can be wrong with an archive, planted, with what verify() is to find.

import { decodeAttachment } from '../../../lib/archive/attachmentCodec.ts';
import type { DisagreementKind } from '../../../lib/archive/disagreement.ts';
import { extraKeyKey, folderRowKey, objectKey, ownerKey, quarantineKey } from '../../../lib/archive/keys.ts';
import { attachmentRow, namePosting } from '../../../lib/archive/names.ts';
import { ownedRowKeys, readOwner } from '../../../lib/archive/owners.ts';
import { peoplePosting } from '../../../lib/archive/people.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import { decodePosition, isPosition } from '../../../lib/archive/position.ts';
import { removeRows } from '../../../lib/archive/removeMessages.ts';
import { familyOf } from '../../../lib/archive/rowFamily.ts';
import { encodeObject, encodeOwner, type OwnerRow } from '../../../lib/archive/rows.ts';
import { delivered, type HarmedArchive } from './archives.ts';
import { mail } from './material.ts';

/** A message that is harmed: one with two attachments that an importer stored. */
interface Victim {
  readonly owner: OwnerRow;
  /** Its rows: attachments by number, then the message's. */
  readonly attachments: readonly Row[];
  readonly message: Row;
  /** What finds it by its people. */
  readonly people: Row;
}

export async function victimOf(archive: HarmedArchive, rows: readonly Row[], number = 1): Promise<Victim> {
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

export const isAbout = ({ pk, sk }: Row, id: string): boolean =>
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

export const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('nothing there');
  return item;
};

const putOwner = (archive: HarmedArchive, owner: OwnerRow): Promise<void> =>
  archive.store.put([{ ...ownerKey(owner.storedEmailId), data: encodeOwner(owner) }]);

export const plants: readonly Plant[] = [
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
