// The content of messages as it is kept beside their raw mails, so that reading one parses nothing. It can always be
// made again from the raw mail: whatever of it is missing, damaged or of another version counts as not there.

import type { Content } from '../content/content.ts';
import { decodeContent } from '../content/contentCodec.ts';
import { contentBlobKey } from './blobKeys.ts';
import type { Blobs } from './ports.ts';

/** Names a message's content. */
export interface ContentPlace {
  readonly accountId: string;
  readonly storedEmailId: string;
}

const keyOf = ({ accountId, storedEmailId }: ContentPlace): string => contentBlobKey(accountId, storedEmailId);

export const putContent = (blobs: Blobs, place: ContentPlace, bytes: Uint8Array): Promise<void> =>
  blobs.put(keyOf(place), bytes);

/** The content that is kept of a message, or null where it has to be made again. */
export async function getContent(blobs: Blobs, place: ContentPlace): Promise<Content | null> {
  const bytes = await blobs.get(keyOf(place));
  return bytes === null ? null : decodeContent(place.storedEmailId, bytes);
}

export const removeContent = (blobs: Blobs, place: ContentPlace): Promise<void> => blobs.remove(keyOf(place));
