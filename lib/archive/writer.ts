// Storing messages: raw bytes first, then the rows, then the owner row that says the message is whole. Killed at any
// point, it leaves what the next storing of the same message completes; done twice, it changes nothing.

import type { Message } from '../mail/message.ts';
import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import type { Archive } from './archive.ts';
import { storedEmailIdOf } from './identity.ts';
import { folderKey, mailBlobKey, ownerKey } from './keys.ts';
import { writeMailMetadata } from './mailMetadata.ts';
import { folderRow, type MessageRows, messageRows } from './messageRows.ts';
import type { Row } from './ports.ts';
import type { RemoteFlags } from './rows.ts';

export interface IncomingMessage {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly raw: Uint8Array;
  /** When the mailbox got it, as its importer or SES recorded it; epoch milliseconds. */
  readonly receivedAt: number | null;
  readonly flags: RemoteFlags | null;
  /** The key its bytes already lie under; left out, they are stored. */
  readonly blobKey?: string;
}

export interface StoreOutcome {
  readonly outcome: 'stored' | 'duplicate';
  readonly storedEmailId: string;
  /** Attachments proper; 0 for a duplicate. */
  readonly attachments: number;
  readonly isDamaged: boolean;
}

/** Blobs written at once. */
const blobsAtOnce = 32;

/**
 * Stores messages and answers for each in the order given. Rows of all of them are written together: give it some
 * hundreds at once, and not more bytes than may be held in memory.
 */
export async function storeMessages(
  archive: Archive,
  messages: readonly IncomingMessage[],
  now: () => number,
): Promise<StoreOutcome[]> {
  const ids = messages.map(message => storedEmailIdOf(message.accountId, message.folderAlias, message.raw));
  const distinct = new Map(ids.map((id, i) => [id, i] as const).toReversed());
  const owners = await archive.store.get([...distinct.keys()].map(ownerKey));
  const stored = new Set([...distinct.keys()].filter((_, i) => owners[i] !== undefined));
  const fresh = [...distinct].filter(([id]) => !stored.has(id)).toSorted((a, b) => a[1] - b[1]);

  const results = new Map<string, MessageRows>();
  const writing = writeBlobs(
    archive,
    fresh.flatMap(([id, i]) => {
      const message = messages[i];
      return message && message.blobKey === undefined ? [{ key: blobKeyOf(message, id), message }] : [];
    }),
  );
  try {
    for (const [id, i] of fresh) {
      const message = messages[i];
      if (message) results.set(id, rowsOf(await parseMessage(message.raw), message, id, now()));
    }
  } finally {
    await writing;
  }
  await writeRows(archive, [...results.values()], now());

  return ids.map((storedEmailId, i) => {
    const result = distinct.get(storedEmailId) === i ? results.get(storedEmailId) : undefined;
    return {
      outcome: result ? 'stored' : 'duplicate',
      storedEmailId,
      attachments: result?.message.attachments?.attachmentCount ?? 0,
      isDamaged: result?.message.contentAvailability === 'damaged',
    };
  });
}

const blobKeyOf = (message: IncomingMessage, id: string): string =>
  message.blobKey ?? mailBlobKey(message.accountId, message.folderAlias, `${id}.eml`);

function rowsOf(parsed: Message, message: IncomingMessage, id: string, storedAt: number): MessageRows {
  const { receivedAt, messageDate, sentAt } = messageDates(message.receivedAt, parsed, storedAt);
  return messageRows(parsed, {
    accountId: message.accountId,
    folderAlias: message.folderAlias,
    storedEmailId: id,
    sizeBytes: message.raw.length,
    blobKey: blobKeyOf(message, id),
    flags: message.flags,
    dates: { sentAt, receivedAt: receivedAt ?? storedAt, messageDate: messageDate ?? storedAt },
  });
}

async function writeBlobs(
  { blobs }: Archive,
  writes: readonly { readonly key: string; readonly message: IncomingMessage }[],
): Promise<void> {
  const todo = writes.values();
  const worker = async () => {
    for (const { key, message } of todo) await blobs.create(key, message.raw, writeMailMetadata(message));
  };
  await Promise.all(Array.from({ length: Math.min(blobsAtOnce, writes.length) }, worker));
}

async function writeRows({ store }: Archive, results: readonly MessageRows[], storedAt: number): Promise<void> {
  if (results.length === 0) return;
  const folders = new Map<string, Row>();
  for (const { message } of results) {
    const key = `${message.accountId}\0${folderKey(message.folderAlias)}`;
    if (!folders.has(key)) folders.set(key, folderRow(message.accountId, message.folderAlias, storedAt));
  }
  await store.put([...results.flatMap(result => result.content), ...folders.values()]);
  await store.put(results.map(result => result.owner));
}
