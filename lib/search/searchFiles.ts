// Files by words, best first, then by a part of their names, newest first: which files a page holds, and which passage of
// each is shown. Knows no tool and no adapter. The answer is exactly that of an exhaustive search.

import type { Archive } from '../archive/archive.ts';
import type { FileRow } from '../archive/files/fileRow.ts';
import { readFileState } from '../archive/files/fileState.ts';
import type { Cost } from '../archive/ports.ts';
import { limits } from '../limits.ts';
import type { ExactPhrase } from './exactPhrase.ts';
import { type FileFilters, fileMatcher } from './fileFilters.ts';
import { type FilePaging, type FoundFile, isFull } from './filePaging.ts';
import { type FileKeyword, type FileReading, mapTexts, passageOf } from './filePassage.ts';
import { countIndexed, type FilesIndex, type IgnoredFilter } from './filesIndex.ts';
import { findByName } from './findByName.ts';
import { findByWords } from './findByWords.ts';
import { scanFiles } from './scanFiles.ts';

export interface FileSearch {
  /** Accounts and the library, as far as the caller may read them; distinct. */
  readonly spaces: readonly string[];
  readonly keyword: FileKeyword;
  readonly filters: FileFilters;
  /** Must stand in the chunk that is found; null for none. */
  readonly phrase: ExactPhrase | null;
  readonly limit: number;
  readonly offset: number;
}

export interface FileHit {
  readonly file: FileRow;
  /** Higher is better, comparable within one answer; 0 for a file that was not found by its words. */
  readonly score: number;
  /** Of the best chunk; null where the name was found, or the chunk has none. */
  readonly heading: string | null;
  /** A passage of the chunk, or the name, what matched in `**`; null where neither can be shown. */
  readonly snippet: string | null;
}

export interface FilePage {
  readonly hits: readonly FileHit[];
  /** Whether a further page holds a file; also true where a budget ended first. */
  readonly hasMore: boolean;
  /**
   * False where a budget ended first, words were damaged, or files were scanned of which some are still to be read: what
   * is there matches, something better may be missing.
   */
  readonly isComplete: boolean;
  readonly index: FilesIndex;
  readonly cost: Cost;
  /** Why something may be missing that is there; for the log. */
  readonly trouble?: unknown;
}

export interface FileSearchContext {
  readonly archive: Archive;
  /** The first instant of a day (`2024-03-15`), epoch milliseconds. */
  readonly startOfDay: (day: string) => number;
  /** Rows that may be looked up and milliseconds that one call may spend; limits.ts where left out. */
  readonly budget?: { readonly rows: number; readonly milliseconds: number };
  /** Bytes of postings of one word; limits.ts where left out. */
  readonly wordBytes?: number;
}

/** One page of the files that a keyword finds: by words, best first, then by names, newest first. */
export async function searchFiles(context: FileSearchContext, search: FileSearch): Promise<FilePage> {
  const { store, blobs } = context.archive;
  const { spaces, filters, keyword, phrase, limit, offset } = search;
  const cost: Cost = { calls: 0, rounds: 0, rows: 0, readUnits: 0, writeUnits: 0 };
  const paging: FilePaging = {
    ...{ skip: offset, found: [], wanted: limit + 1, cost },
    rows: context.budget?.rows ?? limits.scanRows.value,
    deadline: performance.now() + (context.budget?.milliseconds ?? limits.scanMilliseconds.value),
  };
  const state = await readFileState(store, spaces, cost);
  cost.rounds++;
  const complete = state.isSearchable ? state.complete : null;
  const reading: FileReading = { blobs, keyword, phrase: complete === null ? null : phrase, deadline: paging.deadline };
  const passes = fileMatcher(filters, context.startOfDay);
  let isWhole = true;
  let isEnded: boolean;
  let indexed: number;
  if (complete === null) {
    // One that is whole has the texts of all, though its words are of another version.
    const generation = state.complete ?? state.building;
    isEnded = await scanFiles({ store, spaces, filters, reading, generation }, paging);
    // What is pending was looked at by its name alone.
    isWhole = state.pending === 0;
    indexed = await countIndexed(store, spaces, state.building, cost);
  } else {
    const asked = { store, spaces, filters, passes, reading, generation: complete };
    const byWords = await findByWords({ ...asked, wordBytes: context.wordBytes }, paging);
    isWhole = byWords.isWhole;
    isEnded = byWords.isEnded && (await findByName({ ...asked, known: byWords.known }, paging));
    indexed = byWords.documents ?? (await countIndexed(store, spaces, complete, cost));
  }
  const isCut = !isEnded && !isFull(paging);
  const { hits, trouble = paging.trouble } = await showFiles(reading, paging.found.slice(0, limit));
  return {
    hits,
    hasMore: isFull(paging) || isCut,
    isComplete: isWhole && !isCut,
    index: {
      isBuilding: state.building !== null || complete === null,
      isScanned: complete === null,
      ignored: complete === null ? ignoredOf(search) : [],
      ...{ indexed, pending: state.pending },
    },
    cost,
    ...(trouble !== undefined && { trouble }),
  };
}

function ignoredOf({ filters, phrase }: FileSearch): IgnoredFilter[] {
  const bounds = (['dateFrom', 'dateBefore', 'modifiedFrom', 'modifiedBefore'] as const).filter(
    bound => filters[bound] !== null,
  );
  return [...(filters.tags ? ['tags' as const] : []), ...bounds, ...(phrase ? ['phrase' as const] : [])];
}

/** What is shown of each file; of those that time ends before the name alone. */
async function showFiles(
  reading: FileReading,
  found: readonly FoundFile[],
): Promise<{ readonly hits: readonly FileHit[]; readonly trouble?: unknown }> {
  let trouble: unknown;
  const hits = await mapTexts(found, async ({ file, score, chunk }): Promise<FileHit> => {
    try {
      return { file, score, ...(await passageOf(reading, file, chunk)) };
    } catch (cause) {
      trouble = cause;
      return { file, score, heading: null, snippet: null };
    }
  });
  return { hits, ...(trouble !== undefined && { trouble }) };
}
