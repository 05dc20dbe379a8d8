// Takes mails in as the ingest function does, but into a store that keeps nothing and without the AWS client, and prints
// the CPU milliseconds a mail once it is warm: what of a mail's cost is the project's own.

import { readFileSync } from 'node:fs';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import type { Store } from '../../../lib/archive/ports.ts';
import { memoryBlobs } from '../../doubles/memoryBlobs.ts';
import { memoryStore } from '../../doubles/memoryStore.ts';

const paths = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as string[];
const blobs = memoryBlobs();
const keys = paths.map((_, i) => `mail/bench/INBOX/${i}.eml`);
for (const [i, path] of paths.entries()) await blobs.create(keys[i] ?? '', new Uint8Array(readFileSync(path)));

const store: Store = {
  ...memoryStore(),
  put: async () => {},
  putIfAbsent: async () => true,
  replace: async () => true,
  delete: async () => {},
};

async function all(): Promise<void> {
  for (const key of keys) await ingestObject({ store, blobs }, { servesAccount: () => true }, key);
}

await all();
const before = process.cpuUsage();
await all();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / keys.length));
