// What the readers of one call share: options with their defaults, and how far they are.

import { limits } from '../limits.ts';
import type { ReadOptions, SourceProblem } from './sourceItem.ts';

export interface Reading {
  readonly now: () => number;
  readonly chunkBytes: number;
  /** Whether a file of a directory is to be opened, by its path as found. */
  readonly isWanted: (origin: string) => boolean;
  /** Bytes of files that have been read or passed by. */
  addBytes(bytes: number): void;
  /** A file found in a directory or zip is no mail. */
  passOver(): void;
}

/** @param bytesTotal as ReadProgress has it */
export function startReading(
  { now, onProgress, onPassedOver, chunkBytes, only }: ReadOptions,
  bytesTotal: number | null,
): Reading {
  let bytesRead = 0;
  let passedOver = 0;
  return {
    now,
    chunkBytes: chunkBytes ?? 1024 * 1024,
    isWanted: only ?? (() => true),
    addBytes(bytes) {
      bytesRead += bytes;
      onProgress?.({ bytesRead, bytesTotal, passedOver });
    },
    passOver() {
      passedOver++;
      onPassedOver?.();
    },
  };
}

export const problem = (origin: string, message: string): SourceProblem => ({ kind: 'problem', origin, message });

const megabytes = (bytes: number): string => `${Math.floor(bytes / (1024 * 1024))} MB`;

export const tooLarge = `is larger than ${megabytes(limits.rawBytes.value)}, the most that one message may have`;

/** Words for what the system says most; anything else keeps the system's own. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'may not be read: permission denied',
  EPERM: 'may not be read: permission denied',
  ELOOP: 'is a link that leads back to itself',
  ENAMETOOLONG: 'has a name that is too long',
  EMFILE: 'cannot be opened: too many files are open',
  EIO: 'cannot be read: the disk reports an error',
  Z_BUF_ERROR: 'ends early: the gzip data is cut short',
  Z_DATA_ERROR: 'is damaged: the gzip data cannot be unpacked',
};

/** One line that says why something could not be read. */
export function describeReadError(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return (typeof code === 'string' ? reasons[code] : undefined) ?? `cannot be read: ${errorWords(error)}`;
}

/** What an error says of itself, on one line. */
export function errorWords(error: unknown): string {
  const { message } = error as { readonly message?: unknown };
  return String(message ?? error).replace(/\s+/g, ' ');
}
