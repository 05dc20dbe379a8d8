// What files cost to take in on the shipped DynamoDB adapter: mails with one file each, stored as the ingest stores them,
// then followed by what the deployed function is. What the mail itself costs is not counted.

import type { Archive } from '../../../lib/archive/archive.ts';
import { pendingFilesPk } from '../../../lib/archive/fileKeys.ts';
import { changeGenerations, noGenerations, readGenerations } from '../../../lib/archive/files/fileState.ts';
import { followFiles } from '../../../lib/archive/files/followFiles.ts';
import { sealFiles } from '../../../lib/archive/files/indexFiles.ts';
import type { Cost, Key, Store } from '../../../lib/archive/ports.ts';
import { familyOf } from '../../../lib/archive/rowFamily.ts';
import { storeMessages } from '../../../lib/archive/writer.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { endDocumentWorkers, extractDocument } from '../../../lib/files/extractDocument.ts';
import { limits } from '../../../lib/limits.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';
import { mailDate } from '../import/writeMail.ts';
import { accountId } from './filesArchive.ts';
import type { MadeFile } from './makeFiles.ts';

/** Each for a thousand files. */
export interface FileCosts {
  readonly files: number;
  /** Write units: of rows and of locks, of what is pending, of the rows a file is found by at once, of sealing. */
  readonly rows: number;
  readonly pending: number;
  readonly tail: number;
  readonly sealing: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Objects that are written to S3. */
  readonly textPuts: number;
  readonly dollars: number;
  /** Of DynamoDB's write units alone. */
  readonly writeDollars: number;
}

/** On demand in the cheapest regions, as README counts. */
const dollarsPerMillionWrites = 0.625;
const dollarsPerMillionReads = 0.125;
const dollarsPerThousandPuts = 0.005;
/** Of a batch of either queue (serverless.yml). */
const mailsAtOnce = 10;

const noCost = (): Cost => ({ calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 });

const kinds = ['rows', 'pending', 'tail', 'sealing'] as const;
type Kind = (typeof kinds)[number];

const isPending = ({ pk }: Key): boolean => pk === pendingFilesPk(accountId, null);
const sealed: ReadonlySet<ReturnType<typeof familyOf>> = new Set([
  'words',
  'wordBlock',
  'wordDocuments',
  'wordSealing',
]);

function kindOf(key: Key): Kind {
  if (isPending(key)) return 'pending';
  const family = familyOf(key);
  return family === 'wordTail' ? 'tail' : sealed.has(family) ? 'sealing' : 'rows';
}

/** A store that counts by kind what is written, and all that is read. */
function metered(store: Store) {
  const costs: Record<Kind, Cost> = { rows: noCost(), pending: noCost(), tail: noCost(), sealing: noCost() };
  const reads = noCost();
  const split = <K extends Key>(keys: readonly K[]) => [...Map.groupBy(keys, kindOf)];
  const counting: Store = {
    ...store,
    put: async rows => {
      for (const [kind, own] of split(rows)) await store.put(own, costs[kind]);
    },
    delete: async keys => {
      for (const [kind, own] of split(keys)) await store.delete(own, costs[kind]);
    },
    putIfAbsent: row => store.putIfAbsent(row, costs[kindOf(row)]),
    replace: (row, expected) => store.replace(row, expected, costs[kindOf(row)]),
    get: (keys, _, options) => store.get(keys, reads, options),
    read: range => store.read(range, reads),
  };
  return { counting, costs, reads };
}

/** A mail whose one file is the text. */
const mailOf = ({ number, name, modified, pages }: MadeFile): string =>
  `${[
    'From: someone@example.com',
    'To: bench@example.com',
    `Message-ID: <${number}@files.example>`,
    `Date: ${mailDate(new Date(modified))}`,
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(`${name}.txt`)}`,
  ].join('\n')}\n\n${Buffer.from(pages.join('\n\n')).toString('base64')}\n`;

export async function fileCosts(files: readonly MadeFile[]): Promise<FileCosts> {
  const { client, time, sent } = simulatedDynamo();
  const { counting, costs, reads } = metered(dynamoStore({ client, table: 'bench', clock: time }));
  const blobs = memoryBlobs();
  let textPuts = 0;
  const put: typeof blobs.put = (...args) => {
    textPuts++;
    return blobs.put(...args);
  };
  const archive: Archive = { store: counting, blobs: { ...blobs, put } };
  const state = await readGenerations(counting);
  await changeGenerations(counting, state, { ...noGenerations, complete: 1, isListed: true });
  const messages = files.map(file => ({
    ...{ accountId, folderAlias: 'INBOX', flags: null, receivedAt: file.modified },
    raw: Buffer.from(mailOf(file)),
  }));
  const stored: string[] = [];
  for (let at = 0; at < messages.length; at += mailsAtOnce)
    for (const { storedEmailId } of await storeMessages(archive, messages.slice(at, at + mailsAtOnce), () => 0))
      stored.push(storedEmailId);
  // Of the mail: all but what says that its files are pending.
  Object.assign(costs, { rows: noCost(), tail: noCost(), sealing: noCost() });
  Object.assign(reads, noCost());
  textPuts = 0;
  let indexed = 0;
  for (let at = 0; at < stored.length; at += mailsAtOnce) {
    const subjects = stored
      .slice(at, at + mailsAtOnce)
      .map(id => ({ kind: 'mail', accountId, storedEmailId: id }) as const);
    const followed = await followFiles(archive, extractDocument, subjects, {
      deadline: Number.POSITIVE_INFINITY,
      onSealFailure: error => {
        throw error;
      },
    });
    for (const one of followed) {
      if ('error' in one) throw one.error;
      if (one.outcome === 'indexed') indexed++;
    }
    sent.length = 0;
  }
  await sealFiles(counting, accountId, { least: limits.fileLeftovers.value });
  await endDocumentWorkers();
  if (indexed !== files.length) throw new Error(`${indexed} of ${files.length} files were indexed`);
  const each = (value: number): number => (value * 1000) / files.length;
  const unitsOf = (kind: Kind): number => each(costs[kind].writeUnits);
  const writeUnits = kinds.reduce((sum, kind) => sum + unitsOf(kind), 0);
  const writeDollars = (writeUnits * dollarsPerMillionWrites) / 1e6;
  const readUnits = each(reads.readUnits);
  return {
    ...{ files: files.length, writeUnits, readUnits, writeDollars },
    ...{ rows: unitsOf('rows'), pending: unitsOf('pending'), tail: unitsOf('tail'), sealing: unitsOf('sealing') },
    textPuts: each(textPuts),
    dollars:
      writeDollars + (readUnits * dollarsPerMillionReads) / 1e6 + (each(textPuts) * dollarsPerThousandPuts) / 1000,
  };
}
