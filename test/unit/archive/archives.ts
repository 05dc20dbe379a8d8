// Archives of every kind for the tests of what goes over whole archives: in memory, on disk, and in a simulated table.
// Each can be looked into and harmed as no caller of the ports could.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../../lib/archive/archive.ts';
import { postingOf } from '../../../lib/archive/flawedRows.ts';
import { listAccounts } from '../../../lib/archive/folders.ts';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import { everyAccount } from '../../../lib/archive/mailObject.ts';
import type { Row, Store } from '../../../lib/archive/ports.ts';
import { familyOf } from '../../../lib/archive/rowFamily.ts';
import type { WordIndex } from '../../../lib/archive/wordKeys.ts';
import { blockDocuments } from '../../../lib/archive/words/blockDocuments.ts';
import { mailIndex } from '../../../lib/archive/words/mailWords.ts';
import { latestManifest, latestTombstones } from '../../../lib/archive/words/manifest.ts';
import { readBatchDocuments, readWordIndex } from '../../../lib/archive/words/readWords.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { importMail } from '../../../lib/import/importMail.ts';
import { readSources } from '../../../lib/import/readSources.ts';
import { openArchive as openLocalArchive } from '../../../lib/local/openArchive.ts';
import { decodeDocument } from '../../../lib/words/documentCodec.ts';
import type { Planter } from '../../contract/auditContract.ts';
import { changeBlob } from '../../doubles/harmBlobs.ts';
import { type MemoryBlobs, memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { dynamoPlanter, memoryPlanter, sqlitePlanter } from '../../doubles/planters.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { makeTree, mboxrd, observedAt } from '../import/material.ts';
import { mail } from './material.ts';

export interface HarmedArchive extends Archive {
  readonly planter: Planter;
  /** Other bytes under a key, as a failing disk would leave them. */
  changeBlob(key: string, bytes: Uint8Array): Promise<void>;
  /** The same raw mails with every row thrown away. */
  emptied(): Promise<HarmedArchive>;
  close(): Promise<void>;
}

function changeInMemory(blobs: MemoryBlobs) {
  return async (key: string, bytes: Uint8Array) => {
    const blob = blobs.all.get(key);
    if (!blob) throw new Error(`nothing under ${key}`);
    blobs.all.set(key, { ...blob, bytes });
  };
}

/** Times that rise, since bytes do not all come at once. */
function risingBlobs(): MemoryBlobs {
  let at = 1_700_000_000_000;
  return memoryBlobs(() => (at += 1000));
}

function inMemory(blobs = risingBlobs()): HarmedArchive {
  const store = memoryStore();
  return {
    ...{ store, blobs, planter: memoryPlanter(store) },
    changeBlob: changeInMemory(blobs),
    emptied: async () => inMemory(blobs),
    close: async () => {},
  };
}

function inTable(blobs = risingBlobs()): HarmedArchive {
  const { client } = simulatedDynamo({ scanBytes: 20_000 });
  return {
    ...{ store: dynamoStore({ client, table: 'archive' }), blobs, planter: dynamoPlanter(client, 'archive') },
    changeBlob: changeInMemory(blobs),
    emptied: async () => inTable(blobs),
    close: async () => {},
  };
}

async function onDisk(given?: string): Promise<HarmedArchive> {
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'mailglob-test-')));
  const { store, blobs, close } = await openLocalArchive(directory, {
    create: given === undefined ? true : 'database',
  });
  return {
    ...{ store, blobs, planter: sqlitePlanter(join(directory, 'mailglob.db')) },
    changeBlob: async (key, bytes) => changeBlob(directory, key, bytes),
    async emptied() {
      await close();
      for (const name of await readdir(directory)) if (name.startsWith('mailglob.db')) await rm(join(directory, name));
      return onDisk(directory);
    },
    async close() {
      await close();
      await rm(directory, { recursive: true });
    },
  };
}

export const kinds: readonly (readonly [name: string, open: () => Promise<HarmedArchive>])[] = [
  ['memory', async () => inMemory()],
  ['SQLite', () => onDisk()],
  ['simulated DynamoDB', async () => inTable()],
];

const wordFamilies: readonly unknown[] = ['words', 'wordTail', 'wordBlock', 'wordDocuments', 'wordSealing'];

