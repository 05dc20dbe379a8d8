// The Blobs port in memory. Its bytes can be laid bare, to be changed as no caller of the port could.

import type { BlobInfo, BlobMetadata, Blobs } from '../../lib/archive/ports.ts';

interface MemoryBlob {
  bytes: Uint8Array;
  metadata: BlobMetadata;
  /** A time that is the same for all, where left out. */
  modifiedAt?: number;
}

const usualTime = 1_700_000_000_000;
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export interface MemoryBlobs extends Blobs {
  readonly all: Map<string, MemoryBlob>;
}

/** @param clock tells when bytes are stored. */
export function memoryBlobs(clock: () => number = () => usualTime): MemoryBlobs {
  const all = new Map<string, MemoryBlob>();
  const infoOf = (key: string, { bytes, modifiedAt = usualTime }: MemoryBlob): BlobInfo => ({
    key,
    sizeBytes: bytes.length,
    modifiedAt,
  });
  return {
    all,
    create: async (key, bytes, metadata = {}) => {
      if (all.has(key)) return false;
      all.set(key, { bytes, metadata, modifiedAt: clock() });
      return true;
    },
    put: async (key, bytes) => {
      all.set(key, { bytes, metadata: {}, modifiedAt: clock() });
    },
    setMetadata: async (key, metadata) => {
      const blob = all.get(key);
      if (blob) Object.assign(blob, { metadata, modifiedAt: clock() });
      return blob !== undefined;
    },
    get: async key => all.get(key)?.bytes ?? null,
    info: async key => {
      const blob = all.get(key);
      return blob ? infoOf(key, blob) : null;
    },
    getWithMetadata: async key => {
      const blob = all.get(key);
      return blob ? { modifiedAt: usualTime, ...blob } : null;
    },
    list: async (prefix, { after, limit }) =>
      [...all]
        .filter(([key]) => key.startsWith(prefix) && (after === undefined || compare(key, after) > 0))
        .toSorted(([a], [b]) => compare(a, b))
        .slice(0, limit)
        .map(([key, blob]) => infoOf(key, blob)),
    remove: async key => {
      all.delete(key);
    },
  };
}
