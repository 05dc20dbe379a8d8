// Takes mails in as the ingest function does, but into a store that keeps nothing and without the AWS client, and prints
// the CPU milliseconds a mail once it is warm: what of a mail's cost is the project's own.

import { readFileSync } from 'node:fs';
import { ingestObject } from '../../../lib/archive/ingestObject.ts';
import type { Blobs, Store } from '../../../lib/archive/ports.ts';

const paths = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as string[];
const mails = new Map(paths.map((path, i) => [`mail/bench/INBOX/${i}.eml`, new Uint8Array(readFileSync(path))]));

const store: Store = {
  put: async () => {},
  putIfAbsent: async () => true,
  delete: async () => {},
  get: async keys => keys.map(() => undefined),
  read: async () => ({ rows: [], hasMore: false }),
  candidates: async () => {
    throw new Error('nothing is searched here');
  },
  audit: () => {
    throw new Error('nothing is audited here');
  },
  close: async () => {},
};

const info = (key: string) => ({ key, sizeBytes: mails.get(key)?.length ?? 0, modifiedAt: 0 });
const blobs: Blobs = {
  create: async () => true,
  get: async key => mails.get(key) ?? null,
  info: async key => info(key),
  getWithMetadata: async key => ({ bytes: mails.get(key) ?? new Uint8Array(), metadata: {}, modifiedAt: 0 }),
  list: async key => [info(key)],
  remove: async () => {},
};

async function all(): Promise<void> {
  const rules = { servesAccount: () => true };
  for (const key of mails.keys()) await ingestObject({ store, blobs }, rules, key);
}

await all();
const before = process.cpuUsage();
await all();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / mails.size));
