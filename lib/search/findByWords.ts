// Files that have the words of a keyword, best first, as far as a page wants them.

import { fileIndex } from '../archive/fileKeys.ts';
import type { FileRow } from '../archive/files/fileRow.ts';
import { readFileRows } from '../archive/files/readFiles.ts';
import type { Store } from '../archive/ports.ts';
import { type FileFilters, filterTermsOf, isCompound } from './fileFilters.ts';
import { type FilePaging, type FoundFile, isFull, isSpent, takeFound } from './filePaging.ts';
import type { FileReading } from './filePassage.ts';
import { planWords } from './planWords.ts';
import { rankDocuments } from './rankDocuments.ts';

export interface FilesAsked {
  readonly store: Store;
  readonly spaces: readonly string[];
  readonly filters: FileFilters;
  /** The test of the filters. */
  readonly passes: (file: FileRow) => boolean;
  readonly reading: FileReading;
  readonly generation: number;
}

export interface FilesByWords {
  /** Whether all that match were looked at. */
  readonly isEnded: boolean;
  /** False where words could not be read, being too many or damaged. */
  readonly isWhole: boolean;
  /** Those that match, by position, whether they pass or not; all of them where it is ended. */
  readonly known: ReadonlySet<string>;
  /** Files in all; null where no words were asked for. */
  readonly documents: number | null;
}

/** Files that are looked at together where dates or texts may turn many of them away, at first and at most. */
const fewCandidates = 100;
const manyCandidates = 2000;
/** Of those, whose rows are read at once. */
const rowsAtOnce = 500;

/** Adds the files that match to a page. */
export async function findByWords(
  {
    store,
    spaces,
    filters,
    passes,
    reading,
    generation,
    wordBytes,
  }: FilesAsked & { readonly wordBytes?: number | undefined },
  paging: FilePaging,
): Promise<FilesByWords> {
  const { keyword, phrase, deadline } = reading;
  const { cost, wanted, found } = paging;
  const known = new Set<string>();
  if (keyword.query.required.length === 0) return { isEnded: true, isWhole: true, known, documents: null };
  const plan = planWords(keyword.query, filterTermsOf(filters), phrase?.inner ? [phrase.inner] : []);
  const spaceOf = new Map(spaces.map(space => [fileIndex(space, generation), space]));
  const ranking = await rankDocuments({
    ...{ store, deadline, cost, plan, indexes: [...spaceOf.keys()] },
    ...{ dateFrom: filters.modifiedFrom, dateBefore: filters.modifiedBefore },
    ...(wordBytes !== undefined && { wordBytes }),
  });
  if (ranking.trouble !== undefined) paging.trouble = ranking.trouble;
  const asksRow =
    filters.dateFrom !== null || filters.dateBefore !== null || filters.fileTypes?.some(isCompound) === true;
  const turnsAway = asksRow || phrase !== null;
  const isDated = filters.modifiedFrom !== null || filters.modifiedBefore !== null;
  const ending = (isEnded: boolean): FilesByWords => ({
    ...{ isEnded, isWhole: ranking.isComplete, known, documents: ranking.searched },
  });
  let looked = 0;
  for (let count = fewCandidates; looked < ranking.matches; count = Math.min(manyCandidates, 4 * count)) {
    if (isFull(paging) || (looked > 0 && isSpent(paging))) return ending(false);
    const needed = Math.min(manyCandidates, paging.skip + wanted - found.length);
    const most = turnsAway || isDated ? Math.max(count, needed) : needed;
    const ranked = await ranking.documents(looked, looked + most);
    looked += ranked.length;
    paging.rows -= ranked.length;
    const candidates = ranked.flatMap(one => (one ? [{ ...one, space: spaceOf.get(one.index) ?? '' }] : []));
    for (const { position } of candidates) known.add(position);
    // What no row can turn away is passed over unread.
    if (!turnsAway) paging.skip -= candidates.splice(0, paging.skip).length;
    while (candidates.length > 0 && !isFull(paging)) {
      const next = candidates.splice(0, turnsAway ? rowsAtOnce : wanted - found.length);
      const rows = await readFileRows(store, generation, next, cost);
      cost.rounds++;
      const some = rows.flatMap((file, i): FoundFile[] =>
        file && passes(file) ? [{ file, score: next[i]?.score ?? 0 }] : [],
      );
      if (await takeFound(some, reading, paging)) return ending(false);
    }
  }
  return ending(true);
}
