// What tests do to a deployed stack besides asking it: its bucket, its table and its queues, as they are.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readStatus } from '../../lib/archive/status.ts';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import type { Deployment } from './deployment.ts';

/** Asks until the answer is right; what was last wrong is left to the assertion that follows. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(300)) {
    if (await isSo()) return;
  }
}

export type StackTools = Awaited<ReturnType<typeof stackTools>>;

export async function stackTools(stage: Deployment) {
  const [bucket, table] = [await stage.output('BucketName'), await stage.output('TableName')];
  // A client each: tests put more at once than one has connections for.
  const s3 = () => s3Client();
  // Emulators name queues by a host that need not be the one they are reached by.
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const openStore = () => dynamoStore({ client: dynamoClient(), table });

  async function messagesIn(queue: string): Promise<number> {
    const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const QueueUrl = await stage.physicalId(queue);
    const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }));
    return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
  }

  return {
    ...{ bucket, table, s3, sqs, openStore, messagesIn },

    put: (Key: string, Body: string | Uint8Array, Metadata: Record<string, string> = {}) =>
      s3().send(new PutObjectCommand({ Bucket: bucket, Key, Body, Metadata })),

    remove: (Key: string) => s3().send(new DeleteObjectCommand({ Bucket: bucket, Key })),

    async status() {
      const store = openStore();
      try {
        return await readStatus(store);
      } finally {
        await store.close();
      }
    },

    /** Until nothing is left to be taken in. */
    settled: () => until(async () => (await messagesIn('IngestQueue')) === 0),

    /** Sets the seconds after which a message that was not dealt with comes again, and tells what they were. */
    async comesAgainAfter(QueueUrl: string, VisibilityTimeout: string): Promise<string> {
      const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] });
      const { Attributes = {} } = await sqs.send(asked);
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
      return Attributes.VisibilityTimeout ?? '';
    },

    /** Stops the bucket from telling what happens to it, until it is to speak again. */
    async silence(): Promise<() => Promise<unknown>> {
      const { $metadata: _, ...speaking } = await s3().send(
        new GetBucketNotificationConfigurationCommand({ Bucket: bucket }),
      );
      const notify = (NotificationConfiguration: object) =>
        s3().send(new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }));
      await notify({});
      return () => notify(speaking);
    },
  };
}
