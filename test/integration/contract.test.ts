import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3';
import { dynamoClient, s3Client } from '../../lib/aws/clients.ts';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { s3Blobs } from '../../lib/aws/s3Blobs.ts';
import { auditContract } from '../contract/auditContract.ts';
import { blobsContract } from '../contract/blobsContract.ts';
import { freshPrefix } from '../contract/contractOptions.ts';
import { storeContract } from '../contract/storeContract.ts';
import { dynamoPlanter } from '../doubles/planters.ts';
import { pointSdkAt, startAws } from './ministack.ts';
import type { Server } from './processes.ts';
import { createTable, startDynalite } from './tables.ts';

// Emulators answer in milliseconds what the double answers in microseconds.
const scale = 0.1;

/** A store on a table of its own, which goes with the store. */
async function openAudited() {
  const client = dynamoClient();
  const table = `audit-${freshPrefix()}`;
  await createTable(client, table);
  const store = dynamoStore({ client, table });
  const close = async () => {
    await client.send(new DeleteTableCommand({ TableName: table }));
    await store.close();
  };
  return { store: { ...store, close }, planter: dynamoPlanter(client, table) };
}

describe('MiniStack', () => {
  const name = `contract-${freshPrefix()}`;
  let aws: Server;

  beforeAll(async () => {
    aws = await startAws();
    const client = dynamoClient();
    await createTable(client, name);
    client.destroy();
    await s3Client().send(new CreateBucketCommand({ Bucket: name }));
  });

  afterAll(async () => {
    const client = dynamoClient();
    await client.send(new DeleteTableCommand({ TableName: name }));
    client.destroy();
    const s3 = s3Client();
    const blobs = s3Blobs({ client: s3, bucket: name });
    for (;;) {
      const page = await blobs.list('', { limit: 1000 });
      if (page.length === 0) break;
      for (const { key } of page) await blobs.remove(key);
    }
    await s3.send(new DeleteBucketCommand({ Bucket: name }));
    s3.destroy();
    await aws.stop();
  });

  storeContract('DynamoDB of MiniStack', async () => dynamoStore({ client: dynamoClient(), table: name }), { scale });
  auditContract('DynamoDB of MiniStack', openAudited, { scale });
  blobsContract('S3 of MiniStack', async () => s3Blobs({ client: s3Client(), bucket: name }), { scale });
});

describe('dynalite', () => {
  let server: Server;
  let endpointBefore: string | undefined;

  beforeAll(async () => {
    endpointBefore = process.env.AWS_ENDPOINT_URL;
    server = await startDynalite();
    pointSdkAt(server.endpoint);
    const client = dynamoClient();
    await createTable(client, 'contract');
    client.destroy();
  });

  afterAll(async () => {
    await server.stop();
    if (endpointBefore !== undefined) pointSdkAt(endpointBefore);
  });

  storeContract('DynamoDB of dynalite', async () => dynamoStore({ client: dynamoClient(), table: 'contract' }), {
    scale,
    comparesBoundsInUtf16: true,
  });
  auditContract('DynamoDB of dynalite', openAudited, { scale });
});
