// What a mail may carry, what is read of its body, and what is kept and stored of both.

import { type Limit, limit } from './limit.ts';

export const mailLimits = {
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
    'headers of one part; of the rest the first field of each kind that is read, and the message is marked damaged',
  ),
  headerFieldBytes: limit(64 * 1024, 'bytes', 'of a field that is read, whatever stands before it'),
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
  styleCharacters: limit(
    2 * 1024 * 1024,
    'characters',
    'of the style sheets of an HTML body, fonts and pictures in them not counted; beyond it, and the next two, no text can be judged, and none is read',
  ),
  styleRules: limit(20_000, 'selectors', 'that may hide something, of an HTML body'),
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
  htmlElements: limit(
    250_000,
    'elements',
    'of the tree of an HTML body; of what follows plain text is read as long as nothing can hide it',
  ),
} as const satisfies Record<string, Limit>;
