// What the archive knows of one file: an attachment proper of a mail, or a document under `library/`. The row lies at
// the file's position in its space, once in each generation; which words it is found by is in fileWords.ts.

import type { ExtractionOutcome } from '../../files/extraction.ts';
import { encodeSegment } from '../blobKeys.ts';
import { librarySpace } from '../fileKeys.ts';
import type { Row } from '../ports.ts';
import { decodePosition, encodePosition } from '../position.ts';

export interface FileRow {
  /** The account of its mail, or `librarySpace`. */
  readonly space: string;
  /** Of its mail; null for a document of the library. */
  readonly storedEmailId: string | null;
  /** Of the part in its mail; 0 for a document of the library. */
  readonly number: number;
  /** What its row and its words lie at (position.ts). */
  readonly position: string;
  /** As search_files shows it: where it lies in the library. */
  readonly path: string;
  /** Its name alone; null where it has none. */
  readonly filename: string | null;
  readonly sizeBytes: number;
  /** By content: `docx`, `png`; empty where nothing tells. */
  readonly type: string;
  /** A day (`2024-03-15`) or an instant with `Z`: of front matter, else in the name, else null: when it was modified. */
  readonly date: string | null;
  /** An object's own, of an attachment its message date; epoch milliseconds. */
  readonly modified: number;
  /** As written, each once. */
  readonly tags: readonly string[];
  /** Hex, of its bytes. */
  readonly sha256: string;
  /** With sha256 names what was read of it (fileText.ts). */
  readonly textKind: string;
  readonly outcome: ExtractionOutcome;
  /** Why the outcome is another than text, or what may be missing; else null. */
  readonly reason: string | null;
  /** How many chunks its text has. */
  readonly chunks: number;
}

/** Names a file for ever: `<storedEmailId>/<number>`, or the path of a document of the library. */
export const fileIdOf = ({
  storedEmailId,
  number,
  path,
}: Pick<FileRow, 'storedEmailId' | 'number' | 'path'>): string =>
  storedEmailId === null ? path : `${storedEmailId}/${number}`;

const unnamed = 'unnamed';

/** Where an attachment lies in the library. @param messageDate epoch milliseconds, of which the month in UTC counts */
export function attachmentPath(
  mail: { readonly accountId: string; readonly folderAlias: string; readonly storedEmailId: string },
  messageDate: number,
  number: number,
  filename: string | null,
): string {
  const place = [mail.accountId, mail.folderAlias].map(encodeSegment);
  return ['mail', ...place, monthOf(messageDate), mail.storedEmailId, `${number}-${filename ?? unnamed}`].join('/');
}

const earliest = -8.64e15;
function monthOf(at: number): string {
  const date = new Date(Math.max(earliest, Math.min(-earliest, at)));
  return date.toISOString().replace(/^([+-]?\d+-\d\d).*$/, '$1');
}

type PackedFile = readonly [
  version: number,
  space: string,
  path: string,
  filename: string | null,
  sizeBytes: number,
  type: string,
  date: string | null,
  tags: readonly string[],
  /** In base64url. */
  sha256: string,
  textKind: string,
  outcome: number,
  reason: string | null,
  chunks: number,
];

const version = 1;
const outcomes: readonly ExtractionOutcome[] = ['text', 'noText', 'encrypted', 'broken', 'tooBig', 'nameOnly'];

/** For a row under fileKey(), which holds its id and when it was modified. */
export const encodeFile = (row: FileRow): string =>
  JSON.stringify([
    version,
    row.space,
    // What the position and the other fields tell is not kept twice.
    row.path.endsWith(`/${endOf(row)}`) ? row.path.slice(0, -endOf(row).length) : row.path,
    row.filename,
    row.sizeBytes,
    row.type,
    row.date,
    row.tags,
    Buffer.from(row.sha256, 'hex').toString('base64url'),
    row.textKind,
    outcomes.indexOf(row.outcome),
    row.reason,
    row.chunks,
  ] satisfies PackedFile);

function endOf({ storedEmailId, number, filename }: Pick<FileRow, 'storedEmailId' | 'number' | 'filename'>): string {
  return storedEmailId === null ? (filename ?? '') : `${storedEmailId}/${number}-${filename ?? unnamed}`;
}

export function decodeFile({ sk, data }: Pick<Row, 'sk' | 'data'>): FileRow {
  const packed = JSON.parse(data) as PackedFile;
  const [, space, start, filename, sizeBytes, type, date, tags, sha256, textKind] = packed;
  const [outcome, reason, chunks] = packed.slice(10) as unknown as [number, string | null, number];
  const { at, id, number } = decodePosition(sk);
  const storedEmailId = space === librarySpace ? null : id;
  return {
    ...{ space, storedEmailId, number, position: sk, filename, sizeBytes, type, date, modified: at, tags, textKind },
    path: start.endsWith('/') ? start + endOf({ storedEmailId, number, filename }) : start,
    sha256: Buffer.from(sha256, 'base64url').toString('hex'),
    outcome: outcomes[outcome] ?? 'broken',
    ...{ reason, chunks },
  };
}

/** The row of data that may be anything; null where it is none. */
export function readFileRow(row: Pick<Row, 'sk' | 'data'> | undefined): FileRow | null {
  try {
    return row ? decodeFile(row) : null;
  } catch {
    return null;
  }
}

/** The position of a part of a mail: in the index of names its row lies at the same. @param messageDate epoch milliseconds */
export const attachmentPosition = (storedEmailId: string, messageDate: number, number: number): string =>
  encodePosition({ at: messageDate, id: storedEmailId, number });
