// What a call of a tool may ask, what its result shows, and what it reads.

import { type Limit, limit } from './limit.ts';

export const callLimits = {
  // What a call may ask
  patternCharacters: limit(256, 'code points', 'of a pattern'),
  pageSize: limit(100, 'rows', 'of one page'),
  defaultPageSize: limit(50, 'rows', 'of one page of searchAttachments where limit is left out'),
  defaultListSize: limit(25, 'mails', 'of one page of list_emails where pageSize is left out'),
  queryCharacters: limit(512, 'code points', 'of queryText'),
  resultLimit: limit(50, 'mails', 'of one answer of search_emails'),
  defaultResultLimit: limit(20, 'mails', 'of one answer of search_emails where resultLimit is left out'),
  offset: limit(10_000, 'rows', 'deeper pages go by cursor, which costs nothing'),
  filePageSize: limit(200, 'files', 'of one page of search_files'),
  defaultFilePageSize: limit(20, 'files', 'of one page of search_files where limit is left out'),
  filePathCharacters: limit(1024, 'code points', 'of a path that files are searched below: what S3 takes in a key'),
  fileTerms: limit(64, 'tags or types', 'named in one call'),
  fileReportRows: limit(100, 'rows', 'of each kind in a report on the files'),
  fileReportPaths: limit(10, 'paths', 'shown of files that hold the same'),
  accountIds: limit(64, 'accounts', 'named in one call'),
  identifierCharacters: limit(256, 'code points', 'of an account id or a folder alias'),
  cursorCharacters: limit(512, 'characters', 'of a cursor'),
  addressCharacters: limit(320, 'code points', 'of an address a call filters by: 64 before the @ and 255 after it'),

  // What a result may show
  representationCharacters: limit(
    40_000,
    'code points',
    'of the plain text, and of the sanitized HTML, of one mail: about ten thousand tokens',
  ),
  readCharacters: limit(100_000, 'code points', 'of all bodies of one call of get_email_content'),
  listCharacters: limit(
    20_000,
    'characters of JSON',
    'of the participants or the references of one mail; the rest of a longer list is left out',
  ),
  fileListBytes: limit(
    500_000,
    'bytes of JSON',
    'of the files of all mails of one call, which is the 2,000 of one mail; it is sent twice over, and Lambda takes 6 MB',
  ),
  shownCharacters: limit(500, 'code points', 'of a subject or a sender in a result; the rest is cut, with an ellipsis'),
  shownRecipients: limit(50, 'addresses', 'of To of one mail in a list; get_email_content shows more'),
  mediaTypeCharacters: limit(255, 'code points', 'of a content type in a result: 127 each side of the slash, RFC 6838'),

  // What a call may read
  scanRows: limit(64_000, 'postings', 'read by one call before it answers with what it has and a cursor'),
  scanMilliseconds: limit(
    5_000,
    'milliseconds',
    'spent reading by one call before it answers with what it has and a cursor',
  ),

  wordBytes: limit(
    8 * 1024 * 1024,
    'bytes',
    'of postings of one word that one call reads, the newest first: what three million mails have of most words',
  ),
  wordBytesOfCall: limit(64 * 1024 * 1024, 'bytes', 'of postings of all words that one call reads and holds'),

  tailBytes: limit(
    8 * 1024 * 1024,
    'bytes',
    'of words that are not sealed yet, from either end, that one call reads of an account: twelve thousand mails',
  ),

  rememberedDocuments: limit(
    8_000,
    'documents',
    'not sealed yet, whose words a process remembers from search to search: some twenty megabytes',
  ),
} as const satisfies Record<string, Limit>;
