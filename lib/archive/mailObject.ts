// What an object under `mail/` is: a mail, or what it is refused for. Decided by its key, size, metadata and bytes
// alone, so that whoever stores, rebuilds or verifies comes to the same.

import { limits } from '../limits.ts';
import { headBytes, isMail } from '../mail/isMail.ts';
import { mailName, readMailBlobKey } from './blobKeys.ts';
import { listAccounts } from './folders.ts';
import { storedEmailIdOf } from './identity.ts';
import { readMailMetadata } from './mailMetadata.ts';
import type { BlobInfo, Blobs, Store, StoredBlob } from './ports.ts';
import type { QuarantineRow, RemoteFlags } from './rows.ts';

/** A raw mail where it lies, with everything that its rows are made from. */
export interface StoredMail {
  readonly key: string;
  readonly accountId: string;
  readonly folderAlias: string;
  readonly storedEmailId: string;
  readonly raw: Uint8Array;
  /** When the mailbox got it, as its importer recorded it; epoch milliseconds. */
  readonly receivedAt: number | null;
  readonly flags: RemoteFlags | null;
  /** Stands in for dates that the mail has not, epoch milliseconds. */
  readonly storedAt: number;
  /** When its bytes came, epoch milliseconds. */
  readonly modifiedAt: number;
  /** Whether its name is its id, as importers name it: then no row needs to say what the object holds. */
  readonly isNamed: boolean;
}

export type MailObject =
  | { readonly kind: 'mail'; readonly mail: StoredMail }
  | { readonly kind: 'refused'; readonly row: QuarantineRow }
  /** Deleted before it was read. */
  | { readonly kind: 'gone' }
  /** Nothing that is meant to be read. */
  | { readonly kind: 'ignored' };

export interface MailRules {
  readonly servesAccount: (accountId: string) => boolean;
}

/** For mail that was taken in before, and for archives that serve whatever is put into them. */
export const everyAccount: MailRules = { servesAccount: () => true };

/** The rules with the accounts that hold mail already: who leaves a configuration does not lose what is stored. */
export async function withStoredAccounts(store: Store, rules: MailRules): Promise<MailRules> {
  const stored = new Set(await listAccounts(store));
  return { servesAccount: accountId => stored.has(accountId) || rules.servesAccount(accountId) };
}

/** What SES writes into a prefix when a rule is made; it is no mail to anybody. */
const setupNotification = 'AMAZON_SES_SETUP_NOTIFICATION';

/** Our ids are UUIDs of version 8: what others name by a random one is not taken for ours. */
const namedMail = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.eml$/;

/** The message that a key names as an importer would; null for any other key. */
export function idNamedBy(key: string): string | null {
  const name = readMailBlobKey(key)?.name ?? '';
  return namedMail.test(name) ? name.slice(0, -mailName('').length) : null;
}

/** What is known of an object before it is read: a listing tells all of it, an event the size. */
export type ObjectHint = Pick<BlobInfo, 'key'> & Partial<BlobInfo>;

/**
 * Reads an object. It is refused if it is no mail, empty, over limits.rawBytes, under an account that is not served, or
 * not at a place for mail; but what an importer named, who looked at it in its place, is a mail.
 */
export async function readMailObject(
  blobs: Blobs,
  { servesAccount }: MailRules,
  hint: ObjectHint,
): Promise<MailObject> {
  const { key } = hint;
  const refused = async (reason: QuarantineRow['reason'], knownAt = hint.modifiedAt): Promise<MailObject> => {
    const at = knownAt ?? (await blobs.info(key))?.modifiedAt;
    return at === undefined ? { kind: 'gone' } : { kind: 'refused', row: { blobKey: key, reason, at } };
  };
  const place = readMailBlobKey(key);
  if (place?.name === setupNotification) return { kind: 'ignored' };
  if (!place) return refused('notMailKey');
  if (!servesAccount(place.accountId)) return refused('unknownAccount');
  const sizeBytes = hint.sizeBytes ?? (await blobs.info(key))?.sizeBytes ?? 0;
  if (sizeBytes > limits.rawBytes.value) return refused('tooBig');
  const blob = await blobs.getWithMetadata(key);
  if (!blob) return { kind: 'gone' };
  const mail = storedMail(key, place, blob);
  if (!mail.isNamed && blob.bytes.length === 0) return refused('empty', blob.modifiedAt);
  if (!mail.isNamed && !isMail(blob.bytes.subarray(0, headBytes), true)) return refused('notMail', blob.modifiedAt);
  return { kind: 'mail', mail };
}

/** A mail from what its place, its metadata and its bytes say. */
export function storedMail(
  key: string,
  { accountId, folderAlias, name }: NonNullable<ReturnType<typeof readMailBlobKey>>,
  { bytes: raw, metadata, modifiedAt: changedAt }: StoredBlob,
): StoredMail {
  const storedEmailId = storedEmailIdOf(accountId, folderAlias, raw);
  const { receivedAt, flags, storedAt, cameAt } = readMailMetadata(metadata, changedAt);
  const modifiedAt = cameAt ?? changedAt;
  return {
    ...{ key, accountId, folderAlias, storedEmailId, raw, receivedAt, flags, modifiedAt },
    storedAt: storedAt ?? modifiedAt,
    isNamed: name === mailName(storedEmailId),
  };
}

/** Whether the object of a key is that mail, byte for byte. */
export async function holdsMail(blobs: Blobs, key: string, storedEmailId: string): Promise<boolean> {
  const place = readMailBlobKey(key);
  const bytes = place && (await blobs.get(key));
  return bytes ? storedEmailIdOf(place.accountId, place.folderAlias, bytes) === storedEmailId : false;
}
