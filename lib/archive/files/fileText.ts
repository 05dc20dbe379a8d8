// What was read of a file's content, kept once however often the content came: a mark, the version, a checksum and JSON
// in zstd. What is not exactly that reads as nothing, and is made again of the bytes.

import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { typeByName } from '../../files/documentType.ts';
import type { Chunk, DocumentHints, Extraction } from '../../files/extraction.ts';
import { textBlobKey } from '../blobKeys.ts';
import type { Blobs } from '../ports.ts';
import type { FileRow } from './fileRow.ts';

/** To be raised with every change of what is read of the same bytes: a rebuild reads those of earlier ones again. */
const extractionVersion = 3;

/** Names what was read of some bytes. */
export type TextPlace = Pick<FileRow, 'sha256' | 'textKind'>;

/** What the bytes are read as where only a name tells: of one content under several names there may be several texts. */
export const textKindOf = (hints: DocumentHints): string => typeByName(hints) ?? '';

const mark = Buffer.from('mgt');
const checksumBytes = 16;
const headBytes = mark.length + 1 + checksumBytes;
/** JSON of the longest text there may be, and some. */
const mostBytes = 64 * 1024 * 1024;

const keyOf = ({ sha256, textKind }: TextPlace): string => textBlobKey(sha256, textKind);

const checksumOf = (place: TextPlace, body: Uint8Array): Buffer =>
  createHash('sha256').update(keyOf(place)).update(body).digest().subarray(0, checksumBytes);

type PackedChunk = readonly [heading: string | null, text: string];
type PackedText = readonly [
  type: string,
  outcome: Extraction['outcome'],
  reason: string | null,
  title: string | null,
  tags: readonly string[],
  date: string | null,
  references: readonly string[],
  chunks: readonly PackedChunk[],
  generation?: number,
];

/** What was read of a content, and when. */
export interface KeptText {
  readonly extraction: Extraction;
  /** Whether it was read as it would be now. */
  readonly isCurrent: boolean;
  /** The latest generation of files when it was read. */
  readonly generation: number;
}

export function encodeText(place: TextPlace, extraction: Extraction, generation: number): Uint8Array {
  const { type, outcome, reason, title, tags, date, references, chunks } = extraction;
  const packed: PackedText = [
    ...([type, outcome, reason, title, tags, date, references] as const),
    chunks.map(({ heading, text }): PackedChunk => [heading, text]),
    generation,
  ];
  const body = zstdCompressSync(Buffer.from(JSON.stringify(packed)));
  return Buffer.concat([mark, Buffer.of(extractionVersion), checksumOf(place, body), body]);
}

/**
 * What was read; null where the bytes are damaged, of a version to come or of another content.
 * @param mayBeWanted asked of all of it, as JSON in UTF-8, before that is read: where it says no, null
 */
export function decodeText(
  place: TextPlace,
  bytes: Uint8Array,
  mayBeWanted: (json: Buffer) => boolean = () => true,
): KeptText | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(headBytes, bytes.length));
  const body = bytes.subarray(headBytes);
  const version = head[mark.length] ?? 0;
  if (!head.subarray(0, mark.length).equals(mark) || version > extractionVersion) return null;
  try {
    const unpacked = zstdDecompressSync(body, { maxOutputLength: mostBytes });
    if (!mayBeWanted(unpacked)) return null;
    if (!head.subarray(mark.length + 1).equals(checksumOf(place, body))) return null;
    const json = unpacked.toString();
    const [type, outcome, reason, title, tags, date, references, chunks, generation = 0] = JSON.parse(
      json,
    ) as PackedText;
    const extraction = {
      ...{ type, outcome, reason, title, tags, date, references },
      chunks: chunks.map(([heading, text]): Chunk => ({ heading, text })),
    };
    return { extraction, generation, isCurrent: version === extractionVersion };
  } catch {
    return null;
  }
}

/** What was read of a content, and when; null where that is not kept, or cannot be read. */
export async function getKeptText(blobs: Blobs, place: TextPlace): Promise<KeptText | null> {
  const bytes = await blobs.get(keyOf(place));
  return bytes === null ? null : decodeText(place, bytes);
}

/** The same without when. */
export const getExtraction = async (blobs: Blobs, place: TextPlace): Promise<Extraction | null> =>
  (await getKeptText(blobs, place))?.extraction ?? null;

/**
 * The chunks of a file's text, in their order; none where it has no text, it cannot be read, or is not wanted.
 * @param mayBeWanted as decodeText() asks it
 */
export async function getFileText(
  blobs: Blobs,
  file: TextPlace & Partial<Pick<FileRow, 'chunks'>>,
  mayBeWanted?: (json: Buffer) => boolean,
): Promise<readonly Chunk[]> {
  if (file.chunks === 0) return [];
  const bytes = await blobs.get(keyOf(file));
  return (bytes && decodeText(file, bytes, mayBeWanted)?.extraction.chunks) ?? [];
}

/** @param generation the latest of files */
export const putText = (blobs: Blobs, place: TextPlace, extraction: Extraction, generation: number): Promise<void> =>
  blobs.put(keyOf(place), encodeText(place, extraction, generation));

export const removeText = (blobs: Blobs, place: TextPlace): Promise<void> => blobs.remove(keyOf(place));
