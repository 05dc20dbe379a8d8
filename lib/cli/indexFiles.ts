// Reads the files of an archive on this machine until none is pending, in worker threads, and says how it gets on: once
// after an import, and again and again beside a gateway.

import { setTimeout as sleep } from 'node:timers/promises';
import { limited } from '../archive/atOnce.ts';
import { listSpaces, readFileState } from '../archive/files/fileState.ts';
import { settleFiles } from '../archive/files/generations.ts';
import type { Extract } from '../archive/files/indexing.ts';
import { workOffFiles } from '../archive/files/workOffFiles.ts';
import { UserError } from '../errors.ts';
import { endDocumentWorkers, extractDocument } from '../files/extractDocument.ts';
import { limits } from '../limits.ts';
import type { LocalArchive } from '../local/openArchive.ts';
import { traceError } from '../log.ts';
import { describeFailure } from './describeFailure.ts';
import { printable } from './printable.ts';
import { startProgress } from './progress.ts';
import { aborted } from './stopSignal.ts';

/** Of a new archive the files are indexed as they come: there are none that anybody would have to look for first. */
export async function beginFiles(archive: LocalArchive): Promise<void> {
  if (archive.isNew) await settleFiles(archive);
}

/** extractDocument() that is given up at once when the process is to stop. */
function extractUntil(signal: AbortSignal): Extract {
  const stopped = aborted(signal).then(() => signal.throwIfAborted());
  stopped.catch(() => {});
  // What waits for a worker waits here: once the process is to stop no further document is begun.
  const inTurn = limited(limits.readingWorkers.value);
  return (bytes, hints) =>
    inTurn(async () => {
      signal.throwIfAborted();
      const extraction = await Promise.race([extractDocument(bytes, hints), stopped]);
      signal.throwIfAborted();
      if (!extraction) throw new Error('the document was given up');
      return extraction;
    });
}

/** Failures told of one run: the same ones would come for each file. */
const mostTold = 3;

const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`);
};

interface IndexFilesOptions {
  readonly extract?: Extract;
  readonly describe?: (error: unknown) => string;
}

/** A failure as the log of a gateway may have it: what is no UserError may quote what was stored. */
function describeForLog(error: unknown): string {
  if (error instanceof UserError) return describeFailure(error);
  const { name, code } = traceError(error);
  return `mailglob: failed unexpectedly: ${code ?? name}`;
}

/** Indexes what is pending, with a bar; tells how many files. @throws UserError where the archive itself cannot be read or written */
export async function indexFiles(
  archive: LocalArchive,
  quiet: boolean,
  signal: AbortSignal,
  { extract = extractUntil(signal), describe = describeFailure }: IndexFilesOptions = {},
): Promise<number> {
  const { pending } = await readFileState(archive.store, await listSpaces(archive.store));
  const progress = startProgress({ label: 'reading files', unit: 'files' }, quiet);
  let told = 0;
  try {
    const { files } = await workOffFiles(archive, extract, {
      signal,
      onProgress: ({ files }) => progress.update(files, Math.max(files, pending)),
      onFailure: (_subject, error) => {
        if (told++ < mostTold) progress.print(printable(`${describe(error)} (these files stay pending)`));
      },
    });
    return files;
  } finally {
    progress.end();
    await endDocumentWorkers();
  }
}

/** Milliseconds between two looks at what is pending and what lies in the library, at least. */
const leastMilliseconds = 1_000;
/** A look at a large library takes its time: at most one part in so many is spent looking. */
const leisure = 10;

/** Indexes what is pending, and what changes in the library, until the signal. What fails is told once, and tried again. */
export async function keepIndexing(archive: LocalArchive, signal: AbortSignal): Promise<void> {
  let lastTold = '';
  const extract = extractUntil(signal);
  while (!signal.aborted) {
    const began = performance.now();
    let isIdle = true;
    try {
      isIdle = (await indexFiles(archive, true, signal, { extract, describe: describeForLog })) === 0;
      lastTold = '';
    } catch (error) {
      const line = describeForLog(error);
      if (!signal.aborted && line !== lastTold) say(`${line} (files are indexed later)`);
      lastTold = line;
    }
    // Where something was to do it took its time for that, and more may have come meanwhile.
    const pause = isIdle ? Math.max(leastMilliseconds, (performance.now() - began) * leisure) : leastMilliseconds;
    await sleep(Math.min(pause, longestMilliseconds), null, { signal }).catch(() => {});
  }
}

const longestMilliseconds = 60_000;
