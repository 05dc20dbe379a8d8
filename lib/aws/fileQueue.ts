// The extract queue as its senders and its function use it: to ask that pending files be worked off, and to have a
// message that failed come again soon and then less and less often, not only when the function could have died with it.

import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { workOffMessage } from './fileTasks.ts';

export interface FileQueueOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly url: string;
}

export interface FileQueue {
  /** Asks the function to work off what is pending. @param stood how often in a row nothing could be done */
  workOff(stood?: number): Promise<void>;
  /** Has the messages of a batch that failed come again soon. */
  comeAgain(event: SQSEvent, response: SQSBatchResponse): Promise<void>;
}

const longestWait = 900;

/** Seconds until another try. */
export const secondsAfter = (tries: number): number => Math.min(longestWait, 5 * 3 ** Math.max(0, tries - 1));

export function fileQueue({ client, url: QueueUrl }: FileQueueOptions): FileQueue {
  return {
    async workOff(stood = 0) {
      const DelaySeconds = stood === 0 ? 0 : secondsAfter(stood + 1);
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: workOffMessage(stood), DelaySeconds }));
    },
    async comeAgain({ Records }, { batchItemFailures }) {
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const Entries = Records.filter(({ messageId }) => failed.has(messageId)).map(
        ({ messageId: Id, receiptHandle: ReceiptHandle, attributes }) => ({
          ...{ Id, ReceiptHandle },
          VisibilityTimeout: secondsAfter(Number(attributes.ApproximateReceiveCount)),
        }),
      );
      if (Entries.length > 0) await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
    },
  };
}
