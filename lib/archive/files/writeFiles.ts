// Rows and words of files in the generations that are live. A file's words are written before its row, and taken away
// before it: the row says that the file is whole. Whoever writes or removes the files of a subject holds its lock.

import type { Extraction } from '../../files/extraction.ts';
import { fileIndex, fileKey } from '../fileKeys.ts';
import type { Row, Store } from '../ports.ts';
import { removeWords } from '../words/removeWords.ts';
import { diagnosticKey, diagnosticRow, type FileDiagnostic } from './fileDiagnostics.ts';
import { encodeFile, type FileRow } from './fileRow.ts';
import { fileTailRow } from './fileWords.ts';

/** A file and what was read of it. */
export interface MadeFile {
  readonly row: FileRow;
  readonly extraction: Pick<Extraction, 'title' | 'chunks'>;
}

/**
 * Brings the rows of some files of one space to what they should be, in every generation; those that are right stay.
 * @param besides rows that are written along with them
 */
export async function writeFiles(
  store: Store,
  generations: readonly number[],
  files: readonly MadeFile[],
  besides: readonly Row[] = [],
): Promise<void> {
  const [space = ''] = files.map(({ row }) => row.space);
  const written: Row[] = [...besides, ...files.flatMap(({ row }) => flawRows(row))];
  for (const generation of generations) {
    const keys = files.map(({ row }) => fileKey(space, generation, row.position));
    const stored = keys.length === 0 ? [] : await store.get(keys, undefined, { latest: true });
    const rows = files.map(({ row }, i) => ({ ...fileKey(space, generation, row.position), data: encodeFile(row), i }));
    const changed = rows.filter(({ data, i }) => stored[i]?.data !== data);
    const index = fileIndex(space, generation);
    await removeWords(
      store,
      index,
      changed.flatMap(({ sk, i }) => (stored[i] ? [sk] : [])),
    );
    const tail = changed.flatMap(({ i }) => {
      const file = files[i];
      return file ? [fileTailRow(index, file.row, file.extraction.title, file.extraction.chunks)] : [];
    });
    if (tail.length > 0) await store.put(tail);
    written.push(...changed.map(({ pk, sk, data }) => ({ pk, sk, data })));
  }
  if (written.length > 0) await store.put(written);
}

const unreadable: ReadonlySet<FileRow['outcome']> = new Set(['encrypted', 'broken', 'tooBig']);

/** Types whose bytes are their text: without text nothing is in them. */
const bareTexts: ReadonlySet<string> = new Set(['txt', 'md', 'csv', 'tsv']);

const isEmpty = ({ sizeBytes, outcome, type }: FileRow): boolean =>
  sizeBytes === 0 || (outcome === 'noText' && bareTexts.has(type));

/** What is to be told of a file by itself. */
function flawRows(file: FileRow): Row[] {
  const { space, position, outcome, reason } = file;
  return [
    ...(isEmpty(file) ? [diagnosticRow('empty', { space, position, detail: '' })] : []),
    ...(unreadable.has(outcome) ? [diagnosticRow('unreadable', { space, position, detail: reason ?? outcome })] : []),
  ];
}

/** Takes the rows and words of some files of one space away. */
export async function removeFileRows(
  store: Store,
  generations: readonly number[],
  space: string,
  positions: readonly string[],
): Promise<void> {
  if (positions.length === 0) return;
  for (const generation of generations) {
    await removeWords(store, fileIndex(space, generation), positions);
    await store.delete(positions.map(position => fileKey(space, generation, position)));
  }
  const told = positions.map((position): FileDiagnostic => ({ space, position, detail: '' }));
  await store.delete(told.flatMap(one => [diagnosticKey('empty', one), diagnosticKey('unreadable', one)]));
}
