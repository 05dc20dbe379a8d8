// The fields that keys are made of. Account ids and aliases hold no control characters, so one separates them.

import { createHash } from 'node:crypto';

export const separator = '\u001f';
export const join = (...fields: readonly string[]): string => fields.join(separator);

/** UTF-8 bytes that one field of a key may take; a longer one is named by its digest. */
const longestField = 200;

export function bounded(field: string): string {
  if (field.length <= longestField / 4 || Buffer.byteLength(field) <= longestField) return field;
  return `${createHash('sha256').update(field).digest('base64url')}${separator}`;
}
