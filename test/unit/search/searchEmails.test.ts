import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { searchEmailsContract } from '../../contract/searchEmailsContract.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

// It looks at all rows each time.
searchEmailsContract('the store in memory', async () => ({ store: memoryStore(), blobs: memoryBlobs() }), {
  scale: 0.2,
});

const { client } = simulatedDynamo();
searchEmailsContract('simulated DynamoDB', async () => ({
  store: dynamoStore({ client, table: 'archive' }),
  blobs: memoryBlobs(),
}));
