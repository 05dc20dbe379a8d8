// Files that may not be there.

import { systemCode } from './sqliteFailure.ts';

/** The result, or null where there is no such file. */
export async function absent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
