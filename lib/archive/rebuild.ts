// Makes every row again from the raw mails: over rows that are there, of which it changes only what differs, or over
// none. First every mail gives its rows, then rows that stand on nothing go, then postings and words are put right. A message that
// is listed and whose raw mail is gone stays, marked. Killed or stopped, it goes on where it was; done twice, it changes
// nothing.

import type { Archive } from './archive.ts';
import { removeLeftFiles } from './files/mailFiles.ts';
import { auditPostings, flawedRows, postingOf } from './flawedRows.ts';
import { listAccounts } from './folders.ts';
import { quarantineObject } from './ingestObject.ts';
import type { FlawedRow } from './judgeRows.ts';
import { objectKey, settingKey } from './keys.ts';
import { everyAccount, type MailRules, withStoredAccounts } from './mailObject.ts';
import type { IndexName, Row } from './ports.ts';
import { markRawGone } from './rawGone.ts';
import { countMails, type ReadObject, readMails } from './readMails.ts';
import { removeMessage } from './removeMessages.ts';
import { familyOf } from './rowFamily.ts';
import { readOwnerRow } from './rows.ts';
import { type Settle, settleAWhile } from './secondLook.ts';
import { settleMails } from './settleMails.ts';
import { mailIndex } from './words/mailWords.ts';
import { rebuildWords } from './words/rebuildWords.ts';
import type { SealTimes } from './words/sealLease.ts';

export interface RebuildProgress {
  readonly step: 'mails' | 'rows' | 'postings' | 'words';
  readonly done: number;
  /** Null where nobody can tell. */
  readonly total: number | null;
}

export interface RebuildOptions {
  /** Which accounts a deployment serves; every one if left out. Accounts that hold mail are served anyhow. */
  readonly rules?: MailRules;
  /** Begins anew, not where an earlier rebuild was stopped. */
  readonly restart?: boolean;
  /** Ends it after the batch that is worked on; another one goes on from there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly settle?: Settle;
  /** Of the lease that words are sealed under. */
  readonly times?: SealTimes;
}

/** What was done, by a rebuild that was stopped before it too, up to its last batch of mails. */
export interface RebuildSummary {
  /** Mails read. */
  readonly mails: number;
  /** Rows that were missing or different, and are written. */
  readonly written: number;
  /** Contents that were missing, damaged or of another version, and are written. */
  readonly contents: number;
  /** Rows that stood on nothing, and are taken away. */
  readonly removed: number;
  /** Messages whose raw mail is gone, and which say so from now on. */
  readonly gone: number;
  /** Rows whose postings were put right. */
  readonly mended: number;
  /** Messages whose words were sealed, or made anew. */
  readonly words: number;
  /** Objects that are no mail, in quarantine. */
  readonly quarantined: number;
  /** Key behind which it went on, where an earlier one was stopped. */
  readonly resumedAfter: string | null;
  readonly seconds: number;
}

/** Where a rebuild that was stopped goes on, and what it had done. */
const markerKey = settingKey('rebuiltTo');
const countsKey = settingKey('rebuiltCounts');

