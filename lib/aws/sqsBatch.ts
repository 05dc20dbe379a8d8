// A batch of queue messages inside Lambda: one after another, so that a batch of the largest mails fits into memory,
// and each for itself, so that one that fails is the only one to come again. What a message says is not known here.

import { type Log, traceError } from '../log.ts';

/** What is read of an SQS event. */
export interface QueueEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes: { readonly ApproximateReceiveCount: string };
  }[];
}

/** The messages that are to come again (ReportBatchItemFailures). */
export interface BatchResult {
  readonly batchItemFailures: { readonly itemIdentifier: string }[];
}

/**
 * Handles each message and writes one line about it. Never throws for a message.
 * @param handle does what the message asks and tells what came of it, in words that may be logged.
 */
export async function handleBatch(
  { Records }: QueueEvent,
  log: Log,
  handle: (body: string) => Promise<readonly string[]>,
): Promise<BatchResult> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body, attributes } of Records) {
    const began = performance.now();
    const write = (fields: Readonly<Record<string, unknown>>) =>
      log({
        event: 'message',
        ...fields,
        milliseconds: Math.round(performance.now() - began),
        received: Number(attributes.ApproximateReceiveCount),
        requestId: messageId,
      });
    try {
      write({ outcomes: await handle(body) });
    } catch (error) {
      batchItemFailures.push({ itemIdentifier: messageId });
      write({ outcomes: ['failed'], error: traceError(error) });
    }
  }
  return { batchItemFailures };
}
