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
  recipientTerms: limit(
    50,
    'recipients',
    'of To and Cc that a message is found by, each its own posting; one with more is looked for among those with many',
  ),
  fileNameCharacters: limit(200, 'code points', 'of a normalized attachment name; its extension is kept'),

  // What is read of a body
  htmlCharacters: limit(16 * 1024 * 1024, 'characters', 'of an HTML body; some have their pictures within'),
  htmlWork: limit(
    250_000_000,
    'steps',
    'of building the tree of an HTML body, tags times elements open: ten thousand nested ones pass, and the worst ends within a second',
  ),
  styleCharacters: limit(1024 * 1024, 'characters', 'of the style sheets of an HTML body'),
  styleRules: limit(2_000, 'selectors', 'that may hide something, of an HTML body'),
  styleWork: limit(
    10_000_000,
    'steps',
    'of matching selectors to elements; where they end the body ends too, since what follows may be hidden',
  ),
  htmlDepth: limit(200, 'levels', 'of elements that are kept in sanitized HTML; of deeper ones the text is'),
  bodyCharacters: limit(2_000_000, 'characters', 'of a text or sanitized HTML that are stored; a call returns fewer'),
  storedHeaderCharacters: limit(
    2_000,
    'characters',
    'of a subject, an address, a name or an identifier that are stored, shown by get_email_content and filtered by',
  ),
  storedParticipants: limit(2_000, 'participants', 'of one message that are stored'),
  recipientBytes: limit(
    100_000,
    'bytes of JSON',
    'of the addresses of To, and of those of Cc, that lists filter by; a row of DynamoDB holds 400 KB',
  ),
  namedBytes: limit(
    250_000,
    'bytes of JSON',
    'of the names that files of one message are found by; the rest is not, and the message is marked damaged',
  ),
  storedReferences: limit(1_000, 'identifiers', 'of the References of one message that are stored'),
  linkCharacters: limit(4_096, 'characters', 'of the address of a link that is kept'),
  htmlElements: limit(250_000, 'elements', 'of the tree of an HTML body; the rest is not read'),

  // What is read of a document
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

  // What is kept of words
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
    250,
    'files',
    'whose words are sealed together: they have ten times those of as many mails, all of which are held at once',
  ),
  sealedBytes: limit(
    12 * 1024 * 1024,
    'bytes',
    'of packed words that are sealed together: unpacked they take some twenty times as much, and a function has 1 GB',
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

  // What an import may take
  importBatchMessages: limit(500, 'messages', 'stored at once, while the next are read'),
  importBatchBytes: limit(16 * 1024 * 1024, 'bytes', 'of messages stored at once: memory does not grow with an mbox'),
  importProblems: limit(100, 'problems', 'told one by one; the others are counted'),
  keywords: limit(100, 'keywords', 'kept of one message'),
  keywordCharacters: limit(100, 'characters', 'of one keyword'),
  zipMembers: limit(1_000_000, 'members', 'of a zip of mails'),
  zipRatio: limit(100, 'times', 'its own size is what a zip may unpack to; mail packs to a third, logs to a tenth'),
  zipFloorBytes: limit(256 * 1024 * 1024, 'bytes', 'that any zip may unpack to, however small it is'),

  // What a look over the whole archive holds
  suspiciousRows: limit(10_000, 'rows or objects', 'looked at a second time together, once what was being stored is'),
  settleMilliseconds: limit(
    5_000,
    'milliseconds',
    'between finding a disagreement and looking again, so that mail on its way is not taken for one',
  ),
  waitMilliseconds: limit(
    300_000,
    'milliseconds',
    'that an import to a stack waits for the next of its mails to be taken in, before it gives up',
  ),

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
  requestBytes: limit(1024 * 1024, 'bytes', 'of one HTTP request body'),
  jsonDepth: limit(64, 'levels', 'of nesting in a request body'),
  jsonValues: limit(10_000, 'values', 'in a request body: elements of its lists and members of its objects'),
  idleMilliseconds: limit(30_000, 'milliseconds', 'a request that stands still is closed'),
  requestMilliseconds: limit(
    120_000,
    'milliseconds',
    'a request that trickles in is closed, though it never stands still',
  ),
  requestHeaderBytes: limit(16 * 1024, 'bytes', 'of one HTTP request; the local gateway answers 431 beyond'),
  discardedBytes: limit(64 * 1024 * 1024, 'bytes', 'read on after a body was refused, so that the refusal arrives'),
  connections: limit(256, 'connections', 'open at once at the local gateway; beyond, the oldest that waits is closed'),
  grants: limit(2_000, 'grants', 'of a configuration; each is looked at for each call'),
  corsOrigins: limit(10, 'origins', 'of pages that may call from a browser; Lambda takes 4 KB of settings'),
  keyNameCharacters: limit(100, 'code points', 'of the name that an API key is given'),
  keyDays: limit(3_650, 'days', 'that an API key which expires may be good for'),
  keyUseMilliseconds: limit(3_600_000, 'milliseconds', 'that the recorded last use of an API key may lag behind'),
  callsPerMinute: limit(
    600,
    'requests',
    'of one caller in a minute where the configuration says nothing else; then 429',
  ),
  callsAtOnce: limit(32, 'requests', 'of one caller that one process answers at once; further ones get 429'),
  callMilliseconds: limit(24_000, 'milliseconds', 'after which a call that is not answered is given up with 54001'),
  responseMilliseconds: limit(
    26_000,
    'milliseconds',
    'after which a request that is not answered gets 504; API Gateway cuts at 30 seconds, without a word',
  ),
  sideWorkMilliseconds: limit(
    500,
    'milliseconds',
    'that an answer of a deployed function waits for what is recorded beside it',
  ),

  emailsPerCall: limit(10, 'mails', 'that one call of get_email_content reads'),
  storedEmailIdCharacters: limit(64, 'characters', 'of a storedEmailId, in whatever spelling'),

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

  // What an adapter waits for
  secretMilliseconds: limit(
    300_000,
    'milliseconds',
    'a secret is used before it is read again; until then a function signs with the key it knows',
  ),
  accessTokenCharacters: limit(8_192, 'characters', 'of an access token; a longer one is refused unread'),
  clockSkewSeconds: limit(30, 'seconds', 'that the clock of who issued a token may differ'),
  issuerMilliseconds: limit(5_000, 'milliseconds', 'of one request for the metadata or the keys of an OAuth issuer'),
  issuerBytes: limit(256 * 1024, 'bytes', 'of the metadata or the keys of an OAuth issuer'),
  issuerKeys: limit(100, 'keys', 'of an OAuth issuer; of a longer list none is used'),
  issuerKeysMilliseconds: limit(
    600_000,
    'milliseconds',
    'the keys of an OAuth issuer are used before they are read again',
  ),
  issuerStaleMilliseconds: limit(
    3_600_000,
    'milliseconds',
    'keys of an OAuth issuer are used that does not answer when they are to be read again',
  ),
  issuerCooldownMilliseconds: limit(
    30_000,
    'milliseconds',
    'between two readings of the keys of an OAuth issuer for keys that are not known, so that strangers cannot make it read on',
  ),
  issuerRetryMilliseconds: limit(5_000, 'milliseconds', 'before an OAuth issuer is asked again that did not answer'),
  throttleMilliseconds: limit(
    20_000,
    'milliseconds',
    'a table or bucket that refuses for want of capacity is asked again, with waits between; then the call fails',
  ),
} as const satisfies Record<string, Limit>;
