// Which files have the same bytes: a row for each, so that what was read of them is kept as long as one needs it, and
// that they are told as duplicates of each other.

import type { Archive } from '../archive.ts';
import { mapAtOnce } from '../atOnce.ts';
import { readTextBlobKey } from '../blobKeys.ts';
import { contentFileKey, contentFilesPk, textUsersRange } from '../fileKeys.ts';
import type { Blobs, Key, Row, Store } from '../ports.ts';
import { diagnosticKey, diagnosticRow } from './fileDiagnostics.ts';
import { removeText, type TextPlace } from './fileText.ts';

/** A file by what tells where it lies. */
export interface ContentFile extends TextPlace {
  readonly fileId: string;
  readonly space: string;
  readonly position: string;
}

export const contentFileRow = ({ sha256, textKind, fileId, space, position }: ContentFile): Row => ({
  ...contentFileKey(sha256, textKind, fileId),
  data: JSON.stringify([space, position]),
});

/** The first few files of a content, whatever was read of it. */
async function someFiles(store: Store, sha256: string): Promise<readonly Row[]> {
  return (await store.read({ pk: contentFilesPk(sha256), direction: 'ascending', limit: 2 })).rows;
}

const placeOf = ({ data }: Row): { readonly space: string; readonly position: string } => {
  const [space, position] = JSON.parse(data) as [string, string];
  return { space, position };
};

/**
 * What is to be told of those that were alone with the bytes of some files until these came: written before the rows of
 * these. Of more than one each was told when the next came.
 */
export async function loneTwins(store: Store, files: readonly ContentFile[]): Promise<Row[]> {
  // A file that has another date now is no twin of what it was.
  const own = new Set(files.map(file => contentFileRow(file)).map(({ pk, sk }) => `${pk}\0${sk}`));
  const lone = await mapAtOnce([...distinct(files)], readsAtOnce, async ({ sha256 }) => {
    const [one, ...others] = (await someFiles(store, sha256)).filter(({ pk, sk }) => !own.has(`${pk}\0${sk}`));
    return one && others.length === 0 ? [diagnosticRow('duplicate', { ...placeOf(one), detail: sha256 })] : [];
  });
  return lone.flat();
}

/** What is to be told of a file whose bytes others have too, and of the one that was alone with them before. */
export async function duplicateRows(store: Store, { sha256, space, position }: ContentFile): Promise<Row[]> {
  const [first, second] = await someFiles(store, sha256);
  if (!first || !second) return [];
  return [{ space, position }, placeOf(first), placeOf(second)].map(place =>
    diagnosticRow('duplicate', { ...place, detail: sha256 }),
  );
}

/**
 * Lets files have their bytes no more. What was read of bytes that nobody has any more goes; who is left alone with some
 * is no duplicate.
 */
export async function leaveContents(store: Store, blobs: Blobs, files: readonly ContentFile[]): Promise<void> {
  if (files.length === 0) return;
  await store.delete([
    ...files.map((file): Key => contentFileKey(file.sha256, file.textKind, file.fileId)),
    ...duplicateKeys(files),
  ]);
  for (const { sha256, textKind } of distinct(files)) {
    const pk = contentFilesPk(sha256);
    const users = await store.read({ pk, ...textUsersRange(textKind), direction: 'ascending', limit: 1 });
    if (users.rows.length === 0) await removeText(blobs, { sha256, textKind });
    const [alone, other] = await someFiles(store, sha256);
    if (alone && !other) await store.delete([diagnosticKey('duplicate', { ...placeOf(alone), detail: sha256 })]);
  }
}

/** What was told of files as duplicates where they lie no more, whoever has their bytes. */
export const duplicateKeys = (files: readonly ContentFile[]): Key[] =>
  files.map(file => diagnosticKey('duplicate', { ...file, detail: file.sha256 }));

const textsAtOnce = 500;

/**
 * Takes texts away that no file has, as far as there is time: left by who was stopped while he read the files of a mail
 * that was then removed. A file's row among those of its content is written before its text.
 */
export async function removeUnusedTexts({ store, blobs }: Archive, isOver: () => boolean): Promise<void> {
  for (let after: string | undefined; !isOver(); ) {
    const page = await blobs.list('text/', { ...(after !== undefined && { after }), limit: textsAtOnce });
    await mapAtOnce(page, readsAtOnce, async ({ key }) => {
      const place = readTextBlobKey(key);
      if (!place) return;
      const range = { pk: contentFilesPk(place.sha256), ...textUsersRange(place.textKind), limit: 1 } as const;
      if ((await store.read({ ...range, direction: 'ascending' })).rows.length === 0) await removeText(blobs, place);
    });
    after = page.at(-1)?.key;
    if (page.length < textsAtOnce || after === undefined) return;
  }
}

const readsAtOnce = 32;

const distinct = (files: readonly ContentFile[]): Iterable<ContentFile> =>
  new Map(files.map(file => [`${file.sha256} ${file.textKind}`, file])).values();
