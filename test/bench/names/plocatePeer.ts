// plocate over the same names. It knows no dates, and every question starts a process.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NamesFiles } from '../archives.ts';
import { isHere, runPeer } from '../peers.ts';
import type { BenchQuery } from '../queries.ts';

export interface PlocatePeer {
  readonly bytes: number;
  /** Null for a question that it cannot be asked. */
  ask(query: BenchQuery): (() => void) | null;
}

/** Null where it is not installed. */
export function plocatePeer({ dir, names }: NamesFiles): PlocatePeer | null {
  if (!isHere('plocate')) return null;
  const database = join(dir, 'plocate.db');
  if (!existsSync(database)) runPeer('plocate-build', ['-p', '-l', 'no', names, database]);
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return {
    bytes: statSync(database).size,
    ask({ pattern, after, before, page, limit }) {
      if (after !== null || before !== null) return null;
      const args = ['-d', database, '-i', '-l', String(page * limit), '--', pattern];
      return () => {
        spawnSync('plocate', args, { env, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 });
      };
    },
  };
}
