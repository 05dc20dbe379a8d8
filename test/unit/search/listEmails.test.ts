import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { listContract } from '../../contract/listContract.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

// It looks at all rows each time.
listContract('the store in memory', async () => memoryStore(), { scale: 0.3 });

describe('a data directory', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  });
  afterAll(async () => {
    await rm(dir, { recursive: true });
  });
  listContract('SQLite', async () => (await openArchive(dir)).store);
});

const { client } = simulatedDynamo();
listContract('simulated DynamoDB', async () => dynamoStore({ client, table: 'archive' }));
