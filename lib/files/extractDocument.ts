// The text of a document, whoever made it: read in a worker thread that ends where it takes more time or memory than
// limits.ts gives it.

import { limits } from '../limits.ts';
import { endingOf } from './documentType.ts';
import type { DocumentHints, Extraction, ExtractionOutcome } from './extraction.ts';
import type { Job } from './extractionWorker.ts';
import { workerFile } from './workerFile.ts';
import { type WorkerEnd, type WorkerPool, workerPool } from './workerPool.ts';

const ends: Readonly<Record<WorkerEnd, readonly [ExtractionOutcome, string]>> = {
  time: ['tooBig', `reading it took more than ${limits.readingMilliseconds.value / 1000} seconds`],
  memory: ['tooBig', 'reading it took more memory than documents may'],
  crash: ['broken', 'it cannot be read'],
};

/** Of the bytes of a document that are in its worker at once: its own, and those that pdf.js keeps. */
const copies = 2;

let pool: WorkerPool<Job, Extraction> | null = null;

/** Made at the first document: a process that reads none looks for no worker. */
function documentPool(): WorkerPool<Job, Extraction> {
  pool ??= workerPool({
    file: workerFile(),
    workers: limits.readingWorkers.value,
    milliseconds: limits.readingMilliseconds.value,
    bytes: limits.readingHeapBytes.value,
    jobs: limits.workerDocuments.value,
  });
  return pool;
}

/** Ends the workers of a process that lives on and reads no more documents for now. */
export async function endDocumentWorkers(): Promise<void> {
  await pool?.end();
}

/**
 * Reads what search has of a document: its type by content, its text in chunks, and what went wrong. Never throws for what
 * the bytes are, ends within limits.ts, and reads so many documents at once as `readingWorkers` says; others wait.
 *
 * @param bytes of the whole document; they are copied
 */
export async function extractDocument(bytes: Uint8Array, hints: DocumentHints): Promise<Extraction> {
  if (bytes.length > limits.documentBytes.value) return refuseBySize(hints.fileName);
  const { fileName, mediaType = null } = hints;
  const result = await documentPool().run({ bytes, hints: { fileName, mediaType } }, copies * bytes.length);
  if (typeof result !== 'string') return result;
  const [outcome, reason] = ends[result];
  return nothing(hints.fileName, outcome, reason);
}

/** What is known of a document that is larger than `documentBytes`, without its bytes. */
export const refuseBySize = (fileName: string): Extraction =>
  nothing(fileName, 'tooBig', `it is larger than the ${limits.documentBytes.value} bytes that are read`);

const nothing = (fileName: string, outcome: ExtractionOutcome, reason: string): Extraction => ({
  type: endingOf(fileName),
  outcome,
  reason,
  title: null,
  tags: [],
  date: null,
  references: [],
  chunks: [],
});
