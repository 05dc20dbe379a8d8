// Where documents of the library lie: keys of blobs, and positions.

import { hash } from 'node:crypto';
import { encodePosition } from '../position.ts';

/** What the keys of its documents begin with: a key is the document's path, as its operator gave it. */
export const libraryPrefix = 'library/';

/** A UUID (version 8, RFC 9562) made of a document's path. */
export function libraryIdOf(path: string): string {
  const digest = hash('sha256', `mailglob library\0${path}`, 'buffer');
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The position of a document of the library. @param modified epoch milliseconds */
export const libraryPosition = (path: string, modified: number): string =>
  encodePosition({ at: modified, id: libraryIdOf(path), number: 0 });

/** The last segment of a path. */
export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
