// What a client reads of a search for files, or of the report on them.

import type { FileRow } from '../archive/files/fileRow.ts';
import { limits } from '../limits.ts';
import type { FilesIndex, IgnoredFilter } from '../search/filesIndex.ts';
import type { BrokenReference, FilesReport, SameContent, Told } from '../search/reportFiles.ts';
import type { FileHit, FilePage } from '../search/searchFiles.ts';
import { cleanText } from './cleanText.ts';
import { instantText } from './messageFields.ts';
import {
  countField,
  type Field,
  type FieldTable,
  flagField,
  instantField,
  listField,
  nameField,
  nullable,
  numberField,
  objectField,
  optional,
  textField,
  textsField,
} from './result.ts';

const clean = (text: string): string => cleanText(text, limits.filePathCharacters.value);
const attachmentIdOf = ({ storedEmailId, number }: FileRow): string | null =>
  storedEmailId === null ? null : `${storedEmailId}/${number}`;

const hitTable = {
  path: textField('Where it lies in the library', ({ file }: FileHit) => clean(file.path)),
  heading: nullable(
    textField('Heading, page, sheet or slide of the best part of its text', (heading: string) => clean(heading)),
    ({ heading }: FileHit) => heading,
  ),
  score: numberField(
    'Higher is better, comparable within one answer; 0: found by its name or a scan',
    (hit: FileHit) => {
      return hit.score;
    },
  ),
  snippet: nullable(
    textField('Passage of that part, or its name, matches in **', (snippet: string) => snippet),
    ({ snippet }: FileHit) => snippet,
  ),
  size_bytes: countField('Size in bytes', ({ file }: FileHit) => file.sizeBytes),
  file_date: textField('Day or instant, UTC', ({ file }: FileHit) => file.date ?? instantText(file.modified)),
  modified: instantField('Modification time, UTC; of an attachment the message date', ({ file }: FileHit) => {
    return instantText(file.modified);
  }),
  tags: textsField(`The first ${limits.fileTerms.value}`, ({ file }: FileHit) => {
    return file.tags.slice(0, limits.fileTerms.value).map(tag => cleanText(tag, limits.shownCharacters.value));
  }),
  message_id: nullable(
    textField('storedEmailId of its mail; null: of the library', (id: string) => id),
    ({ file }: FileHit) => file.storedEmailId,
  ),
  attachment_id: nullable(
    textField('message_id, a slash and the number of the file', (id: string) => id),
    ({ file }: FileHit) => attachmentIdOf(file),
  ),
};

/** Filters by the names of the arguments that ask for them. */
const argumentOf: Readonly<Record<IgnoredFilter, string>> = {
  tags: 'tags',
  dateFrom: 'date_from',
  dateBefore: 'date_to',
  modifiedFrom: 'modified_after',
  modifiedBefore: 'modified_before',
  phrase: 'exact_phrase',
};

const indexTable = {
  state: nameField(['ready', 'building'], 'Whether one is being built', (index: FilesIndex) => {
    return index.isBuilding ? 'building' : 'ready';
  }),
  mode: nameField(
    ['fullText', 'directScan'],
    'directScan: no index yet, newest first, unranked',
    (index: FilesIndex) => {
      return index.isScanned ? 'directScan' : 'fullText';
    },
  ),
  ignored_filters: textsField('Arguments that a direct scan passed over', (index: FilesIndex) => {
    return index.ignored.map(filter => argumentOf[filter]);
  }),
  files_indexed: countField('Of the files you may read', (index: FilesIndex) => index.indexed),
  files_pending: countField('Not indexed yet: found by name alone', (index: FilesIndex) => index.pending),
};

/** What one call answers: a page of a search, or the report. */
export type FilesAnswer = FilePage | FilesReport;

const isPage = (answer: FilesAnswer): answer is FilePage => 'hits' in answer;
const page = (answer: FilesAnswer): FilePage | undefined => (isPage(answer) ? answer : undefined);
const report = (answer: FilesAnswer): FilesReport | undefined => (isPage(answer) ? undefined : answer);

/** A property that is left out where there is nothing that it is of. */
const ofSome = <Source, Inner, T>(
  property: Field<Inner, T>,
  select: (source: Source) => Inner | undefined,
): Field<Source, T | undefined> => ({
  ...optional(property),
  of: source => {
    const inner = select(source);
    return inner === undefined ? undefined : property.of(inner);
  },
});

/** Some rows of a kind of the report, with how many there are. */
const told = <Item, Table extends FieldTable<Item>>(
  description: string,
  table: Table & FieldTable<Item>,
  select: (all: FilesReport) => Told<Item>,
) =>
  ofSome(
    objectField(
      description,
      {
        total: countField('How many', (own: Told<Item>) => own.total),
        rows: listField<Told<Item>, Item, Table>('Newest first', table, own => own.rows),
      },
      select,
    ),
    report,
  );

const pathField = textField('Path', (file: FileRow) => clean(file.path));

export const fileResultTable = {
  results: ofSome(
    listField('Best first, one a file', hitTable, ({ hits }: FilePage) => hits),
    page,
  ),
  returned: ofSome(
    countField('Files in results', ({ hits }: FilePage) => hits.length),
    page,
  ),
  has_more: ofSome(
    flagField('Whether to go on with offset', ({ hasMore }: FilePage) => hasMore),
    page,
  ),
  search_complete: ofSome(
    flagField(
      'false: the budget ended first, so narrow the search; or files are still being read, so ask again',
      ({ isComplete }: FilePage) => isComplete,
    ),
    page,
  ),
  empty_files: told('Only with diagnostics_only, as what follows', { path: pathField }, ({ empty }) => empty),
  duplicate_content: told(
    'Files of the same bytes',
    {
      content_hash: textField('SHA-256', ({ sha256 }: SameContent) => sha256),
      size_bytes: countField('Of each', ({ sizeBytes }: SameContent) => sizeBytes),
      count: countField('Files', ({ count }: SameContent) => count),
      paths: textsField('Some of them', ({ paths }: SameContent) => paths.map(clean)),
    },
    ({ duplicates }) => duplicates,
  ),
  broken_image_references: told(
    'Images that are not there',
    {
      path: textField('Of the document', ({ file }: BrokenReference) => clean(file.path)),
      reference: textField('As written', ({ reference }: BrokenReference) => clean(reference)),
    },
    ({ brokenReferences }) => brokenReferences,
  ),
  unreferenced_attachments: told(
    'Files under library/, older than 24 hours, that no document refers to',
    { path: pathField },
    ({ unreferenced }) => unreferenced,
  ),
  unreadable_files: told(
    'Found by name alone',
    {
      path: pathField,
      reason: textField('Why', ({ reason, outcome }: FileRow) => clean(reason ?? outcome)),
    },
    ({ unreadable }) => unreadable,
  ),
  index: objectField('How far files are indexed', indexTable, ({ index }: FilesAnswer) => index),
};
