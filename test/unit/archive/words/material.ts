// What the tests of the words index share: mails with words of their own, an index looked at as readers see it, and
// stores that stop, or wait, before any of their calls.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Archive } from '../../../../lib/archive/archive.ts';
import type { Store } from '../../../../lib/archive/ports.ts';
import { decodePosition } from '../../../../lib/archive/position.ts';
import type { IncomingMessage } from '../../../../lib/archive/prepareMail.ts';
import { familyOf } from '../../../../lib/archive/rowFamily.ts';
import { wordBatchLength, wordLeaseKey, wordsPk } from '../../../../lib/archive/wordKeys.ts';
import { mailIndex } from '../../../../lib/archive/words/mailWords.ts';
import { latestManifest } from '../../../../lib/archive/words/manifest.ts';
import { readBatchDocuments, readBlocks, readWordIndex } from '../../../../lib/archive/words/readWords.ts';
import { sealTimes } from '../../../../lib/archive/words/sealLease.ts';
import { storeMessages } from '../../../../lib/archive/writer.ts';
import { bucketOf, decodeBlock } from '../../../../lib/words/blockCodec.ts';
import { decodeDocument } from '../../../../lib/words/documentCodec.ts';
import { memoryBlobs } from '../../../doubles/memoryBlobs.ts';
import { type MemoryStore, memoryStore } from '../../../doubles/memoryStore.ts';

export const index = mailIndex('ann');
export const now = () => 1_700_000_000_000;
/** No waiting for real time. */
export const times = { ...sealTimes, retry: 1 };

export interface WordsArchive extends Archive {
  readonly store: MemoryStore;
}

export const openArchive = (): WordsArchive => ({ store: memoryStore(), blobs: memoryBlobs() });

const topics = ['apple', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'grass'];

/** A mail of few words, some its own, some of many; later numbers came later, but for every fifth. */
export function wordyMail(number: number): IncomingMessage {
  const hour = number % 5 === 4 ? number - 3.5 : number;
  const date = new Date(Date.UTC(2024, 0, 1) + hour * 3_600_000).toUTCString().replace('GMT', '+0000');
  const raw = `From: Ann <ann@example.com>\r\nTo: bob@example.org\r\nSubject: Report ${number}\r\nDate: ${date}\r\nMessage-ID: <${number}@example.com>\r\n\r\nAbout ${topics[number % topics.length]} and ${topics[number % 3]}, own${number}x.\r\n`;
  return { accountId: 'ann', folderAlias: 'INBOX', raw: Buffer.from(raw), receivedAt: null, flags: null };
}

export async function storeMails(archive: Archive, numbers: readonly number[]): Promise<string[]> {
  const stored = await storeMessages(archive, numbers.map(wordyMail), now);
  return stored.map(({ storedEmailId }) => storedEmailId);
}

const known = new Map<number, { readonly id: string; readonly words: unknown }>();

/** Id and words of a mail, as a storing into an empty archive gives them. */
export async function expected(number: number): Promise<{ readonly id: string; readonly words: unknown }> {
  const before = known.get(number);
  if (before) return before;
  const archive = openArchive();
  const [id = ''] = await storeMails(archive, [number]);
  const { tail } = await readWordIndex(archive.store, index);
  const own = { id, words: decodeDocument(tail[0]?.bytes ?? new Uint8Array()).words };
  known.set(number, own);
  return own;
}

export interface Seen {
  readonly id: string;
  readonly words: unknown;
}

/** Terms of all the mails that tests store. */
async function termsOf(numbers: readonly number[]): Promise<string[]> {
  const all = await Promise.all(numbers.map(expected));
  return [...new Set(all.flatMap(({ words }) => (words as { term: string }[]).map(({ term }) => term)))];
}

/**
 * Every document as a reader finds it, read by terms as a search does.
 * @param numbers of mails whose words are looked for
 */
