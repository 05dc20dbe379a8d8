import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../../lib/local/openArchive.ts';
import { auditContract } from '../../contract/auditContract.ts';
import { sqlitePlanter } from '../../doubles/planters.ts';

const directories: string[] = [];

afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

auditContract('sqliteStore', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-'));
  directories.push(directory);
  const { store } = await openArchive(directory);
  return { store, planter: sqlitePlanter(join(directory, 'mailglob.db')) };
});
