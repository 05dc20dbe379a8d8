// What reading mail from files gives, one item at a time. Types only.

import type { RemoteFlags } from '../archive/rows.ts';

/** One mail as its file holds it. */
export interface SourceMessage {
  readonly kind: 'message';
  /** The path as given or found; for a member of a zip the zip's path, `/` and the member's name; `-` for standard input. */
  readonly origin: string;
  /** Which message of an mbox, from 0; 0 for any other file. */
  readonly index: number;
  readonly raw: Uint8Array;
  /** The folder a Maildir keeps it in, e.g. `Archive/2024`; null where the source knows none. */
  readonly folderAlias: string | null;
  /** Epoch milliseconds of the From_ line in an mbox, or of delivery as a Maildir file's name tells it; else null. */
  readonly receivedAt: number | null;
  /** null where the source keeps none. */
  readonly flags: RemoteFlags | null;
}

/** Something that was to be read and cannot be; it counts as failed. */
export interface SourceProblem {
  readonly kind: 'problem';
  readonly origin: string;
  /** One line for a person, without the origin. */
  readonly message: string;
}

export type SourceItem = SourceMessage | SourceProblem;

export interface ReadProgress {
  /** Bytes of files read so far, as they lie on disk. */
  readonly bytesRead: number;
  /** Bytes of all files; null where it cannot be known (standard input). */
  readonly bytesTotal: number | null;
  /** Files found in directories and zips that are no mail. */
  readonly passedOver: number;
}

export interface ReadOptions {
  /** The present in epoch milliseconds: when flags were observed. */
  readonly now: () => number;
  /** Told after every file and every chunk of a large one; asking for it costs one walk over the directories first. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Told of every file found in a directory or zip that is no mail. */
  readonly onPassedOver?: () => void;
  /** Of the files in directories, those alone whose path as found this accepts; all of them if left out. */
  readonly only?: (origin: string) => boolean;
  /** What `-` reads; process.stdin if left out. */
  readonly standardInput?: AsyncIterable<Uint8Array>;
  /** Bytes read at once from a large file; 1 MB if left out. */
  readonly chunkBytes?: number;
}
