// What is read of a document: an attachment, or one of the library.

import { type Limit, limit } from './limit.ts';

export const documentLimits = {
  documentBytes: limit(100 * 1024 * 1024, 'bytes', 'of a document that is read; a larger one is found by its name'),
  documentTextBytes: limit(
    24 * 1024 * 1024,
    'bytes',
    'of a document that is text, tables, a page, JSON, XML or a calendar; what follows is not read',
  ),
  unpackedBytes: limit(
    64 * 1024 * 1024,
    'bytes',
    'that the members of a document which is a zip may unpack to, all that are read together',
  ),
  documentMembers: limit(20_000, 'members', 'of a document that is a zip'),
  documentCharacters: limit(5_000_000, 'characters', 'of text that are kept of one document: two thousand pages'),
  documentChunks: limit(20_000, 'chunks', 'of one document'),
  chunkCharacters: limit(8_000, 'characters', 'of one chunk; a longer section is several with the same heading'),
  headingCharacters: limit(300, 'characters', 'of the heading of a chunk, and of a title'),
  documentPages: limit(10_000, 'pages', 'of a PDF'),
  documentCells: limit(2_000_000, 'cells', 'of the sheets of one document'),
  documentReferences: limit(5_000, 'references', 'to images and files, that are kept of one document'),
  referenceCharacters: limit(1_000, 'characters', 'of such a reference'),
  frontMatterCharacters: limit(64 * 1024, 'characters', 'of YAML at the head of a Markdown file'),
  xmlDepth: limit(100_000, 'levels', 'of elements of XML'),
  xmlTagCharacters: limit(4 * 1024 * 1024, 'characters', 'of one tag of XML with its attributes'),
  documentNesting: limit(3, 'levels', 'of documents inside documents that are read: files of a mail'),
  readingMilliseconds: limit(
    20_000,
    'milliseconds',
    'that reading one document may take; what comes page by page ends at three quarters of it and keeps its pages',
  ),
  subjectMilliseconds: limit(
    240_000,
    'milliseconds',
    'that a function reads the files of one mail, twelve of the slowest; those that are left then are found by name',
  ),
  beginMilliseconds: limit(
    560_000,
    'milliseconds',
    'in which a function that was given a batch begins with the files of a further mail; it lives for 900 seconds',
  ),
  workOffMilliseconds: limit(
    240_000,
    'milliseconds',
    'that one message lets a function work off what is pending of files; the next goes on',
  ),
  readingHeapBytes: limit(
    256 * 1024 * 1024,
    'bytes',
    'of memory of the worker that reads one document, and as much again outside its heap',
  ),
  readingWorkers: limit(2, 'workers', 'reading documents at once in one process'),
  workerDocuments: limit(200, 'documents', 'read by one worker before another takes its place'),
} as const satisfies Record<string, Limit>;
