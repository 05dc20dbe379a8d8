// Indexing the files of one subject: the use case of the deployed function and of the worker on this machine.

import type { Archive } from '../archive.ts';
import { fileIndex, librarySpace } from '../fileKeys.ts';
import type { Store } from '../ports.ts';
import { type SealOptions, sealTail } from '../words/sealTail.ts';
import { changeGenerations, liveGenerations, noGenerations, readGenerations } from './fileState.ts';
import type { Extract, FileSubject, Indexing } from './indexing.ts';
import { indexLibraryDocument } from './libraryFiles.ts';
import { indexMailFiles } from './mailFiles.ts';

/**
 * Brings the files of a mail, or a document of the library, to what lies there now, in every generation that is live.
 * Done twice or by two at once, it changes nothing; killed anywhere, the next try completes it.
 * @throws whatever a port throws; what the bytes of a file are is no reason
 */
export async function indexFilesOf(archive: Archive, extract: Extract, subject: FileSubject): Promise<Indexing> {
  await ensureGeneration(archive.store);
  return subject.kind === 'mail'
    ? indexMailFiles(archive, extract, subject.accountId, subject.storedEmailId)
    : indexLibraryDocument(archive, extract, subject.path);
}

/** Begins the first generation where there is none: what is known of before is listed by settleFiles(). */
async function ensureGeneration(store: Store): Promise<void> {
  const state = await readGenerations(store);
  if (state.row === null) await changeGenerations(store, state, { ...noGenerations, building: 1 });
}

/** The space that the files of a subject are in. */
export const spaceOf = (subject: FileSubject): string => (subject.kind === 'mail' ? subject.accountId : librarySpace);

/** Seals the words of the files of a space, where there are enough, in every generation. @returns how many files' */
export async function sealFiles(store: Store, space: string, options: SealOptions = {}): Promise<number> {
  let sealed = 0;
  for (const generation of liveGenerations(await readGenerations(store)))
    sealed += await sealTail(store, fileIndex(space, generation), options);
  return sealed;
}
