// A page of files that is being filled, and the budget that it is filled within.

import type { FileRow } from '../archive/files/fileRow.ts';
import type { Cost } from '../archive/ports.ts';
import type { ChosenChunk } from './chooseChunk.ts';
import { type FileReading, mapTexts, readChunk } from './filePassage.ts';

/** A file that was found, and the chunk of it where that was looked for already. */
export interface FoundFile {
  readonly file: FileRow;
  readonly score: number;
  readonly chunk?: ChosenChunk | null;
}

/** What is still to be passed over, and what was found behind it. */
export interface FilePaging {
  skip: number;
  readonly found: FoundFile[];
  /** One more than a page has, so that it is known whether there is a further one. */
  readonly wanted: number;
  /** Rows that may still be looked up. */
  rows: number;
  /** As performance.now() gives it. */
  readonly deadline: number;
  readonly cost: Cost;
  /** Why something may be missing that is there. */
  trouble?: unknown;
}

/** Whether what a call may spend is spent. */
export const isSpent = ({ rows, deadline }: FilePaging): boolean => rows <= 0 || performance.now() >= deadline;

export const isFull = ({ found, wanted }: FilePaging): boolean => found.length >= wanted;

/** Adds a file to a page, or passes it over. */
export function takeOne(one: FoundFile, paging: FilePaging): void {
  if (paging.skip > 0) paging.skip--;
  else if (!isFull(paging)) paging.found.push(one);
}

/** Files whose texts are looked into before it is asked again whether the page is full: the more turned out empty, the more. */
const fewTexts = 16;
const manyTexts = 128;

/**
 * Adds those to a page that have the phrase, where one is asked for, until it is full.
 * @returns whether time ended before
 */
export async function takeFound(
  some: readonly FoundFile[],
  reading: FileReading,
  paging: FilePaging,
): Promise<boolean> {
  let count = fewTexts;
  for (let at = 0; at < some.length && !isFull(paging); ) {
    if (at > 0 && reading.phrase !== null && performance.now() >= paging.deadline) return true;
    const part = some.slice(at, at + count);
    at += count;
    count = Math.min(manyTexts, 2 * count);
    const chosen = reading.phrase === null ? part : await mapTexts(part, withChunk);
    for (const one of chosen) if (one !== null) takeOne(one, paging);
  }
  return false;

  async function withChunk(one: FoundFile): Promise<FoundFile | null> {
    try {
      const chunk = await readChunk(reading, one.file);
      return chunk && { ...one, chunk };
    } catch (cause) {
      paging.trouble = cause;
      return null;
    }
  }
}
