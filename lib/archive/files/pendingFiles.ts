// What is to be indexed still, as rows: written with what tells of the files, taken away once they are indexed. Those
// that came, and those that a new generation lacks, are apart, so that who ends the one leaves the other.

import { pendingFilesKey } from '../fileKeys.ts';
import { tryLock, withLock } from '../objectLocks.ts';
import type { Row, Store } from '../ports.ts';
import type { MessageRow } from '../rows.ts';
import { encodePending } from './fileState.ts';

type PendingMessage = Pick<MessageRow, 'accountId' | 'storedEmailId' | 'attachments' | 'remoteFlags'>;

/** That the attachments of a message are to be indexed; none for a message without any. */
export function pendingMail(message: PendingMessage, generation: number | null = null): Row[] {
  const { accountId, storedEmailId, attachments, remoteFlags } = message;
  const files = attachments?.attachmentCount ?? 0;
  if (files === 0) return [];
  // Keywords are tags: of two rows the later is told from the earlier by them.
  const mark = (remoteFlags?.keywords.length ?? 0) === 0 ? 0 : (remoteFlags?.observedAt ?? 0);
  const data = encodePending({ subject: storedEmailId, files, mark });
  return [{ ...pendingFilesKey(accountId, generation, storedEmailId), data }];
}

/** Times for what is done to files: no text is read meanwhile, and whoever removes a mail outlasts one who was killed. */
const lockTimes = { lease: 30_000, retry: 40, patience: 40_000 };

const lockName = (subject: string): string => `files ${subject}`;

/** Does something with the rows of the files of a subject, alone. @param subject a storedEmailId, or a path of the library */
export const withFilesLock = <T>(store: Store, subject: string, work: () => Promise<T>): Promise<T> =>
  withLock(store, lockName(subject), work, lockTimes);

/** The same where nobody else is at it; null where somebody is. */
export async function ifFilesFree<T>(store: Store, subject: string, work: () => Promise<T>): Promise<T | null> {
  const lock = await tryLock(store, lockName(subject), lockTimes);
  if (!lock) return null;
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
