// The archive of one machine in a directory of its own, which is gone once it is closed.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../../lib/archive/archive.ts';
import type { Store } from '../../lib/archive/ports.ts';
import { openArchive } from '../../lib/local/openArchive.ts';

export async function diskArchive(): Promise<Archive & { close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'mailglob-disk-'));
  const { store, blobs, close } = await openArchive(directory, { create: true });
  return {
    ...{ store, blobs },
    async close() {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Its store alone. */
export async function diskStore(): Promise<Store> {
  const { store, close } = await diskArchive();
  return { ...store, close };
}
