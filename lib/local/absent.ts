// Files that may not be there.

import { systemCode } from './sqliteFailure.ts';

function isAbsence(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** The result, or null where there is no such file. */
export async function absent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** The same for work that is done at once. */
export function absentNow<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