/**
 * Every row in one order, and every fault of postings. In the place of the rows of words, which depend on when they were
 * sealed, stands one for each document that they tell of, with its words.
 */
export async function rowsOf({ store }: Archive): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const entry of store.audit({ postingOf })) {
    if (entry.kind === 'fault') throw new Error(`postings differ: ${JSON.stringify(entry.fault)}`);
    if (!wordFamilies.includes(familyOf(entry.row))) rows.push(entry.row);
  }
  for (const accountId of await listAccounts(store)) rows.push(...(await wordsOf(store, mailIndex(accountId))));
  return rows.toSorted((a, b) => (`${a.pk}\0${a.sk}` < `${b.pk}\0${b.sk}` ? -1 : 1));
}

async function wordsOf(store: Store, index: WordIndex): Promise<Row[]> {
  const { tail } = await readWordIndex(store, index);
  const rows = tail.map(({ position, folder, bytes }) => ({ position, folder, words: decodeDocument(bytes).words }));
  for (const entry of (await latestManifest(store, index)).flatMap(({ entries }) => entries)) {
    const removed = (await latestTombstones(store, index, [entry.key])).get(entry.key);
    const documents = await blockDocuments(store, index, entry);
    for (const [ordinal, place] of (await readBatchDocuments(store, index, entry)).entries())
      if (!removed?.has(ordinal) && place) rows.push({ ...place, words: documents?.[ordinal]?.words ?? [] });
  }
  return rows.map(({ position, ...rest }) => ({
    pk: `words of ${index.accountId}`,
    sk: position,
    data: JSON.stringify(rest),
  }));
}

const text = (number: number): string => mail(number).toString().replaceAll('\r\n', '\n');
const withoutDate = (number: number): Buffer =>
  Buffer.from(
    mail(number)
      .toString()
      .replace(/^Date: .*\r\n/m, ''),
  );

/** The object that holds the mail of a number that came by S3. */
export const delivered = {
  once: 'mail/ann/INBOX/delivered',
  /** The same mail in several places, the owner first. */
  thrice: ['mail/ann/INBOX/two', 'mail/ann/Inbox/three', 'mail/ann/inbox/one'],
  dateless: 'mail/ann/Sent/dateless',
  refused: ['mail/ann/INBOX/picture', 'mail/ann/INBOX/nothing', 'mail/ann'],
} as const;

/** Fills an archive by every way there is: files, an mbox with dates, a Maildir with flags, and objects of a bucket. */
export async function fill(archive: Archive): Promise<void> {
  const tree = await makeTree({
    'one.eml': mail(1),
    'dateless.eml': withoutDate(2),
    'some.mbox': mboxrd([text(3), text(4)], 'From ann@example.com Fri Mar  1 10:00:00 2024'),
    'Maildir/cur/1700000000.1.host:2,FS': mail(5),
    'Maildir/cur/1700000001.2.host:2,R': mail(6, []),
    'Maildir/.Sent/cur/1700000002.3.host:2,S': mail(7, ['häßlich.pdf', '見積書.xlsx', 'a.pdf']),
  });
  try {
    const paths = ['one.eml', 'dateless.eml', 'some.mbox', 'Maildir'].map(name => join(tree.root, name));
    const options = { accountId: 'ann', now: () => 1_711_111_111_111 };
    const { failed } = await importMail(archive, readSources(paths, { now: () => observedAt }), options);
    if (failed > 0) throw new Error('the fixture was not taken');
  } finally {
    await tree.remove();
  }
  const objects: [key: string, bytes: Uint8Array, metadata?: Record<string, string>][] = [
    [delivered.once, mail(11), { 'received-at': '2024-05-07T00:00:00Z', flags: 'seen,flagged', keywords: 'to%20do,x' }],
    [delivered.thrice[1], mail(12), { 'received-at': '2024-05-08T00:00:00Z' }],
    [delivered.thrice[0], mail(12), { flags: 'draft' }],
    [delivered.thrice[2], mail(12)],
    [delivered.dateless, withoutDate(13)],
    [delivered.refused[0], Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [delivered.refused[1], new Uint8Array()],
  ];
  for (const [key, bytes, metadata] of objects) {
    await archive.blobs.create(key, bytes, metadata);
    await ingestObject(archive, everyAccount, key);
  }
}
