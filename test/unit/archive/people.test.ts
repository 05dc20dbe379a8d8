import fc from 'fast-check';
import {
  decodePeopleFacts,
  manyRecipientsTerm,
  packPeople,
  peoplePosting,
  peopleRow,
  peopleRowKey,
  shortDigest,
  termOf,
  unreadTerm,
} from '../../../lib/archive/people.ts';
import type { MessageRow } from '../../../lib/archive/rows.ts';
import { limits } from '../../../lib/limits.ts';

const message = (fields: Partial<MessageRow> = {}): MessageRow => ({
  accountId: 'ann',
  folderAlias: 'Sent Items',
  storedEmailId: '00000000-0000-8000-8000-000000000001',
  receivedAt: 1_700_000_000_000,
  sentAt: null,
  messageDate: 1_700_000_000_000,
  messageId: null,
  subject: 'x',
  senderAddress: 'Ann@Example.com',
  senderDisplayName: null,
  toAddresses: ['bob@example.com', 'Carol@example.com'],
  ccAddresses: ['BOB@example.com'],
  sizeBytes: 1,
  attachments: null,
  remoteFlags: null,
  contentAvailability: 'available',
  ...fields,
});

const read = { observedAt: 1, isSeen: true, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] };

const posting = (fields: Partial<MessageRow> = {}) => {
  const row = peopleRow(message(fields));
  if (!row.posting) throw new Error('no posting');
  return row.posting;
};

it('finds a message by its sender and each recipient once, whatever their case', () => {
  expect(posting().terms).toEqual([
    termOf('ann', 'sender', 'ann@example.com'),
    termOf('ann', 'recipient', 'BOB@EXAMPLE.COM'),
    termOf('ann', 'recipient', 'carol@example.com'),
  ]);
});

it('finds a message among the unread where it was observed so, and only there', () => {
  const among = (remoteFlags: MessageRow['remoteFlags']) => posting({ remoteFlags }).terms.includes(unreadTerm('ann'));
  expect([among(null), among(read), among({ ...read, isSeen: false })]).toEqual([false, false, true]);
});

it('knows no sender where there is none, and tells accounts and roles apart', () => {
  for (const senderAddress of [null, '']) expect(posting({ senderAddress }).terms).toHaveLength(2);
  const terms = [
    termOf('ann', 'sender', 'a@b'),
    termOf('ann', 'recipient', 'a@b'),
    termOf('bob', 'sender', 'a@b'),
    manyRecipientsTerm('ann'),
    peopleRow(message()).pk,
  ];
  expect(new Set(terms).size).toBe(terms.length);
});

it('costs a posting for each recipient up to the limit, and one for more', () => {
  const crowd = (count: number) => Array.from({ length: count }, (_, i) => `crowd${i}@example.com`);
  const most = limits.recipientTerms.value;
  expect(posting({ toAddresses: crowd(most), ccAddresses: [] }).terms).toHaveLength(1 + most);
  const many = posting({ toAddresses: crowd(most), ccAddresses: ['one.more@example.com'] });
  expect(many.terms).toEqual([termOf('ann', 'sender', 'ann@example.com'), manyRecipientsTerm('ann')]);
  expect(decodePeopleFacts(many.facts).mayBeTo(shortDigest('anybody@example.com'))).toBe(true);
  // Twice the same is one.
  expect(posting({ toAddresses: crowd(most), ccAddresses: crowd(most) }).terms).toHaveLength(1 + most);
});

it('tells from a posting alone what a message is surely not', () => {
  const counts = { inlineResourceCount: 1, totalSizeBytes: 1 };
  const rest = { isEncrypted: false, hasUnverifiedSignature: false, hasUnexpandedTnef: false };
  for (const [attachmentCount, has] of [
    [0, false],
    [2, true],
  ] as const) {
    const facts = decodePeopleFacts(posting({ attachments: { attachmentCount, ...counts, ...rest } }).facts);
    expect(facts.hasAttachments).toBe(has);
    expect(facts.mayBeFrom(shortDigest('ANN@example.com'))).toBe(true);
    expect(facts.mayBeFrom(shortDigest('bob@example.com'))).toBe(false);
    expect(['bob@example.com', 'carol@example.com', 'ann@example.com'].map(shortDigest).map(facts.mayBeTo)).toEqual([
      ...[true, true, false],
    ]);
  }
  expect(decodePeopleFacts(posting().facts).hasAttachments).toBeNull();
  const nobody = decodePeopleFacts(posting({ senderAddress: null, toAddresses: [], ccAddresses: [] }).facts);
  expect([nobody.mayBeFrom(shortDigest('')), nobody.mayBeTo(shortDigest(''))]).toEqual([false, false]);
});

it('comes back from its row, and is taken away by what the owner row keeps, whatever the addresses', () => {
  const address = fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 40 }));
  fc.assert(
    fc.property(fc.option(address), fc.array(address, { maxLength: 70 }), address, (senderAddress, toAddresses, cc) => {
      const own = message({ senderAddress, toAddresses, ccAddresses: [cc] });
      const row = peopleRow(own);
      expect(peoplePosting({ pk: row.pk, sk: row.sk, data: row.data })).toEqual(row.posting);
      const owner = { ...own, blobKey: '', names: [], people: packPeople(own), isRawGone: false };
      for (const remoteFlags of [null, read, { ...read, isSeen: false }]) {
        const { pk, sk, posting } = peopleRow({ ...own, remoteFlags });
        expect(peopleRowKey(owner)).toEqual({ pk, sk, posting: { index: 'people', terms: expect.anything() } });
        expect(peopleRowKey(owner).posting?.terms).toEqual(expect.arrayContaining([...(posting?.terms ?? [])]));
      }
    }),
  );
});

it.each(['', '[', '[]', '{}', 'null', '[1,2,"inbox","a",""]'])('has none where the data is %j', data => {
  const { pk, sk } = peopleRow(message());
  const found = peoplePosting({ pk, sk, data });
  expect(found === null || found.terms.length === 0).toBe(true);
});
