// Objects that appeared in the bucket: taken in as mail, or recorded as what could not be. Done twice, or in any order
// with the events about them, it ends the same.

import type { Archive } from './archive.ts';
import { quarantineKey } from './keys.ts';
import { type MailObject, type MailRules, type ObjectHint, readMailObject } from './mailObject.ts';
import { underLocks } from './objectLocks.ts';
import type { Store } from './ports.ts';
import { detachObject, messagesOfObjects } from './removeMessages.ts';
import { encodeObject, type MessageRow, type QuarantineReason, type QuarantineRow } from './rows.ts';
import { settleMails } from './settleMails.ts';
import type { StoreOutcome } from './writer.ts';

export type IngestOutcome =
  | (StoreOutcome & { readonly key: string })
  | { readonly outcome: 'quarantined'; readonly key: string; readonly reason: QuarantineReason }
  /** Deleted before it was read, or nothing that is meant to be read. */
  | { readonly outcome: 'gone' | 'ignored'; readonly key: string };

/**
 * Takes the mail of distinct keys in and answers for each in the order given; give it as many bytes as may be held in
 * memory. An object that is refused (see readMailObject) stays where it is and is recorded in quarantine. What a key
 * held before is taken away. Others may take in other keys at once, of the same mail too; one key is one caller's.
 * @throws whatever a port throws, for all of them: the caller tries again, each alone
 */
export async function ingestObjects(
  archive: Archive,
  rules: MailRules,
  hints: readonly ObjectHint[],
): Promise<IngestOutcome[]> {
  const objects = await Promise.all(hints.map(hint => readMailObject(archive.blobs, rules, hint)));
  await detachOthers(archive, hints, objects);
  for (const object of objects) if (object.kind === 'refused') await quarantineObject(archive.store, object.row);
  const mails = objects.flatMap(object => (object.kind === 'mail' ? [object.mail] : []));
  const ids = mails.map(({ storedEmailId }) => storedEmailId);
  const settled = await underLocks(
    archive.store,
    ids,
    async free =>
      (
        await settleMails(
          archive,
          mails.filter(({ storedEmailId }) => free.has(storedEmailId)),
        )
      ).mails,
  );
  const rowsOf = new Map(settled.flat().map(({ mail, isNew, rows }) => [mail.key, isNew ? rows?.message : undefined]));
  return hints.map(({ key }, i) => outcomeOf(key, objects[i] ?? { kind: 'gone' }, rowsOf.get(key)));
}

function outcomeOf(key: string, object: MailObject, message: MessageRow | undefined): IngestOutcome {
  if (object.kind === 'gone' || object.kind === 'ignored') return { outcome: object.kind, key };
  if (object.kind === 'refused') return { outcome: 'quarantined', key, reason: object.row.reason };
  return {
    outcome: message ? 'stored' : 'duplicate',
    storedEmailId: object.mail.storedEmailId,
    attachments: message?.attachments?.attachmentCount ?? 0,
    isDamaged: message?.contentAvailability === 'damaged',
    key,
  };
}

/** ingestObjects() for one key. */
export async function ingestObject(archive: Archive, rules: MailRules, key: string): Promise<IngestOutcome> {
  const [outcome] = await ingestObjects(archive, rules, [{ key }]);
  return outcome ?? { outcome: 'gone', key };
}

/** Takes from objects the messages that they held before and hold no longer. */
async function detachOthers(
  archive: Archive,
  hints: readonly ObjectHint[],
  objects: readonly MailObject[],
): Promise<void> {
  const present = hints.flatMap(({ key }, i) => {
    const object = objects[i];
    if (object?.kind !== 'mail' && object?.kind !== 'refused') return [];
    return [{ key, storedEmailId: object.kind === 'mail' ? object.mail.storedEmailId : null }];
  });
  const before = await messagesOfObjects(
    archive.store,
    present.map(({ key }) => key),
  );
  for (const [i, { key, storedEmailId }] of present.entries())
    if (before[i] !== null && before[i] !== storedEmailId) await detachObject(archive, key);
}

/** Records what an object is refused for; tells whether that is new. */
export async function quarantineObject(store: Store, row: QuarantineRow): Promise<boolean> {
  const wanted = { ...quarantineKey(row.blobKey), data: encodeObject(row) };
  const [stored] = await store.get([wanted]);
  if (stored?.data === wanted.data) return false;
  await store.put([wanted]);
  return true;
}
