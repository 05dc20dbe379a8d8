// Building a generation of files beside the one that answers. First everything that it lacks is listed as pending for
// it; it is whole once none of that is left; then it answers, and the one before is taken away. Whoever is killed, the next goes on.

import type { Archive } from '../archive.ts';
import { fileIndex, filesPk, pendingFilesPk } from '../fileKeys.ts';
import { listFolders } from '../folders.ts';
import { messagePk } from '../keys.ts';
import type { Key, Row, Store } from '../ports.ts';
import { readAll } from '../readAll.ts';
import { decodeMessage } from '../rows.ts';
import { wordIntentKey, wordLeaseKey, wordsPk } from '../wordKeys.ts';
import { latestManifest } from '../words/manifest.ts';
import { batchRowKeys } from '../words/sealing.ts';
import { wordsVersion } from '../words/wordsVersion.ts';
import { removeUnusedTexts } from './contentFiles.ts';
import { changeGenerations, listSpaces, readGenerations } from './fileState.ts';
import { libraryObjects } from './libraryChanges.ts';
import { listLibraryDocuments, pendingDocument } from './libraryDocuments.ts';
import { pendingMail } from './pendingFiles.ts';

/**
 * Starts a generation of all files, beside the one that answers until the new one is whole; where one is being built
 * already, that goes on. What is to be done then is pending: settleFiles() lists it.
 * @returns the generation that is being built
 */
export async function startFilesRebuild({ store }: Archive): Promise<number> {
  for (;;) {
    const state = await readGenerations(store);
    if (state.building !== null) return state.building;
    const building = Math.max(0, state.complete ?? 0, ...state.dropping) + 1;
    const { complete, dropping } = state;
    if (await changeGenerations(store, state, { complete, building, isListed: false, dropping })) return building;
  }
}

export interface SettleFilesOptions {
  readonly signal?: AbortSignal;
  /** performance.now() at which it stops; the next goes on. */
  readonly deadline?: number;
}

/**
 * Brings generations as far as they can be: lists what one lacks, lets one answer that is whole, takes away the one before.
 * @returns whether nothing is left to do but to index what is pending
 */
export async function settleFiles(archive: Archive, options: SettleFilesOptions = {}): Promise<boolean> {
  const { store } = archive;
  const { signal, deadline = Number.POSITIVE_INFINITY } = options;
  const isOver = () => signal?.aborted === true || performance.now() >= deadline;
  for (;;) {
    const state = await readGenerations(store);
    const { complete, building, isListed, dropping } = state;
    const [gone] = dropping;
    if (gone !== undefined) {
      if (!(await dropGeneration(store, gone, isOver))) return false;
      await changeGenerations(store, state, { ...{ complete, building, isListed }, dropping: dropping.slice(1) });
    } else if (state.row === null || (complete === null && building === null)) await startFilesRebuild(archive);
    else if (building === null) {
      if (state.completeWords >= wordsVersion) return true;
      await startFilesRebuild(archive);
    } else if (state.buildingWords < wordsVersion) {
      // It was begun with words that are made otherwise now.
      const without = { complete, building: null, isListed: false, dropping: [...dropping, building] };
      if (await changeGenerations(store, state, without)) await startFilesRebuild(archive);
    } else if (!isListed) {
      if (!(await listPending(archive, building, isOver))) return false;
      await changeGenerations(store, state, { complete, building, isListed: true, dropping });
    } else if (await isAnyPending(store, building)) return true;
    else {
      await removeUnusedTexts(archive, isOver);
      await changeGenerations(store, state, {
        ...{ complete: building, building: null, isListed: false },
        dropping: [...dropping, ...(complete === null ? [] : [complete])],
      });
    }
  }
}

const rowsAtOnce = 500;

/** Puts everything there is of files as pending for a generation; false where time was over before. */
async function listPending(archive: Archive, generation: number, isOver: () => boolean): Promise<boolean> {
  const { store, blobs } = archive;
  let rows: Row[] = [];
  const flush = async () => {
    if (rows.length > 0) await store.put(rows);
    rows = [];
  };
  for (const { accountId, folderAlias } of await listFolders(store))
    for await (const row of readAll(store, messagePk(accountId, folderAlias))) {
      rows.push(...pendingMail(decodeMessage(row), generation));
      if (rows.length < rowsAtOnce) continue;
      await flush();
      if (isOver()) return false;
    }
  for await (const { key } of libraryObjects(blobs)) {
    rows.push(pendingDocument(key, generation));
    if (rows.length < rowsAtOnce) continue;
    await flush();
    if (isOver()) return false;
  }
  // Those whose objects are gone are to be taken away.
  for await (const { path } of listLibraryDocuments(store)) {
    rows.push(pendingDocument(path, generation));
    if (rows.length >= rowsAtOnce) await flush();
  }
  await flush();
  return !isOver();
}

async function isAnyPending(store: Store, generation: number): Promise<boolean> {
  for (const space of await listSpaces(store)) {
    const pk = pendingFilesPk(space, generation);
    if ((await store.read({ pk, direction: 'ascending', limit: 1 })).rows.length > 0) return true;
  }
  return false;
}

/** Takes every row of a generation away that answers no more; false where time was over before. */
async function dropGeneration(store: Store, generation: number, isOver: () => boolean): Promise<boolean> {
  for (const space of await listSpaces(store)) {
    const index = fileIndex(space, generation);
    for (const entry of (await latestManifest(store, index)).flatMap(({ entries }) => entries)) {
      await deleteAll(store, await batchRowKeys(store, index, entry));
      if (isOver()) return false;
    }
    for (const pk of [wordsPk(index), filesPk(space, generation), pendingFilesPk(space, generation)])
      if (!(await deletePartition(store, pk, isOver))) return false;
    await store.delete([wordIntentKey(index), wordLeaseKey(index)]);
  }
  return true;
}

async function deletePartition(store: Store, pk: string, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const { rows, hasMore } = await store.read({ pk, direction: 'ascending', limit: rowsAtOnce });
    await deleteAll(store, rows);
    if (!hasMore) return true;
    if (isOver()) return false;
  }
}

async function deleteAll(store: Store, keys: readonly Key[]): Promise<void> {
  for (let at = 0; at < keys.length; at += rowsAtOnce)
    await store.delete(keys.slice(at, at + rowsAtOnce).map(({ pk, sk }) => ({ pk, sk })));
}
