// Which keys a blob may have. Knows nothing of where blobs lie.

import { MailglobError } from '../errors.ts';

/** @throws MailglobError 54001 for a key with an empty, `.` or `..` segment, a NUL or half a character. */
export function checkBlobKey(key: string): void {
  const isWell = key.isWellFormed() && !key.includes('\0');
  if (!isWell || key.split('/').some(segment => segment === '' || segment === '.' || segment === '..'))
    throw new MailglobError(54001, 'a blob has no such key');
}
