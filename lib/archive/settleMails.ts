// Brings rows, content and words of mails that lie in the bucket to what they should be, whatever there is of them. Of several keys that
// hold the same mail the lowest owns it, so that the rows depend on the objects alone, not on the order of their coming.

import type { Archive } from './archive.ts';
import { mapAtOnce } from './atOnce.ts';
import { pendingMail } from './files/pendingFiles.ts';
import { extraKeyKey, objectKey, ownerKey, quarantineKey } from './keys.ts';
import { holdsMail, type StoredMail } from './mailObject.ts';
import { type MadeMail, makeMail } from './mailRows.ts';
import type { MessageRows } from './messageRows.ts';
import { extraKeys, ownedRowKeys } from './owners.ts';
import type { Blobs, Key, Row, RowKey, Store } from './ports.ts';
import { raiseFolders } from './raiseFolders.ts';
import { isWhole } from './rawGone.ts';
import { familyOf } from './rowFamily.ts';
import { type OwnerRow, readOwnerRow } from './rows.ts';
import { getContent, putContent } from './storedContent.ts';
import { mailPosition } from './words/mailWords.ts';
import { replaceWords, type WordsChange } from './words/replaceWords.ts';

export interface SettledMail {
  readonly mail: StoredMail;
  /** Whether the message is new to the archive, and this object its owner. */
  readonly isNew: boolean;
  /** Rows that the object owns; null where another object owns the message. */
  readonly rows: MessageRows | null;
  /** Content of the message; null as `rows`. */
  readonly content: MadeMail['content'] | null;
  /** Words of the message; null as `rows`. */
  readonly words: MadeMail['words'] | null;
  /** Its owner row as it was; null where there was none, or none that could be read. */
  readonly before: OwnerRow | null;
  /** Whether there was none. */
  readonly isFirst: boolean;
}

/** What a row is about. */
export interface RowSubject {
  readonly storedEmailId: string;
  readonly blobKey: string;
}

/** A row as it should be. */
export interface RowChange extends RowSubject {
  readonly row: Row;
  /** Whether there is one, with other data. */
  readonly isThere: boolean;
}

/** A row that should not be there and is. */
export interface RowSurplus extends RowSubject {
  readonly key: RowKey;
}

