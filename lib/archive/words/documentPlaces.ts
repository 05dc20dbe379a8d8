// Where the documents of an index of words are: which they are, when they came and in which folder. Kept packed, in the
// rows of a batch and in the intent of a sealing.

import { decodePosition, encodePosition } from '../position.ts';

/** A document of an index of words. */
export interface DocumentPlace {
  /** When it was received, its id and its number, as position.ts has them; mails are number 0. */
  readonly position: string;
  /** folderKey() of its folder. */
  readonly folder: string;
}

export interface PackedPlaces {
  readonly data: string;
  readonly bytes: Uint8Array;
}

const version = 1;
/** Date 6, id 16, number 2, folder 2. */
const placeBytes = 26;
const earliest = 2 ** 47;
/** Where a document was left out and its ordinal stays empty. */
const nothing = 0xffff;

/** @param rest more that the owner of the row wants to keep beside them, as JSON */
export function packPlaces(places: readonly (DocumentPlace | null)[], rest: unknown = null): PackedPlaces {
  const folders = [...new Set(places.flatMap(place => place?.folder ?? []))];
  const numbers = new Map(folders.map((folder, i) => [folder, i]));
  const bytes = Buffer.alloc(Math.max(1, places.length * placeBytes));
  for (const [i, place] of places.entries()) {
    const at = i * placeBytes;
    if (place === null) {
      bytes.writeUInt16BE(nothing, at + 24);
      continue;
    }
    const { at: instant, id, number } = decodePosition(place.position);
    bytes.writeUIntBE(instant + earliest, at, 6);
    bytes.write(id.replaceAll('-', ''), at + 6, 'hex');
    bytes.writeUInt16BE(number, at + 22);
    bytes.writeUInt16BE(numbers.get(place.folder) ?? nothing, at + 24);
  }
  return { data: JSON.stringify([version, places.length, folders, rest]), bytes };
}

/** Places that are packed, each read when it is asked for: a search wants few of many. */
export interface PlacesReading {
  readonly length: number;
  /** null where there is none. */
  at(i: number): DocumentPlace | null;
  /** What packPlaces() was given besides. */
  readonly rest: unknown;
}

/** @throws Error where they are damaged or of another version */
export function readPlaces({ data, bytes }: { readonly data: string; readonly bytes?: Uint8Array }): PlacesReading {
  const [format, length, folders, rest] = JSON.parse(data) as [number, number, readonly string[], unknown];
  if (format !== version || !bytes || bytes.length < length * placeBytes)
    throw new Error('the documents of a batch of words are damaged, or of another version');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { length, at: i => (i >= 0 && i < length ? placeAt(buffer, i * placeBytes, folders) : null), rest };
}

/**
 * The places that packPlaces() was given, and the rest.
 * @throws Error where they are damaged or of another version
 */
export function unpackPlaces(row: { readonly data: string; readonly bytes?: Uint8Array }): {
  readonly places: readonly (DocumentPlace | null)[];
  readonly rest: unknown;
} {
  const { length, at, rest } = readPlaces(row);
  return { places: Array.from({ length }, (_, i) => at(i)), rest };
}

function placeAt(buffer: Buffer, at: number, folders: readonly string[]): DocumentPlace | null {
  const folder = folders[buffer.readUInt16BE(at + 24)];
  if (folder === undefined) return null;
  const hex = buffer.toString('hex', at + 6, at + 22);
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  const position = encodePosition({
    at: buffer.readUIntBE(at, 6) - earliest,
    id,
    number: buffer.readUInt16BE(at + 22),
  });
  return { position, folder };
}
