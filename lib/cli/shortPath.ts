// A path as a person reads it best: from the working directory where it lies below it.

import { isAbsolute, relative, sep } from 'node:path';

/** `.mailglob` for `/home/ann/.mailglob` where the working directory is `/home/ann`; elsewhere the path as it is. */
export function shortPath(path: string, workingDirectory: string = process.cwd()): string {
  const below = relative(workingDirectory, path);
  if (below === '') return '.';
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return isOutside ? path : below;
}
