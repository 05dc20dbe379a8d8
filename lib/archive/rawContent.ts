// The content of a message made again from its raw mail.

import { type Content, contentOf } from '../content/content.ts';
import { parseMessage } from '../mail/parseMessage.ts';
import { storedEmailIdOf } from './identity.ts';
import type { Blobs } from './ports.ts';
import type { OwnerRow } from './rows.ts';

/** @throws Error where the raw mail is not there, or is not the one that was stored */
export async function readRawContent(blobs: Blobs, owner: OwnerRow): Promise<Content> {
  const raw = await blobs.get(owner.blobKey);
  if (!raw) throw new Error('the raw mail is missing');
  if (storedEmailIdOf(owner.accountId, owner.folderAlias, raw) !== owner.storedEmailId)
    throw new Error('the raw mail is not the one that was stored');
  return contentOf(await parseMessage(raw));
}
