import fc from 'fast-check';
import { decodeAttachment, decodeSender, encodeAttachment } from '../../../lib/archive/attachmentCodec.ts';
import { mailBlobKey, mailName } from '../../../lib/archive/blobKeys.ts';
import { messageKey, ownerKey } from '../../../lib/archive/keys.ts';
import { encodePosition } from '../../../lib/archive/position.ts';
import {
  type AttachmentRow,
  decodeMessage,
  decodeOwner,
  encodeMessage,
  encodeOwner,
  type MessageRow,
  type OwnerRow,
  readOwnerRow,
} from '../../../lib/archive/rows.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) });
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

const messages: fc.Arbitrary<MessageRow> = fc.record({
  accountId: text,
  folderAlias: text,
  storedEmailId: fc.uuid(),
  receivedAt: instant,
  sentAt: orNull(fc.integer({ min: -(2 ** 45), max: 2 ** 45 })),
  messageDate: instant,
  messageId: orNull(text),
  subject: text,
  senderAddress: orNull(text),
  senderDisplayName: orNull(text),
  toAddresses: fc.array(text, { maxLength: 3 }),
  ccAddresses: fc.array(text, { maxLength: 3 }),
  sizeBytes: fc.nat(),
  attachments: orNull(
    fc.record({
      attachmentCount: fc.nat(),
      inlineResourceCount: fc.nat(),
      totalSizeBytes: fc.nat(),
      isEncrypted: fc.boolean(),
      hasUnverifiedSignature: fc.boolean(),
      hasUnexpandedTnef: fc.boolean(),
    }),
  ),
  remoteFlags: orNull(
    fc.record({
      observedAt: instant,
      isSeen: fc.boolean(),
      isAnswered: fc.boolean(),
      isFlagged: fc.boolean(),
      isDraft: fc.boolean(),
      keywords: fc.array(text, { maxLength: 3 }),
    }),
  ),
  contentAvailability: fc.constantFrom('available', 'exceededSizeLimit', 'damaged'),
});

describe('message rows', () => {
  it('come back as they were, from their key and their data', () => {
    fc.assert(
      fc.property(messages, row => {
        const key = messageKey(row.accountId, row.folderAlias, row.receivedAt, row.storedEmailId);
        expect(decodeMessage({ ...key, data: encodeMessage(row) })).toEqual(row);
      }),
    );
  });
});

describe('owner rows', () => {
  const owners: fc.Arbitrary<OwnerRow> = fc
    .record({
      storedEmailId: fc.uuid(),
      accountId: text,
      folderAlias: text,
      receivedAt: instant,
      messageDate: instant,
      blobKey: orNull(text),
      names: fc.array(fc.tuple(fc.nat(4095), text), { maxLength: 3 }),
      people: text,
      isRawGone: fc.boolean(),
    })
    .map(owner => ({
      ...owner,
      blobKey: owner.blobKey ?? mailBlobKey(owner.accountId, owner.folderAlias, mailName(owner.storedEmailId)),
    }));

  it('come back as they were, and do not repeat the key that an importer gives a mail', () => {
    fc.assert(
      fc.property(owners, owner => {
        const row = { ...ownerKey(owner.storedEmailId), data: encodeOwner(owner) };
        expect(decodeOwner(row)).toEqual(owner);
        expect(readOwnerRow(row)).toEqual(owner);
        expect(row.data).not.toContain(owner.storedEmailId);
      }),
    );
  });

  it('are none where the data is anything else', () => {
    const key = ownerKey('00000000-0000-8000-8000-000000000000');
    for (const data of [
      '',
      'no JSON',
      '{}',
      '[]',
      'null',
      '7',
      '"text"',
      '[1,"a","b",0,0,null]',
      '[1,"a","b",0,0,7,[]]',
    ])
      expect(readOwnerRow({ ...key, data })).toBeNull();
    expect(readOwnerRow(undefined)).toBeNull();
  });
});

const odd = fc.string({
  unit: fc.constantFrom(...'ab1é報😀', '"', '\\', ',', '[', ']', '\n', '\u2028', '\ud800', '","', '",1,"'),
  maxLength: 12,
});
const attachments: fc.Arbitrary<AttachmentRow> = fc.record({
  accountId: odd,
  messageId: fc.uuid(),
  number: fc.integer({ min: 0, max: 4095 }),
  date: instant,
  filename: odd,
  subject: odd,
  from: odd,
  sizeBytes: fc.maxSafeNat(),
  contentType: odd,
  isInline: fc.boolean(),
});

describe('attachment rows', () => {
  const keyOf = ({ date, messageId, number }: AttachmentRow) => encodePosition({ at: date, id: messageId, number });

  it('come back as they were, whatever characters their texts have', () => {
    fc.assert(
      fc.property(attachments, odd, (row, sender) => {
        const data = encodeAttachment(row, sender);
        expect(decodeAttachment({ sk: keyOf(row), data })).toEqual(row);
        expect(decodeSender({ pk: '', sk: keyOf(row), data })).toBe(sender);
      }),
      { numRuns: 2000 },
    );
  });

  it('cut short anywhere are refused', () => {
    fc.assert(
      fc.property(attachments, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (row, share) => {
        const data = encodeAttachment(row, 'abc');
        const part = data.slice(0, Math.floor(share * data.length));
        expect(() => decodeAttachment({ sk: keyOf(row), data: part })).toThrow();
      }),
      { numRuns: 2000 },
    );
  });
});
