import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { searchEmailsContract } from '../../contract/searchEmailsContract.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

// It looks at all rows each time.
searchEmailsContract('the store in memory', async () => ({ store: memoryStore(), blobs: memoryBlobs() }), {
  scale: 0.2,
});

describe('a data directory', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  });
  afterAll(async () => {
    await rm(dir, { recursive: true });
  });
  searchEmailsContract('SQLite', async () => openArchive(dir));
});

const { client } = simulatedDynamo();
searchEmailsContract('simulated DynamoDB', async () => ({
  store: dynamoStore({ client, table: 'archive' }),
  blobs: memoryBlobs(),
}));
