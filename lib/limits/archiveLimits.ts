// What an import takes, what a look over the whole archive holds, and what an adapter waits for.

import { type Limit, limit } from './limit.ts';

export const archiveLimits = {
  // What an import may take
  importBatchMessages: limit(500, 'messages', 'stored at once, while the next are read'),
  importBatchBytes: limit(16 * 1024 * 1024, 'bytes', 'of messages stored at once: memory does not grow with an mbox'),
  importBatches: limit(
    4,
    'batches',
    'begun at once by an import that prepares mails in a thread of their own, the one that is written among them: neither waits for the other where a batch takes longer',
  ),
  preparingHeapBytes: limit(
    512 * 1024 * 1024,
    'bytes',
    'of heap of the thread that prepares mails; one that needs more is prepared where the process has all its memory',
  ),
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

  // What an adapter waits for
  secretMilliseconds: limit(
    300_000,
    'milliseconds',
    'a secret is used before it is read again; until then a function signs with the key it knows',
  ),
  throttleMilliseconds: limit(
    20_000,
    'milliseconds',
    'a table or bucket that refuses for want of capacity is asked again, with waits between; then the call fails',
  ),
} as const satisfies Record<string, Limit>;
