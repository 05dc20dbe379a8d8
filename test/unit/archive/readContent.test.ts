import type { Archive } from '../../../lib/archive/archive.ts';
import { contentBlobKey } from '../../../lib/archive/blobKeys.ts';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import { ownerKey } from '../../../lib/archive/keys.ts';
import { everyAccount } from '../../../lib/archive/mailObject.ts';
import { type ContentReading, readContent } from '../../../lib/archive/readContent.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { forgetObject, removeMessages } from '../../../lib/archive/removeMessages.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { incoming, mail, mailKeys, now, openArchive } from './material.ts';

const ann = new Set(['ann']);
const settle = async () => {};

async function stored(count = 3) {
  const archive = openArchive();
  const messages = Array.from({ length: count }, (_, i) => incoming(mail(i + 1)));
  const ids = (await storeMessages(archive, messages, now)).map(one => one.storedEmailId);
  return { archive, ids };
}

const read = (archive: Archive, ids: readonly string[], accounts: ReadonlySet<string> = ann) =>
  readContent(archive, ids, accounts);

/** The subject of what was read, or why it was not. */
const told = (readings: readonly ContentReading[]): string[] =>
  readings.map(reading => (reading.kind === 'content' ? reading.content.subject : reading.kind));

const contentKey = (id = '') => contentBlobKey('ann', id);

/** The archive whose blobs under some keys cannot be read. */
const failing = (archive: ReturnType<typeof openArchive>, begins: string): Archive => ({
  ...archive,
  blobs: {
    ...archive.blobs,
    get: async key => {
      if (key.startsWith(begins)) throw new Error('the disk is broken');
      return archive.blobs.get(key);
    },
  },
});

