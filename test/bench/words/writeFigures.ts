// What words cost to write on the shipped DynamoDB adapter: mails stored as the ingest stores them, then sealed.

import type { Archive } from '../../../lib/archive/archive.ts';
import type { Blobs, Cost, Key, Store } from '../../../lib/archive/ports.ts';
import { mailIndex } from '../../../lib/archive/words/mailWords.ts';
import { sealTail } from '../../../lib/archive/words/sealTail.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import type { WritablePartition } from '../../doubles/partition.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import type { MadeMail } from './makeMails.ts';
import { rawMail } from './rawMail.ts';
import { accountId, isOfWords } from './wordsArchive.ts';

/** Each for one mail, in write units. */
export interface WriteFigures {
  readonly mails: number;
  /** Of the row that a mail is found by at once, and of taking it away when it is sealed. */
  readonly tail: number;
  /** Of blocks, documents, manifest and the rest of sealing. */
  readonly sealing: number;
  /** Read units of sealing. */
  readonly sealingReads: number;
  /** Everything else that a mail writes. */
  readonly others: number;
  /** Bytes of the items of words once they are sealed, keys included. */
  readonly bytes: number;
}

const mailsAtOnce = 10;

const noCost = (): Cost => ({ calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 });

/** A store that counts what is read and written: of words, of their tail alone, and of all else. */
function metered(store: Store) {
  const [tail, words, others] = [noCost(), noCost(), noCost()];
  const kindOf = (key: Key) => (!isOfWords(key) ? others : isTail(key) ? tail : words);
  const split = <K extends Key>(keys: readonly K[]) => [...Map.groupBy(keys, kindOf)];
  const counting: Store = {
    ...store,
    put: async rows => {
      for (const [cost, own] of split(rows)) await store.put(own, cost);
    },
    delete: async keys => {
      for (const [cost, own] of split(keys)) await store.delete(own, cost);
    },
    putIfAbsent: row => store.putIfAbsent(row, kindOf(row)),
    replace: (row, expected) => store.replace(row, expected, kindOf(row)),
    get: (keys, meter = noCost(), options) => {
      const before = meter.readUnits;
      return store.get(keys, meter, options).then(rows => {
        words.readUnits += meter.readUnits - before;
        return rows;
      });
    },
    read: (range, meter = words) => store.read(range, meter),
  };
  return { counting, tail, words, others };
}

const isTail = ({ pk, sk }: Key): boolean => pk.startsWith('t') && !/^[!~]/.test(sk);

async function storeAll(archive: Archive, mails: readonly MadeMail[]): Promise<void> {
  for (let at = 0; at < mails.length; at += mailsAtOnce)
    await storeMessages(
      archive,
      mails.slice(at, at + mailsAtOnce).map(mail => ({
        ...{ accountId, folderAlias: 'INBOX', flags: null, receivedAt: mail.date },
        raw: Buffer.from(rawMail(mail)),
      })),
      () => Date.UTC(2026, 9, 1),
    );
}

export async function writeFigures(mails: readonly MadeMail[]): Promise<WriteFigures> {
  const { client, time, written, sent } = simulatedDynamo();
  const { counting, tail, words, others } = metered(dynamoStore({ client, table: 'bench', clock: time }));
  await storeAll({ store: counting, blobs: memoryBlobs() }, mails);
  sent.length = 0;
  words.readUnits = 0;
  const sealed = await sealTail(counting, mailIndex(accountId));
  if (sealed !== mails.length) throw new Error(`${sealed} of ${mails.length} mails were sealed`);
  const each = (value: number) => value / mails.length;
  let bytes = 0;
  for (const [pk, partition] of written)
    for (let place = 0; place < partition.length; place++)
      if (isOfWords({ pk, sk: partition.sk(place) })) bytes += partition.size(place);
  return {
    mails: mails.length,
    tail: each(tail.writeUnits),
    sealing: each(words.writeUnits),
    sealingReads: each(words.readUnits + tail.readUnits),
    others: each(others.writeUnits),
    bytes: each(bytes),
  };
}

/** Mails that are stored and not sealed, beside those of an archive. */
export interface Unsealed {
  readonly partitions: ReadonlyMap<string, WritablePartition>;
  readonly blobs: Blobs;
}

export async function unsealedMails(mails: readonly MadeMail[]): Promise<Unsealed> {
  const { client, time, written } = simulatedDynamo();
  const blobs = memoryBlobs();
  await storeAll({ store: dynamoStore({ client, table: 'bench', clock: time }), blobs }, mails);
  return { partitions: written, blobs };
}
