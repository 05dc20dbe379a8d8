// Storing messages that an importer hands over: raw bytes first, then content, words and rows, then the owner row that says the
// message is whole. Killed at any point, it leaves what the next storing of the same message completes; done twice, it
// changes nothing.

import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import type { Archive } from './archive.ts';
import { pendingMail } from './files/pendingFiles.ts';
import { storedEmailIdOf } from './identity.ts';
import { mailBlobKey, mailName, ownerKey, readMailBlobKey } from './keys.ts';
import { readMailMetadata, writeMailMetadata } from './mailMetadata.ts';
import { storedMail } from './mailObject.ts';
import { makeMail, parsedMail } from './mailRows.ts';
import type { MessageRows } from './messageRows.ts';
import { observeFlags } from './observeFlags.ts';
import type { BlobMetadata, Blobs, Row } from './ports.ts';
import { type Arrival, folderChanges } from './raiseFolders.ts';
import { isWhole } from './rawGone.ts';
import { type OwnerRow, type RemoteFlags, readOwnerRow } from './rows.ts';
import { surplusOf } from './settleMails.ts';
import { putContent } from './storedContent.ts';
import { replaceWords } from './words/replaceWords.ts';

export interface IncomingMessage {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly raw: Uint8Array;
  /** When the mailbox got it, as its importer recorded it; epoch milliseconds. */
  readonly receivedAt: number | null;
  readonly flags: RemoteFlags | null;
}

export interface StoreOutcome {
  readonly outcome: 'stored' | 'duplicate';
  readonly storedEmailId: string;
  /** Attachments proper; 0 for a duplicate. */
  readonly attachments: number;
  readonly isDamaged: boolean;
}

/**
 * Stores messages and answers for each in the order given; of those that are stored already it takes in the flags that
 * were observed since. Rows of all of them are written together: give it some hundreds at once, and not more bytes than
 * may be held in memory.
 * @param now the time that a message without any date is given
 */
export async function storeMessages(
  archive: Archive,
  messages: readonly IncomingMessage[],
  now: () => number,
): Promise<StoreOutcome[]> {
  const ids = messages.map(message => storedEmailIdOf(message.accountId, message.folderAlias, message.raw));
  const distinct = new Map(ids.map((id, i) => [id, i] as const).toReversed());
  const owners = await archive.store.get([...distinct.keys()].map(ownerKey));
  const stored = new Set([...distinct.keys()].filter((_, i) => isWhole(owners[i])));
  const fresh = [...distinct].filter(([id]) => !stored.has(id)).toSorted((a, b) => a[1] - b[1]);

  const writes: Promise<WrittenMail>[] = [];
  try {
    for (const [id, i] of fresh) {
      const message = messages[i];
      if (!message) continue;
      const prepared = await prepareMail(message, id, now);
      // Bytes are written while further messages are parsed, and those of many together; the rows are kept, not what
      // was parsed.
      writes.push(writeMail(archive.blobs, prepared));
      // A failure is thrown below, once nothing goes on behind it.
      writes.at(-1)?.catch(() => {});
    }
  } finally {
    await Promise.allSettled(writes);
  }
  const written = new Map((await Promise.all(writes)).map(mail => [mail.rows.message.storedEmailId, mail]));
  await writeRows(archive, [...written.values()], owners.map(readOwnerRow));

  const outcomes = ids.map((storedEmailId, i): StoreOutcome => {
    const message = distinct.get(storedEmailId) === i ? written.get(storedEmailId)?.rows.message : undefined;
    return {
      outcome: message ? 'stored' : 'duplicate',
      storedEmailId,
      attachments: message?.attachments?.attachmentCount ?? 0,
      isDamaged: message?.contentAvailability === 'damaged',
    };
  });
  await observeFlags(
    archive,
    outcomes.map((outcome, i) => ({ ...outcome, flags: messages[i]?.flags ?? null })),
  );
  return outcomes;
}

