// What a search for files asks of them besides words: the terms by which an index narrows it, and the test of one file.
// Knows no storage.

import { encodeSegment } from '../archive/blobKeys.ts';
import { librarySpace } from '../archive/fileKeys.ts';
import type { FileRow } from '../archive/files/fileRow.ts';
import {
  dateFilterTerms,
  directoryFilterTerm,
  extensionFilterTerm,
  extensionsOf,
  foldExtension,
  foldTag,
  tagFilterTerm,
} from '../archive/files/fileWords.ts';

export interface FileFilters {
  /** A directory without a slash at either end; empty for everything. */
  readonly path: string;
  /** Null for any; of several one is enough. */
  readonly tags: readonly string[] | null;
  /** Null for any; of several one is enough. */
  readonly fileTypes: readonly string[] | null;
  /** Of the file date: inclusive and exclusive, epoch milliseconds; null for no bound. */
  readonly dateFrom: number | null;
  readonly dateBefore: number | null;
  /** Of the modification time: inclusive and exclusive, epoch milliseconds; null for no bound. */
  readonly modifiedFrom: number | null;
  readonly modifiedBefore: number | null;
}

/** What is asked of the files that are found: those that a filter cannot tell of an index. */
export type FilteredFile = Pick<FileRow, 'path' | 'tags' | 'type' | 'filename' | 'date' | 'modified'>;

/** A directory as it is written in paths, of which no slash at an end counts. */
export const directoryOf = (path: string): string =>
  path
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .normalize('NFC');

/** Lists of terms of which every file that passes has one at least; modification times have none. */
export function filterTermsOf({ path, tags, fileTypes, dateFrom, dateBefore }: FileFilters): (readonly string[])[] {
  return [
    ...(dateFrom === null && dateBefore === null ? [] : [dateFilterTerms(dateFrom, dateBefore)]),
    ...(path === '' ? [] : [[directoryFilterTerm(path)]]),
    ...(tags === null ? [] : [[...new Set(tags.map(tagFilterTerm))]]),
    ...(fileTypes === null ? [] : [[...new Set(fileTypes.map(extensionFilterTerm))]]),
  ];
}

/** Whether a type is an ending of several parts, `tar.gz`, of which terms tell the last alone. */
export const isCompound = (type: string): boolean => foldExtension(type).includes('.');

/** The test of one file. @param startOfDay the first instant of a day, epoch milliseconds */
export function fileMatcher(
  filters: FileFilters,
  startOfDay: (day: string) => number,
): (file: FilteredFile) => boolean {
  const { path, dateFrom, dateBefore, modifiedFrom, modifiedBefore } = filters;
  const tags = filters.tags && new Set(filters.tags.map(foldTag));
  const types = filters.fileTypes && new Set(filters.fileTypes.map(foldExtension));
  const compound = filters.fileTypes?.filter(isCompound).map(type => `.${foldExtension(type)}`) ?? [];
  const isOfType = (file: FilteredFile, wanted: ReadonlySet<string>): boolean =>
    extensionsOf(file).some(type => wanted.has(type)) ||
    (compound.length > 0 && compound.some(end => foldExtension(file.filename ?? '').endsWith(end)));
  const within = (at: number, from: number | null, before: number | null): boolean =>
    (from === null || at >= from) && (before === null || at < before);
  return file => {
    if (path !== '' && !file.path.normalize('NFC').startsWith(`${path}/`)) return false;
    if (tags !== null && !file.tags.some(tag => tags.has(foldTag(tag)))) return false;
    if (types !== null && !isOfType(file, types)) return false;
    if (!within(file.modified, modifiedFrom, modifiedBefore)) return false;
    return (dateFrom === null && dateBefore === null) || within(fileDateOf(file, startOfDay), dateFrom, dateBefore);
  };
}

const fileDateOf = ({ date, modified }: FilteredFile, startOfDay: (day: string) => number): number => {
  if (date === null) return modified;
  return date.length > dayLength ? Date.parse(date) : startOfDay(date);
};
const dayLength = 'YYYY-MM-DD'.length;

/** Those of some spaces that files in a directory may be of. */
export function spacesOfPath(path: string, spaces: readonly string[]): readonly string[] {
  if (path === '') return spaces;
  const [root, account] = path.split('/');
  if (root === 'library') return spaces.filter(space => space === librarySpace);
  if (root !== 'mail') return [];
  return spaces.filter(space => space !== librarySpace && (account === undefined || encodeSegment(space) === account));
}
