// Which batches of an index of words there are, those that are being made included.

import type { Store } from '../ports.ts';
import type { WordIndex } from '../wordKeys.ts';
import { readIntent } from './intent.ts';
import { latestManifest } from './manifest.ts';

/** Keys of the batches of an index. The intent is read first: what is published meanwhile is in the manifest then. */
export async function knownBatches(store: Store, index: WordIndex): Promise<ReadonlySet<string>> {
  const intent = await readIntent(store, index);
  const manifest = await latestManifest(store, index);
  return new Set([
    ...(intent ? [intent.key] : []),
    ...manifest.flatMap(({ entries }) => entries.map(({ key }) => key)),
  ]);
}
