// Files that no row knows, and rows of documents of the library that are not there. Each is looked at twice. What is
// pending is on its way, and no fault. Rows of files of mails that are not there are found by who judges all rows.

import type { Archive } from '../archive.ts';
import { fileKey, fileOwnerKey, libraryDocumentKey, librarySpace, pendingFilesKey } from '../fileKeys.ts';
import { listFolders } from '../folders.ts';
import { messagePk, ownerKey } from '../keys.ts';
import type { Key, Row, Store } from '../ports.ts';
import { readAll } from '../readAll.ts';
import { decodeMessage, readOwnerRow } from '../rows.ts';
import { type Settle, secondLook } from '../secondLook.ts';
import { filesOfMail } from './fileOwner.ts';
import { readGenerations } from './fileState.ts';
import { isTakenIn, libraryObjects } from './libraryChanges.ts';
import { contentFileOf, decodeLibraryDocument, listLibraryDocuments } from './libraryDocuments.ts';

export type FileFinding =
  /** Attachments of a mail, or a document of the library, that search does not find. */
  | { readonly kind: 'missing'; readonly storedEmailId: string }
  | { readonly kind: 'missing'; readonly path: string }
  /** Rows of a document whose object is gone. */
  | { readonly kind: 'surplus'; readonly path: string };

type Suspect =
  | { readonly accountId: string; readonly storedEmailId: string; readonly files: number }
  | { readonly path: string };

const suspectsAtOnce = 200;

/** Nothing where no generation is whole: then search says so itself. */
export async function* auditFiles(archive: Archive, settle: Settle): AsyncGenerator<FileFinding> {
  const { complete } = await readGenerations(archive.store);
  if (complete === null) return;
  async function* look(suspects: readonly Suspect[]): AsyncGenerator<FileFinding> {
    for (let at = 0; at < suspects.length; at += suspectsAtOnce)
      yield* judge(archive, complete ?? 0, suspects.slice(at, at + suspectsAtOnce));
  }
  async function* seemsWrong(): AsyncGenerator<Suspect> {
    let some: Suspect[] = [];
    const names = new Map<string, Suspect>();
    const flush = async () => {
      const wrong = [];
      for await (const finding of look(some)) wrong.push(names.get(nameOf(finding)));
      some = [];
      names.clear();
      return wrong.filter(one => one !== undefined);
    };
    for await (const suspect of everything(archive)) {
      some.push(suspect);
      names.set(nameOf(suspect), suspect);
      if (some.length >= suspectsAtOnce) yield* await flush();
    }
    yield* await flush();
  }
  yield* secondLook(seemsWrong(), settle, look);
}

const nameOf = (one: Suspect | FileFinding): string => ('path' in one ? one.path : one.storedEmailId);

/** Every mail with attachments, every document that is there, and every one that has a row. */
async function* everything({ store, blobs }: Archive): AsyncGenerator<Suspect> {
  for (const { accountId, folderAlias } of await listFolders(store))
    for await (const row of readAll(store, messagePk(accountId, folderAlias))) {
      const { storedEmailId, attachments } = decodeMessage(row);
      const files = attachments?.attachmentCount ?? 0;
      if (files > 0) yield { accountId, storedEmailId, files };
    }
  for await (const { key } of libraryObjects(blobs)) yield { path: key };
  for await (const { path } of listLibraryDocuments(store)) if (!(await blobs.info(path))) yield { path };
}

async function* judge(archive: Archive, generation: number, some: readonly Suspect[]): AsyncGenerator<FileFinding> {
  const { store } = archive;
  const pending = await rowsAt(
    store,
    some.map(one => pendingFilesKey('path' in one ? librarySpace : one.accountId, null, nameOf(one))),
  );
  const owners = await rowsAt(
    store,
    some.map(one => ('path' in one ? libraryDocumentKey(one.path) : fileOwnerKey(one.storedEmailId))),
  );
  for (const [i, one] of some.entries()) {
    if (pending[i]) continue;
    if ('path' in one) yield* judgeDocument(archive, generation, one.path, owners[i]);
    else {
      const positions = filesOfMail(one.storedEmailId, owners[i]).map(({ position }) => position);
      const rows = await rowsAt(
        store,
        [...new Set(positions)].map(position => fileKey(one.accountId, generation, position)),
      );
      const isWhole = rows.length === one.files && rows.every(row => row !== undefined);
      if (isWhole) continue;
      // What they were read of is gone as well.
      const [owner] = await store.get([ownerKey(one.storedEmailId)]);
      if (!readOwnerRow(owner)?.isRawGone) yield { kind: 'missing', storedEmailId: one.storedEmailId };
    }
  }
}

async function* judgeDocument(
  { store, blobs }: Archive,
  generation: number,
  path: string,
  row: Row | undefined,
): AsyncGenerator<FileFinding> {
  const info = await blobs.info(path);
  const document = decodeLibraryDocument(row);
  if (!info) {
    if (document) yield { kind: 'surplus', path };
    return;
  }
  const [version] = document?.versions ?? [];
  const position = version && contentFileOf(path, version).position;
  const [file] = position === undefined ? [] : await rowsAt(store, [fileKey(librarySpace, generation, position)]);
  if (!file || !isTakenIn(document ?? undefined, info)) yield { kind: 'missing', path };
}

const rowsAt = async (store: Store, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> =>
  keys.length === 0 ? [] : store.get(keys, undefined, { latest: true });
