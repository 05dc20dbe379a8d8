// Every bound of the product in one place, each with its unit and its reason. The README's table is made from it.

/** One bound: its value, its unit, and why it is there. */
export interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly reason: string;
}

const limit = (value: number, unit: string, reason: string): Limit => ({ value, unit, reason });

export const limits = {
  // What a mail may carry
  messageBytes: limit(
    40 * 1024 * 1024,
    'bytes',
    'SES takes 40 MB; a larger mail is stored and listed from its headers',
  ),
  rawBytes: limit(
    512 * 1024 * 1024,
    'bytes',
    'a message is held in memory while it is stored; a larger one is refused by name',
  ),
  headerBytes: limit(
    1024 * 1024,
    'bytes',
    'headers of one part; the rest is not read, and the message is marked damaged',
  ),
  headerCount: limit(5000, 'header fields', 'of one part, as for its bytes'),
  parameterSections: limit(1000, 'sections', 'RFC 2231 continuations of one name; others have hung on eight thousand'),
  parts: limit(2000, 'parts', 'leaf parts of one message, nested ones included'),
  nesting: limit(10, 'levels', 'messages inside messages that are opened; deeper ones stay one file'),
  multipartDepth: limit(100, 'levels', 'multiparts inside multiparts'),
  decodedBytes: limit(256 * 1024 * 1024, 'bytes', 'all decoded parts of one message together, nested ones included'),
  fileNameCharacters: limit(200, 'code points', 'of a normalized attachment name; its extension is kept'),

  // What a call may ask
  patternCharacters: limit(256, 'code points', 'of a pattern'),
  pageSize: limit(100, 'rows', 'of one page'),
  offset: limit(10_000, 'rows', 'deeper pages go by cursor, which costs nothing'),
  accountIds: limit(64, 'accounts', 'named in one call'),
  identifierCharacters: limit(256, 'code points', 'of an account id or a folder alias'),
  cursorCharacters: limit(512, 'characters', 'of a cursor'),
  requestBytes: limit(1024 * 1024, 'bytes', 'of one HTTP request body'),
  jsonDepth: limit(64, 'levels', 'of nesting in a request body'),
  idleMilliseconds: limit(30_000, 'milliseconds', 'a request that stands still is closed'),

  // What a call may read
  scanRows: limit(64_000, 'postings', 'read by one call before it answers with what it has and a cursor'),
  scanMilliseconds: limit(
    5_000,
    'milliseconds',
    'spent reading by one call before it answers with what it has and a cursor',
  ),
} as const satisfies Record<string, Limit>;
