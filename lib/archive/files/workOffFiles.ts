// Working off what is pending of files, some at once: what `import` does after the mails and `serve` beside them. It
// ends once nothing is left that can be done now.

import { UserError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Archive } from '../archive.ts';
import { mapAtOnce } from '../atOnce.ts';
import { librarySpace, pendingFilesPk } from '../fileKeys.ts';
import type { Row, Store } from '../ports.ts';
import { listSpaces, readGenerations, readPending } from './fileState.ts';
import { settleFiles } from './generations.ts';
import { indexFilesOf, sealFiles, spaceOf } from './indexFiles.ts';
import type { Extract, FileSubject } from './indexing.ts';
import { pendLibraryChanges } from './libraryChanges.ts';

export interface WorkOffOptions {
  readonly signal?: AbortSignal;
  /** Subjects worked on at once; each holds one mail and its text, of large ones one does. */
  readonly atOnce?: number;
  readonly onProgress?: (summary: WorkOffSummary) => void;
  /** Told of a subject that failed, which costs no other: it stays pending. */
  readonly onFailure?: (subject: FileSubject, error: unknown) => void;
}

export interface WorkOffSummary {
  /** Files indexed. */
  readonly files: number;
  /** Of those, files whose text was read now. */
  readonly extracted: number;
  /** Bytes of those. */
  readonly bytes: number;
}

const pageRows = 200;
/** Their writings share waits for the disk, and while texts are read of some the others write. */
const usuallyAtOnce = 24;

export async function workOffFiles(
  archive: Archive,
  extract: Extract,
  { signal, atOnce = usuallyAtOnce, onProgress, onFailure }: WorkOffOptions = {},
): Promise<WorkOffSummary> {
  const { store } = archive;
  const counts = { files: 0, extracted: 0, bytes: 0 };
  const options = signal ? { signal } : {};
  await pendLibraryChanges(archive);
  await settleFiles(archive, options);
  const spaces = new Set<string>();
  // What could not be done is not tried again until everything else is done, and then once.
  for (const isLast of [false, true]) {
    const left = new Set<string>();
    for (let isDone = false; !isDone && !signal?.aborted; ) {
      isDone = true;
      for await (const some of pendingSubjects(store, left)) {
        await mapAtOnce(some, atOnce, async subject => {
          if (signal?.aborted) return;
          const outcome = await indexOne(subject);
          if (outcome === 'later') left.add(nameOf(subject));
          else isDone = false;
          spaces.add(spaceOf(subject));
          onProgress?.({ ...counts });
        });
        for (const space of spaces) await sealFiles(store, space);
        if (signal?.aborted) break;
      }
      if (!signal?.aborted) await settleFiles(archive, options);
    }
    if (left.size === 0 || isLast || signal?.aborted) break;
  }
  if (!signal?.aborted)
    for (const space of spaces) await sealFiles(store, space, { least: limits.fileLeftovers.value });
  return counts;

  async function indexOne(subject: FileSubject): Promise<string> {
    try {
      const { outcome, files, extracted, bytes } = await indexFilesOf(archive, extract, subject);
      if (outcome === 'indexed') counts.files += files;
      counts.extracted += extracted;
      counts.bytes += bytes;
      return outcome;
    } catch (error) {
      // The archive itself cannot be read or written: the next one would fail as well.
      if (error instanceof UserError) throw error;
      if (!signal?.aborted) onFailure?.(subject, error);
      return 'later';
    }
  }
}

const nameOf = (subject: FileSubject): string =>
  subject.kind === 'mail' ? `mail ${subject.storedEmailId}` : `library ${subject.path}`;

/** What is pending, some at a time, without what is left out. */
async function* pendingSubjects(store: Store, without: ReadonlySet<string>): AsyncGenerator<FileSubject[]> {
  const { building } = await readGenerations(store);
  for (const space of await listSpaces(store))
    for (const generation of building === null ? [null] : [null, building]) {
      const pk = pendingFilesPk(space, generation);
      for (let above: string | undefined; ; ) {
        const range = { pk, direction: 'ascending', limit: pageRows } as const;
        const page = await store.read(above === undefined ? range : { ...range, above });
        const some = page.rows.flatMap(row => subjectOf(space, row) ?? []).filter(one => !without.has(nameOf(one)));
        if (some.length > 0) yield some;
        above = page.rows.at(-1)?.sk;
        if (!page.hasMore || above === undefined) break;
      }
    }
}

/** Null where the row is damaged: a rebuild makes another. */
function subjectOf(space: string, row: Row): FileSubject | null {
  const { subject } = readPending(row) ?? {};
  if (subject === undefined) return null;
  return space === librarySpace
    ? { kind: 'library', path: subject }
    : { kind: 'mail', accountId: space, storedEmailId: subject };
}
