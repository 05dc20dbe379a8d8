// Deletes what a removed stack leaves behind: every version of every object, the bucket, and the table. For an operator
// who has said so; nothing of it can be brought back.

import { DeleteTableCommand, type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

export interface ArchiveNames {
  readonly bucket: string;
  readonly table: string;
}

export interface ArchiveClients {
  readonly s3: Pick<S3Client, 'send'>;
  readonly dynamo: Pick<DynamoDBClient, 'send'>;
}

/** Deletes both; what is gone already is passed over, so that it can be done again after a failure. */
export async function deleteArchive({ s3, dynamo }: ArchiveClients, { bucket, table }: ArchiveNames): Promise<void> {
  await passOver('ResourceNotFoundException', async () => {
    await dynamo.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: false }));
    await dynamo.send(new DeleteTableCommand({ TableName: table }));
  });
  await passOver('NoSuchBucket', async () => {
    await deleteObjects(s3, bucket);
    await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
  });
}

async function deleteObjects(s3: ArchiveClients['s3'], Bucket: string): Promise<void> {
  for (;;) {
    // Always the first page: the one before it is gone.
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0]) throw new Error(`objects of ${Bucket} could not be deleted: ${Errors[0].Code}`);
  }
}

async function passOver(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== name) throw error;
  }
}
