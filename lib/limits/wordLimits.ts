// What is kept of words, and how many of their documents are sealed together.

import { type Limit, limit } from './limit.ts';

export const wordLimits = {
  wordCharacters: limit(64, 'UTF-16 units', 'of a word or a code; what goes on is cut, in texts as in queries'),
  sealedDocuments: limit(
    1_400,
    'documents',
    'whose words are sealed together: of fewer, sealing would write more than a mail may cost, and until then each search reads them one by one',
  ),
  sealedLeftovers: limit(
    250,
    'documents',
    'that are sealed together where an import ends: as many are read one by one in a few milliseconds',
  ),
  sealedFiles: limit(
    500,
    'files',
    'whose words are sealed together: of fewer, each would write more, and until then each search reads them one by one',
  ),
  sealedBytes: limit(
    12 * 1024 * 1024,
    'bytes',
    'of packed words that are sealed together: gathered, with their blocks, they take nine times as much, and a function has 1 GB',
  ),
  fileLeftovers: limit(
    32,
    'files',
    'that are sealed together where no more are to be indexed for now: fewer are read one by one',
  ),
  sealingMilliseconds: limit(
    60_000,
    'milliseconds',
    'after a batch of mails came to the ingest function, in which it begins to seal words; it lives for 120 seconds',
  ),
  mailWords: limit(
    2_000,
    'distinct words',
    'that one mail is found by, the weightiest first; each is kept in a list of its own, so they are what a mail costs',
  ),
  mailTermBytes: limit(32_000, 'bytes', 'of the distinct words of one mail together'),
  mailPositions: limit(40_000, 'positions', 'of words of one mail where phrases are found: its first forty thousand'),
  mailTextCharacters: limit(200_000, 'UTF-16 units', 'of one mail that words and snippets are taken from'),
  fileWords: limit(
    8_000,
    'distinct words',
    'that one file is found by, as for a mail; with its positions they fit into one row of 300 KB',
  ),
  fileTermBytes: limit(80_000, 'bytes', 'of the distinct words of one file together'),
  filePositions: limit(80_000, 'positions', 'of words of one file where phrases are found'),
  fileTextCharacters: limit(2_000_000, 'UTF-16 units', 'of the text of one file that words are taken from'),
  queryWords: limit(
    32,
    'words',
    'of one query, those of phrases and excluded ones included; each is a list that is read',
  ),
  snippets: limit(3, 'snippets', 'of one mail or file'),
  snippetCharacters: limit(200, 'UTF-16 units', 'of a snippet without its marks'),
} as const satisfies Record<string, Limit>;
