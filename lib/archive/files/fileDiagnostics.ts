// What is to be told of files that something is wrong with, kept as they are indexed: a row for each file and kind. They
// are of no generation: what is indexed anew is told of anew.

import { fileDiagnosticsPk } from '../fileKeys.ts';
import type { Cost, Key, Row, Store } from '../ports.ts';
import { positionLength } from '../position.ts';

/**
 * - empty: it has no bytes, or is a text of blanks
 * - duplicate: its bytes are another file's too
 * - brokenReference: an image that a document refers to is not there
 * - unreferenced: no document refers to that file of the library
 * - unreadable: it cannot be read, for the reason that its row has
 */
const fileDiagnosticKinds = ['empty', 'duplicate', 'brokenReference', 'unreferenced', 'unreadable'] as const;
export type FileDiagnosticKind = (typeof fileDiagnosticKinds)[number];

/** One thing to tell. Whoever shows it reads the file's row by its position. */
export interface FileDiagnostic {
  readonly space: string;
  readonly position: string;
  /** Of `brokenReference` what the document has written, of `duplicate` the hex SHA-256 of the bytes; else empty. */
  readonly detail: string;
}

const letters: Readonly<Record<FileDiagnosticKind, string>> = {
  ...{ empty: 'e', duplicate: 'd', brokenReference: 'b', unreferenced: 'r', unreadable: 'u' },
};

/** Duplicates are sorted by their bytes, all else by position. */
export function diagnosticRow(kind: FileDiagnosticKind, { space, position, detail }: FileDiagnostic): Row {
  const before = kind === 'duplicate' ? detail : '';
  const behind = kind === 'brokenReference' ? detail.slice(0, longestKept).toWellFormed() : '';
  return { pk: fileDiagnosticsPk(space, letters[kind]), sk: before + position + behind, data: detail };
}

/** UTF-16 units of a reference that tell it from others of the same document. */
const longestKept = 100;

export const diagnosticKey = (kind: FileDiagnosticKind, diagnostic: FileDiagnostic): Key => {
  const { pk, sk } = diagnosticRow(kind, diagnostic);
  return { pk, sk };
};

/** Rows of one kind that are read of one space. */
const mostRows = 20_000;
const pageRows = 5_000;

/** All that is to be told of one kind of the files of a space, those modified last first; of very many the first. */
export async function readDiagnostics(
  store: Store,
  space: string,
  kind: FileDiagnosticKind,
  meter?: Cost,
): Promise<FileDiagnostic[]> {
  const pk = fileDiagnosticsPk(space, letters[kind]);
  const found: FileDiagnostic[] = [];
  for (let below: string | undefined; found.length < mostRows; ) {
    const range = { pk, direction: 'descending', limit: pageRows } as const;
    const page = await store.read(below === undefined ? range : { ...range, below }, meter);
    for (const { sk, data } of page.rows) {
      const start = kind === 'duplicate' ? sk.length - positionLength : 0;
      found.push({ space, position: sk.slice(start, start + positionLength), detail: data });
    }
    below = page.rows.at(-1)?.sk;
    if (!page.hasMore || below === undefined) break;
  }
  return found;
}
