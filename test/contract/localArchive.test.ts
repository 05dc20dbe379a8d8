import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../lib/local/openArchive.ts';
import { blobsContract } from './blobsContract.ts';
import { storeContract } from './storeContract.ts';

describe('the local adapters', () => {
  let dir = '';

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  });

  afterAll(async () => {
    await rm(dir, { recursive: true });
  });

  storeContract('sqliteStore', async () => (await openArchive(dir)).store);

  blobsContract('fileBlobs', async () => {
    const { blobs, close } = await openArchive(dir);
    await close();
    return blobs;
  });
});
