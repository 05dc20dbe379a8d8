// Every object under `mail/`, read in batches that are bounded in number and bytes, in the order of keys.

import { limits } from '../limits.ts';
import { mapAtOnce, readAhead } from './atOnce.ts';
import { type MailObject, type MailRules, readMailObject } from './mailObject.ts';
import type { BlobInfo, Blobs } from './ports.ts';

export interface ReadObject {
  readonly info: BlobInfo;
  readonly object: MailObject;
}

export interface ReadMailsOptions {
  /** Only keys after this one. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

const prefix = 'mail/';
const pageSize = 1000;
/** Objects read at once. */
const objectsAtOnce = 32;

async function* listMails(blobs: Blobs, { after, signal }: ReadMailsOptions): AsyncGenerator<readonly BlobInfo[]> {
  for (let last = after; !signal?.aborted; ) {
    const page = await blobs.list(prefix, { limit: pageSize, ...(last !== undefined && { after: last }) });
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.key;
  }
}

/** Objects whose bytes fit into memory together; one alone may be as large as a mail may be. */
async function* batches(pages: AsyncIterable<readonly BlobInfo[]>): AsyncGenerator<readonly BlobInfo[]> {
  const most = { messages: limits.importBatchMessages.value, bytes: limits.importBatchBytes.value };
  let batch: BlobInfo[] = [];
  let bytes = 0;
  for await (const page of pages) {
    for (const info of page) {
      if (batch.length > 0 && (batch.length >= most.messages || bytes + info.sizeBytes > most.bytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(info);
      bytes += info.sizeBytes;
    }
  }
  if (batch.length > 0) yield batch;
}

async function* readObjects(
  blobs: Blobs,
  rules: MailRules,
  pages: AsyncIterable<readonly BlobInfo[]>,
): AsyncGenerator<readonly ReadObject[]> {
  for await (const infos of batches(pages)) {
    yield await mapAtOnce(infos, objectsAtOnce, async info => ({
      info,
      object: await readMailObject(blobs, rules, info),
    }));
  }
}

/** Every object under `mail/`; a batch is read while the one before it is worked on. */
export const readMails = (
  blobs: Blobs,
  rules: MailRules,
  options: ReadMailsOptions = {},
): AsyncGenerator<readonly ReadObject[]> => readAhead(readObjects(blobs, rules, listMails(blobs, options)));

/** The objects of some keys, those that are there. */
export function readMailsOf(
  blobs: Blobs,
  rules: MailRules,
  keys: readonly string[],
): AsyncGenerator<readonly ReadObject[]> {
  async function* infos() {
    for (const key of keys) {
      const info = await blobs.info(key);
      if (info) yield [info];
    }
  }
  return readObjects(blobs, rules, infos());
}

/** How many objects there are, counted while others work: null until all are. */
export function countMails(blobs: Blobs, options: ReadMailsOptions): { readonly total: number | null } {
  const count: { total: number | null } = { total: null };
  const counting = async () => {
    let total = 0;
    for await (const page of listMails(blobs, options)) total += page.length;
    if (!options.signal?.aborted) count.total = total;
  };
  // Whoever reads the objects meets the same failure; here it only leaves the total unknown.
  counting().catch(() => {});
  return count;
}
