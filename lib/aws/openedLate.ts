// Blobs that are opened when the first of them is wanted: most calls want none, and the S3 client is a good part of
// what a function has to load.

import type { Blobs } from '../archive/ports.ts';

/** Blobs that are opened by the first call, and then for good. A failure to open fails that call alone. */
export function openedLate(open: () => Promise<Blobs>): Blobs {
  let opened: Promise<Blobs> | undefined;
  const blobs = (): Promise<Blobs> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    create: async (...asked) => (await blobs()).create(...asked),
    put: async (...asked) => (await blobs()).put(...asked),
    setMetadata: async (...asked) => (await blobs()).setMetadata(...asked),
    get: async (...asked) => (await blobs()).get(...asked),
    getWithMetadata: async (...asked) => (await blobs()).getWithMetadata(...asked),
    info: async (...asked) => (await blobs()).info(...asked),
    list: async (...asked) => (await blobs()).list(...asked),
    remove: async (...asked) => (await blobs()).remove(...asked),
  };
}
