// What of a file answers a keyword: its best chunk, or its name. Reads the text that is kept of it; knows no index.

import { limited, mapAtOnce } from '../archive/atOnce.ts';
import type { FileRow } from '../archive/files/fileRow.ts';
import { getFileText } from '../archive/files/fileText.ts';
import type { Blobs } from '../archive/ports.ts';
import { MailglobError } from '../errors.ts';
import { fold } from '../names/fold.ts';
import { readElements, type WordQuery } from '../words/parseQuery.ts';
import { snippetsOf } from '../words/snippets.ts';
import { type ChosenChunk, chooseChunk, countElements } from './chooseChunk.ts';
import type { ExactPhrase } from './exactPhrase.ts';
import { nameSnippet } from './nameSnippet.ts';

export interface FileKeyword {
  /** What is looked for in texts and names; without required words names alone are. */
  readonly query: WordQuery;
  /** What names may hold, folded; may be empty where there are required words. */
  readonly part: string;
}

const quoted = /^["“”„‟＂]+|["“”„‟＂]+$/gu;

/**
 * Reads a keyword: words as a query has them, and as a whole a part of a name, of which quotation marks at its ends are none.
 * @throws MailglobError 51002 where it holds neither, has too many words, or a quotation mark without its partner
 */
export function readKeyword(written: string): FileKeyword {
  const query = readElements(written, 'keyword');
  const part = fold(written.trim().replace(quoted, ''));
  if (query.required.length === 0 && part === '') {
    throw new MailglobError(51002, 'keyword must have at least one word, or a part of a name.');
  }
  return { query, part };
}

export interface FileReading {
  readonly blobs: Blobs;
  readonly keyword: FileKeyword;
  /** Must stand in the chunk; null for none. */
  readonly phrase: ExactPhrase | null;
  /** As performance.now() gives it: no text is read after it. */
  readonly deadline: number;
}

/** Whether a name holds what was asked for as a part. */
export const holdsPart = (filename: string | null, { part }: FileKeyword): boolean =>
  part !== '' && filename !== null && fold(filename).includes(part);

/** The chunk of a file that answers; null where none does, or it has no text. */
export async function readChunk(
  { blobs, keyword, phrase }: FileReading,
  file: Pick<FileRow, 'filename' | 'sha256' | 'textKind' | 'chunks'>,
): Promise<ChosenChunk | null> {
  if (file.chunks === 0) return null;
  const { required } = keyword.query;
  const isNamed = holdsPart(file.filename, keyword) || countElements(file.filename ?? '', required).some(n => n > 0);
  const chunks = await getFileText(blobs, file, phrase?.mayStandIn);
  return chooseChunk(chunks, { query: keyword.query, phrase, isNamed });
}

/**
 * The heading and the snippet that are shown of a file: those of its chunk, else of its name.
 * @param known its chunk where it was looked for already; null for none
 */
export async function passageOf(
  reading: FileReading,
  file: FileRow,
  known: ChosenChunk | null | undefined,
): Promise<{ readonly heading: string | null; readonly snippet: string | null }> {
  const { keyword, deadline } = reading;
  const chunk = known === undefined && performance.now() < deadline ? await readChunk(reading, file) : (known ?? null);
  const inName = () =>
    file.filename && (nameSnippet(file.filename, keyword.part) ?? snippetsOf(file.filename, keyword.query, 1)[0]);
  return { heading: chunk?.heading ?? null, snippet: chunk?.snippet ?? (inName() || null) };
}

const textsAtOnce = 64;
/** Texts of more chunks are large: a book. */
const manyChunks = 64;
const largeTextsAtOnce = 2;

/** What is made of some files whose texts are read for it, in their order; few large ones at once, for the memory they take. */
export function mapTexts<T extends { readonly file: Pick<FileRow, 'chunks'> }, R>(
  files: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const large = limited(largeTextsAtOnce);
  return mapAtOnce(files, textsAtOnce, one => (one.file.chunks > manyChunks ? large(() => work(one)) : work(one)));
}
