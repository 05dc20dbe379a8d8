// Storing messages that an importer hands over: raw bytes first, then content, words and rows, then the owner row that says the
// message is whole. Killed at any point, it leaves what the next storing of the same message completes; done twice, it
// changes nothing.

import type { Archive } from './archive.ts';
import { mailName } from './blobKeys.ts';
import { pendingMail } from './files/pendingFiles.ts';
import { storedEmailIdOf } from './identity.ts';
import { ownerKey } from './keys.ts';
import { storedMail } from './mailObject.ts';
import { makeMail } from './mailRows.ts';
import type { MessageRows } from './messageRows.ts';
import { observeFlags } from './observeFlags.ts';
import type { Blobs, Row } from './ports.ts';
import {
  type IncomingMessage,
  type PreparedMail,
  type PrepareMails,
  prepareHere,
  type UnpreparedMail,
} from './prepareMail.ts';
import { type Arrival, folderChanges } from './raiseFolders.ts';
import { isWhole } from './rawGone.ts';
import { type OwnerRow, readOwnerRow } from './rows.ts';
import { surplusOf } from './settleMails.ts';
import { putContent } from './storedContent.ts';
import { replaceWords } from './words/replaceWords.ts';

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
  const store = await mailWriter(archive, now).begin(messages);
  return store();
}

export interface MailWriter {
  /**
   * Looks which messages are stored and begins to prepare the others. The function that it gives stores them, as
   * storeMessages() does. Further messages may be begun meanwhile; they are stored one batch after the other.
   */
  begin(messages: readonly IncomingMessage[]): Promise<() => Promise<StoreOutcome[]>>;
}

/** storeMessages() for many batches, of which the next are prepared while one is written, if `prepare` does so. */
export function mailWriter(archive: Archive, now: () => number, prepare: PrepareMails = prepareHere): MailWriter {
  /** For each batch that is begun: the messages that were stored since, by another. */
  const begun = new Set<Set<string>>();

  return {
    async begin(messages) {
      const mails = messages.map(
        (message): UnpreparedMail => ({
          ...message,
          storedEmailId: storedEmailIdOf(message.accountId, message.folderAlias, message.raw),
          storedAt: now(),
        }),
      );
      const firsts = new Map(mails.toReversed().map(mail => [mail.storedEmailId, mail]));
      const storedSince = new Set<string>();
      begun.add(storedSince);
      const fresh = await beginFresh(
        archive,
        mails.filter(mail => firsts.get(mail.storedEmailId) === mail),
        prepare,
      );

      return async () => {
        begun.delete(storedSince);
        const written = await writeMails(
          archive,
          fresh.filter(({ mail }) => !storedSince.has(mail.storedEmailId)),
        );
        const rows = new Map(written.map(mail => [mail.rows.message.storedEmailId, mail.rows.message]));
        for (const others of begun) for (const id of rows.keys()) others.add(id);
        const outcomes = mails.map((mail): StoreOutcome => {
          const { storedEmailId } = mail;
          const message = firsts.get(storedEmailId) === mail ? rows.get(storedEmailId) : undefined;
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
      };
    },
  };
}

/** A message that is not stored, or not wholly. */
interface FreshMail {
  readonly mail: UnpreparedMail;
  /** Where it is stored again, since its raw mail was gone. */
  readonly owner: OwnerRow | null;
  readonly prepared: () => Promise<PreparedMail>;
}

/** Those of some mails that are not stored yet. */
async function beginFresh(
  { store }: Archive,
  mails: readonly UnpreparedMail[],
  prepare: PrepareMails,
): Promise<FreshMail[]> {
  const owners = await store.get(mails.map(({ storedEmailId }) => ownerKey(storedEmailId)));
  const fresh = mails.flatMap((mail, i) => (isWhole(owners[i]) ? [] : [{ mail, owner: readOwnerRow(owners[i]) }]));
  const prepared = prepare(fresh.map(({ mail }) => mail));
  return fresh.map((one, place) => ({ ...one, prepared: () => prepared(place) }));
}

interface WrittenMail extends Arrival {
  readonly rows: MessageRows;
  readonly words: Row;
}

async function writeMails(archive: Archive, fresh: readonly FreshMail[]): Promise<WrittenMail[]> {
  const writes: Promise<WrittenMail>[] = [];
  try {
    for (const { mail, prepared } of fresh) {
      // Bytes are written while further messages are prepared, and those of many together; the rows are kept, not what
      // was parsed.
      writes.push(writeMail(archive.blobs, mail.raw, await prepared()));
      // A failure is thrown below, once nothing goes on behind it.
      writes.at(-1)?.catch(() => {});
    }
  } finally {
    await Promise.allSettled(writes);
  }
  const written = await Promise.all(writes);
  await writeRows(
    archive,
    written,
    fresh.map(({ owner }) => owner),
  );
  return written;
}

/**
 * Writes the bytes of a message. Where an earlier storing was killed after it had written them, their metadata counts,
 * which is what the rows will be made from again.
 */
async function writeMail(blobs: Blobs, raw: Uint8Array, prepared: PreparedMail): Promise<WrittenMail> {
  const written = await writeRaw(blobs, raw, prepared);
  await putContent(blobs, written.rows.message, prepared.content);
  return written;
}

async function writeRaw(
  blobs: Blobs,
  raw: Uint8Array,
  { key, metadata, rows, words }: PreparedMail,
): Promise<WrittenMail> {
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
