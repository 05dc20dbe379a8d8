// Files of mails that were taken in, and documents of the library, ten queue messages at a time; and what is pending,
// a while for each message that asks for it. Parsers of documents run in worker threads here, and nowhere near the mail.

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { bucketBlobs } from '../lib/aws/bucketBlobs.ts';
import { dynamoClient, sqsClient } from '../lib/aws/clients.ts';
import { dynamoStore } from '../lib/aws/dynamoStore.ts';
import { fileQueue } from '../lib/aws/fileQueue.ts';
import { readFileTasks } from '../lib/aws/fileTasks.ts';
import { readExtractEnvironment } from '../lib/aws/functionEnvironment.ts';
import { handleFileTasks } from '../lib/aws/handleFileTasks.ts';
import { handleBatch } from '../lib/aws/sqsBatch.ts';
import { extractDocument } from '../lib/files/extractDocument.ts';
import { stderrLog, traceError } from '../lib/log.ts';

const settings = readExtractEnvironment();
const archive = {
  store: dynamoStore({ client: dynamoClient(), table: settings.table }),
  blobs: bucketBlobs(settings.bucket),
};
const queue = fileQueue({ client: sqsClient(), url: settings.extractQueue });
const onFailure = (event: string) => (error: unknown) => stderrLog({ event, error: traceError(error) });

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const response = await handleBatch(event, stderrLog, readFileTasks, tasks =>
    handleFileTasks({ archive, queue, extract: extractDocument }, tasks, onFailure),
  );
  // Where it cannot be done they come again all the same, later.
  await queue.comeAgain(event, response).catch(onFailure('visibilityFailure'));
  return response;
}
