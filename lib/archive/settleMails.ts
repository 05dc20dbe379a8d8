// Brings the rows of mails that lie in the bucket to what they should be, whatever rows there are. Of several keys that
// hold the same mail the lowest owns it, so that the rows depend on the objects alone, not on the order of their coming.

import type { Archive } from './archive.ts';
import { extraKeyKey, objectKey, ownerKey, quarantineKey } from './keys.ts';
import { holdsMail, type StoredMail } from './mailObject.ts';
import { mailRows } from './mailRows.ts';
import type { MessageRows } from './messageRows.ts';
import { ownedKeys } from './owners.ts';
import type { Key, Row, RowKey, Store } from './ports.ts';
import { raiseFolders } from './raiseFolders.ts';
import { decodeOwner, type OwnerRow } from './rows.ts';

export interface Settled {
  readonly mail: StoredMail;
  /** Whether the message is new to the archive and owned by this object. */
  readonly isNew: boolean;
  /** Rows that its object owns; null where another object owns the message. */
  readonly rows: MessageRows | null;
}

export interface SettleResult {
  /** In the order given. */
  readonly mails: readonly Settled[];
  /** Rows that were written or taken away. */
  readonly changes: number;
}

/** What is to be done to rows, in the order that keeps every message whole or on its way to be. */
interface Changes {
  /** Attachments, messages and what tells of further objects. */
  readonly put: Row[];
  /** What an earlier owner had and this one has not. */
  readonly surplus: RowKey[];
  readonly owners: Row[];
  /** What no longer holds. */
  readonly stale: RowKey[];
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

/** Rows by key as they are stored. */
async function readStored(store: Store, keys: readonly Key[]): Promise<(key: Key) => string | undefined> {
  const rows = keys.length > 0 ? await store.get(keys) : [];
  const data = new Map(rows.flatMap(row => (row ? [[nameOf(row), row.data] as const] : [])));
  return key => data.get(nameOf(key));
}

/**
 * Writes what is missing or differs and takes away what is too much. Killed at any point, it leaves what the next try
 * completes; done twice, it changes nothing.
 */
export async function settleMails(archive: Archive, mails: readonly StoredMail[]): Promise<SettleResult> {
  const { store } = archive;
  const groups = [...Map.groupBy(mails, mail => mail.storedEmailId).values()];
  const ownerRows = await store.get(groups.map(([mail]) => ownerKey(mail?.storedEmailId ?? '')));
  const changes: Changes = { put: [], surplus: [], owners: [], stale: [] };
  const settled = new Map<StoredMail, Settled>();

  const owned: { readonly rows: MessageRows; readonly owner: OwnerRow | null }[] = [];
  for (const [i, group] of groups.entries()) {
    const owner = ownerRows[i] ? decodeOwner(ownerRows[i]) : null;
    const [first, ...others] = group.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    if (!first) continue;
    const foreign = owner && !group.some(mail => mail.key === owner.blobKey) ? owner.blobKey : null;
    const holds = foreign !== null && (await holdsMail(archive.blobs, foreign, first.storedEmailId)) ? foreign : null;
    const isOwned = holds === null || first.key < holds;
    const extras = [
      ...(isOwned ? [] : [first.key]),
      ...others.map(mail => mail.key),
      ...(isOwned && holds ? [holds] : []),
    ];
    for (const key of extras) changes.put.push({ ...extraKeyKey(first.storedEmailId, key), data: key });
    const rows = isOwned ? await mailRows(first) : null;
    if (rows) {
      owned.push({ rows, owner });
      changes.owners.push(rows.owner);
      if (owner && owner.blobKey !== first.key) changes.stale.push(extraKeyKey(first.storedEmailId, first.key));
    }
    for (const mail of group)
      settled.set(mail, { mail, isNew: !owner && mail === first, rows: mail === first ? rows : null });
  }

  for (const { rows, owner } of owned) {
    changes.put.push(...rows.content);
    const kept = new Set(rows.content.map(nameOf));
    if (owner) changes.surplus.push(...ownedKeys(owner).filter(key => !kept.has(nameOf(key))));
  }
  for (const { key, storedEmailId, isNamed } of mails) {
    if (isNamed) changes.stale.push(objectKey(key));
    else changes.put.push({ ...objectKey(key), data: storedEmailId });
    changes.stale.push(quarantineKey(key));
  }
  return {
    mails: mails.flatMap(mail => settled.get(mail) ?? []),
    changes: await carryOut(store, changes, mails, ownerRows),
  };
}

async function carryOut(
  store: Store,
  changes: Changes,
  mails: readonly StoredMail[],
  ownerRows: readonly (Row | undefined)[],
): Promise<number> {
  const stored = await readStored(store, [...changes.put, ...changes.stale]);
  const owners = new Map(ownerRows.flatMap(row => (row ? [[nameOf(row), row.data] as const] : [])));
  const put = changes.put.filter(row => stored(row) !== row.data);
  const changedOwners = changes.owners.filter(row => owners.get(nameOf(row)) !== row.data);
  const stale = changes.stale.filter(key => stored(key) !== undefined);
  if (put.length > 0) await store.put(put);
  await raiseFolders(store, mails);
  if (changes.surplus.length > 0) await store.delete(changes.surplus);
  if (changedOwners.length > 0) await store.put(changedOwners);
  if (stale.length > 0) await store.delete(stale);
  return put.length + changes.surplus.length + changedOwners.length + stale.length;
}
