// The words of a file, made of its row and its text alone, so that whoever makes them comes to the same; and the terms
// that filters look for.

import { endingOf } from '../../files/documentType.ts';
import type { Chunk } from '../../files/extraction.ts';
import { encodeDocument } from '../../words/documentCodec.ts';
import { fileBounds, filterTerm, wordsOfDocument } from '../../words/documentWords.ts';
import type { Row } from '../ports.ts';
import type { WordIndex } from '../wordKeys.ts';
import { tailRow } from '../words/tailRow.ts';
import { wordsVersion } from '../words/wordsVersion.ts';
import type { FileRow } from './fileRow.ts';

/** The term of files of a type, or with that ending: `PDF`, `.pdf` and `pdf` are one. Of `tar.gz` that of `gz`. */
export const extensionFilterTerm = (extension: string): string =>
  filterTerm(`e${foldExtension(extension).replace(/^.*\./s, '')}`);
/** What extensions are compared as. */
export const foldExtension = (extension: string): string =>
  extension.trim().replace(/^\./, '').normalize('NFC').toLowerCase();

/** The term of files with a tag, in whatever case, with `#` or without. */
export const tagFilterTerm = (tag: string): string => filterTerm(`t${foldTag(tag)}`);
/** What tags are compared as. */
export const foldTag = (tag: string): string => tag.trim().replace(/^#/, '').normalize('NFC').toLowerCase();

/** The term of files in a directory, or below it: `library/contracts`. @param directory without a slash at either end */
export const directoryFilterTerm = (directory: string): string => filterTerm(`d${directory.normalize('NFC')}`);

const firstYear = 1900;
const lastYear = 2099;

/** The term of files whose date is in a month, a year or a decade: `2024-03`, `2024`, `202`. */
const periodFilterTerm = (period: string): string => filterTerm(`p${period}`);
/** That of files whose date is in none of the years that others have terms of. */
const oddDate = '*';

/** Months of a calendar that begins with the first year. */
const monthNumber = (at: number): number => {
  const date = new Date(Math.max(-furthest, Math.min(furthest, at)));
  return (date.getUTCFullYear() - firstYear) * 12 + date.getUTCMonth();
};
const furthest = 8.64e15;
const lastMonth = (lastYear - firstYear + 1) * 12 - 1;

function periodsOf({ date, modified }: Pick<FileRow, 'date' | 'modified'>): readonly string[] {
  const month = monthNumber(date === null ? modified : Date.parse(date));
  if (!(month >= 0 && month <= lastMonth)) return [oddDate];
  const year = String(firstYear + Math.floor(month / 12));
  return [`${year}-${String((month % 12) + 1).padStart(2, '0')}`, year, year.slice(0, 3)];
}

/** Months that are looked for one by one; longer ranges go by years, and where they are whole by decades. */
const mostMonths = 14;

/**
 * Terms of which every file has one whose date is between two instants; others may have one, too, whose date is near.
 * @param from inclusive, epoch milliseconds; null for no bound
 * @param before exclusive, epoch milliseconds; null for no bound
 */
export function dateFilterTerms(from: number | null, before: number | null): readonly string[] {
  // A day begins at another instant in another time zone.
  const first = Math.max(0, from === null ? 0 : monthNumber(from - slackMilliseconds));
  const last = Math.min(lastMonth, before === null ? lastMonth : monthNumber(before + slackMilliseconds));
  const periods = [oddDate];
  if (last - first < mostMonths) {
    for (let month = first; month <= last; month++) {
      const year = firstYear + Math.floor(month / 12);
      periods.push(`${year}-${String((month % 12) + 1).padStart(2, '0')}`);
    }
  } else {
    const end = firstYear + Math.floor(last / 12);
    for (let year = firstYear + Math.floor(first / 12); year <= end; ) {
      const isDecade = year % 10 === 0 && year + 9 <= end;
      periods.push(isDecade ? String(year).slice(0, 3) : String(year));
      year += isDecade ? 10 : 1;
    }
  }
  return periods.map(periodFilterTerm);
}
const slackMilliseconds = 2 * 86_400_000;

/** Every directory that a path is in, outermost first. */
function directoriesOf(path: string): string[] {
  const directories: string[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) directories.push(path.slice(0, end));
  return directories;
}

/** The extensions that a file is found by: its type by content, and the ending of its name. */
export const extensionsOf = ({ type, filename }: Pick<FileRow, 'type' | 'filename'>): readonly string[] => [
  ...new Set([type, endingOf(filename ?? '')].map(foldExtension).filter(one => one !== '')),
];

const filterTermsOf = (file: FileRow): string[] => [
  ...new Set([
    ...extensionsOf(file).map(extensionFilterTerm),
    ...file.tags.map(tagFilterTerm),
    ...directoriesOf(file.path).map(directoryFilterTerm),
    ...periodsOf(file).map(periodFilterTerm),
  ]),
];

/** Its chunks as one text; headings stand before them, once where several have the same. */
function textOf(chunks: readonly Chunk[]): string {
  let last: string | null = null;
  const parts: string[] = [];
  for (const { heading, text } of chunks) {
    if (heading !== null && heading !== last && !text.startsWith(heading)) parts.push(heading);
    last = heading;
    parts.push(text);
  }
  return parts.join('\n\n');
}

/** The row that a file is found by its words with until it is sealed. */
export function fileTailRow(index: WordIndex, file: FileRow, title: string | null, chunks: readonly Chunk[]): Row {
  const words = wordsOfDocument(
    {
      subject: title ?? '',
      people: [],
      fileNames: file.filename === null ? [] : [file.filename],
      body: textOf(chunks),
      filterTerms: filterTermsOf(file),
    },
    fileBounds,
  );
  return tailRow(index, { position: file.position, folder: '' }, wordsVersion, encodeDocument(words));
}
