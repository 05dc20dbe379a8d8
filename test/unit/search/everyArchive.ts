// The archives that a contract of search is held over.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../../lib/archive/archive.ts';
import { dynamoStore } from '../../../lib/aws/dynamoStore.ts';
import { openArchive } from '../../../lib/local/openArchive.ts';
import type { ContractOptions } from '../../contract/contractOptions.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';
import { simulatedDynamo } from '../../doubles/simulatedDynamo.ts';

type Contract = (name: string, open: () => Promise<Archive>, options?: ContractOptions) => void;

/** Declares a contract over each. */
export function overEveryArchive(contract: Contract): void {
  // It looks at all rows each time.
  contract('the store in memory', async () => ({ store: memoryStore(), blobs: memoryBlobs() }), { scale: 0.2 });

  describe('a data directory', () => {
    let dir = '';
    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
    });
    afterAll(async () => {
      await rm(dir, { recursive: true });
    });
    contract('SQLite', async () => openArchive(dir));
  });

  const { client } = simulatedDynamo();
  contract('simulated DynamoDB', async () => ({
    store: dynamoStore({ client, table: 'archive' }),
    blobs: memoryBlobs(),
  }));
}
