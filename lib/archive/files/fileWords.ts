// The words of a file, made of its row and its text alone, so that whoever makes them comes to the same; and the terms
// that filters look for.

import { endingOf } from '../../files/documentType.ts';
import type { Chunk } from '../../files/extraction.ts';
import { encodeDocument } from '../../words/documentCodec.ts';
import { fileBounds, filterTerm, wordsOfDocument } from '../../words/documentWords.ts';
import type { WordIndex } from '../keys.ts';
import type { Row } from '../ports.ts';
import { tailRow } from '../words/tailRow.ts';
import { wordsVersion } from '../words/wordsVersion.ts';
import type { FileRow } from './fileRow.ts';

/** The term of files of a type, or with that ending: `PDF`, `.pdf` and `pdf` are one. */
export const extensionFilterTerm = (extension: string): string => filterTerm(`e${foldExtension(extension)}`);
/** What extensions are compared as. */
export const foldExtension = (extension: string): string =>
  extension.trim().replace(/^\./, '').normalize('NFC').toLowerCase();

/** The term of files with a tag, in whatever case, with `#` or without. */
export const tagFilterTerm = (tag: string): string => filterTerm(`t${foldTag(tag)}`);
/** What tags are compared as. */
export const foldTag = (tag: string): string => tag.trim().replace(/^#/, '').normalize('NFC').toLowerCase();

/** The term of files in a directory, or below it: `library/contracts`. @param directory without a slash at either end */
export const directoryFilterTerm = (directory: string): string => filterTerm(`d${directory.normalize('NFC')}`);

/** Every directory that a path is in, outermost first. */
export function directoriesOf(path: string): string[] {
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
