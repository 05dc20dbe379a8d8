// An object that appeared in the bucket: taken in as a mail, or recorded as what could not be. Done twice, or in any
// order with the events about it, it ends the same.

import { limits } from '../limits.ts';
import { headBytes, isMail } from '../mail/isMail.ts';
import type { Archive } from './archive.ts';
import { extraKeyKey, objectKey, quarantineKey, readMailBlobKey } from './keys.ts';
import { readMailMetadata } from './mailMetadata.ts';
import { detachObject, messageOfObject, readOwner } from './removeMessages.ts';
import { encodeObject, type QuarantineReason } from './rows.ts';
import { type StoreOutcome, storeMessages } from './writer.ts';

export type IngestOutcome =
  | (StoreOutcome & { readonly key: string })
  | { readonly outcome: 'quarantined'; readonly key: string; readonly reason: QuarantineReason }
  /** Deleted before it was read, or nothing that is meant to be read. */
  | { readonly outcome: 'gone' | 'ignored'; readonly key: string };

export interface IngestRules {
  readonly servesAccount: (accountId: string) => boolean;
}

/** What SES writes into a prefix when a rule is made; it is no mail to anybody. */
const setupNotification = 'AMAZON_SES_SETUP_NOTIFICATION';

/**
 * Takes the mail of a key in. An object that is no mail, empty, over limits.rawBytes, under an account that is not
 * served or outside `mail/` stays where it is and is recorded in quarantine.
 * @throws whatever a port throws: the caller tries again
 */
export async function ingestObject(
  archive: Archive,
  { servesAccount }: IngestRules,
  key: string,
  now: () => number,
): Promise<IngestOutcome> {
  const place = readMailBlobKey(key);
  if (place?.name === setupNotification) return { outcome: 'ignored', key };
  if (!place) return quarantine(archive, key, 'notMailKey', now());
  if (!servesAccount(place.accountId)) return quarantine(archive, key, 'unknownAccount', now());
  const [info] = await archive.blobs.list(key, { limit: 1 });
  if (info?.key !== key) return { outcome: 'gone', key };
  if (info.sizeBytes === 0) return quarantine(archive, key, 'empty', now());
  if (info.sizeBytes > limits.rawBytes.value) return quarantine(archive, key, 'tooBig', now());
  const blob = await archive.blobs.getWithMetadata(key);
  if (!blob) return { outcome: 'gone', key };
  if (!isMail(blob.bytes.subarray(0, headBytes), true)) return quarantine(archive, key, 'notMail', now());

  const { receivedAt, flags } = readMailMetadata(blob.metadata, info.modifiedAt);
  const message = { accountId: place.accountId, folderAlias: place.folderAlias, raw: blob.bytes, flags, blobKey: key };
  // An object without a recorded time was received when it came into the bucket only if the mail itself says nothing.
  const [stored] = await storeMessages(archive, [{ ...message, receivedAt }], () => info.modifiedAt);
  if (!stored) return { outcome: 'gone', key };
  await recordObject(archive, key, stored.storedEmailId);
  return { ...stored, key };
}

/** Keeps which message the object holds, and takes away what the same key held before. */
async function recordObject({ store }: Archive, key: string, storedEmailId: string): Promise<void> {
  const before = await messageOfObject(store, key);
  if (before !== null && before !== storedEmailId) await detachObject(store, key);
  await store.put([{ ...objectKey(key), data: storedEmailId }]);
  const owner = await readOwner(store, storedEmailId);
  if (owner && owner.blobKey !== key) await store.put([{ ...extraKeyKey(storedEmailId, key), data: key }]);
  await store.delete([quarantineKey(key)]);
}

async function quarantine(
  { store }: Archive,
  key: string,
  reason: QuarantineReason,
  at: number,
): Promise<IngestOutcome> {
  await store.put([{ ...quarantineKey(key), data: encodeObject({ blobKey: key, reason, at }) }]);
  return { outcome: 'quarantined', key, reason };
}
