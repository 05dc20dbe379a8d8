// A batch of queue messages inside Lambda: read each for itself, handled together, answered for each, so that one that
// fails is the only one to come again. What a message says is not known here.

import type { SQSBatchItemFailure, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { type Log, traceError } from '../log.ts';

/** What is read of an event of SQS. */
export interface QueueEvent {
  readonly Records: readonly (Pick<SQSRecord, 'messageId' | 'body'> & {
    readonly attributes: Pick<SQSRecord['attributes'], 'ApproximateReceiveCount'>;
  })[];
}

/** What came of one thing a message asks, in a word that may be logged, or why it failed. */
export type Handled = { readonly outcome: string } | { readonly error: unknown };

/**
 * Handles a batch, writes one line about each message, and names those that are to come again
 * (ReportBatchItemFailures). Never throws.
 * @param read what a message asks for; throws where it is none that can be read
 * @param handle does all of it and answers for each in the order given
 */
export async function handleBatch<Task>(
  { Records }: QueueEvent,
  log: Log,
  read: (body: string) => readonly Task[],
  handle: (tasks: readonly Task[]) => Promise<readonly Handled[]>,
): Promise<SQSBatchResponse> {
  const began = performance.now();
  const messages = Records.map(record => ({ ...record, ...readSafely(read, record.body) }));
  const answers = (
    await handleSafely(
      handle,
      messages.flatMap(({ tasks }) => tasks),
    )
  ).values();
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const { messageId, attributes, tasks, unreadable } of messages) {
    const handled: Handled[] = [...unreadable, ...tasks.map(() => answers.next().value ?? { error: 'no answer' })];
    const failure = handled.find(one => 'error' in one);
    if (failure) batchItemFailures.push({ itemIdentifier: messageId });
    log({
      event: 'message',
      outcomes: handled.map(one => ('outcome' in one ? one.outcome : 'failed')),
      ...(failure && 'error' in failure && { error: traceError(failure.error) }),
      milliseconds: Math.round(performance.now() - began),
      received: Number(attributes.ApproximateReceiveCount),
      requestId: messageId,
    });
  }
  return { batchItemFailures };
}

function readSafely<Task>(read: (body: string) => readonly Task[], body: string) {
  try {
    return { tasks: read(body), unreadable: [] };
  } catch (error) {
    return { tasks: [], unreadable: [{ error }] };
  }
}

async function handleSafely<Task>(
  handle: (tasks: readonly Task[]) => Promise<readonly Handled[]>,
  tasks: readonly Task[],
): Promise<readonly Handled[]> {
  try {
    return tasks.length > 0 ? await handle(tasks) : [];
  } catch (error) {
    return tasks.map(() => ({ error }));
  }
}
