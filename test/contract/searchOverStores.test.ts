// The search over each of the two stores that ship: SQLite on disk, and DynamoDB as simulated. 400 random cases of each,
// and as many times more as MAILGLOB_TEST_SCALE says: .ci/run makes it 10,000.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import { simulatedDynamo } from '../doubles/simulatedDynamo.ts';
import { searchContract } from './searchContract.ts';

/** 300 cases of one question and 100 of an archive that changes between its pages, times the scale. */
const options = { scale: Number(process.env.MAILGLOB_TEST_SCALE ?? 1) };

searchContract(
  'SQLite',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mailglob-search-'));
    const archive = await openArchive(directory, { create: true });
    return {
      ...archive.store,
      close: async () => {
        await archive.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  },
  options,
);

searchContract('DynamoDB', async () => dynamoStore({ client: simulatedDynamo().client, table: 'mail' }), options);
