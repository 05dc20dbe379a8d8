// What is wrong with rows for want of what they stand on: a message without its owner row, an owner row without its raw
// mail. Judged from keys; whether the data is what the mail gives, compareMails() tells. Writes nothing.

import { MailglobError } from '../errors.ts';
import type { Archive } from './archive.ts';
import { mapAtOnce } from './atOnce.ts';
import { fileKeyOfWords, generationOfFile } from './fileKeys.ts';
import { liveGenerations, readGenerations } from './files/fileState.ts';
import { mailOfFileRow } from './files/mailOfFileRow.ts';
import { blobKeyOfObject, objectKey, ownerKey, quarantineKey } from './keys.ts';
import { holdsMail, idNamedBy } from './mailObject.ts';
import { extraKeys, ownedRowKeys } from './owners.ts';
import type { Blobs, Key, Row, Store } from './ports.ts';
import { decodePosition, isPosition } from './position.ts';
import { batchOfWordRow, familyOf } from './rowFamily.ts';
import { decodeQuarantine, type OwnerRow, readOwnerRow } from './rows.ts';
import { indexOfWordRow } from './wordKeys.ts';
import { knownBatches } from './words/knownBatches.ts';

export type RowFlaw =
  /** Its key or data is not of the form its family has. */
  | 'unreadable'
  /** The raw mail, or the object, that it is about is not there. */
  | 'gone'
  /** The object that it names holds another mail. */
  | 'otherMail'
  /** There is no owner row of its message. */
  | 'noOwner'
  /** The owner row of its message does not name it. */
  | 'notOwned'
  /** No index of words has the batch that it is about. */
  | 'noBatch';

export interface FlawedRow {
  readonly row: Row;
  readonly flaw: RowFlaw;
  readonly storedEmailId: string | null;
  /** The object that the row names. */
  readonly blobKey: string | null;
}

/** Objects asked for at once. */
const objectsAtOnce = 32;

interface Subject {
  readonly row: Row;
  readonly family: ReturnType<typeof familyOf>;
  readonly storedEmailId: string | null;
  readonly blobKey: string | null;
}

/** What a row is about; null where that cannot be told. */
function subjectOf(row: Row): Subject | null {
  const family = familyOf(row);
  const about = (storedEmailId: string | null, blobKey: string | null): Subject => ({
    ...{ row, family, storedEmailId, blobKey },
  });
  switch (family) {
    case 'attachment':
    case 'message':
    case 'people':
    case 'wordTail':
      return isPosition(row.sk) ? about(decodePosition(row.sk).id, null) : null;
    case 'file':
    case 'fileOwner':
    case 'pendingFiles':
    case 'contentFile':
    case 'fileDiagnostic': {
      const id = mailOfFileRow(row);
      return id === undefined ? null : about(id, null);
    }
    case 'owner': {
      const owner = readOwnerRow(row);
      const isOwn = owner !== null && ownerKey(owner.storedEmailId).pk === row.pk;
      return isOwn ? about(owner.storedEmailId, owner.blobKey) : null;
    }
    case 'extraKey':
      return about(row.pk.slice(ownerKey('').pk.length), row.data);
    case 'object':
      return about(row.data, blobKeyOfObject(row));
    case 'quarantine':
      try {
        return about(null, decodeQuarantine(row).blobKey);
      } catch {
        return null;
      }
    default:
      return about(null, null);
  }
}

/** Of some rows those that stand on nothing, in their order. */
export async function judgeRows(archive: Archive, rows: readonly Row[]): Promise<FlawedRow[]> {
  const subjects = rows.map(row => ({ row, subject: subjectOf(row) }));
  const ids = new Set<string>();
  for (const { subject } of subjects)
    if (subject?.storedEmailId && subject.family !== 'owner') ids.add(subject.storedEmailId);
  const owners = await readOwners(archive.store, [...ids]);
  const places = new Map<OwnerRow, ReadonlySet<string>>();
  const lost = await rowsWithoutBatch(archive.store, rows);
  const isOfFiles = subjects.some(({ subject }) => subject?.family === 'file');
  const generations = isOfFiles ? liveGenerations(await readGenerations(archive.store)) : [];
  const ownerOf = (id: string | null): OwnerRow | null => owners.get(id ?? '') ?? null;

  const flaws = await mapAtOnce(subjects, objectsAtOnce, async ({ row, subject }): Promise<FlawedRow[]> => {
    if (!subject) return [{ row, flaw: 'unreadable', storedEmailId: null, blobKey: null }];
    if (lost.has(row)) return [{ row, flaw: 'noBatch', storedEmailId: null, blobKey: null }];
    const flaw = await flawOf(archive, subject, ownerOf(subject.storedEmailId), places, generations);
    const { storedEmailId, blobKey } = subject;
    return flaw ? [{ row, flaw, storedEmailId, blobKey }] : [];
  });
  return flaws.flat();
}

