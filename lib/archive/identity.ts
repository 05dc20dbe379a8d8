// The storedEmailId: the same message in the same folder of the same account has one id for ever, whoever stores it.

import { hash } from 'node:crypto';
import { folderKey } from './keys.ts';

/** A UUID (version 8, RFC 9562) from the account, the folder (case ignored) and the raw bytes. */
export function storedEmailIdOf(accountId: string, folderAlias: string, raw: Uint8Array): string {
  const place = Buffer.from(`mailglob\0${accountId}\0${folderKey(folderAlias)}\0`);
  const digest = hash('sha256', Buffer.concat([place, hash('sha256', raw, 'buffer')]), 'buffer');
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
