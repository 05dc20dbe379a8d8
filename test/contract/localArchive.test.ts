import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalArchive, openArchive } from '../../lib/local/openArchive.ts';
import { blobsContract } from './blobsContract.ts';
import { storeContract } from './storeContract.ts';

describe('the local adapters', () => {
  let dir = '';

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mailglob-'));
  });

  const opened: LocalArchive[] = [];

  afterAll(async () => {
    for (const { close } of opened) await close();
    await rm(dir, { recursive: true });
  });

  storeContract('sqliteStore', async () => (await openArchive(dir)).store);

  blobsContract('localBlobs', async () => {
    const archive = await openArchive(dir);
    opened.push(archive);
    return archive.blobs;
  });
});