async function flawOf(
  { store, blobs }: Archive,
  { row, family, storedEmailId: id, blobKey }: Subject,
  owner: OwnerRow | null,
  places: Map<OwnerRow, ReadonlySet<string>>,
  generations: readonly number[],
): Promise<RowFlaw | null> {
  switch (family) {
    case 'attachment':
    case 'message':
    case 'people':
      if (!owner) return 'noOwner';
      return placesOf(owner, places).has(nameOf(row)) ? null : 'notOwned';
    case 'file':
      if (!generations.includes(generationOfFile(row))) return 'notOwned';
      return id === null || owner ? null : 'noOwner';
    case 'fileOwner':
    case 'pendingFiles':
    case 'contentFile':
    case 'fileDiagnostic':
      return id === null || owner ? null : 'noOwner';
    case 'wordTail': {
      const index = indexOfWordRow(row);
      if (index?.kind !== 'file') return judgeMailWords(row, owner);
      const [file] = await store.get([fileKeyOfWords(index, row.sk)]);
      return file ? null : 'notOwned';
    }
    case 'owner': {
      const flaw = await flawOfObject(store, blobs, blobKey ?? '', id ?? '');
      // What says itself that its raw mail is gone says what is so.
      return flaw === 'gone' && readOwnerRow(row)?.isRawGone ? null : flaw;
    }
    case 'extraKey':
      if (!owner) return 'noOwner';
      if (owner.blobKey === blobKey) return 'notOwned';
      return flawOfObject(store, blobs, blobKey ?? '', id ?? '');
    case 'object': {
      if (!owner) return 'noOwner';
      const isOwn = (key: string) => objectKey(key).pk === row.pk;
      if (isOwn(owner.blobKey) || (await extraKeys(store, owner.storedEmailId)).some(isOwn)) return null;
      // It is right where the message only does not know of the object.
      return blobKey !== null && (await holdsMail(blobs, blobKey, row.data)) ? null : 'notOwned';
    }
    case 'quarantine':
      return (await isThere(blobs, blobKey ?? '')) ? null : 'gone';
    default:
      return null;
  }
}

function judgeMailWords({ sk }: Row, owner: OwnerRow | null): RowFlaw | null {
  if (!owner) return 'noOwner';
  return owner.receivedAt === decodePosition(sk).at ? null : 'notOwned';
}

/**
 * Whether an object is there and is that mail. Its name or its row tells; only where they say otherwise is it read, so
 * that what its bytes are must have been looked at before.
 */
async function flawOfObject(store: Store, blobs: Blobs, key: string, id: string): Promise<RowFlaw | null> {
  if (!(await isThere(blobs, key))) return 'gone';
  const [object, quarantined] = await store.get([objectKey(key), quarantineKey(key)]);
  if (!quarantined && (object?.data ?? idNamedBy(key)) === id) return null;
  return (await holdsMail(blobs, key, id)) ? null : 'otherMail';
}

async function isThere(blobs: Blobs, key: string): Promise<boolean> {
  try {
    return (await blobs.info(key)) !== null;
  } catch (error) {
    // No key at all, so nothing lies under it.
    if (error instanceof MailglobError) return false;
    throw error;
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

function placesOf(owner: OwnerRow, known: Map<OwnerRow, ReadonlySet<string>>): ReadonlySet<string> {
  let places = known.get(owner);
  if (!places) {
    places = new Set(ownedRowKeys(owner).map(nameOf));
    known.set(owner, places);
  }
  return places;
}

/** Rows of words that are about batches which are neither in the manifest nor being made. */
async function rowsWithoutBatch(store: Store, rows: readonly Row[]): Promise<ReadonlySet<Row>> {
  const named = rows.flatMap(row => {
    const about = batchOfWordRow(row);
    return about ? [{ row, ...about }] : [];
  });
  const lost = new Set<Row>();
  for (const group of Map.groupBy(named, ({ index }) => `${index.kind} ${index.accountId}`).values()) {
    const [first] = group;
    const known = first && (await knownBatches(store, first.index));
    for (const { row, batch } of group) if (!known?.has(batch)) lost.add(row);
  }
  return lost;
}

async function readOwners(store: Store, ids: readonly string[]): Promise<Map<string, OwnerRow | null>> {
  const rows = ids.length > 0 ? await store.get(ids.map(ownerKey)) : [];
  return new Map(ids.map((id, i) => [id, readOwnerRow(rows[i])]));
}
