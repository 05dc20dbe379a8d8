// What a request may be, how many one caller may send, and what is made of keys and tokens.

import { type Limit, limit } from './limit.ts';

export const doorLimits = {
  // Requests and callers
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
  refusalLines: limit(
    100,
    'lines of the log',
    'about requests that were turned away, in a second; the others are counted in one',
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

  // Access tokens and who issues them
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
} as const satisfies Record<string, Limit>;
