// Files by a part of their names, newest first, as far as a page wants them: those that are not indexed yet, too.

import { readFileRows } from '../archive/files/readFiles.ts';
import { startOf } from '../archive/position.ts';
import { spacesOfPath } from './fileFilters.ts';
import { type FilePaging, type FoundFile, isFull, isSpent, takeFound } from './filePaging.ts';
import type { FilesAsked } from './findByWords.ts';
import { pendingFiles } from './pendingFiles.ts';
import { readNames } from './readNames.ts';

/** Names that are looked at together where filters may turn many of them away, at first and at most. */
const fewNames = 100;
const manyNames = 2000;

/**
 * Adds the files to a page whose names hold the keyword.
 * @returns false where a budget ended first
 */
export async function findByName(
  { store, spaces, filters, passes, reading, generation, known }: FilesAsked & { readonly known: ReadonlySet<string> },
  paging: FilePaging,
): Promise<boolean> {
  const { keyword, phrase } = reading;
  if (keyword.part === '') return true;
  const { path, tags, fileTypes, dateFrom, dateBefore, modifiedFrom, modifiedBefore } = filters;
  const turnsAway = path !== '' || phrase !== null || [tags, fileTypes, dateFrom, dateBefore].some(one => one !== null);
  const where = spacesOfPath(path, spaces);
  let below = modifiedBefore === null ? undefined : startOf(modifiedBefore);
  for (let count = fewNames; !isFull(paging); count = Math.min(manyNames, 4 * count)) {
    const { names, coveredTo } = await readNames(
      { store, spaces: where, part: keyword.part, accept: sk => !known.has(sk) },
      {
        ...(below !== undefined && { below }),
        ...(modifiedFrom !== null && { from: startOf(modifiedFrom) }),
        limit: turnsAway ? count : Math.min(manyNames, paging.skip + paging.wanted - paging.found.length),
      },
      paging,
    );
    const candidates = [...names];
    // What no row can turn away is passed over unread.
    if (!turnsAway) paging.skip -= candidates.splice(0, paging.skip).length;
    const rows = await readFileRows(store, generation, candidates, paging.cost);
    if (candidates.length > 0) paging.cost.rounds++;
    const missing = await pendingFiles(
      store,
      candidates.filter((_, i) => !rows[i]),
      paging.cost,
    );
    const files = rows.flatMap((row, i) => row ?? missing.get(candidates[i]?.position ?? '') ?? []);
    const some = files
      .filter(passes)
      .map((file): FoundFile => ({ file, score: 0, ...(phrase === null && { chunk: null }) }));
    if (await takeFound(some, reading, paging)) return false;
    if (coveredTo === null) return true;
    below = coveredTo;
    if (!isFull(paging) && isSpent(paging)) return false;
  }
  return true;
}