interface PreparedMail {
  readonly key: string;
  readonly raw: Uint8Array;
  readonly metadata: BlobMetadata;
  readonly rows: MessageRows;
  readonly words: Row;
  readonly content: Uint8Array;
}

interface WrittenMail extends Arrival {
  readonly rows: MessageRows;
  readonly words: Row;
}

/** The rows of a message as they will be made again from its bytes and its metadata. */
async function prepareMail(message: IncomingMessage, storedEmailId: string, now: () => number): Promise<PreparedMail> {
  const { raw, receivedAt, flags } = message;
  const key = mailBlobKey(message.accountId, message.folderAlias, mailName(storedEmailId));
  const { accountId, folderAlias } = readMailBlobKey(key) ?? message;
  const parsed = await parseMessage(raw);
  const storedAt = now();
  const isDateless = messageDates(receivedAt, parsed, null).receivedAt === null;
  const metadata = writeMailMetadata({ receivedAt, flags, storedAt: isDateless ? storedAt : null, cameAt: null });
  const kept = readMailMetadata(metadata, storedAt);
  const mail = { key, accountId, folderAlias, storedEmailId, raw, ...kept, storedAt };
  const { rows, content, words } = parsedMail(mail, parsed);
  return { key, raw, metadata, rows, content: content(), words: words() };
}

/**
 * Writes the bytes of a message. Where an earlier storing was killed after it had written them, their metadata counts,
 * which is what the rows will be made from again.
 */
async function writeMail(blobs: Blobs, prepared: PreparedMail): Promise<WrittenMail> {
  const written = await writeRaw(blobs, prepared);
  await putContent(blobs, written.rows.message, prepared.content);
  return written;
}

async function writeRaw(blobs: Blobs, { key, raw, metadata, rows, words }: PreparedMail): Promise<WrittenMail> {
  const { accountId, folderAlias, storedEmailId } = rows.message;
  for (;;) {
    if (await blobs.create(key, raw, metadata)) {
      const info = await blobs.info(key);
      if (info) return { accountId, folderAlias, modifiedAt: info.modifiedAt, rows, words };
    }
    const blob = await blobs.getWithMetadata(key);
    // Taken away meanwhile: stored again.
    if (!blob) continue;
    const mail = storedMail(key, { accountId, folderAlias, name: mailName(storedEmailId) }, blob);
    if (mail.isNamed) {
      const made = await makeMail(mail);
      return { accountId, folderAlias, modifiedAt: blob.modifiedAt, rows: made.rows, words: made.words() };
    }
    // Cut short or changed, and no row knows it: the right bytes take its place.
    await blobs.remove(key);
  }
}

/** @param owners of messages that are stored again among them, since their raw mail was gone */
async function writeRows(
  { store }: Archive,
  mails: readonly WrittenMail[],
  owners: readonly (OwnerRow | null)[],
): Promise<void> {
  if (mails.length === 0) return;
  const folders = await folderChanges(store, mails);
  const before = new Map(owners.flatMap(owner => (owner ? [[owner.storedEmailId, owner] as const] : [])));
  const ownerOf = ({ rows }: WrittenMail) => before.get(rows.message.storedEmailId) ?? null;
  await store.put([
    ...mails.flatMap(mail => (ownerOf(mail) ? mail.rows.content : [...mail.rows.content, mail.words])),
    ...mails.flatMap(mail => pendingMail(mail.rows.message)),
    ...folders.map(({ row }) => row),
  ]);
  const again = mails.flatMap(mail => {
    const owner = ownerOf(mail);
    return owner ? [{ accountId: owner.accountId, before: owner, words: mail.words }] : [];
  });
  await replaceWords(store, again);
  const surplus = mails.flatMap(mail => surplusOf(ownerOf(mail), mail.rows));
  if (surplus.length > 0) await store.delete(surplus);
  await store.put(mails.map(({ rows }) => rows.owner));
}
