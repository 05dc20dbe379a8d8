// Indexing what is told of mails that were taken in and of documents of the library, some at once, within the time that
// a function has; and working off what is pending for a while, by one function at a time. Knows no queue.

import { crc32 } from 'node:zlib';
import { limits } from '../../limits.ts';
import type { Archive } from '../archive.ts';
import { mapAtOnce } from '../atOnce.ts';
import { contentBlobKey } from '../blobKeys.ts';
import type { Followed } from '../followObjects.ts';
import { ownerKey } from '../keys.ts';
import { tryLock } from '../objectLocks.ts';
import { readGenerations } from './fileState.ts';
import { indexFilesOf, sealFiles, spaceOf } from './indexFiles.ts';
import type { Extract, FileSubject } from './indexing.ts';
import { workOffFiles } from './workOffFiles.ts';

export interface FollowFilesOptions {
  /** performance.now() after which nothing more is begun: it comes again. */
  readonly deadline: number;
  /** Told of a sealing that failed, which costs no file: the next that looks goes on with it. */
  readonly onSealFailure: (error: unknown) => void;
}

/** A mail is not stored as a whole yet, another is at work on it, or no time is left. */
export class ComesAgainError extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ComesAgainError';
  }
}

/** Subjects worked on at once: reading documents is bounded for itself, the rest waits for the ports. */
const atOnce = 4;
/** One subject of so many looks whether there is enough to seal. */
const oneOf = 16;

const nameOf = (subject: FileSubject): string =>
  subject.kind === 'mail' ? `${subject.accountId} ${subject.storedEmailId}` : subject.path;

/** Indexes subjects and answers for each in the order given; one that fails costs no other. */
export async function followFiles(
  archive: Archive,
  extract: Extract,
  subjects: readonly FileSubject[],
  { deadline, onSealFailure }: FollowFilesOptions,
): Promise<Followed[]> {
  const distinct = new Map(subjects.map(subject => [nameOf(subject), subject]));
  const followed = new Map<string, Followed>();
  await mapAtOnce([...distinct], atOnce, async ([name, subject]) => {
    try {
      if (performance.now() >= deadline) throw new ComesAgainError('no time is left for it');
      followed.set(name, { outcome: await follow(archive, extract, subject) });
    } catch (error) {
      followed.set(name, { error });
    }
  });
  const looking = [...distinct].filter(([name]) => crc32(name) % oneOf === 0).map(([, subject]) => spaceOf(subject));
  for (const space of new Set(looking)) {
    try {
      if (performance.now() < deadline) await sealFiles(archive.store, space, { deadline });
    } catch (error) {
      onSealFailure(error);
    }
  }
  return subjects.map(subject => followed.get(nameOf(subject)) ?? { error: new ComesAgainError('not begun') });
}

async function follow(archive: Archive, extract: Extract, subject: FileSubject): Promise<string> {
  if (subject.kind === 'mail' && !(await isWhole(archive, subject))) return 'gone';
  const { outcome } = await indexFilesOf(archive, untilSpent(extract), subject);
  if (outcome === 'later') throw new ComesAgainError('another is at work on it');
  return outcome;
}

/**
 * Whether a mail is stored as a whole; false where it is gone.
 * @throws ComesAgainError where its content is there and it is not: its rows are being written
 */
async function isWhole({ store, blobs }: Archive, mail: FileSubject & { readonly kind: 'mail' }): Promise<boolean> {
  const [owner] = await store.get([ownerKey(mail.storedEmailId)], undefined, { latest: true });
  if (owner) return true;
  if (!(await blobs.info(contentBlobKey(mail.accountId, mail.storedEmailId)))) return false;
  throw new ComesAgainError('the mail is not stored as a whole yet');
}

/** Reads documents until the time that those of one subject have is spent: those that are left count as unreadable. */
function untilSpent(extract: Extract, more = 0): Extract {
  const end = performance.now() + limits.subjectMilliseconds.value + more;
  return async (bytes, hints) => {
    if (performance.now() >= end) throw new Error('the files of one mail take too long to read');
    return extract(bytes, hints);
  };
}

/**
 * - done: nothing is left
 * - more: time was over
 * - stands: what is left cannot be done now
 * - busy: another is at it, who sees to what is left
 */
export type WorkedOff = 'done' | 'more' | 'stands' | 'busy';

const workLock = 'work off files';
/** For what is begun last, beside its documents. */
const leaseSlack = 120_000;

/** Works off what is pending for a while, and brings generations as far as they can be; one does at a time. */
export async function workOffAWhile(
  archive: Archive,
  extract: Extract,
  onFailure: (error: unknown) => void,
): Promise<WorkedOff> {
  const { store } = archive;
  const milliseconds = limits.workOffMilliseconds.value;
  const lease = milliseconds + limits.subjectMilliseconds.value + leaseSlack;
  const lock = await tryLock(store, workLock, { lease, retry: 0, patience: 0 });
  if (!lock) return 'busy';
  const signal = AbortSignal.timeout(milliseconds);
  try {
    await workOffFiles(archive, untilSpent(extract, milliseconds), {
      ...{ signal, atOnce },
      onFailure: (_, error) => onFailure(error),
    });
  } finally {
    // Before the look at what is left: whoever found the lock taken left that to this one.
    await lock.release();
  }
  if (signal.aborted) return 'more';
  const { building, dropping } = await readGenerations(store);
  return building === null && dropping.length === 0 ? 'done' : 'stands';
}

/** Whether a generation was begun of which nobody has listed yet what it lacks. */
export async function isJustBegun({ store }: Archive): Promise<boolean> {
  const { building, isListed } = await readGenerations(store);
  return building !== null && !isListed;
}
