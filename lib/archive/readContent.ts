// The content of some messages for a caller, each for itself: what cannot be served of one costs none of the others.
// Read from what is kept beside the raw mail, else made of the raw mail again. Writes nothing.

import type { Content } from '../content/content.ts';
import type { Archive } from './archive.ts';
import { limited } from './atOnce.ts';
import { messageKey, ownerKey } from './keys.ts';
import type { Cost, Row } from './ports.ts';
import { decodeMessage, type MessageRow, type OwnerRow, readOwnerRow } from './rows.ts';
import { getContent } from './storedContent.ts';

export type ContentReading =
  | { readonly kind: 'content'; readonly message: MessageRow; readonly content: Content }
  /** Never stored, removed, or not the caller's. */
  | { readonly kind: 'unknown' }
  /** It is here, and neither its content nor its raw mail can be read. */
  | { readonly kind: 'unreadable'; readonly cause: unknown };

/**
 * @param storedEmailIds distinct, in the form that the archive gives them
 * @param accountIds the accounts that the caller may read
 * @param meter counts what reading rows cost
 * @returns one for each id, in their order
 */
export async function readContent(
  { store, blobs }: Archive,
  storedEmailIds: readonly string[],
  accountIds: ReadonlySet<string>,
  meter?: Cost,
): Promise<ContentReading[]> {
  const owners = (await store.get(storedEmailIds.map(ownerKey), meter)).map(row => {
    const owner = readOwnerRow(row);
    return owner && accountIds.has(owner.accountId) ? owner : null;
  });
  const known = owners.filter(owner => owner !== null);
  const rows = known.length === 0 ? [] : await store.get(known.map(messageKeyOf), meter);
  const messages = new Map(known.map((owner, i) => [owner, rows[i]]));
  // A raw mail is large, and made from one only where something went wrong.
  const alone = limited(1);
  return Promise.all(owners.map(owner => (owner ? readOne(owner, messages.get(owner)) : { kind: 'unknown' as const })));

  async function readOne(owner: OwnerRow, row: Row | undefined): Promise<ContentReading> {
    try {
      if (!row) throw new Error('the message row is missing');
      const message = decodeMessage(row);
      const content = (await keptContent(owner)) ?? (await alone(() => makeContent(owner)));
      return { kind: 'content', message, content };
    } catch (cause) {
      return { kind: 'unreadable', cause };
    }
  }

  /** The parser is loaded when it is needed, which is hardly ever. */
  async function makeContent(owner: OwnerRow): Promise<Content> {
    const { readRawContent } = await import('./rawContent.ts');
    return readRawContent(blobs, owner);
  }

  /** null also where reading it fails: there is still the raw mail. */
  async function keptContent(owner: OwnerRow): Promise<Content | null> {
    try {
      return await getContent(blobs, owner);
    } catch {
      return null;
    }
  }
}

const messageKeyOf = ({ accountId, folderAlias, receivedAt, storedEmailId }: OwnerRow) =>
  messageKey(accountId, folderAlias, receivedAt, storedEmailId);
