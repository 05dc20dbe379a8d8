// What indexing files is asked and answers: for who calls it, locally and deployed.

import type { DocumentHints, Extraction } from '../../files/extraction.ts';

/**
 * Reads the text of a document: handed in, so that the archive loads no parser. It ends within limits.ts; whatever it
 * throws counts as a document that cannot be read, but an AbortError, which ends the indexing.
 */
export type Extract = (bytes: Uint8Array, hints: DocumentHints) => Promise<Extraction>;

/** What is to be indexed: the attachments of a mail, or a document of the library. */
export type FileSubject =
  | { readonly kind: 'mail'; readonly accountId: string; readonly storedEmailId: string }
  /** The document that lies at a path, or lay there. */
  | { readonly kind: 'library'; readonly path: string };

/**
 * - indexed: everything is as it should be
 * - removed: the document is gone, and everything of it
 * - nothing: there is nothing to do
 * - later: the mail is not stored as a whole yet, or another is at work on it: to be tried again
 */
export type IndexingOutcome = 'indexed' | 'removed' | 'nothing' | 'later';

export interface Indexing {
  readonly outcome: IndexingOutcome;
  /** Files of the subject. */
  readonly files: number;
  /** Files of which text was read now; of the others it was known. */
  readonly extracted: number;
  /** Bytes of those. */
  readonly bytes: number;
}
