// A message whose raw mail is gone, though nobody removed it: what a rebuild makes of it, and how it ends.

import { contentBlobKey } from '../../../lib/archive/blobKeys.ts';
import { messagePk } from '../../../lib/archive/keys.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import { readContent } from '../../../lib/archive/readContent.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { forgetObject, removeMessages } from '../../../lib/archive/removeMessages.ts';
import { decodeMessage, type MessageRow } from '../../../lib/archive/rows.ts';
import { readStatus } from '../../../lib/archive/status.ts';
import { uploadMessages } from '../../../lib/archive/uploadMessages.ts';
import { verify } from '../../../lib/archive/verify.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { delivered, fill, type HarmedArchive, kinds, rowsOf } from './archives.ts';
import { incoming, mail, now } from './material.ts';

const settle = async () => {};
const metadata = { 'received-at': '2024-05-07T00:00:00Z', flags: 'seen,flagged', keywords: 'to%20do,x' };

async function messagesOf({ store }: HarmedArchive, subject: string): Promise<MessageRow[]> {
  const { rows } = await store.read({ pk: messagePk('ann', 'INBOX'), direction: 'ascending', limit: 100 });
  return rows.map(decodeMessage).filter(row => row.subject === subject);
}

async function disagreements(archive: HarmedArchive): Promise<string[]> {
  const found: string[] = [];
  for await (const { kind } of verify(archive, { settle })) found.push(kind);
  return found.toSorted();
}

describe.each(kinds)('over %s', (_, open) => {
  let archive: HarmedArchive;
  let before: readonly Row[];
  let message: MessageRow;

  beforeEach(async () => {
    archive = await open();
    await fill(archive);
    before = await rowsOf(archive);
    const [known] = await messagesOf(archive, 'Mail 11');
    if (!known) throw new Error('no such message');
    message = known;
    await archive.blobs.remove(delivered.once);
  });

  afterEach(() => archive.close());

  const rebuilt = () => rebuild(archive, { settle });

  test('it stays listed and says so, which is no disagreement and done once', async () => {
    const status = await readStatus(archive.store);
    expect(await disagreements(archive)).toEqual(['rawGone']);
    expect(await rebuilt()).toMatchObject({ gone: 1, removed: 0, written: 0 });
    expect(await messagesOf(archive, 'Mail 11')).toEqual([{ ...message, contentAvailability: 'damaged' }]);
    expect(await readStatus(archive.store)).toEqual({ ...status, damaged: status.damaged + 1 });
    expect(await disagreements(archive)).toEqual([]);
    expect(await rebuilt()).toMatchObject({ gone: 0, removed: 0, written: 0, contents: 0 });
  });

  test('what is kept of its content is read; without that it is here and unreadable', async () => {
    await rebuilt();
    const read = async () => (await readContent(archive, [message.storedEmailId], new Set(['ann'])))[0];
    expect(await read()).toMatchObject({
      kind: 'content',
      message: { contentAvailability: 'damaged' },
      content: { subject: 'Mail 11', plainText: { text: expect.stringContaining('Hello') } },
    });
    await archive.blobs.remove(contentBlobKey('ann', message.storedEmailId));
    expect(await read()).toMatchObject({ kind: 'unreadable' });
  });

  test('its raw mail comes back: what it was is told, and a rebuild makes it so', async () => {
    await rebuilt();
    await archive.blobs.create(delivered.once, mail(11), metadata);
    expect(await disagreements(archive)).toEqual(['messageDiffers', 'ownerDiffers']);
    expect(await rebuilt()).toMatchObject({ gone: 0, removed: 0 });
    const [back] = await messagesOf(archive, 'Mail 11');
    // When its flags were observed only its object tells, which is a new one.
    expect({ ...back, remoteFlags: message.remoteFlags }).toEqual(message);
    expect(await rowsOf(archive)).toHaveLength(before.length);
    expect(await disagreements(archive)).toEqual([]);
  });

  test('it is imported again, as another date has it, and is one message', async () => {
    await rebuilt();
    const again = { ...incoming(mail(11)), receivedAt: now() };
    expect(await storeMessages(archive, [again, again], now)).toMatchObject([
      { outcome: 'stored', storedEmailId: message.storedEmailId },
      { outcome: 'duplicate' },
    ]);
    expect(await messagesOf(archive, 'Mail 11')).toMatchObject([
      { receivedAt: now(), contentAvailability: 'available' },
    ]);
    expect(await rebuilt()).toMatchObject({ gone: 0 });
    expect(await disagreements(archive)).toEqual([]);
  });

  test('it is uploaded again', async () => {
    await rebuilt();
    expect(await uploadMessages(archive, [incoming(mail(11))])).toMatchObject([{ outcome: 'stored', isAwaited: true }]);
    await rebuilt();
    expect(await messagesOf(archive, 'Mail 11')).toMatchObject([{ contentAvailability: 'available' }]);
    expect(await disagreements(archive)).toEqual([]);
  });

  test('it is removed, by whoever asks for it or by what the bucket tells late', async () => {
    await rebuilt();
    expect(await forgetObject(archive, delivered.once)).toBe('removed');
    expect(await messagesOf(archive, 'Mail 11')).toEqual([]);
    const [other] = await messagesOf(archive, 'Mail 1');
    const id = other?.storedEmailId ?? '';
    await archive.blobs.remove(`mail/ann/INBOX/${id}.eml`);
    await rebuilt();
    expect(await removeMessages(archive, [id])).toEqual([true]);
    expect(await messagesOf(archive, 'Mail 1')).toEqual([]);
    expect(await disagreements(archive)).toEqual([]);
  });
});
