// Reads a document that a test makes, and what it says.

import type { Extraction } from '../../../lib/files/extraction.ts';
import { readDocument } from '../../../lib/files/readDocument.ts';

export const read = (contents: string | Uint8Array, fileName: string, mediaType?: string): Promise<Extraction> =>
  readDocument(typeof contents === 'string' ? Buffer.from(contents, 'utf8') : contents, {
    fileName,
    mediaType: mediaType ?? null,
  });

/** All that can be searched: headings and texts, blanks as one. */
export const textOf = ({ chunks }: Extraction): string =>
  chunks
    .map(({ heading, text }) => `${heading ?? ''} ${text}`)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
