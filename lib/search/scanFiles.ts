// Files by their names and the texts that are kept, newest first, while no index of them is whole: what is asked besides
// the keyword, the path and the types is passed over. Knows no ranking.

import type { FileRow } from '../archive/files/fileRow.ts';
import { getFileText } from '../archive/files/fileText.ts';
import { readFilesNewestFirst } from '../archive/files/readFiles.ts';
import type { Store } from '../archive/ports.ts';
import { chooseChunk, countElements } from './chooseChunk.ts';
import { type FileFilters, fileMatcher, spacesOfPath } from './fileFilters.ts';
import { type FilePaging, type FoundFile, isFull, isSpent, takeOne } from './filePaging.ts';
import { type FileReading, holdsPart, mapTexts } from './filePassage.ts';
import { pendingFiles } from './pendingFiles.ts';
import { type FoundName, readNames } from './readNames.ts';

export interface FilesScan {
  readonly store: Store;
  readonly spaces: readonly string[];
  readonly filters: Pick<FileFilters, 'path' | 'fileTypes'>;
  readonly reading: FileReading;
  /** The one that is being built; null where none is. */
  readonly generation: number | null;
}

const filesAtOnce = 64;

/**
 * Adds the files to a page that hold the keyword.
 * @returns false where a budget ended first
 */
export async function scanFiles(
  { store, spaces, filters, reading, generation }: FilesScan,
  paging: FilePaging,
): Promise<boolean> {
  const where = spacesOfPath(filters.path, spaces);
  const passes = fileMatcher({ ...noFilters, path: filters.path, fileTypes: filters.fileTypes }, () => 0);
  const sources: AsyncIterator<ScannedFile>[] = [
    namesNewestFirst(store, where, paging),
    ...(generation === null ? [] : where.map(space => rowsNewestFirst(store, space, generation, paging))),
  ];
  let batch: ScannedFile[] = [];
  for await (const one of mergeNewestFirst(sources)) {
    batch.push(one);
    if (batch.length < filesAtOnce) continue;
    await look(batch);
    batch = [];
    if (isFull(paging)) return true;
    if (isSpent(paging)) return false;
  }
  await look(batch);
  return true;

  async function look(some: readonly ScannedFile[]): Promise<void> {
    const pending = await pendingFiles(
      store,
      some.flatMap(({ file, name }) => (file || !name ? [] : [name])),
      paging.cost,
    );
    const files = some.flatMap(({ file, position }) => file ?? pending.get(position) ?? []).filter(passes);
    const found = await mapTexts(
      files.map(file => ({ file })),
      async ({ file }): Promise<FoundFile | null> => {
        try {
          return await lookInto(file, reading);
        } catch (cause) {
          paging.trouble = cause;
          return null;
        }
      },
    );
    for (const one of found) if (one) takeOne(one, paging);
  }
}

const noFilters: FileFilters = {
  ...{ path: '', tags: null, fileTypes: null },
  ...{ dateFrom: null, dateBefore: null, modifiedFrom: null, modifiedBefore: null },
};

/** The file where all words stand in it and no excluded one, or where its name holds the keyword; else null. */
async function lookInto(file: FileRow, { blobs, keyword }: FileReading): Promise<FoundFile | null> {
  const { required, excluded } = keyword.query;
  const isNamed = holdsPart(file.filename, keyword);
  const chunks = required.length === 0 ? [] : await getFileText(blobs, file);
  const lacking = new Set(required);
  let isExcluded = false;
  for (const text of [file.filename ?? '', ...chunks.flatMap(({ heading, text }) => [heading ?? '', text])]) {
    const wanted = [...lacking];
    for (const [i, count] of countElements(text, [...wanted, ...excluded]).entries()) {
      const element = wanted[i];
      if (count === 0) continue;
      if (element) lacking.delete(element);
      else isExcluded = true;
    }
  }
  const matches = required.length > 0 && lacking.size === 0 && !isExcluded;
  if (!matches && !isNamed) return null;
  const chunk = matches ? chooseChunk(chunks, { query: keyword.query, phrase: null, isNamed }) : null;
  return { file, score: 0, chunk };
}

/** A file as one of the sources has it: its row, or its name alone. */
interface ScannedFile {
  readonly position: string;
  readonly file: FileRow | null;
  readonly name: FoundName | null;
}

/** All of the sources, each of which comes newest first; a file that several have once, with its row where one has it. */
async function* mergeNewestFirst(sources: readonly AsyncIterator<ScannedFile>[]): AsyncGenerator<ScannedFile> {
  const heads = await Promise.all(sources.map(source => source.next()));
  for (;;) {
    let newest = '';
    for (const head of heads) if (!head.done && head.value.position > newest) newest = head.value.position;
    if (newest === '') return;
    let [file, name]: [FileRow | null, FoundName | null] = [null, null];
    for (const [i, head] of heads.entries()) {
      if (head.done || head.value.position !== newest) continue;
      file ??= head.value.file;
      name ??= head.value.name;
      const next = await sources[i]?.next();
      if (next) heads[i] = next;
    }
    yield { position: newest, file, name };
  }
}

const namesAPage = 500;

async function* namesNewestFirst(
  store: Store,
  spaces: readonly string[],
  paging: FilePaging,
): AsyncGenerator<ScannedFile> {
  for (let below: string | undefined; ; ) {
    const question = { store, spaces, part: '', accept: () => true };
    const { names, coveredTo } = await readNames(
      question,
      { ...(below !== undefined && { below }), limit: namesAPage },
      paging,
    );
    for (const name of names) yield { position: name.position, file: null, name };
    if (coveredTo === null) return;
    below = coveredTo;
  }
}

async function* rowsNewestFirst(
  store: Store,
  space: string,
  generation: number,
  paging: FilePaging,
): AsyncGenerator<ScannedFile> {
  for await (const files of readFilesNewestFirst(store, space, generation, paging.cost)) {
    paging.rows -= files.length;
    for (const file of files) yield { position: file.position, file, name: null };
  }
}
