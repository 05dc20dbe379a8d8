// The Blobs port in memory.

import type { BlobMetadata, Blobs } from '../../lib/archive/ports.ts';

export function memoryBlobs(): Blobs & { readonly all: Map<string, { bytes: Uint8Array; metadata: BlobMetadata }> } {
  const all = new Map<string, { bytes: Uint8Array; metadata: BlobMetadata }>();
  return {
    all,
    create: async (key, bytes, metadata = {}) => {
      if (all.has(key)) return false;
      all.set(key, { bytes, metadata });
      return true;
    },
    get: async key => all.get(key)?.bytes ?? null,
    getWithMetadata: async key => all.get(key) ?? null,
    list: async (prefix, { after, limit }) =>
      [...all]
        .filter(
          ([key]) =>
            key.startsWith(prefix) && (after === undefined || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0),
        )
        .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .slice(0, limit)
        .map(([key, { bytes }]) => ({ key, sizeBytes: bytes.length, modifiedAt: 1_700_000_000_000 })),
    remove: async key => {
      all.delete(key);
    },
  };
}
