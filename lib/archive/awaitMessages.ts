// Waits until mails that were uploaded are taken in, or refused, by whoever follows the bucket.

import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import { messageKey, ownerKey, quarantineKey } from './keys.ts';
import { isWhole } from './rawGone.ts';
import { decodeMessage, decodeQuarantine, type QuarantineReason, readOwnerRow } from './rows.ts';

/** A mail that lies in the bucket. */
export interface AwaitedMail {
  readonly storedEmailId: string;
  readonly blobKey: string;
  /** Whether this import uploaded it. */
  readonly isNew: boolean;
}

export interface AwaitOptions {
  /** Ends the waiting; what was not looked at by then counts as missing. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Waits before it looks again. */
  readonly pause?: () => Promise<unknown>;
  /** Milliseconds, as performance.now(). */
  readonly now?: () => number;
}

export interface Awaited {
  /** Of the new mails that were taken in: attachments proper. */
  readonly attachments: number;
  /** Of the new mails that were taken in. */
  readonly damaged: number;
  readonly refused: readonly { readonly blobKey: string; readonly reason: QuarantineReason }[];
  /** Mails that were neither taken in nor refused. */
  readonly missing: readonly AwaitedMail[];
}

/** Mails looked for together. */
const mailsAtOnce = 100;
const pauseMilliseconds = 1000;

/** Waits for mails; gives up when for limits.waitMilliseconds not one more was taken in. */
export async function awaitMessages(
  archive: Archive,
  mails: readonly AwaitedMail[],
  options: AwaitOptions = {},
): Promise<Awaited> {
  const { signal, onProgress, pause = () => sleep(pauseMilliseconds), now = () => performance.now() } = options;
  const refused: { blobKey: string; reason: QuarantineReason }[] = [];
  let attachments = 0;
  let damaged = 0;
  let left = mails;
  let headwayAt = now();
  while (left.length > 0 && !signal?.aborted) {
    const still: AwaitedMail[] = [];
    for (let at = 0; at < left.length && !signal?.aborted; at += mailsAtOnce) {
      const some = left.slice(at, at + mailsAtOnce);
      const found = await lookFor(archive, some);
      attachments += found.attachments;
      damaged += found.damaged;
      refused.push(...found.refused);
      still.push(...found.missing);
      onProgress?.(mails.length - (left.length - at - some.length) - still.length, mails.length);
      // They are taken in about in the order they came: what stands behind many that are missing is not there either.
      if (found.missing.length === some.length && at + mailsAtOnce < left.length) {
        still.push(...left.slice(at + mailsAtOnce));
        break;
      }
    }
    if (signal?.aborted) break;
    if (still.length < left.length) headwayAt = now();
    else if (now() - headwayAt >= limits.waitMilliseconds.value) break;
    left = still;
    if (left.length > 0) await pause();
  }
  return { attachments, damaged, refused, missing: left };
}

async function lookFor({ store }: Archive, mails: readonly AwaitedMail[]): Promise<Awaited> {
  const owners = (await store.get(mails.map(mail => ownerKey(mail.storedEmailId)))).map(row =>
    isWhole(row) ? readOwnerRow(row) : null,
  );
  const there = mails.flatMap((mail, i) => (owners[i] ? [{ mail, owner: owners[i] }] : []));
  const keys = there.map(({ owner }) =>
    messageKey(owner.accountId, owner.folderAlias, owner.receivedAt, owner.storedEmailId),
  );
  const rows = keys.length > 0 ? await store.get(keys) : [];
  const absent = mails.filter((_, i) => !owners[i]);
  const quarantined = absent.length > 0 ? await store.get(absent.map(mail => quarantineKey(mail.blobKey))) : [];
  const messages = rows.flatMap((row, i) => (row && there[i]?.mail.isNew ? [decodeMessage(row)] : []));
  return {
    attachments: messages.reduce((sum, { attachments }) => sum + (attachments?.attachmentCount ?? 0), 0),
    damaged: messages.filter(message => message.contentAvailability === 'damaged').length,
    refused: quarantined.flatMap(row => (row ? [decodeQuarantine(row)] : [])),
    missing: [
      ...absent.filter((_, i) => !quarantined[i]),
      // Read a moment before its row was there to be read.
      ...there.filter((_, i) => !rows[i]).map(({ mail }) => mail),
    ],
  };
}
