// Objects that appeared in the bucket or went from it, ten queue messages at a time. A message that fails comes again
// alone, and after a few times lies in the dead-letter queue; its batch mates are done.

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { followAndSeal } from '../lib/archive/words/followAndSeal.ts';
import { bucketBlobs } from '../lib/aws/bucketBlobs.ts';
import { dynamoClient } from '../lib/aws/clients.ts';
import { dynamoStore } from '../lib/aws/dynamoStore.ts';
import { readIngestEnvironment } from '../lib/aws/functionEnvironment.ts';
import { readObjectChanges } from '../lib/aws/s3Events.ts';
import { handleBatch } from '../lib/aws/sqsBatch.ts';
import { stderrLog, traceError } from '../lib/log.ts';

const settings = readIngestEnvironment();
const accounts = new Set(settings.accounts);
const rules = { servesAccount: (accountId: string) => accounts.has(accountId) };
const archive = {
  store: dynamoStore({ client: dynamoClient(), table: settings.table }),
  blobs: bucketBlobs(settings.bucket),
};

const onSealFailure = (error: unknown) => stderrLog({ event: 'sealingFailure', error: traceError(error) });

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleBatch(event, stderrLog, readObjectChanges, changes =>
    followAndSeal(archive, rules, changes, { onSealFailure }),
  );
