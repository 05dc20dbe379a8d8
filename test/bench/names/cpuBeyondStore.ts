// CPU of a question beyond its store.

import { type AttachmentQuery, type SearchContext, searchAttachments } from '../../../lib/search/searchAttachments.ts';
import type { BenchQuery } from '../queries.ts';
import { recordingStore, replayingStore } from './replay.ts';

export interface QueryCpu {
  readonly query: BenchQuery;
  /** Rows that the store read and handed over for verification. */
  readonly rows: number;
  readonly milliseconds: number;
}

/** The clock of CPU is coarse: enough repetitions for some tens of milliseconds. */
const leastMilliseconds = 30;

export async function cpuBeyondStore(
  context: SearchContext,
  query: BenchQuery,
  question: AttachmentQuery,
): Promise<QueryCpu> {
  const { store, recording } = recordingStore(context.store);
  await searchAttachments({ ...context, store }, question);
  const replay = { ...context, store: replayingStore(context.store, recording) };
  const rows = recording.answers.reduce((sum, { read }) => sum + read.length, 0);
  // Once for the compiler, then on the clock.
  const warm = performance.now();
  do await searchAttachments(replay, question);
  while (performance.now() - warm < leastMilliseconds);
  const started = performance.now();
  const before = process.cpuUsage();
  let repetitions = 0;
  do {
    await searchAttachments(replay, question);
    repetitions++;
  } while (performance.now() - started < leastMilliseconds);
  const { user, system } = process.cpuUsage(before);
  return { query, rows, milliseconds: (user + system) / 1000 / repetitions };
}
