import type { Archive } from '../../../lib/archive/archive.ts';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import { extraKeyKey, ownerKey, quarantinePk } from '../../../lib/archive/keys.ts';
import { forgetObject } from '../../../lib/archive/removeMessages.ts';
import { decodeMessage, decodeOwner } from '../../../lib/archive/rows.ts';
import { readStatus } from '../../../lib/archive/status.ts';
import { mail, mailKeys, now, openArchive, snapshot } from './material.ts';

describe('ingestObject', () => {
  const rules = { servesAccount: (id: string) => id === 'ann' };
  const ingest = (archive: Archive, key: string) => ingestObject(archive, rules, key);

  test('takes a mail in under its key, with what its metadata says', async () => {
    const archive = openArchive();
    await archive.blobs.create('mail/ann/Sent%2F2024/x1', mail(1), {
      'received-at': '2024-05-07T00:00:00Z',
      flags: 'seen',
      keywords: 'to%20do',
    });
    const outcome = await ingest(archive, 'mail/ann/Sent%2F2024/x1');
    expect(outcome).toMatchObject({ outcome: 'stored', attachments: 2 });
    const messages = [...archive.store.rows.values()].filter(row => row.pk.startsWith('m')).map(decodeMessage);
    expect(messages).toEqual([
      expect.objectContaining({
        folderAlias: 'Sent/2024',
        receivedAt: Date.UTC(2024, 4, 7),
        remoteFlags: expect.objectContaining({ isSeen: true, isDraft: false, keywords: ['to do'] }),
      }),
    ]);
    expect(await ingest(archive, 'mail/ann/Sent%2F2024/x1')).toMatchObject({ outcome: 'duplicate' });
  });

  test.each([
    ['mail/ann/INBOX/empty', new Uint8Array(), 'empty'],
    ['mail/ann/INBOX/picture', Buffer.from('\x89PNG\r\n\x1a\n0000'), 'notMail'],
    ['mail/eve/INBOX/x', mail(1), 'unknownAccount'],
    ['mail/ann/x', mail(1), 'notMailKey'],
    ['other/ann/INBOX/x', mail(1), 'notMailKey'],
    ['mail/ann/%ff/x', mail(1), 'notMailKey'],
  ])('%s is quarantined and stays', async (key, bytes, reason) => {
    const archive = openArchive();
    await archive.blobs.create(key, bytes);
    expect(await ingest(archive, key)).toEqual({ outcome: 'quarantined', key, reason });
    expect((await readStatus(archive.store)).quarantined).toBe(1);
    expect(archive.blobs.all.has(key)).toBe(true);
    archive.blobs.all.delete(key);
    await forgetObject(archive, key);
    expect((await readStatus(archive.store)).quarantined).toBe(0);
  });

  test('one deleted before it is read is gone, and what SES says of itself is ignored', async () => {
    const archive = openArchive();
    expect(await ingest(archive, 'mail/ann/INBOX/x')).toMatchObject({ outcome: 'gone' });
    await archive.blobs.create('mail/ann/INBOX/AMAZON_SES_SETUP_NOTIFICATION', mail(1));
    expect(await ingest(archive, 'mail/ann/INBOX/AMAZON_SES_SETUP_NOTIFICATION')).toMatchObject({ outcome: 'ignored' });
    expect(archive.store.rows.size).toBe(0);
  });

  test('the same mail under two keys is one message until both are gone', async () => {
    const keys = ['mail/ann/INBOX/one', 'mail/ann/inbox/two'];
    for (const [first = '', second = ''] of [keys, keys.toReversed()]) {
      const archive = openArchive();
      for (const key of keys) {
        await archive.blobs.create(key, mail(1));
        await ingest(archive, key);
      }
      expect(await readStatus(archive.store)).toMatchObject({ messages: 1, attachments: 2 });
      archive.blobs.all.delete(first);
      expect(await forgetObject(archive, first)).toBe('kept');
      expect(await readStatus(archive.store)).toMatchObject({ messages: 1, attachments: 2 });
      const owners = [...archive.store.rows.values()].filter(row => row.pk.startsWith('o') && row.sk === '-');
      expect(owners.map(row => decodeOwner(row).blobKey)).toEqual([second]);
      expect(await forgetObject(archive, second)).toBe('kept');
      archive.blobs.all.delete(second);
      expect(await forgetObject(archive, second)).toBe('removed');
      expect([...archive.store.rows.values()].map(row => row.pk[0])).toEqual(['f']);
    }
  });

  test('objects in any order, with other places and dates each, leave the same rows', async () => {
    const objects: [string, string | undefined][] = [
      ['mail/ann/INBOX/b', '2024-05-07T00:00:00Z'],
      ['mail/ann/Inbox/c', '2023-01-01T00:00:00Z'],
      ['mail/ann/INBOX/a', undefined],
      ['mail/ann/inbox/0', '2022-01-01T00:00:00Z'],
    ];
    const dateless = Buffer.from(
      mail(1)
        .toString()
        .replace(/^Date: .*\r\n/m, ''),
    );
    const stored = async (order: readonly number[]) => {
      const archive = openArchive();
      for (const [i, [key, receivedAt]] of objects.entries()) {
        const metadata = receivedAt === undefined ? {} : { 'received-at': receivedAt };
        archive.blobs.all.set(key, { bytes: dateless, metadata, modifiedAt: now() + i });
      }
      for (const i of order) await ingest(archive, objects[i]?.[0] ?? '');
      return archive;
    };
    const first = snapshot(await stored([0, 1, 2, 3]));
    expect(first.rows.filter(([, row]) => row.pk.startsWith('a'))).toHaveLength(2);
    for (const order of [
      [3, 2, 1, 0],
      [1, 3, 0, 2],
      [2, 0, 3, 1, 2, 0],
    ])
      expect(snapshot(await stored(order))).toEqual(first);

    const archive = await stored([0, 1, 2, 3]);
    for (const key of ['mail/ann/INBOX/a', 'mail/ann/inbox/0']) {
      archive.blobs.all.delete(key);
      await forgetObject(archive, key);
    }
    const rest = await stored([]);
    for (const key of ['mail/ann/INBOX/a', 'mail/ann/inbox/0']) rest.blobs.all.delete(key);
    for (const key of mailKeys(rest)) await ingest(rest, key);
    const withoutFolders = (rows: ReturnType<typeof snapshot>['rows']) => rows.filter(([, row]) => row.pk !== 'f');
    expect(withoutFolders(snapshot(archive).rows)).toEqual(withoutFolders(snapshot(rest).rows));
  });

  test('an object that comes again with other metadata is brought up to date', async () => {
    const key = 'mail/ann/INBOX/x';
    const archive = openArchive();
    await archive.blobs.create(key, mail(1));
    await ingest(archive, key);
    archive.blobs.all.set(key, { bytes: mail(1), metadata: { flags: 'seen', 'received-at': '2024-05-07T00:00:00Z' } });
    expect(await ingest(archive, key)).toMatchObject({ outcome: 'duplicate' });
    const fresh = { ...openArchive(), blobs: archive.blobs };
    await ingest(fresh, key);
    expect(snapshot(archive)).toEqual(snapshot(fresh));
  });

  test('an object that becomes no mail takes its rows with it', async () => {
    const archive = openArchive();
    await archive.blobs.create('mail/ann/INBOX/x', mail(1));
    await ingest(archive, 'mail/ann/INBOX/x');
    archive.blobs.all.set('mail/ann/INBOX/x', { bytes: Buffer.from('\x89PNG\r\n'), metadata: {} });
    expect(await ingest(archive, 'mail/ann/INBOX/x')).toMatchObject({ outcome: 'quarantined', reason: 'notMail' });
    expect([...archive.store.rows.values()].map(row => row.pk[0]).toSorted()).toEqual(['f', 'q']);
  });

  test('a removal told late does not take away what is there again', async () => {
    const archive = openArchive();
    await archive.blobs.create('mail/ann/INBOX/x', mail(1));
    await ingest(archive, 'mail/ann/INBOX/x');
    expect(await forgetObject(archive, 'mail/ann/INBOX/x')).toBe('kept');
    expect(await readStatus(archive.store)).toMatchObject({ messages: 1 });
  });

  test('an object that is overwritten holds its new mail alone', async () => {
    const archive = openArchive();
    await archive.blobs.create('mail/ann/INBOX/x', mail(1));
    await ingest(archive, 'mail/ann/INBOX/x');
    archive.blobs.all.set('mail/ann/INBOX/x', { bytes: mail(2), metadata: {} });
    expect(await ingest(archive, 'mail/ann/INBOX/x')).toMatchObject({ outcome: 'stored' });
    expect(await readStatus(archive.store)).toMatchObject({ messages: 1, attachments: 2 });
  });

  test('keys of rows keep apart what they name', () => {
    expect(extraKeyKey('id', 'a').sk).not.toBe(ownerKey('id').sk);
    expect(extraKeyKey('id', 'a').sk > ownerKey('id').sk).toBe(true);
    expect(quarantinePk).not.toBe(ownerKey('id').pk);
  });
});