/** How the rows of some mails differ from what they should be; nothing where they do not. */
export interface MailChanges {
  /** Of the mails, in the order given. */
  readonly mails: readonly SettledMail[];
  /** Attachments, messages, and rows that tell of objects. */
  readonly put: readonly RowChange[];
  /** What an earlier owner row names and this one does not. */
  readonly surplus: readonly RowSurplus[];
  readonly owners: readonly RowChange[];
  /** Rows about objects that no longer hold. */
  readonly stale: readonly RowSurplus[];
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

/** The messages of some mails: which object owns each, and which hold it besides. */
async function shareOut(archive: Archive, mails: readonly StoredMail[]) {
  const groups = [...Map.groupBy(mails, mail => mail.storedEmailId)];
  const ownerRows = await archive.store.get(
    groups.map(([id]) => ownerKey(id)),
    undefined,
    { latest: true },
  );
  const shared = [];
  for (const [i, [storedEmailId, group]] of groups.entries()) {
    const ownerRow = ownerRows[i];
    const owner = readOwnerRow(ownerRow);
    const [first, ...others] = group.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    if (!first) continue;
    const named = owner && !group.some(mail => mail.key === owner.blobKey) ? owner.blobKey : null;
    const foreign = named === null ? null : await foreignHolder(archive, storedEmailId, named, group);
    const isOwned = foreign === null || first.key < foreign;
    const extras = [...others.map(mail => mail.key), ...(isOwned ? [foreign] : [first.key])].filter(
      key => key !== null,
    );
    shared.push({ storedEmailId, group, ownerRow, owner, first: isOwned ? first : null, extras });
  }
  return shared;
}

/** The object that owns a message so far; where that no longer holds it, the lowest of the others that do. */
async function foreignHolder(
  { store, blobs }: Archive,
  storedEmailId: string,
  named: string,
  group: readonly StoredMail[],
): Promise<string | null> {
  if (await holdsMail(blobs, named, storedEmailId)) return named;
  for (const key of await extraKeys(store, storedEmailId))
    if (!group.some(mail => mail.key === key) && (await holdsMail(blobs, key, storedEmailId))) return key;
  return null;
}

/** How the rows of mails that lie in the bucket differ from what they should be. Writes nothing. */
export async function compareMails(archive: Archive, mails: readonly StoredMail[]): Promise<MailChanges> {
  const put: Omit<RowChange, 'isThere'>[] = [];
  const surplus: RowSurplus[] = [];
  const owners: RowChange[] = [];
  const stale: RowSurplus[] = [];
  const settled = new Map<StoredMail, SettledMail>();

  for (const { storedEmailId, group, ownerRow, owner, first, extras } of await shareOut(archive, mails)) {
    for (const blobKey of extras)
      put.push({ row: { ...extraKeyKey(storedEmailId, blobKey), data: blobKey }, storedEmailId, blobKey });
    const made = first ? await makeMail(first) : null;
    const rows = made?.rows ?? null;
    if (first && rows) {
      const subject: RowSubject = { storedEmailId, blobKey: first.key };
      put.push(...rows.content.map(row => ({ row, ...subject })));
      surplus.push(...surplusOf(owner, rows).map(key => ({ key, ...subject })));
      stale.push({ key: extraKeyKey(storedEmailId, first.key), ...subject });
      if (ownerRow?.data !== rows.owner.data)
        owners.push({
          row: rows.owner,
          ...subject,
          isThere: ownerRow !== undefined,
        });
    }
    for (const mail of group)
      settled.set(mail, {
        ...{ mail, isNew: !isWhole(ownerRow) && mail === first, before: owner, isFirst: !ownerRow },
        ...(mail === first && made ? made : { rows: null, content: null, words: null }),
      });
  }
  for (const { key: blobKey, storedEmailId, isNamed } of mails) {
    const subject: RowSubject = { storedEmailId, blobKey };
    if (isNamed) stale.push({ key: objectKey(blobKey), ...subject });
    else put.push({ row: { ...objectKey(blobKey), data: storedEmailId }, ...subject });
    stale.push({ key: quarantineKey(blobKey), ...subject });
  }

  const gone = [...surplus, ...stale].map(({ key }) => key);
  const stored = await readStored(archive.store, [...put.map(({ row }) => row), ...gone]);
  const isThere = ({ key }: RowSurplus): boolean => stored(key) !== undefined;
  return {
    mails: mails.flatMap(mail => settled.get(mail) ?? []),
    put: put
      .filter(({ row }) => stored(row) !== row.data)
      .map(change => ({ ...change, isThere: stored(change.row) !== undefined })),
    surplus: surplus.filter(isThere),
    owners,
    stale: stale.filter(isThere),
  };
}

/** What an earlier owner row names and the rows of the same message do not hold. */
export function surplusOf(owner: OwnerRow | null, rows: MessageRows): RowKey[] {
  if (!owner) return [];
  const kept = new Set(rows.content.map(nameOf));
  return ownedRowKeys(owner).filter(key => !kept.has(nameOf(key)));
}

/** Data of rows as they are stored. */
async function readStored(store: Store, keys: readonly Key[]): Promise<(key: Key) => string | undefined> {
  const rows = keys.length > 0 ? await store.get(keys, undefined, { latest: true }) : [];
  const data = new Map(rows.flatMap(row => (row ? [[nameOf(row), row.data] as const] : [])));
  return key => data.get(nameOf(key));
}

/**
 * Writes what is missing or differs and takes away what is too much, the owner row after all it names. Killed at any
 * point, it leaves what the next try completes; done twice, it changes nothing.
 */
export async function settleMails(
  { store, blobs }: Archive,
  mails: readonly StoredMail[],
): Promise<MailChanges & { readonly contents: number }> {
  const changes = await compareMails({ store, blobs }, mails);
  const { put, surplus, owners, stale } = changes;
  const contents = await settleContents(blobs, changes.mails);
  const rows = [...put.map(({ row }) => row), ...newWords(changes.mails), ...pendingFiles(changes)];
  if (rows.length > 0) await store.put(rows);
  await replaceWords(store, doubtfulWords(changes));
  await raiseFolders(store, mails);
  if (surplus.length > 0) await store.delete(surplus.map(({ key }) => key));
  if (owners.length > 0) await store.put(owners.map(({ row }) => row));
  if (stale.length > 0) await store.delete(stale.map(({ key }) => key));
  return { ...changes, contents };
}

/** Words of messages that have no owner row, and so have none yet, or those of a storing that was stopped. */
const newWords = (mails: readonly SettledMail[]): Row[] =>
  mails.flatMap(({ isFirst, words }) => (isFirst && words ? [words()] : []));

/** Words of messages that lie elsewhere now, or of which something else is missing, so that they may be as well. */
function doubtfulWords({ mails, put }: MailChanges): WordsChange[] {
  const unlisted = new Set(
    put.flatMap(({ row, isThere, storedEmailId }) => (!isThere && familyOf(row) === 'message' ? [storedEmailId] : [])),
  );
  return mails.flatMap(({ mail, isNew, isFirst, before, rows, words }) => {
    if (isFirst || !rows || !words) return [];
    const hasMoved = before === null || mailPosition(before) !== mailPosition(rows.message);
    const isDoubtful = isNew || hasMoved || unlisted.has(mail.storedEmailId);
    return isDoubtful ? [{ accountId: mail.accountId, before, words: words() }] : [];
  });
}

/** That the files are to be indexed of messages that are new, or lie elsewhere now. */
function pendingFiles({ mails, owners }: MailChanges): Row[] {
  const changed = new Set(owners.map(({ storedEmailId }) => storedEmailId));
  return mails.flatMap(({ mail, isNew, rows }) =>
    rows && (isNew || changed.has(mail.storedEmailId)) ? pendingMail(rows.message) : [],
  );
}

/** Contents written at once. */
const contentsAtOnce = 32;

/** Writes the contents that are not kept as they should be; tells how many. */
async function settleContents(blobs: Blobs, mails: readonly SettledMail[]): Promise<number> {
  const written = await mapAtOnce(mails, contentsAtOnce, async ({ mail, isNew, content }) => {
    if (!content || (!isNew && (await getContent(blobs, mail)))) return 0;
    await putContent(blobs, mail, content());
    return 1;
  });
  return written.reduce<number>((sum, one) => sum + one, 0);
}
