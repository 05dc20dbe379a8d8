import fc from 'fast-check';
import type { Archive } from '../../../lib/archive/archive.ts';
import type { Store } from '../../../lib/archive/ports.ts';
import { removeMessages } from '../../../lib/archive/removeMessages.ts';
import { readStatus } from '../../../lib/archive/status.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { incoming, mail, mailKeys, now, openArchive, snapshot } from './material.ts';

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
    expect(mailKeys(archive)).toHaveLength(2);
    expect(archive.blobs.all.size).toBe(4);
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
          put: async (key, bytes) => {
            step();
            await archive.blobs.put(key, bytes);
          },
        },
      };
      if (kill < writes) await expect(storeMessages(failing, messages, now)).rejects.toThrow('killed');
      await storeMessages(archive, messages, now);
      expect(snapshot(archive)).toEqual(snapshot(whole));
    }
  });
});

describe('storeMessages over what a killed storing left', () => {
  const flags = {
    observedAt: 1_700_000_001_000,
    isSeen: true,
    isAnswered: false,
    isFlagged: false,
    isDraft: false,
    keywords: ['to do'],
  };

  test('what was written beside the bytes counts', async () => {
    const killed = openArchive();
    await storeMessages(killed, [{ ...incoming(mail(1)), receivedAt: 1_650_000_000_000, flags }], now);
    const archive = { ...openArchive(), blobs: killed.blobs };
    await storeMessages(archive, [{ ...incoming(mail(1)), receivedAt: 1_660_000_000_000, flags: null }], now);
    expect(snapshot(archive)).toEqual(snapshot(killed));
  });

  test('bytes that were cut short are written again', async () => {
    const whole = openArchive();
    await storeMessages(whole, [incoming(mail(1))], now);
    const [[key, blob] = ['', { bytes: mail(1), metadata: {} }]] = whole.blobs.all;
    const archive = openArchive();
    archive.blobs.all.set(key, { ...blob, bytes: blob.bytes.subarray(0, 100) });
    await storeMessages(archive, [incoming(mail(1))], now);
    expect(snapshot(archive)).toEqual(snapshot(whole));
    expect(archive.blobs.all.get(key)?.bytes).toEqual(mail(1));
  });

  test('a failing store is told once, with nothing left running behind it', async () => {
    const archive = openArchive();
    let running = 0;
    const blobs = {
      ...archive.blobs,
      create: async () => {
        running++;
        await new Promise(resolve => setTimeout(resolve, 5));
        running--;
        throw new Error('disk full');
      },
    };
    const messages = [1, 2, 3, 4].map(number => incoming(mail(number)));
    await expect(storeMessages({ ...archive, blobs }, messages, now)).rejects.toThrow('disk full');
    expect(running).toBe(0);
    expect(archive.store.rows.size).toBe(0);
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
