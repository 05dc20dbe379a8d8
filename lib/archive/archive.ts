// What every use case is handed: the two ports.

import type { Blobs, Store } from './ports.ts';

export interface Archive {
  readonly store: Store;
  readonly blobs: Blobs;
}
