// search_files by definition, for tests to compare with: every file is read as words and as text, every match scored by
// BM25F, all sorted. Shares the tokens, the weights and the formula with the program, and nothing of how it searches.

import { fileIndex } from '../../lib/archive/fileKeys.ts';
import type { FileRow } from '../../lib/archive/files/fileRow.ts';
import { fileTailRow } from '../../lib/archive/files/fileWords.ts';
import type { Chunk } from '../../lib/files/extraction.ts';
import { fold } from '../../lib/names/fold.ts';
import { decodeDocument } from '../../lib/words/documentCodec.ts';
import { parseQuery, type QueryPhrase, type QueryWord, type WordQuery } from '../../lib/words/parseQuery.ts';
import { tokensOf } from '../../lib/words/tokens.ts';
import { hasWords, scorer, type Words } from './wordsModel.ts';

/** A file as the model knows it. */
export interface ModelFile {
  readonly row: FileRow;
  readonly chunks: readonly Chunk[];
  readonly words: Words;
  /** Whether it is not indexed, and found by its name alone. */
  readonly isPending: boolean;
}

export interface ModelQuestion {
  readonly spaces: readonly string[];
  readonly keyword: string;
  /** Null for a keyword without words. */
  readonly query: WordQuery | null;
  readonly phrase: string | null;
  readonly passes: (file: ModelFile) => boolean;
}

export interface ModelHit {
  readonly file: ModelFile;
  readonly score: number;
}

export function modelFile(row: FileRow, chunks: readonly Chunk[], isPending: boolean): ModelFile {
  const { bytes = new Uint8Array() } = fileTailRow(fileIndex(row.space, 0), row, null, chunks);
  const words = isPending ? [] : decodeDocument(bytes).words;
  return { row, chunks: isPending ? [] : chunks, words: new Map(words.map(word => [word.term, word])), isPending };
}

type Element = QueryWord | QueryPhrase;

/** Whether a text has the words of an element where they should be. */
function textHas(text: string, element: Element): boolean {
  const tokens = tokensOf(text);
  if (element.kind === 'word') return tokens.some(({ term }) => term === element.term);
  return tokens.some(({ position: start }) =>
    element.terms.every(({ term, offset }) =>
      tokens.some(token => token.term === term && token.position === start + offset),
    ),
  );
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().split(/\s+/).join(' ');
export const partOf = (keyword: string): string => fold(keyword.replace(/^"|"$/g, ''));
const isNamed = ({ row }: ModelFile, keyword: string): boolean =>
  row.filename !== null && partOf(keyword) !== '' && fold(row.filename).includes(partOf(keyword));

/** How many of the required words a chunk has, under its heading or in it. */
export const wordsIn = ({ heading, text }: Chunk, query: WordQuery | null): number =>
  query?.required.filter(element => textHas(text, element) || textHas(heading ?? '', element)).length ?? 0;

/** Whether a chunk holds the phrase, and one of the words or the name does. */
export function chunkPasses(file: ModelFile, chunk: Chunk, { keyword, query, phrase }: ModelQuestion): boolean {
  if (phrase === null) return true;
  const holds = [chunk.text, chunk.heading ?? ''].some(text => plain(text).includes(plain(phrase).trim()));
  const named = isNamed(file, keyword) || query?.required.some(one => textHas(file.row.filename ?? '', one));
  return holds && (named || wordsIn(chunk, query) > 0);
}

const newestFirst = (a: ModelFile, b: ModelFile): number => (a.row.position < b.row.position ? 1 : -1);

/** Every hit of the index, in order. */
export function modelHits(files: readonly ModelFile[], question: ModelQuestion): ModelHit[] {
  const { spaces, keyword, query, phrase, passes } = question;
  const own = files.filter(({ row }) => spaces.includes(row.space));
  const searched = own.filter(({ isPending }) => !isPending);
  const asked = (file: ModelFile): boolean =>
    passes(file) && (phrase === null || file.chunks.some(chunk => chunkPasses(file, chunk, question)));
  const scoreOf =
    query === null
      ? () => 0
      : scorer(
          searched.map(({ words }) => words),
          query,
        );
  const byWords = searched.filter(file => query !== null && hasWords(file.words, query) && asked(file));
  const byName = own.filter(file => !byWords.includes(file) && isNamed(file, keyword) && asked(file));
  return [
    ...byWords
      .map(file => ({ file, score: scoreOf(file.words) }))
      .toSorted((a, b) => b.score - a.score || newestFirst(a.file, b.file)),
    ...byName.toSorted(newestFirst).map(file => ({ file, score: 0 })),
  ];
}

/** Every hit of a direct scan, in order. */
export function modelScan(files: readonly ModelFile[], { spaces, keyword, query, passes }: ModelQuestion): ModelHit[] {
  const matches = ({ row, chunks }: ModelFile): boolean => {
    if (query === null) return false;
    const texts = [row.filename ?? '', ...chunks.flatMap(({ heading, text }) => [heading ?? '', text])];
    const has = (element: Element): boolean => texts.some(text => textHas(text, element));
    return query.required.every(has) && !query.excluded.some(has);
  };
  return files
    .filter(file => spaces.includes(file.row.space) && passes(file) && (matches(file) || isNamed(file, keyword)))
    .toSorted(newestFirst)
    .map(file => ({ file, score: 0 }));
}

/** The words of a keyword; null where it has none that are required, undefined where it is refused. */
export function queryOf(keyword: string): WordQuery | null | undefined {
  try {
    return parseQuery(keyword, 'keyword');
  } catch (error) {
    return /partner/.test(String(error)) ? undefined : null;
  }
}
