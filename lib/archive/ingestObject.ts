// An object that appeared in the bucket: taken in as a mail, or recorded as what could not be. Done twice, or in any
// order with the events about it, it ends the same.

import type { Archive } from './archive.ts';
import { quarantineKey } from './keys.ts';
import { type MailRules, readMailObject } from './mailObject.ts';
import type { Store } from './ports.ts';
import { detachObject, messageOfObject } from './removeMessages.ts';
import { encodeObject, type QuarantineReason, type QuarantineRow } from './rows.ts';
import { settleMails } from './settleMails.ts';
import type { StoreOutcome } from './writer.ts';

export type IngestOutcome =
  | (StoreOutcome & { readonly key: string })
  | { readonly outcome: 'quarantined'; readonly key: string; readonly reason: QuarantineReason }
  /** Deleted before it was read, or nothing that is meant to be read. */
  | { readonly outcome: 'gone' | 'ignored'; readonly key: string };

/**
 * Takes the mail of a key in. An object that is refused (see readMailObject) stays where it is and is recorded in
 * quarantine. What the key held before is taken away.
 * @throws whatever a port throws: the caller tries again
 */
export async function ingestObject(archive: Archive, rules: MailRules, key: string): Promise<IngestOutcome> {
  const info = await archive.blobs.info(key);
  const object = info ? await readMailObject(archive.blobs, rules, info) : ({ kind: 'gone' } as const);
  if (object.kind === 'gone' || object.kind === 'ignored') return { outcome: object.kind, key };
  await detachOther(archive, key, object.kind === 'mail' ? object.mail.storedEmailId : null);
  if (object.kind === 'refused') {
    await quarantineObject(archive.store, object.row);
    return { outcome: 'quarantined', key, reason: object.row.reason };
  }
  const { storedEmailId } = object.mail;
  const [settled] = (await settleMails(archive, [object.mail])).mails;
  const message = settled?.isNew ? settled.rows?.message : undefined;
  return {
    outcome: message ? 'stored' : 'duplicate',
    storedEmailId,
    attachments: message?.attachments?.attachmentCount ?? 0,
    isDamaged: message?.contentAvailability === 'damaged',
    key,
  };
}

/** Takes from an object's key the message that it held before and holds no longer. */
export async function detachOther(archive: Archive, key: string, storedEmailId: string | null): Promise<boolean> {
  const before = await messageOfObject(archive.store, key);
  if (before === null || before === storedEmailId) return false;
  await detachObject(archive, key);
  return true;
}

/** Records what an object is refused for; tells whether that is new. */
export async function quarantineObject(store: Store, row: QuarantineRow): Promise<boolean> {
  const wanted = { ...quarantineKey(row.blobKey), data: encodeObject(row) };
  const [stored] = await store.get([wanted]);
  if (stored?.data === wanted.data) return false;
  await store.put([wanted]);
  return true;
}
