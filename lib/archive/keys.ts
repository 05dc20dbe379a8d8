// Keys of mails: of their attachments, of what owns them and finds them, and of what an archive keeps once.

import { createHash } from 'node:crypto';
import { prefixOf } from '../names/grams.ts';
import { bounded, join, separator } from './keyFields.ts';
import type { Key } from './ports.ts';
import { encodePosition } from './position.ts';

/** Folder aliases ignore case and Unicode form. */
export const folderKey = (folderAlias: string): string => folderAlias.normalize('NFC').toLowerCase();

/** The partition of an attachment row: account and the first three code points of the folded name. */
export const attachmentPk = (accountId: string, foldedName: string): string =>
  join('a', bounded(accountId), prefixOf(foldedName));

export const attachmentKey = (accountId: string, foldedName: string, sk: string): Key => ({
  pk: attachmentPk(accountId, foldedName),
  sk,
});

/** The term that a name stands under for one of its grams. */
export const nameTerm = (accountId: string, gram: string): string => join(bounded(accountId), gram);

/** The partition of a folder's messages, sorted by received date. */
export const messagePk = (accountId: string, folderAlias: string): string =>
  messagePkOf(accountId, folderKey(folderAlias));

/** The same for a folder whose folderKey() is known. */
export const messagePkOf = (accountId: string, key: string): string => join('m', bounded(accountId), bounded(key));

export const messageKey = (accountId: string, folderAlias: string, receivedAt: number, id: string): Key => ({
  pk: messagePk(accountId, folderAlias),
  sk: encodePosition({ at: receivedAt, id, number: 0 }),
});

/** The partition of all messages of an account, sorted by received date; what else begins so are terms. */
export const peoplePk = (accountId: string): string => join('p', bounded(accountId), '');

export const peopleKey = (accountId: string, receivedAt: number, id: string): Key => ({
  pk: peoplePk(accountId),
  sk: encodePosition({ at: receivedAt, id, number: 0 }),
});

/** The term that a message stands under for one who sent or got it. */
export const personTerm = (accountId: string, role: string, digest: string): string =>
  join('p', bounded(accountId), role, digest);

export const ownerPk = (storedEmailId: string): string => join('o', storedEmailId);
export const ownerKey = (storedEmailId: string): Key => ({ pk: ownerPk(storedEmailId), sk: '-' });

/** The message that a row made by ownerKey() is about. */
export const idOfOwner = ({ pk }: Key): string => pk.slice(ownerPk('').length);

/** In a message's own partition: one more key that the same mail lies under. */
export const extraKeyKey = (storedEmailId: string, blobKey: string): Key => ({
  pk: ownerPk(storedEmailId),
  sk: join('k', bounded(blobKey)),
});

/** Which message an object holds, where its name does not tell. */
export const objectKey = (blobKey: string): Key => ({ pk: join('b', bounded(blobKey)), sk: '-' });

/** The object that a row made by objectKey() is about; null for a key too long to be kept. */
export function blobKeyOfObject({ pk }: Key): string | null {
  const key = pk.slice(join('b', '').length);
  return key.endsWith(separator) ? null : key;
}

/** The one partition of objects that could not be taken in. */
export const quarantinePk = 'q';
export const quarantineKey = (blobKey: string): Key => ({ pk: quarantinePk, sk: bounded(blobKey) });

/** The one partition that holds every folder. */
export const foldersPk = 'f';

export const folderRowKey = (accountId: string, folderAlias: string): Key => ({
  pk: foldersPk,
  sk: join(bounded(accountId), bounded(folderKey(folderAlias))),
});

/** Secrets and other single rows of a deployment. */
export const settingKey = (name: string): Key => ({ pk: 's', sk: name });

/** The lock of an object's key or a message's id, while a function is at work on it. */
export const lockKey = (name: string): Key => ({ pk: join('l', bounded(name)), sk: '-' });

/** The one partition of API keys, by digest. */
export const apiKeyPk = 'k';
export const apiKeyRowKey = (digest: string): Key => ({ pk: apiKeyPk, sk: digest });

/** When each API key was last used; apart from the keys, so that who writes it need not be able to write those. */
export const keyUsePk = 'u';
export const keyUseRowKey = (digest: string): Key => ({ pk: keyUsePk, sk: digest });

/** How often each caller called in the present minute. */
export const callCountPk = 'c';
export const callCountKey = (caller: string): Key => ({
  pk: callCountPk,
  sk: createHash('sha256').update(caller).digest('base64url'),
});
