// What lies in a directory.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

function sumBelow(dir: string, of: (info: Stats) => number): number {
  let sum = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += of(statSync(join(entry.parentPath, entry.name)));
  return sum;
}

/** Bytes of all files of a directory and those below. */
export const bytesBelow = (dir: string): number => sumBelow(dir, info => info.size);

/** Bytes that they take on the disk, whose blocks are larger than a short mail. */
export const diskBytesBelow = (dir: string): number => sumBelow(dir, info => info.blocks * 512);