describe('readContent', () => {
  test('gives each in the order asked, with its row, and parses no raw mail', async () => {
    const { archive, ids } = await stored();
    const asked = ids.toReversed();
    const readings = await read(failing(archive, 'mail/'), asked);
    expect(told(readings)).toEqual(['Mail 3', 'Mail 2', 'Mail 1']);
    expect(readings.map(one => (one.kind === 'content' ? one.message.storedEmailId : null))).toEqual(asked);
    expect(readings[0]).toMatchObject({
      content: { plainText: { text: 'Hello' }, parts: [{ number: 1 }, { number: 2 }] },
    });
  });

  test('reads the rows of all of them in two steps', async () => {
    const { archive, ids } = await stored();
    let calls = 0;
    const store = {
      ...archive.store,
      get: async (...asked: Parameters<typeof archive.store.get>) => {
        calls++;
        return archive.store.get(...asked);
      },
    };
    await read({ ...archive, store }, ids);
    expect(calls).toBe(2);
  });

  test('knows none that was never stored, was removed, or is not of the accounts', async () => {
    const { archive, ids } = await stored();
    await removeMessages(archive, ids.slice(0, 1));
    const never = '84662e19-dbe1-820e-8503-1385167689d3';
    expect(told(await read(archive, [...ids, never]))).toEqual(['unknown', 'Mail 2', 'Mail 3', 'unknown']);
    expect(told(await read(archive, ids, new Set(['bob'])))).toEqual(['unknown', 'unknown', 'unknown']);
    expect(told(await read(archive, ids, new Set()))).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test.each<[string, (archive: ReturnType<typeof openArchive>, key: string) => void]>([
    ['missing', ({ blobs }, key) => blobs.all.delete(key)],
    [
      'cut',
      ({ blobs }, key) => {
        const blob = blobs.all.get(key);
        if (blob) blob.bytes = blob.bytes.subarray(0, 40);
      },
    ],
    [
      'of another version',
      ({ blobs }, key) => {
        const blob = blobs.all.get(key);
        if (blob) blob.bytes = blob.bytes.map((byte, i) => (i === 3 ? byte + 1 : byte));
      },
    ],
    [
      'that of another',
      ({ blobs }, key) => {
        const other = [...blobs.all].find(([one]) => one.startsWith('content/') && one !== key);
        if (other) blobs.all.set(key, other[1]);
      },
    ],
  ])('makes content that is %s of the raw mail, and a rebuild does for good', async (_, harm) => {
    const { archive, ids } = await stored();
    const whole = await read(archive, ids);
    const key = contentKey(ids[1]);
    const bytes = archive.blobs.all.get(key)?.bytes;
    harm(archive, key);
    expect(await read(archive, ids)).toEqual(whole);
    expect(archive.blobs.all.get(key)?.bytes).not.toEqual(bytes);
    expect(await rebuild(archive, { settle })).toMatchObject({ contents: 1, written: 0, removed: 0 });
    expect(archive.blobs.all.get(key)?.bytes).toEqual(bytes);
    expect(await rebuild(archive, { settle })).toMatchObject({ contents: 0 });
  });

  test('costs the others nothing where one cannot be read', async () => {
    const { archive, ids } = await stored(4);
    const [first = '', second = '', third = ''] = ids;
    archive.blobs.all.delete(contentKey(first));
    archive.blobs.all.delete(mailKeys(archive).find(key => key.includes(first)) ?? '');
    archive.blobs.all.delete(contentKey(second));
    const raw = archive.blobs.all.get(mailKeys(archive).find(key => key.includes(second)) ?? '');
    if (raw) raw.bytes = mail(99);
    const broken = failing(archive, contentKey(third));
    expect(told(await read(broken, ids))).toEqual(['unreadable', 'unreadable', 'Mail 3', 'Mail 4']);
    expect(told(await read(failing(archive, ''), ids))).toEqual(Array(4).fill('unreadable'));
  });

  test('reads what is kept where the raw mail is gone', async () => {
    const { archive, ids } = await stored(1);
    for (const key of mailKeys(archive)) archive.blobs.all.delete(key);
    expect(told(await read(archive, ids))).toEqual(['Mail 1']);
  });

  test('cannot read a message without its row, and does not know one without its owner row', async () => {
    const { archive, ids } = await stored(2);
    const [first = '', second = ''] = ids;
    const rows = [...archive.store.rows.values()].filter(({ pk }) => pk.startsWith('m\u001f'));
    await archive.store.delete(rows.filter(({ data }) => data.includes('Mail 1')));
    await archive.store.delete([ownerKey(second)]);
    expect(told(await read(archive, [first, second]))).toEqual(['unreadable', 'unknown']);
  });
});

describe('the content that is kept', () => {
  const contents = ({ blobs }: ReturnType<typeof openArchive>) =>
    [...blobs.all.keys()].filter(key => key.startsWith('content/'));

  test('comes and goes with its message, however that does', async () => {
    const { archive, ids } = await stored();
    expect(contents(archive).toSorted()).toEqual(ids.map(contentKey).toSorted());
    await removeMessages(archive, ids);
    expect(contents(archive)).toEqual([]);

    for (const name of ['one', 'two']) {
      const key = `mail/ann/INBOX/${name}`;
      await archive.blobs.create(key, mail(1));
      await ingestObject(archive, everyAccount, key);
    }
    expect(contents(archive)).toEqual([contentKey(ids[0])]);
    archive.blobs.all.delete('mail/ann/INBOX/one');
    expect(await forgetObject(archive, 'mail/ann/INBOX/one')).toBe('kept');
    expect(contents(archive)).toEqual([contentKey(ids[0])]);
    archive.blobs.all.delete('mail/ann/INBOX/two');
    expect(await forgetObject(archive, 'mail/ann/INBOX/two')).toBe('removed');
    expect(contents(archive)).toEqual([]);
  });

  test('goes with rows that stand on no mail and that nothing lists', async () => {
    const { archive, ids } = await stored(1);
    for (const key of mailKeys(archive)) archive.blobs.all.delete(key);
    await archive.store.delete([...archive.store.rows.values()].filter(({ pk }) => pk.startsWith('m\u001f')));
    await rebuild(archive, { settle });
    expect(contents(archive)).toEqual([]);
    expect(told(await read(archive, ids))).toEqual(['unknown']);
  });

  test('is the same whoever makes it', async () => {
    const { archive: imported } = await stored(2);
    const delivered = openArchive();
    for (const key of mailKeys(imported)) {
      await delivered.blobs.create(key, imported.blobs.all.get(key)?.bytes ?? new Uint8Array());
      await ingestObject(delivered, everyAccount, key);
    }
    for (const key of contents(imported))
      expect(delivered.blobs.all.get(key)?.bytes).toEqual(imported.blobs.all.get(key)?.bytes);
    expect(contents(delivered)).toHaveLength(2);
  });
});
