import { setTimeout } from 'node:timers/promises';
import type { Blobs, Store } from '../../../lib/archive/ports.ts';
import { type PrepareMails, prepareHere } from '../../../lib/archive/prepareMail.ts';
import { familyOf } from '../../../lib/archive/rowFamily.ts';
import { decodeMessage } from '../../../lib/archive/rows.ts';
import { UserError } from '../../../lib/errors.ts';
import { importMail } from '../../../lib/import/importMail.ts';
import type { SourceItem, SourceMessage } from '../../../lib/import/sourceItem.ts';
import { limits } from '../../../lib/limits.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { mail } from './material.ts';

const message = (subject: string, fields: Partial<SourceMessage> = {}): SourceMessage => ({
  kind: 'message',
  origin: `${subject}.eml`,
  index: 0,
  raw: Buffer.from(mail(subject)),
  folderAlias: null,
  receivedAt: null,
  flags: null,
  ...fields,
});

async function* from(items: Iterable<SourceItem>): AsyncGenerator<SourceItem> {
  yield* items;
}

const now = () => Date.UTC(2024, 5, 1);

/** An archive whose blobs refuse the messages of some subjects. */
function archiveRefusing(...refused: readonly string[]) {
  const store = memoryStore();
  const blobs = memoryBlobs();
  const create: Blobs['create'] = async (key, bytes, ...rest) => {
    const text = Buffer.from(bytes).toString();
    if (refused.some(subject => text.includes(`Subject: ${subject}\n`))) throw new Error('no room\nleft');
    return blobs.create(key, bytes, ...rest);
  };
  const rawMails = () => [...blobs.all.keys()].filter(key => key.startsWith('mail/')).length;
  return { store, blobs: { ...blobs, create }, rawMails };
}

/** Folder of each listed message by subject. */
function folders(store: Store & ReturnType<typeof memoryStore>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const row of store.rows.values()) {
    if (familyOf(row) !== 'message') continue;
    const { subject, folderAlias } = decodeMessage(row);
    out[subject] = folderAlias;
  }
  return out;
}

/** Messages of a whole batch. */
const most = limits.importBatchMessages.value;

