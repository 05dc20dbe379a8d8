import { messageKey, ownerKey } from '../../../lib/archive/keys.ts';
import type { Row } from '../../../lib/archive/ports.ts';
import type { IncomingMessage } from '../../../lib/archive/prepareMail.ts';
import { rebuild } from '../../../lib/archive/rebuild.ts';
import { decodeMessage, decodeOwner, type RemoteFlags } from '../../../lib/archive/rows.ts';
import { uploadMessages } from '../../../lib/archive/uploadMessages.ts';
import { verify } from '../../../lib/archive/verify.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { type HarmedArchive, kinds, rowsOf } from './archives.ts';
import { mail } from './material.ts';

const noon = Date.UTC(2024, 4, 17, 12);
const settle = async () => {};

const flags = (observedAt: number, fields: Partial<RemoteFlags> = {}): RemoteFlags => ({
  ...{ observedAt, isSeen: false, isAnswered: false, isFlagged: false, isDraft: false, keywords: [] },
  ...fields,
});

const incoming = (number: number, own: RemoteFlags | null, fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  ...{ accountId: 'ann', folderAlias: 'INBOX', raw: mail(number), receivedAt: noon, flags: own },
  ...fields,
});

async function flagsOf({ store }: Pick<HarmedArchive, 'store'>, id: string): Promise<RemoteFlags | null> {
  const [ownerRow] = await store.get([ownerKey(id)]);
  if (!ownerRow) throw new Error('no owner row');
  const owner = decodeOwner(ownerRow);
  const [row] = await store.get([messageKey(owner.accountId, owner.folderAlias, owner.receivedAt, id)]);
  if (!row) throw new Error('no message row');
  return decodeMessage(row).remoteFlags;
}

describe.each(kinds)('a later import over %s', (_, open) => {
  let archive: HarmedArchive;
  let present = noon;
  const store = async (...messages: IncomingMessage[]) => storeMessages(archive, messages, () => present);

  beforeEach(async () => {
    archive = await open();
    present = noon;
  });
  afterEach(() => archive.close());

  it('changes the flags and keywords of a message and nothing else, and a rebuild from nothing comes to the same', async () => {
    const [first] = await store(incoming(1, flags(1000)), incoming(2, flags(1000, { isSeen: true })));
    const id = first?.storedEmailId ?? '';
    const before = await rowsOf(archive);
    present += 86_400_000;
    const seen = flags(2000, { isSeen: true, isFlagged: true, keywords: ['to do', 'ÄÖ,%'] });
    expect(await store(incoming(1, seen))).toMatchObject([{ outcome: 'duplicate', storedEmailId: id }]);
    expect(await flagsOf(archive, id)).toEqual(seen);
    const after = await rowsOf(archive);
    expect(after.filter((row, i) => row.data !== before[i]?.data).map(row => row.pk.slice(0, 2))).toEqual([
      // The message, what lists it, and that its files, of which keywords are tags, are to be indexed again.
      ...['m\u001f', 'p\u001f', 'z\u001f'],
    ]);
    for await (const wrong of verify(archive, { settle })) throw new Error(wrong.message);
    await rebuild(archive, { settle });
    expect(await rowsOf(archive)).toEqual(after);
    archive = await archive.emptied();
    await rebuild(archive, { settle });
    const folderless = (rows: typeof after) => rows.filter(row => row.pk !== 'f');
    expect(folderless(await rowsOf(archive))).toEqual(folderless(after));
  });

  it('lets the newer observation win, in whatever order they come', async () => {
    const [first] = await store(incoming(1, flags(2000, { isAnswered: true })));
    const id = first?.storedEmailId ?? '';
    await store(incoming(1, flags(1000, { isDraft: true })));
    await store(incoming(1, flags(2000, { isDraft: true })));
    expect(await flagsOf(archive, id)).toEqual(flags(2000, { isAnswered: true }));
    await store(
      incoming(1, flags(4000, { isFlagged: true })),
      incoming(1, flags(5000, { isSeen: true })),
      incoming(1, flags(3000)),
    );
    expect(await flagsOf(archive, id)).toEqual(flags(5000, { isSeen: true }));
  });

  it('lets flags stand where it observed none, and observes those of a message that had none', async () => {
    const [first, second] = await store(incoming(1, flags(1000, { isSeen: true })), incoming(2, null));
    await store(incoming(1, null), incoming(2, flags(5, { keywords: ['x'] })));
    expect(await flagsOf(archive, first?.storedEmailId ?? '')).toEqual(flags(1000, { isSeen: true }));
    expect(await flagsOf(archive, second?.storedEmailId ?? '')).toEqual(flags(5, { keywords: ['x'] }));
  });

  it('keeps the time that a mail without a date was given', async () => {
    const raw = Buffer.from('Subject: no date\r\n\r\ntext');
    const [first] = await store(incoming(1, null, { raw, receivedAt: null }));
    const before = await rowsOf(archive);
    present += 1_000_000;
    await store(incoming(1, flags(7, { isSeen: true }), { raw, receivedAt: null }));
    expect(await flagsOf(archive, first?.storedEmailId ?? '')).toEqual(flags(7, { isSeen: true }));
    await rebuild(archive, { settle });
    expect((await rowsOf(archive)).map(row => row.sk)).toEqual(before.map(row => row.sk));
  });
});

