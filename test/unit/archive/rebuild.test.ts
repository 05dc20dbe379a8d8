import type { Archive } from '../../../lib/archive/archive.ts';
import type { Row, Store } from '../../../lib/archive/ports.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { readStatus } from '../../../lib/archive/status.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { limits } from '../../../lib/limits.ts';
import { delivered, fill, type HarmedArchive, kinds, rowsOf } from './archives.ts';
import { incoming, mail, mailKeys, now, openArchive, snapshot } from './material.ts';

const settle = async () => {};
const nothing = { written: 0, removed: 0, mended: 0 };

describe.each(kinds)('rebuild over %s', (_, open) => {
  let archive: HarmedArchive;
  let before: readonly Row[];

  beforeEach(async () => {
    archive = await open();
    await fill(archive);
    before = await rowsOf(archive);
  });

  afterEach(() => archive.close());

  test('changes nothing where nothing is wrong', async () => {
    expect(await rebuild(archive, { settle })).toMatchObject({ ...nothing, mails: 12, quarantined: 2 });
    expect(await rowsOf(archive)).toEqual(before);
  });

  test('makes every row again as it was first written', async () => {
    archive = await archive.emptied();
    expect(await rowsOf(archive)).toEqual([]);
    expect(await rebuild(archive, { settle })).toMatchObject({ mails: 12, quarantined: 2, removed: 0, mended: 0 });
    expect(await rowsOf(archive)).toEqual(before);
    expect(await rebuild(archive, { settle })).toMatchObject(nothing);
  });

  test('gives a mail whose object is gone to the next object that holds it', async () => {
    await archive.blobs.remove(delivered.thrice[0]);
    const { messages } = await readStatus(archive.store);
    await rebuild(archive, { settle });
    expect(await readStatus(archive.store)).toMatchObject({ messages, damaged: 0 });
    const rows = await rowsOf(archive);
    expect(rows.some(row => row.data.includes(delivered.thrice[0]))).toBe(false);
    const other = await archive.emptied();
    archive = other;
    await rebuild(other, { settle });
    expect(await rowsOf(other)).toEqual(rows);
  });
});

describe('rebuild', () => {
  const batch = limits.importBatchMessages.value;
  const many = Array.from({ length: batch + 250 }, (_, i) => incoming(mail(i, i % 3 === 0 ? ['a.pdf'] : [])));

  async function stored() {
    const archive = openArchive();
    for (let at = 0; at < many.length; at += 150) await storeMessages(archive, many.slice(at, at + 150), now);
    return archive;
  }

  test('stopped, goes on where it was; told to restart, begins anew', async () => {
    const whole = await stored();
    // Their words sealed, as a rebuild leaves them.
    await rebuild(whole, { settle });
    const archive = { ...openArchive(), blobs: whole.blobs };
    const controller = new AbortController();
    const progress: unknown[] = [];
    const first = await rebuild(archive, {
      settle,
      signal: controller.signal,
      onProgress: ({ step, done }) => {
        progress.push([step, done]);
        controller.abort();
      },
    });
    expect(progress).toEqual([['mails', batch]]);
    expect(first).toMatchObject({ mails: batch, resumedAfter: null });
    expect((await readStatus(archive.store)).messages).toBe(batch);

    const second = await rebuild(archive, { settle });
    // It tells of both what one tells that nobody stopped.
    const { mails, written, removed } = await rebuild({ ...openArchive(), blobs: whole.blobs }, { settle });
    expect(second).toMatchObject({ mails, written, removed, resumedAfter: mailKeys(whole).toSorted()[batch - 1] });
    expect(mails).toBe(many.length);
    expect(first.written).toBeLessThan(written);
    expect(snapshot(archive)).toEqual(snapshot(whole));

    controller.abort();
    await rebuild(archive, { settle, signal: AbortSignal.abort() });
    expect(await rebuild(archive, { settle, restart: true })).toMatchObject({ mails: many.length, ...nothing });
    expect(snapshot(archive)).toEqual(snapshot(whole));
  });

  test('killed at any write, the next one leaves what an undisturbed one does', async () => {
    const whole = openArchive();
    await fill(whole);
    const rows = await rowsOf(whole);
    const kill = async (writes: number): Promise<boolean> => {
      const archive = { ...openArchive(), blobs: whole.blobs };
      let left = writes;
      const step = () => {
        if (left-- <= 0) throw new Error('killed');
      };
      const store: Store = {
        ...archive.store,
        put: async some => {
          for (const row of some) {
            step();
            await archive.store.put([row]);
          }
        },
        delete: async some => {
          for (const key of some) {
            step();
            await archive.store.delete([key]);
          }
        },
      };
      const killed = await rebuild({ ...archive, store }, { settle }).then(
        () => false,
        () => true,
      );
      await rebuild(archive, { settle });
      expect(await rowsOf(archive)).toEqual(rows);
      return killed;
    };
    let writes = 0;
    while (await kill(writes)) writes += 3;
    expect(writes).toBeGreaterThan(40);
  });

  test('an account that is no longer served keeps its mail, one that never was is refused', async () => {
    const archive: Archive = openArchive();
    await storeMessages(archive, [incoming(mail(1))], now);
    await archive.blobs.create('mail/eve/INBOX/x', mail(2));
    const rules = { servesAccount: () => false };
    expect(await rebuild(archive, { settle, rules })).toMatchObject({ mails: 1, removed: 0, quarantined: 1 });
    expect(await readStatus(archive.store)).toMatchObject({ messages: 1, quarantined: 1 });
  });
});