/** @throws whatever a port throws: doing it again goes on where it was */
export async function rebuild(archive: Archive, options: RebuildOptions = {}): Promise<RebuildSummary> {
  const { rules = everyAccount, restart = false, signal, onProgress, settle = settleAWhile, times } = options;
  const started = performance.now();
  const counts = { mails: 0, written: 0, contents: 0, removed: 0, gone: 0, mended: 0, words: 0, quarantined: 0 };
  const [marker, before] = restart ? [] : await archive.store.get([markerKey, countsKey]);
  if (marker && before) Object.assign(counts, JSON.parse(before.data));
  const summary = (): RebuildSummary => ({
    ...counts,
    resumedAfter: marker?.data ?? null,
    seconds: (performance.now() - started) / 1000,
  });

  const reading = { ...(marker && { after: marker.data }), ...(signal && { signal }) };
  const count = onProgress ? countMails(archive.blobs, reading) : { total: null };
  const served = await withStoredAccounts(archive.store, rules);
  let done = 0;
  for await (const objects of readMails(archive.blobs, served, reading)) {
    await settleObjects(archive, objects, counts);
    await archive.store.put([
      { ...markerKey, data: objects.at(-1)?.info.key ?? '' },
      { ...countsKey, data: JSON.stringify(counts) },
    ]);
    done += objects.length;
    onProgress?.({ step: 'mails', done, total: count.total });
    if (signal?.aborted) return summary();
  }

  let judged = 0;
  const flawed = flawedRows(archive, untilAborted(rowsOf(archive), signal), settle, rows => {
    judged += rows.length;
    onProgress?.({ step: 'rows', done: judged, total: null });
  });
  for await (const flaw of flawed) {
    const isMarked = flaw.flaw === 'gone' && (await markGone(archive, flaw));
    if (isMarked) counts.gone++;
    else {
      await removeFlawed(archive, flaw);
      counts.removed++;
    }
  }
  if (signal?.aborted) return summary();

  for await (const entry of auditPostings(archive, { mend: true })) {
    if (entry.kind === 'fault') onProgress?.({ step: 'postings', done: ++counts.mended, total: null });
    if (signal?.aborted) return summary();
  }
  for (const accountId of await listAccounts(archive.store)) {
    if (signal?.aborted) return summary();
    await rebuildWords(archive, mailIndex(accountId), {
      settle,
      ...(signal && { signal }),
      ...(times && { times }),
      onProgress: messages => {
        counts.words += messages;
        onProgress?.({ step: 'words', done: counts.words, total: null });
      },
    });
  }
  if (signal?.aborted) return summary();
  await archive.store.delete([markerKey, countsKey]);
  return summary();
}

type Counts = { -readonly [Name in 'mails' | 'written' | 'contents' | 'removed' | 'quarantined']: number };

async function settleObjects(archive: Archive, objects: readonly ReadObject[], counts: Counts): Promise<void> {
  const { store } = archive;
  const mails = objects.flatMap(({ object }) => (object.kind === 'mail' ? [object.mail] : []));
  const { put, owners, surplus, stale, contents } = await settleMails(archive, mails);
  counts.mails += mails.length;
  counts.written += put.length + owners.length;
  counts.contents += contents;
  counts.removed += surplus.length + stale.length;
  for (const { info, object } of objects) {
    if (object.kind !== 'refused') continue;
    counts.quarantined++;
    if (await quarantineObject(store, object.row)) counts.written++;
    // Whatever it was before, it holds no message now.
    await store.delete([objectKey(info.key)]);
  }
}

/** The rows alone: they come before anything else. */
async function* rowsOf(archive: Archive): AsyncGenerator<Row> {
  for await (const entry of auditPostings(archive)) {
    if (entry.kind !== 'row') return;
    yield entry.row;
  }
}

async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const item of items) {
    if (signal?.aborted) return;
    yield item;
  }
}

/** Marks the message of an owner row; false for another row, and for a message that nothing lists. */
async function markGone(archive: Archive, { row }: FlawedRow): Promise<boolean> {
  const owner = familyOf(row) === 'owner' ? readOwnerRow(row) : null;
  return owner !== null && markRawGone(archive, owner);
}

async function removeFlawed(archive: Archive, { row }: FlawedRow): Promise<void> {
  const owner = familyOf(row) === 'owner' ? readOwnerRow(row) : null;
  if (owner) await removeMessage(archive, owner);
  if (familyOf(row) === 'fileOwner') await removeLeftFiles(archive, row);
  const { pk, sk } = row;
  const index = indexOf(row);
  const key = { pk, sk };
  // It may lie where rows without a posting do, all the same.
  await archive.store.delete(index ? [{ ...key, posting: { index, terms: postingOf(row)?.terms ?? [] } }, key] : [key]);
}

/** The index that rows of a family have their postings in. */
function indexOf(row: Row): IndexName | null {
  const family = familyOf(row);
  return family === 'attachment' || family === 'libraryName' ? 'names' : family === 'people' ? 'people' : null;
}