describe('what it costs', () => {
  it('is a reading where the flags are the same, one row where they are not, and one more where it was read', async () => {
    const puts: number[] = [];
    const changes: string[] = [];
    const [store, blobs] = [memoryStore(), memoryBlobs()];
    const archive = {
      store: {
        ...store,
        put: async (rows: readonly Row[]) => {
          puts.push(rows.length);
          await store.put(rows);
        },
      },
      blobs: {
        ...blobs,
        setMetadata: (key: string, metadata: Readonly<Record<string, string>>) => {
          changes.push(key);
          return blobs.setMetadata(key, metadata);
        },
      },
    };
    const all = [1, 2, 3].map(number => incoming(number, flags(1000, { isSeen: number === 1, keywords: ['a'] })));
    await storeMessages({ store, blobs }, all, () => noon);
    const again = all.map(one => ({ ...one, flags: one.flags && { ...one.flags, observedAt: 9000 } }));
    await storeMessages(archive, again, () => noon);
    expect([puts.filter(Boolean), changes]).toEqual([[], []]);
    const [one, ...rest] = again;
    for (const [i, change] of [{ isFlagged: true }, { isSeen: false }].entries()) {
      const changed = one?.flags && { ...one, flags: { ...one.flags, ...change, observedAt: 10_000 + i } };
      await storeMessages(archive, changed ? [changed, ...rest] : [], () => noon);
    }
    expect([puts.filter(Boolean), changes.length]).toEqual([[1, 2], 2]);
  });
});

describe('where bytes are told to come whenever metadata changes', () => {
  it('keeps when they came, and the time that a mail without a date was given', async () => {
    let clock = noon;
    const [store, blobs] = [memoryStore(), memoryBlobs(() => clock)];
    const raw = Buffer.from('Subject: no date\r\n\r\ntext');
    const own = incoming(1, flags(1000), { raw, receivedAt: null });
    const [upload] = await uploadMessages({ store, blobs }, [own]);
    await rebuild({ store, blobs }, { settle });
    const before = [...store.rows.values()].map(row => [row.pk, row.sk]);
    const folder = store.rows.get(`f\0ann\u001finbox`)?.data;
    expect(folder).toBeDefined();
    for (const observedAt of [2000, 3000]) {
      clock += 86_400_000;
      const seen = flags(observedAt, { isSeen: observedAt === 2000, isFlagged: true });
      expect(await uploadMessages({ store, blobs }, [{ ...own, flags: seen }])).toMatchObject([
        { outcome: 'duplicate', isAwaited: false },
      ]);
      expect(await flagsOf({ store }, upload?.storedEmailId ?? '')).toEqual(seen);
      await rebuild({ store, blobs }, { settle });
      expect([...store.rows.values()].map(row => [row.pk, row.sk])).toEqual(before);
      expect(store.rows.get(`f\0ann\u001finbox`)?.data).toBe(folder);
      expect(await flagsOf({ store }, upload?.storedEmailId ?? '')).toEqual(seen);
    }
  });

  it('leaves alone a mail that was not taken in yet', async () => {
    const archive = { store: memoryStore(), blobs: memoryBlobs() };
    await uploadMessages(archive, [incoming(1, flags(1000))]);
    const before = new Map(archive.blobs.all);
    expect(await uploadMessages(archive, [incoming(1, flags(2000, { isSeen: true }))])).toMatchObject([
      { outcome: 'duplicate', isAwaited: true },
    ]);
    expect(archive.blobs.all).toEqual(before);
  });
});