describe('importMail', () => {
  it('stores what is new and counts what is not', async () => {
    const archive = archiveRefusing();
    const withFile = message('file', {
      raw: Buffer.from(
        mail(
          'file',
          'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
          '--b\n\nx\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\ny\n--b--\n',
        ),
      ),
    });
    const items = [message('one'), message('two'), message('one'), withFile];
    const first = await importMail(archive, from(items), { accountId: 'a', now });
    expect(first).toEqual({
      messages: 4,
      stored: 3,
      duplicates: 1,
      attachments: 1,
      damaged: 0,
      exceeded: 0,
      failed: 0,
      problems: [],
      seconds: expect.any(Number),
    });
    const second = await importMail(archive, from(items), { accountId: 'a', now });
    expect(second).toMatchObject({ messages: 4, stored: 0, duplicates: 4, attachments: 0, failed: 0 });
    expect(archive.rawMails()).toBe(3);
  });

  it('puts messages into the folder their source keeps them in, else into the one asked for', async () => {
    const items = [message('plain'), message('kept', { folderAlias: 'Archive/2024' })];
    const placed = async (folderAlias?: string) => {
      const archive = archiveRefusing();
      await importMail(archive, from(items), {
        accountId: 'a',
        now,
        ...(folderAlias === undefined ? {} : { folderAlias }),
      });
      return folders(archive.store);
    };
    expect(await placed()).toEqual({ plain: 'INBOX', kept: 'Archive/2024' });
    expect(await placed('Inbox')).toEqual({ plain: 'Inbox', kept: 'Archive/2024' });
    expect(await placed('Old')).toEqual({ plain: 'Old', kept: 'Old/Archive/2024' });
    expect((await placed('x'.repeat(250))).kept).toBe(`${'x'.repeat(250)}/Archi`);
  });

  it('counts one message that cannot be stored as failed, and stores the others of its batch', async () => {
    const archive = archiveRefusing('bad', 'worse');
    const items = [message('one'), message('bad'), message('two'), message('worse', { index: 7 }), message('three')];
    const summary = await importMail(archive, from(items), { accountId: 'a', now });
    expect(summary).toMatchObject({ messages: 5, stored: 3, failed: 2 });
    expect(summary.problems).toEqual([
      { origin: 'bad.eml', message: 'message 0 cannot be stored: no room left' },
      { origin: 'worse.eml', message: 'message 7 cannot be stored: no room left' },
    ]);
    expect(Object.keys(folders(archive.store)).sort()).toEqual(['one', 'three', 'two']);
  });

  it('ends where the archive itself cannot be written', async () => {
    const { store, blobs } = archiveRefusing();
    const full: Store = { ...store, put: () => Promise.reject(new UserError('The disk is full: make room.')) };
    const items = from(Array.from({ length: 1000 }, (_, i) => message(`${i}`)));
    await expect(importMail({ store: full, blobs }, items, { accountId: 'a', now })).rejects.toThrow('make room');
  });

  it('counts problems of the source as failed, and names the first of them', async () => {
    const count = limits.importProblems.value + 10;
    const items: SourceItem[] = Array.from({ length: count }, (_, i) => ({
      kind: 'problem',
      origin: `${i}`,
      message: 'is empty',
    }));
    const summary = await importMail(archiveRefusing(), from([...items, message('one')]), { accountId: 'a', now });
    expect(summary).toMatchObject({ messages: 1, stored: 1, failed: count });
    expect(summary.problems).toEqual(
      items.slice(0, limits.importProblems.value).map(({ origin }) => ({ origin, message: 'is empty' })),
    );
  });

  it('holds no more than two batches, bounded in number and bytes', async () => {
    const { store, blobs } = archiveRefusing();
    let read = 0;
    const stored = { batches: [] as number[], messages: 0 };
    let ahead = 0;
    const slow: Store = {
      ...store,
      get: async keys => {
        await setTimeout(20);
        return store.get(keys);
      },
    };
    const items = (size: number, count: number) =>
      (function* () {
        for (let i = 0; i < count; i++) {
          read++;
          ahead = Math.max(ahead, read - stored.messages);
          yield message(`${i}`, { raw: Buffer.from(mail(`${i}`, '', 'x'.repeat(size))) });
        }
      })();
    const onProgress = ({ messages }: { messages: number }) => {
      stored.batches.push(messages - stored.messages);
      stored.messages = messages;
    };
    await importMail({ store: slow, blobs }, from(items(10, 2 * most + 50)), { accountId: 'a', now, onProgress });
    expect(stored.batches).toEqual([most, most, 50]);
    expect(ahead).toBeGreaterThan(most);
    expect(ahead).toBeLessThanOrEqual(2 * most);

    stored.batches = [];
    stored.messages = 0;
    const megabyte = 1024 * 1024;
    await importMail({ store: slow, blobs }, from(items(5 * megabyte, 9)), { accountId: 'b', now, onProgress });
    expect(stored.batches).toEqual([4, 4, 1]);
  });

  it('begins some batches more where mails are prepared elsewhere, bounded in number and bytes', async () => {
    const { store, blobs } = archiveRefusing();
    const slow: Store = { ...store, put: rows => setTimeout(5).then(() => store.put(rows)) };
    const unstored = { batches: 0, bytes: 0, read: 0 };
    const found = { batches: 0, bytes: 0, read: 0 };
    const begun: (typeof unstored)[] = [];
    const prepare: PrepareMails = mails => {
      const bytes = mails.reduce((sum, { raw }) => sum + raw.length, 0);
      begun.push({ batches: 1, bytes, read: mails.length });
      unstored.batches++;
      unstored.bytes += bytes;
      found.batches = Math.max(found.batches, unstored.batches);
      found.bytes = Math.max(found.bytes, unstored.bytes);
      return prepareHere(mails);
    };
    const onProgress = () => {
      const { bytes = 0, read = 0 } = begun.shift() ?? {};
      unstored.batches--;
      unstored.bytes -= bytes;
      unstored.read -= read;
    };
    const items = (size: number, count: number) =>
      (function* () {
        for (let i = 0; i < count; i++) {
          found.read = Math.max(found.read, ++unstored.read);
          yield message(`${i}`, { raw: Buffer.from(mail(`${i}`, '', 'x'.repeat(size))) });
        }
      })();
    const options = { now, prepare, onProgress };
    await importMail({ store: slow, blobs }, from(items(10, 8 * most)), { ...options, accountId: 'a' });
    const { value: batches } = limits.importBatches;
    expect(found).toMatchObject({ batches, read: (batches + 1) * most });

    Object.assign(found, { batches: 0, bytes: 0, read: 0 });
    const megabyte = 1024 * 1024;
    await importMail({ store: slow, blobs }, from(items(3 * megabyte, 40)), { ...options, accountId: 'b' });
    expect(found.batches).toBe(2);
    expect(found.bytes).toBeLessThan(limits.importBatchBytes.value + 3 * megabyte);
    expect(unstored).toEqual({ batches: 0, bytes: 0, read: 0 });
  });

  it('stores once what several batches have that were begun, though the first of them fails', async () => {
    const archive = archiveRefusing('bad');
    const one = Array.from({ length: most - 1 }, (_, i) => message(`${i}`));
    const items = [...one, message('bad'), ...one, message('bad'), ...one, message('more')];
    const summary = await importMail(archive, from(items), { accountId: 'a', now, prepare: prepareHere });
    expect(summary).toMatchObject({ messages: 3 * most, stored: most, duplicates: 2 * most - 2, failed: 2 });
    expect(archive.rawMails()).toBe(most);
  });

  it('stops when asked to, with what is stored counted', async () => {
    const archive = archiveRefusing();
    const stop = new AbortController();
    let read = 0;
    const items = (function* () {
      for (let i = 0; i < 10_000; i++) {
        if (++read === 2 * most + 100) stop.abort();
        yield message(`${i}`);
      }
    })();
    const summary = await importMail(archive, from(items), { accountId: 'a', now, signal: stop.signal });
    expect(read).toBe(2 * most + 100);
    expect(summary.stored).toBe(2 * most);
    expect(archive.rawMails()).toBe(2 * most);
    const whole = Array.from({ length: 2 * most + 200 }, (_, i) => message(`${i}`));
    expect(await importMail(archive, from(whole), { accountId: 'a', now })).toMatchObject({
      stored: 200,
      duplicates: 2 * most,
    });
  });

  it('fails where reading fails, once what was read is stored', async () => {
    const archive = archiveRefusing();
    const items = (function* () {
      for (let i = 0; i < most + 50; i++) yield message(`${i}`);
      throw new Error('gone');
    })();
    await expect(importMail(archive, from(items), { accountId: 'a', now })).rejects.toThrow('gone');
    expect(archive.rawMails()).toBe(most);
  });
});
