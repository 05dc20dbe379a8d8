// Reads the mail out of a directory and all directories below it: files told by their content, Maildirs with their
// folders and flags. It follows links, and no directory twice.

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type BytePath, directoryIdentity, joinPath, toFsPath, toShownPath } from '../bytePath.ts';
import { isMaildir, type Listing, listDirectory, readKeywords } from './listDirectory.ts';
import { deliveredAt, folderOf, maildirFlags } from './maildir.ts';
import { readFile } from './readFile.ts';
import { describeReadError, problem, type Reading } from './reading.ts';
import type { SourceItem } from './sourceItem.ts';

interface Directory {
  readonly path: BytePath;
  /** Names of the directories that lead here from the one that was given. */
  readonly names: readonly BytePath[];
  /** How many of `names` lead to the outermost Maildir above; null where there is none. */
  readonly outermost: number | null;
}

/** The items of a directory, files before directories, each in the order of the names' bytes. */
export async function* readDirectory(root: BytePath, reading: Reading): AsyncGenerator<SourceItem> {
  const seen = new Set<string>();
  const pending: Directory[] = [{ path: root, names: namesOfRoot(root), outermost: null }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const directory = next;
    let listing: Listing;
    try {
      const identity = directoryIdentity(directory.path);
      if (seen.has(identity)) continue;
      seen.add(identity);
      listing = listDirectory(directory.path);
    } catch (error) {
      yield problem(toShownPath(directory.path), describeReadError(error));
      continue;
    }
    for (let i = 0; i < listing.others; i++) reading.passOver();
    for (const name of listing.files) {
      const path = joinPath(directory.path, name);
      const origin = toShownPath(path);
      if (reading.isWanted(origin)) yield* readFile(path, { origin, isNamed: false, maildir: null }, reading);
    }
    const isMailbox = isMaildir(listing.directories);
    const outermost = directory.outermost ?? (isMailbox ? directory.names.length : null);
    if (isMailbox) yield* readMaildir(directory, outermost ?? 0, listing, reading);
    const below = isMailbox ? listing.directories.filter(name => !deliveries.has(name)) : listing.directories;
    for (const name of below.toReversed()) {
      pending.push({ path: joinPath(directory.path, name), names: [...directory.names, name], outermost });
    }
  }
}

const deliveries: ReadonlySet<string> = new Set(['cur', 'new', 'tmp']);

/** The messages of one Maildir folder; `tmp` holds what is not delivered yet. */
async function* readMaildir(
  { path, names }: Directory,
  outermost: number,
  { directories, files }: Listing,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  const folderAlias = folderOf(names, outermost);
  const keywords = readKeywords(path, files);
  for (const place of ['cur', 'new'].filter(name => directories.includes(name))) {
    const directory = joinPath(path, place);
    let listing: Listing;
    try {
      listing = listDirectory(directory);
    } catch (error) {
      yield problem(toShownPath(directory), describeReadError(error));
      continue;
    }
    for (const name of listing.files) {
      if (name.startsWith('.')) continue;
      const file = joinPath(directory, name);
      const origin = toShownPath(file);
      if (!reading.isWanted(origin)) continue;
      const maildir = {
        folderAlias,
        receivedAt: deliveredAt(name),
        flags: maildirFlags(name, keywords, reading.now()),
      };
      yield* readFile(file, { origin, isNamed: false, maildir }, reading);
    }
  }
}

/** A person may name one folder of a Maildir++: it lies in a Maildir, or says what it is by a file `maildirfolder`. */
function namesOfRoot(root: BytePath): BytePath[] {
  const name = basename(root);
  if (!/^\.[^.]/.test(name)) return [];
  const marks = [joinPath(root, 'maildirfolder'), joinPath(dirname(root), 'cur')];
  return marks.some(mark => statSync(toFsPath(mark), { throwIfNoEntry: false })) ? [name] : [];
}
