// The archives that break other programs over each of the two stores that ship: SQLite on disk, and DynamoDB as
// simulated. A million of one name over the latter are in test/unit/aws/millionOfOneName.test.ts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoStore } from '../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../lib/local/openArchive.ts';
import { simulatedDynamo } from '../doubles/simulatedDynamo.ts';
import { hostileArchives } from './hostileArchives.ts';

hostileArchives(
  'SQLite',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mailglob-hostile-'));
    const archive = await openArchive(directory, { create: true });
    return {
      ...archive.store,
      close: async () => {
        await archive.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  },
  { sameSecond: 10_000, sameName: 20_000 },
);

hostileArchives('DynamoDB', async () => dynamoStore({ client: simulatedDynamo().client, table: 'mail' }), {
  sameSecond: 10_000,
  sameName: 20_000,
});
