// A message that is not stored yet as everything that is written of it. Pure: whoever does it, and where, comes to the
// same, so that an importer may have it done in another thread.

import { messageDates } from '../mail/messageDates.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import { mailBlobKey, mailName, readMailBlobKey } from './blobKeys.ts';
import { readMailMetadata, writeMailMetadata } from './mailMetadata.ts';
import { parsedMail } from './mailRows.ts';
import type { MessageRows } from './messageRows.ts';
import type { BlobMetadata, Row } from './ports.ts';
import type { RemoteFlags } from './rows.ts';

export interface IncomingMessage {
  readonly accountId: string;
  readonly folderAlias: string;
  readonly raw: Uint8Array;
  /** When the mailbox got it, as its importer recorded it; epoch milliseconds. */
  readonly receivedAt: number | null;
  readonly flags: RemoteFlags | null;
}

export interface UnpreparedMail extends IncomingMessage {
  readonly storedEmailId: string;
  /** The date of a mail that has none, epoch milliseconds. */
  readonly storedAt: number;
}

export interface PreparedMail {
  /** Where its bytes are kept, and what is kept with them. */
  readonly key: string;
  readonly metadata: BlobMetadata;
  readonly rows: MessageRows;
  readonly words: Row;
  readonly content: Uint8Array;
}

/**
 * Begins to prepare mails and gives a function that gives each by its place, to be called once for each at most. It rejects where prepareMail()
 * does, and for nothing else.
 */
export type PrepareMails = (mails: readonly UnpreparedMail[]) => (place: number) => Promise<PreparedMail>;

/** The rows of a message as they will be made again from its bytes and its metadata. */
export async function prepareMail(mail: UnpreparedMail): Promise<PreparedMail> {
  const { raw, receivedAt, flags, storedEmailId, storedAt } = mail;
  const key = mailBlobKey(mail.accountId, mail.folderAlias, mailName(storedEmailId));
  const { accountId, folderAlias } = readMailBlobKey(key) ?? mail;
  const parsed = await parseMessage(raw);
  const isDateless = messageDates(receivedAt, parsed, null).receivedAt === null;
  const metadata = writeMailMetadata({ receivedAt, flags, storedAt: isDateless ? storedAt : null, cameAt: null });
  const kept = readMailMetadata(metadata, storedAt);
  const made = parsedMail({ key, accountId, folderAlias, storedEmailId, raw, ...kept, storedAt }, parsed);
  return { key, metadata, rows: made.rows, content: made.content(), words: made.words() };
}

/** Prepares each when it is asked for, so that no more than one is held that is not written. */
export const prepareHere: PrepareMails = mails => async place => {
  const mail = mails[place];
  if (!mail) throw new RangeError('there is no such mail');
  return prepareMail(mail);
};
