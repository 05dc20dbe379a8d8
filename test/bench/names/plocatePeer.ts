// plocate over the same names. It knows no dates, and every question starts a process.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NamesFiles } from '../archives.ts';
import { isHere, runPeer } from '../peers.ts';
import type { BenchQuery } from '../queries.ts';
import type { Starter } from '../starter.ts';

export interface PlocatePeer {
  readonly bytes: number;
  /** Asks and gives milliseconds, the start of a process included. Null for a question that it cannot be asked. */
  ask(query: BenchQuery): (() => Promise<number>) | null;
}

/** Null where it is not installed. */
export function plocatePeer({ dir, names }: NamesFiles, starter: Starter): PlocatePeer | null {
  if (!isHere('plocate')) return null;
  const database = join(dir, 'plocate.db');
  if (!existsSync(database)) runPeer('plocate-build', ['-p', '-l', 'no', names, database]);
  return {
    bytes: statSync(database).size,
    ask({ pattern, after, before, page, limit }) {
      if (after !== null || before !== null) return null;
      const args = ['-d', database, '-i', '-l', String(page * limit), '--', pattern];
      return () => starter.time('plocate', args);
    },
  };
}
