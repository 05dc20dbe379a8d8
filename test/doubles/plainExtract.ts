// Reads documents without workers, for tests that are about something else: all are plain text, a chunk a paragraph.

import type { Extract } from '../../lib/archive/files/indexing.ts';

export const plainExtract: Extract = async bytes => {
  const chunks = Buffer.from(bytes)
    .toString()
    .split('\n\n')
    .map(text => ({ heading: null, text }));
  return { type: 'txt', outcome: 'text', reason: null, title: null, tags: [], date: null, references: [], chunks };
};
