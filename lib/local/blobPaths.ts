// Blob keys as paths under a folder, and back. A segment is a file name as it stands; one that is too long for a file
// system is cut into a chain of folders, from which the whole is read back. Touches no file.

import { join } from 'node:path';
import { MailglobError } from '../errors.ts';

/** Bytes of one name: file systems take 255, and a mark may follow. */
const longestName = 250;
/**
 * Ends the name of a folder that holds the rest of a segment, and that of a file that holds a blob's metadata;
 * percent-encoded text never ends so.
 */
const mark = '%~';
/** Begins each rest, so that none is `.` or `..`. */
const restMark = '+';

const isPlain = (segment: string): boolean =>
  !segment.endsWith(mark) && (segment.length * 3 <= longestName || Buffer.byteLength(segment) <= longestName);

/** The longest beginning that leaves room for the mark and leaves something over, cut between code points. */
function headOf(segment: string): string {
  const points = [...segment];
  let head = '';
  let bytes = mark.length;
  for (const point of points.slice(0, -1)) {
    bytes += Buffer.byteLength(point);
    if (bytes > longestName) break;
    head += point;
  }
  return head;
}

/** The names, outermost first, that one segment is kept under. */
function namesOf(segment: string): string[] {
  const names: string[] = [];
  let rest = segment;
  while (!isPlain(rest)) {
    const head = headOf(rest);
    names.push(head + mark);
    rest = restMark + rest.slice(head.length);
  }
  names.push(rest);
  return names;
}

/** Where the metadata of the blob at a path is kept. */
export const metadataPath = (blobPath: string): string => blobPath + mark;

/** Whether a file of this name is a blob, not metadata. */
export const isBlobName = (name: string): boolean => !name.endsWith(mark);

/** Whether a folder of this name holds rests of cut segments; then what they all begin with, else null. */
export const cutSegment = (name: string): string | null =>
  name.endsWith(mark) && name.length > mark.length ? name.slice(0, -mark.length) : null;

/** What a name inside such a folder adds to it; null for a name that was not made here. */
export const restOf = (name: string): string | null => (name.startsWith(restMark) ? name.slice(restMark.length) : null);

/**
 * The path of a key under `root`.
 * @throws MailglobError 54001 for a key that would lead elsewhere: an empty, `.` or `..` segment, or a NUL.
 */
export function pathOfKey(root: string, key: string): string {
  const segments = key.split('/');
  for (const segment of segments)
    if (segment === '' || segment === '.' || segment === '..' || segment.includes('\0') || !segment.isWellFormed())
      throw new MailglobError(54001, 'a blob key is not one that can be kept as a file');
  return join(root, ...segments.flatMap(namesOf));
}
