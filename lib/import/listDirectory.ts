// Lists a directory in the order of its names' bytes, links followed. It opens no file.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type BytePath, joinPath, toFsPath } from '../bytePath.ts';
import { keywordsFile, parseKeywordsFile } from './maildir.ts';

export interface Listing {
  readonly files: readonly BytePath[];
  readonly directories: readonly BytePath[];
  /** Links to nowhere, sockets and other things that are not read. */
  readonly others: number;
}

/** The names in a directory by kind. Fails as readdir does. */
export function listDirectory(path: BytePath): Listing {
  const files: BytePath[] = [];
  const directories: BytePath[] = [];
  let others = 0;
  for (const entry of readdirSync(toFsPath(path), { encoding: 'latin1', withFileTypes: true })) {
    const kind = entry.isSymbolicLink() ? targetOf(joinPath(path, entry.name)) : entry;
    if (kind?.isFile()) files.push(entry.name);
    else if (kind?.isDirectory()) directories.push(entry.name);
    else others++;
  }
  return { files: files.sort(), directories: directories.sort(), others };
}

const targetOf = (path: BytePath) => {
  try {
    return statSync(toFsPath(path));
  } catch {
    return null;
  }
};

/** Whether a directory with these directories in it is a Maildir; backups and git leave out those that are empty. */
export const isMaildir = (directories: readonly BytePath[]): boolean =>
  directories.includes('cur') || (directories.includes('new') && directories.includes('tmp'));

/** The keywords of a Maildir folder; none where it has no such file or it cannot be read. */
export function readKeywords(maildir: BytePath, files: readonly BytePath[]): string[] {
  if (!files.includes(keywordsFile)) return [];
  try {
    return parseKeywordsFile(readFileSync(toFsPath(joinPath(maildir, keywordsFile)), 'utf8'));
  } catch {
    return [];
  }
}
