// Messages that an importer hands over, put into the bucket of a deployment, whose functions take them in.

import type { Archive } from './archive.ts';
import { mapAtOnce } from './atOnce.ts';
import { mailBlobKey, mailName } from './blobKeys.ts';
import { storedEmailIdOf } from './identity.ts';
import { ownerKey } from './keys.ts';
import { writeMailMetadata } from './mailMetadata.ts';
import { observeFlags } from './observeFlags.ts';
import type { IncomingMessage } from './prepareMail.ts';
import { isWhole } from './rawGone.ts';
import type { StoreOutcome } from './writer.ts';

export interface UploadOutcome extends StoreOutcome {
  readonly blobKey: string;
  /** Whether it lies in the bucket and is still to be taken in. */
  readonly isAwaited: boolean;
}

/** Mails uploaded at once. */
const uploadsAtOnce = 32;

/**
 * Uploads messages that the archive does not hold and answers for each in the order given. What lies in the bucket
 * already is passed over, but for flags that were observed since it was taken in. What is in a message is not known
 * before it is taken in: its attachments count as 0.
 */
export async function uploadMessages(archive: Archive, messages: readonly IncomingMessage[]): Promise<UploadOutcome[]> {
  const { store, blobs } = archive;
  const ids = messages.map(message => storedEmailIdOf(message.accountId, message.folderAlias, message.raw));
  const owners = await store.get([...new Set(ids)].map(ownerKey));
  const stored = new Set([...new Set(ids)].filter((_, i) => isWhole(owners[i])));
  const first = new Map(ids.map((id, i) => [id, i] as const).toReversed());
  const outcomes = await mapAtOnce(
    [...messages.entries()],
    uploadsAtOnce,
    async ([i, message]): Promise<UploadOutcome> => {
      const { accountId, folderAlias, raw, receivedAt, flags } = message;
      const storedEmailId = ids[i] ?? '';
      const blobKey = mailBlobKey(accountId, folderAlias, mailName(storedEmailId));
      const isAwaited = !stored.has(storedEmailId) && first.get(storedEmailId) === i;
      const isNew =
        isAwaited &&
        (await blobs.create(blobKey, raw, writeMailMetadata({ receivedAt, flags, storedAt: null, cameAt: null })));
      return {
        outcome: isNew ? 'stored' : 'duplicate',
        storedEmailId,
        blobKey,
        isAwaited,
        attachments: 0,
        isDamaged: false,
      };
    },
  );
  await observeFlags(
    archive,
    outcomes.map((outcome, i) => ({ ...outcome, flags: messages[i]?.flags ?? null })),
  );
  return outcomes;
}
