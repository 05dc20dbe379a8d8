// The key of every kind of blob: raw mails, what is kept of their content, and what was read of files.

import { limits } from '../limits.ts';

/** Bytes that S3 takes in a key; keys of mails are ASCII. */
const longestBlobKey = 1024;

/** The raw mail of a message that an importer stores: `mail/<account>/<folder>/<name>`, each segment percent-encoded. */
export function mailBlobKey(accountId: string, folderAlias: string, name: string): string {
  const key = ['mail', accountId, folderAlias, name].map(encodeSegment).join('/');
  if (key.length > longestBlobKey) {
    const room = longestBlobKey - key.length + encodeSegment(accountId).length + encodeSegment(folderAlias).length;
    throw new RangeError(
      `the account and folder names are too long: percent-encoded they may take ${room} bytes together`,
    );
  }
  return key;
}

/** The name that an importer gives a mail. */
export const mailName = (storedEmailId: string): string => `${storedEmailId}.eml`;

/** What was read of the files of one content. @param textKind what it was read as where its bytes do not tell, else empty */
export const textBlobKey = (sha256: string, textKind: string): string =>
  ['text', textKind ? `${sha256}.${textKind}` : sha256].join('/');

/** What a key made by textBlobKey() was made of; null for any other. */
export function readTextBlobKey(key: string): { readonly sha256: string; readonly textKind: string } | null {
  const [, sha256, textKind = ''] = /^text\/([0-9a-f]{64})(?:\.([a-z0-9]+))?$/.exec(key) ?? [];
  return sha256 === undefined ? null : { sha256, textKind };
}

/** What is kept of a message's content, beside the raw mail; the id says which folder it is in. */
export const contentBlobKey = (accountId: string, storedEmailId: string): string =>
  ['content', accountId, storedEmailId].map(encodeSegment).join('/');

/** What a key made by contentBlobKey() is about; null for any other key. */
export function readContentBlobKey(key: string): { accountId: string; storedEmailId: string } | null {
  const [root, ...segments] = key.split('/');
  if (root !== 'content' || segments.length !== 2) return null;
  try {
    const [accountId = '', storedEmailId = ''] = segments.map(decodeURIComponent);
    return accountId && storedEmailId ? { accountId, storedEmailId } : null;
  } catch {
    return null;
  }
}

/** Whether an account or a folder can be named so: what separates the fields of a key is in none, and calls name both. */
const isIdentifier = (text: string): boolean =>
  text !== '' && !/\p{Cc}/u.test(text) && [...text].length <= limits.identifierCharacters.value;

/** Account, folder and name of a raw mail's key; null for any other key. */
export function readMailBlobKey(key: string): { accountId: string; folderAlias: string; name: string } | null {
  const [root, ...segments] = key.split('/');
  if (root !== 'mail' || segments.length !== 3) return null;
  try {
    const [accountId = '', folderAlias = '', name = ''] = segments.map(decodeURIComponent);
    return isIdentifier(accountId) && isIdentifier(folderAlias) && name ? { accountId, folderAlias, name } : null;
  } catch {
    return null;
  }
}

/** Percent-encodes a segment of a blob key; `.` and `..` too, which file systems read otherwise. */
export const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment.toWellFormed()).replace(/^\.{1,2}$/, dots => '%2E'.repeat(dots.length));
