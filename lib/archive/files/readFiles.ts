// Reading the rows of files: by their positions, which words and names lead to, and newest first.

import { fileKey, filesPk } from '../fileKeys.ts';
import type { Cost, Store } from '../ports.ts';
import { decodeFile, type FileRow, readFileRow } from './fileRow.ts';

/** Names a file of a generation. */
export interface FilePlace {
  /** An account, or `librarySpace`. */
  readonly space: string;
  readonly position: string;
}

/** The rows of some files, in the order asked; null for one that is not there. @param places distinct */
export async function readFileRows(
  store: Store,
  generation: number,
  places: readonly FilePlace[],
  meter?: Cost,
): Promise<(FileRow | null)[]> {
  if (places.length === 0) return [];
  const rows = await store.get(
    places.map(({ space, position }) => fileKey(space, generation, position)),
    meter,
  );
  return rows.map(readFileRow);
}

const pageRows = 500;

/** All files of a space, those that were modified last first. */
export async function* readFilesNewestFirst(
  store: Store,
  space: string,
  generation: number,
  meter?: Cost,
): AsyncGenerator<readonly FileRow[]> {
  const pk = filesPk(space, generation);
  for (let below: string | undefined; ; ) {
    const range = { pk, direction: 'descending', limit: pageRows } as const;
    const page = await store.read(below === undefined ? range : { ...range, below }, meter);
    if (page.rows.length > 0) yield page.rows.map(decodeFile);
    below = page.rows.at(-1)?.sk;
    if (!page.hasMore || below === undefined) return;
  }
}