export async function look(store: Store, numbers: readonly number[]): Promise<Seen[]> {
  const { tail, batches, documents } = await readWordIndex(store, index);
  const seen: Seen[] = tail.map(({ position, bytes }) => ({
    id: decodePosition(position).id,
    words: decodeDocument(bytes).words,
  }));
  const buckets = new Map((await termsOf(numbers)).map(term => [bucketOf(term), term]));
  const found = new Map<string, { term: string; weight: number; positions: readonly number[] }[]>();
  for (const term of buckets.values()) {
    const { blocks, coveredTo } = await readBlocks(store, index, term, {});
    expect(coveredTo).toBeNull();
    for (const { batch, bytes } of blocks)
      for (const [term, postings] of decodeBlock(bytes))
        for (const { ordinal, ...posting } of postings) {
          const name = `${batch} ${ordinal}`;
          found.set(name, [...(found.get(name) ?? []), { term, ...posting }]);
        }
  }
  let sealed = 0;
  for (const batch of batches) {
    const places = await readBatchDocuments(store, index, batch);
    for (const [ordinal, place] of places.entries()) {
      if (batch.without.has(ordinal)) continue;
      sealed++;
      if (!place) throw new Error(`an ordinal that counts has no document: ${batch.key} ${ordinal}`);
      const words = (found.get(`${batch.key} ${ordinal}`) ?? []).toSorted((a, b) => (a.term < b.term ? -1 : 1));
      seen.push({ id: decodePosition(place.position).id, words });
    }
  }
  expect(documents).toBe(tail.length + sealed);
  return seen.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Checks that readers see these mails exactly once, with all their words, and nothing else. */
export async function expectMails(store: Store, numbers: readonly number[], all = numbers): Promise<void> {
  const wanted = await Promise.all(numbers.map(expected));
  expect(await look(store, all)).toEqual(wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Rows of words that belong to no batch of the manifest, and intents that were left. */
export async function orphans({ rows, ...store }: MemoryStore): Promise<string[]> {
  const manifest = await latestManifest(store, index);
  const batches = new Set(manifest.flatMap(({ entries }) => entries.map(({ key }) => key)));
  return [...rows.values()].flatMap(row => {
    const family = familyOf(row);
    const isKnown = (batch: string) => batches.has(batch);
    const name = `${row.pk} ${row.sk}`.replaceAll('\u001f', ' ');
    if (family === 'wordBlock') return isKnown(row.sk.slice(0, wordBatchLength)) ? [] : [name];
    if (family === 'wordDocuments') return isKnown(row.pk.slice(-wordBatchLength)) ? [] : [name];
    if (family === 'words' && row.sk.startsWith('~t')) return isKnown(row.sk.slice(2)) ? [] : [name];
    if (family === 'wordSealing') return row.data === '' ? [] : [name];
    return [];
  });
}

/** What a dead one holds of locks and leases, once their time is over. */
export function forgetLocks({ rows }: MemoryStore): void {
  const lease = wordLeaseKey(index);
  for (const [name, row] of [...rows])
    if (familyOf(row) === 'lock' || (row.pk === lease.pk && row.sk === lease.sk)) rows.delete(name);
}

export const tailSize = ({ rows }: MemoryStore): number =>
  [...rows.values()].filter(row => row.pk === wordsPk(index) && familyOf(row) === 'wordTail').length;

/** Rows of the words index, the lease excepted, which names whoever had it. */
export const wordRows = ({ rows }: MemoryStore) =>
  [...rows.values()]
    .filter(row => ['words', 'wordTail', 'wordBlock', 'wordDocuments'].includes(familyOf(row) ?? ''))
    .toSorted((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));

const calls = ['put', 'putIfAbsent', 'replace', 'delete', 'get', 'read'] as const;
type Call = (typeof calls)[number];
/** Calls that write. */
export const writes = ['put', 'putIfAbsent', 'replace', 'delete'] as const satisfies readonly Call[];

/**
 * The same store, told before each call; a call of many rows may be cut in two.
 * @param names the calls that count
 */
export function watched(
  store: Store,
  before: (call: number, half: () => Promise<void>) => Promise<void>,
  names: readonly Call[] = calls,
): Store {
  let count = 0;
  const own = { ...store };
  for (const name of names) {
    const call = store[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(own, {
      [name]: async (...args: unknown[]) => {
        const [first] = args;
        const isCut = (name === 'put' || name === 'delete') && Array.isArray(first) && first.length > 1;
        await before(count++, async () => {
          if (isCut) await call(first.slice(0, first.length >> 1));
        });
        return call(...args);
      },
    });
  }
  return own;
}

/** A store whose caller dies before call number `at`, or half way through it. */
export const dying = (store: Store, at: number, halfWay = false, names = calls as readonly Call[]): Store =>
  watched(
    store,
    async (call, half) => {
      if (call < at) return;
      if (call === at && halfWay) await half();
      throw new Error('killed');
    },
    names,
  );

export async function countCalls(
  store: Store,
  work: (store: Store) => Promise<unknown>,
  names: readonly Call[] = calls,
): Promise<number> {
  let most = 0;
  await work(
    watched(
      store,
      async call => {
        most = call + 1;
      },
      names,
    ),
  );
  return most;
}

/** Work that stands still before call number `at` of its store until it is told to go on. */
export function paused<T>(
  store: Store,
  at: number,
  work: (store: Store) => Promise<T>,
  names: readonly Call[] = calls,
) {
  let resume = () => {};
  const gate = new Promise<void>(resolve => {
    resume = resolve;
  });
  let arrived = () => {};
  const standing = new Promise<void>(resolve => {
    arrived = resolve;
  });
  const result = work(
    watched(
      store,
      async call => {
        if (call !== at) return;
        arrived();
        await gate;
      },
      names,
    ),
  );
  const settled = result.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  );
  return {
    resume,
    /** Until it stands still, has ended, or waits for somebody else. */
    standing: () => Promise.race([standing, settled, sleep(5)]),
    settled,
  };
}
