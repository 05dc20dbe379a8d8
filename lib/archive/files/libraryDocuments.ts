// Documents under `library/`: a row for each that was taken in, which names every version of it that rows may tell of.
// A version is known by when it was modified and by its bytes.

import { fold } from '../../names/fold.ts';
import { libraryDocumentKey, libraryDocumentsPk, librarySpace, pendingFilesKey } from '../fileKeys.ts';
import { attachmentPk } from '../keys.ts';
import { attachmentRow, nameTerms } from '../names.ts';
import type { Row, RowKey, Store } from '../ports.ts';
import { decodePosition } from '../position.ts';
import { readAll } from '../readAll.ts';
import type { ContentFile } from './contentFiles.ts';
import { encodePending } from './fileState.ts';
import { libraryIdOf, libraryPosition, nameOfPath } from './libraryPaths.ts';

/** One version of a document. */
export interface LibraryVersion {
  /** Epoch milliseconds. */
  readonly modified: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly textKind: string;
}

/** What is known of a document: the version that was taken in last, and those before it that are not gone yet. */
export interface LibraryDocument {
  readonly path: string;
  readonly versions: readonly [LibraryVersion, ...LibraryVersion[]];
  /** Targets of its references in the last version whose rows are written (libraryReferences.ts). */
  readonly targets: readonly string[];
  /** There where its object is gone, and what tells of it is being taken away. */
  readonly isGone?: true;
}

export const libraryDocumentRow = (document: LibraryDocument): Row => ({
  ...libraryDocumentKey(document.path),
  data: JSON.stringify(document),
});

export function decodeLibraryDocument(row: Pick<Row, 'data'> | undefined): LibraryDocument | null {
  return row ? (JSON.parse(row.data) as LibraryDocument) : null;
}

/** A document that is there; null where there is none, or no more. */
export async function readLibraryDocument(store: Store, path: string): Promise<LibraryDocument | null> {
  const [row] = await store.get([libraryDocumentKey(path)]);
  const document = decodeLibraryDocument(row);
  return document?.isGone ? null : document;
}

/** Every document that was taken in, in the order of their paths unless those are long. */
export async function* listLibraryDocuments(store: Store): AsyncGenerator<LibraryDocument> {
  for await (const row of readAll(store, libraryDocumentsPk)) {
    const document = decodeLibraryDocument(row);
    if (document) yield document;
  }
}

export const contentFileOf = (path: string, { modified, sha256, textKind }: LibraryVersion): ContentFile => ({
  ...{ fileId: path, space: librarySpace, sha256, textKind },
  position: libraryPosition(path, modified),
});

/** That a document is to be indexed. */
export const pendingDocument = (path: string, generation: number | null = null): Row => ({
  ...pendingFilesKey(librarySpace, generation, path),
  data: encodePending({ subject: path, files: 1, mark: 0 }),
});

/** The row that finds a document by its name, as an attachment is found; none where nothing of the name is left. */
export function libraryNameRows(path: string, { modified, sizeBytes }: LibraryVersion): Row[] {
  const filename = nameOfPath(path);
  if (fold(filename) === '') return [];
  const row = attachmentRow(
    {
      ...{ accountId: librarySpace, messageId: libraryIdOf(path), number: 0, date: modified },
      ...{ filename, subject: '', from: '', sizeBytes, contentType: '', isInline: false },
    },
    '',
  );
  return [row];
}

/** What takes the row of libraryNameRows() away. */
export function libraryNameKeys(path: string, position: string): RowKey[] {
  const name = fold(nameOfPath(path));
  if (name === '') return [];
  const { at } = decodePosition(position);
  return [
    {
      ...{ pk: attachmentPk(librarySpace, name), sk: libraryPosition(path, at) },
      posting: { index: 'names', ...nameTerms(librarySpace, name) },
    },
  ];
}
