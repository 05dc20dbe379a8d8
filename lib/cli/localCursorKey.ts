// The key that cursors of a local archive are signed with, also where the archive cannot be written.

import { randomBytes } from 'node:crypto';
import type { Archive } from '../archive/archive.ts';
import { cursorKeyOf } from '../archive/cursorKey.ts';
import { UserError } from '../errors.ts';

/** The archive's key; where it has none yet and cannot be written, one whose cursors are good in this process alone. */
export async function localCursorKey({ store }: Pick<Archive, 'store'>): Promise<Uint8Array> {
  try {
    return await cursorKeyOf(store);
  } catch (error) {
    if (error instanceof UserError) return randomBytes(32);
    throw error;
  }
}
