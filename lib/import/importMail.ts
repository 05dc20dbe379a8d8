// Takes read messages into an account of the archive, batch by batch, reading on while a batch is stored. It knows no
// files: what it is given may come from anywhere.

import type { Archive } from '../archive/archive.ts';
import { mailIndex } from '../archive/words/mailWords.ts';
import { sealTail } from '../archive/words/sealTail.ts';
import { type IncomingMessage, type StoreOutcome, storeMessages } from '../archive/writer.ts';
import { UserError } from '../errors.ts';
import { limits } from '../limits.ts';
import { errorWords } from './reading.ts';
import type { SourceItem, SourceMessage } from './sourceItem.ts';

export interface ImportOptions {
  readonly accountId: string;
  /**
   * The folder for messages whose source knows none; INBOX if left out. Folders that a Maildir keeps lie below it,
   * unless it is INBOX: then they keep the place they had.
   */
  readonly folderAlias?: string;
  /** The present in epoch milliseconds. */
  readonly now?: () => number;
  /** Ends the import after the batch that is being stored. What was stored stays; another import goes on from there. */
  readonly signal?: AbortSignal;
  /** Told after every batch. */
  readonly onProgress?: (summary: ImportSummary) => void;
}

export interface ImportProblem {
  readonly origin: string;
  readonly message: string;
}

export interface ImportSummary {
  /** Messages read, those that could not be stored included. */
  readonly messages: number;
  readonly stored: number;
  readonly duplicates: number;
  /** Of the stored messages: attachments proper, without inline resources and signatures. */
  readonly attachments: number;
  /** Of the stored messages. */
  readonly damaged: number;
  /** Of the stored messages: larger than limits.messageBytes, so that no more than their headers is read. */
  readonly exceeded: number;
  /** Messages that could not be stored, and sources or parts of them that could not be read. */
  readonly failed: number;
  /** The first failures, at most `limits.importProblems`. */
  readonly problems: readonly ImportProblem[];
  readonly seconds: number;
}

/**
 * Stores all messages of `items`, and seals their words as it goes. One that cannot be stored is counted as failed and
 * costs no other.
 * @throws UserError where the archive itself cannot be written; what was stored stays.
 */
export async function importMail(
  archive: Archive,
  items: AsyncIterable<SourceItem>,
  { now = Date.now, ...options }: ImportOptions,
): Promise<ImportSummary> {
  const index = mailIndex(options.accountId);
  const settle = async (isLast: boolean) =>
    void (await sealTail(archive.store, index, isLast ? { least: limits.sealedLeftovers.value } : {}));
  return takeMessages(messages => storeMessages(archive, messages, now), items, { ...options, settle });
}

/** Takes a batch of messages somewhere and answers for each in the order given. */
export type TakeBatch = (messages: readonly IncomingMessage[]) => Promise<readonly StoreOutcome[]>;

export interface TakeOptions extends Omit<ImportOptions, 'now'> {
  /** Work on what was stored, after each batch and after the last. */
  readonly settle?: (isLast: boolean) => Promise<void>;
}

/** importMail() for messages that go elsewhere, batch by batch. */
export async function takeMessages(
  take: TakeBatch,
  items: AsyncIterable<SourceItem>,
  { accountId, folderAlias = 'INBOX', signal, onProgress, settle = async () => {} }: TakeOptions,
): Promise<ImportSummary> {
  const started = performance.now();
  const counts = { messages: 0, stored: 0, duplicates: 0, attachments: 0, damaged: 0, exceeded: 0, failed: 0 };
  const problems: ImportProblem[] = [];
  const summary = (): ImportSummary => ({
    ...counts,
    problems: [...problems],
    seconds: (performance.now() - started) / 1000,
  });

  const fail = (origin: string, message: string) => {
    counts.failed++;
    if (problems.length < limits.importProblems.value) problems.push({ origin, message });
  };
  const add = ({ outcome, attachments, isDamaged }: StoreOutcome, message: SourceMessage | undefined) => {
    counts[outcome === 'stored' ? 'stored' : 'duplicates']++;
    if (outcome !== 'stored') return;
    counts.attachments += attachments;
    if (isDamaged) counts.damaged++;
    if (message && message.raw.length > limits.messageBytes.value) counts.exceeded++;
  };
  const incoming = ({ raw, receivedAt, flags, folderAlias: kept }: SourceMessage): IncomingMessage => ({
    accountId,
    folderAlias: folderBelow(folderAlias, kept),
    raw,
    receivedAt,
    flags,
  });

  /** A batch that fails as a whole is stored message by message, so that only what causes it fails. */
  const store = async (batch: readonly SourceMessage[]): Promise<void> => {
    const [first, ...others] = batch;
    try {
      for (const [i, outcome] of (await take(batch.map(incoming))).entries()) add(outcome, batch[i]);
    } catch (error) {
      // No message's fault: a full disk, an archive that cannot be written. The next one would fail as well.
      if (error instanceof UserError) throw error;
      if (first && others.length === 0) fail(first.origin, describeStoreError(first, error));
      else for (const message of batch) await store([message]);
    }
  };

  /** What fails here is done by the next who stores: no mail is lost by it. */
  const settleBatch = async (isLast: boolean): Promise<void> => {
    try {
      await settle(isLast);
    } catch (error) {
      if (error instanceof UserError) throw error;
      fail(`account ${accountId}`, `the words of its mails cannot be sealed now: ${errorWords(error)}`);
    }
  };

  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches(items, signal, fail)) {
      await storing;
      if (signal?.aborted) break;
      counts.messages += batch.length;
      storing = store(batch)
        .then(() => settleBatch(false))
        .then(() => onProgress?.(summary()));
      // Looked at before the next batch, which may be long in coming.
      storing.catch(() => {});
    }
  } finally {
    await storing;
  }
  if (!signal?.aborted) await settleBatch(true);
  return summary();
}

/** Messages in batches bounded in number and bytes: what is held in memory while one is stored and the next is read. */
async function* batches(
  items: AsyncIterable<SourceItem>,
  signal: AbortSignal | undefined,
  onProblem: (origin: string, message: string) => void,
): AsyncGenerator<readonly SourceMessage[]> {
  let batch: SourceMessage[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (signal?.aborted) return;
    if (item.kind === 'problem') {
      onProblem(item.origin, item.message);
      continue;
    }
    batch.push(item);
    bytes += item.raw.length;
    if (batch.length >= limits.importBatchMessages.value || bytes >= limits.importBatchBytes.value) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Where a message goes whose source keeps it in a folder of its own: below the folder that was asked for. */
function folderBelow(folderAlias: string, kept: string | null): string {
  if (kept === null) return folderAlias;
  if (folderAlias.toLowerCase() === 'inbox') return kept;
  return [...`${folderAlias}/${kept}`].slice(0, limits.identifierCharacters.value).join('');
}

const describeStoreError = ({ index }: SourceMessage, error: unknown): string =>
  `message ${index} cannot be stored: ${errorWords(error)}`;
