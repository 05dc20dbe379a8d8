import fc from 'fast-check';
import type { Archive } from '../../../lib/archive/archive.ts';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import { extraKeyKey, ownerKey, quarantinePk } from '../../../lib/archive/keys.ts';
import type { Store } from '../../../lib/archive/ports.ts';
import { forgetObject, removeMessages } from '../../../lib/archive/removeMessages.ts';
import { decodeOwner } from '../../../lib/archive/rows.ts';
import { readStatus } from '../../../lib/archive/status.ts';
import { type IncomingMessage, storeMessages } from '../../../lib/archive/writer.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

const now = () => 1_700_000_000_000;

/** A mail with some attachments, distinct by its number. */
function mail(number: number, filenames: readonly string[] = ['a.pdf', 'b.xlsx']): Uint8Array {
  const parts = filenames.map(
    name =>
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${number}\r\n`,
  );
  return Buffer.from(
    `From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Mail ${number}\r\nDate: Mon, 6 May 2024 07:08:09 +0000\r\nMessage-ID: <${number}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello\r\n${parts.join('')}--x--\r\n`,
  );
}

const incoming = (raw: Uint8Array, folderAlias = 'INBOX'): IncomingMessage => ({
  accountId: 'ann',
  folderAlias,
  raw,
  receivedAt: null,
  flags: null,
});

function openArchive() {
  const store = memoryStore();
  const blobs = memoryBlobs();
  return { store, blobs } satisfies Archive;
}

const snapshot = ({ store, blobs }: ReturnType<typeof openArchive>) => ({
  rows: [...store.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  blobs: [...blobs.all].map(([key]) => key).toSorted(),
});

describe('storeMessages', () => {
  test('writes the mail, its rows and the folder, and tells what it stored', async () => {
    const archive = openArchive();
    const outcomes = await storeMessages(archive, [incoming(mail(1)), incoming(mail(2, [])), incoming(mail(1))], now);
    expect(outcomes.map(({ outcome, attachments }) => [outcome, attachments])).toEqual([
      ['stored', 2],
      ['stored', 0],
      ['duplicate', 0],
    ]);
    expect(outcomes[2]?.storedEmailId).toBe(outcomes[0]?.storedEmailId);
    expect(archive.blobs.all.size).toBe(2);
    expect(await readStatus(archive.store)).toEqual({
      accounts: [
        {
          accountId: 'ann',
          folders: [{ folderAlias: 'INBOX', messages: 2, attachments: 2, lastStoredAt: new Date(now()).toISOString() }],
        },
      ],
      messages: 2,
      attachments: 2,
      bytes: mail(1).length + mail(2, []).length,
      damaged: 0,
      quarantined: 0,
    });
  });

  test('twice changes nothing; another folder is another message; a folder ignores case', async () => {
    const archive = openArchive();
    const [first] = await storeMessages(archive, [incoming(mail(1))], now);
    const before = snapshot(archive);
    const again = await storeMessages(archive, [incoming(mail(1)), incoming(mail(1), 'inbox')], now);
    expect(again.map(one => one.outcome)).toEqual(['duplicate', 'duplicate']);
    expect(snapshot(archive)).toEqual(before);
    const [other] = await storeMessages(archive, [incoming(mail(1), 'Sent')], now);
    expect(other?.outcome).toBe('stored');
    expect(other?.storedEmailId).not.toBe(first?.storedEmailId);
  });

  test('killed at any write, the next storing leaves what an undisturbed one does', async () => {
    const whole = openArchive();
    const messages = [1, 2, 3].map(number => incoming(mail(number)));
    await storeMessages(whole, messages, now);
    // Every row and blob is one write; the kill comes before one of them, whatever the batch it stands in.
    const writes = whole.store.rows.size + whole.blobs.all.size;
    for (let kill = 0; kill <= writes; kill++) {
      const archive = openArchive();
      let left = kill;
      const step = () => {
        if (left-- <= 0) throw new Error('killed');
      };
      const failing: Archive = {
        store: {
          ...archive.store,
          put: async rows => {
            for (const row of rows) {
              step();
              await archive.store.put([row]);
            }
          },
        } satisfies Store,
        blobs: {
          ...archive.blobs,
          create: async (key, bytes, metadata) => {
            step();
            return archive.blobs.create(key, bytes, metadata);
          },
        },
      };
      if (kill < writes) await expect(storeMessages(failing, messages, now)).rejects.toThrow('killed');
      await storeMessages(archive, messages, now);
      expect(snapshot(archive)).toEqual(snapshot(whole));
    }
  });
});

describe('removeMessages', () => {
  test('takes everything of a message away and leaves the others as they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 6 }),
        fc.nat(5),
        async (numbers, which) => {
          const without = openArchive();
          const archive = openArchive();
          const victim = numbers[which % numbers.length] ?? 0;
          const rest = numbers.filter(number => number !== victim);
          await storeMessages(without, [incoming(mail(99)), ...rest.map(number => incoming(mail(number)))], now);
          const stored = await storeMessages(
            archive,
            [99, ...numbers].map(number => incoming(mail(number))),
            now,
          );
          const id = stored[numbers.indexOf(victim) + 1]?.storedEmailId ?? '';
          expect(await removeMessages(archive, [id, 'no-such-id'])).toEqual([true, false]);
          expect(snapshot(archive)).toEqual(snapshot(without));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('ingestObject', () => {
  const rules = { servesAccount: (id: string) => id === 'ann' };
  const ingest = (archive: Archive, key: string) => ingestObject(archive, rules, key, now);

  test('takes a mail in under its key, with what its metadata says', async () => {
    const archive = openArchive();
    await archive.blobs.create('mail/ann/Sent%2F2024/x1', mail(1), {
      'received-at': '2024-05-07T00:00:00Z',
      flags: 'seen',
      keywords: 'to%20do',
    });
    const outcome = await ingest(archive, 'mail/ann/Sent%2F2024/x1');
    expect(outcome).toMatchObject({ outcome: 'stored', attachments: 2 });
    const messages = [...archive.store.rows.values()]
      .filter(row => row.pk.startsWith('m'))
      .map(row => JSON.parse(row.data));
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
