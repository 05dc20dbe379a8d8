// Takes read messages into an account of the archive, batch by batch: while one is stored the next are read and begun. It
// knows no files: what it is given may come from anywhere.

import type { Archive } from '../archive/archive.ts';
import type { IncomingMessage, PrepareMails } from '../archive/prepareMail.ts';
import { mailIndex } from '../archive/words/mailWords.ts';
import { sealTail } from '../archive/words/sealTail.ts';
import { mailWriter, type StoreOutcome } from '../archive/writer.ts';
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
  /** Prepares mails elsewhere while others are written; if left out they are prepared where they are written. */
  readonly prepare?: PrepareMails;
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
  { now = Date.now, prepare, ...options }: ImportOptions,
): Promise<ImportSummary> {
  const index = mailIndex(options.accountId);
  const writer = mailWriter(archive, now, prepare);
  let unsettled = 0;
  const begin: BeginBatch = async messages => {
    const store = await writer.begin(messages);
    return async () => {
      const outcomes = await store();
      unsettled += outcomes.length;
      return outcomes;
    };
  };
  const settle = async (isLast: boolean) => {
    // A look costs the reading of the tail, which is much for batches of a few large mails.
    if (!isLast && unsettled < limits.importBatchMessages.value) return;
    unsettled = 0;
    await sealTail(archive.store, index, isLast ? { least: limits.sealedLeftovers.value } : {});
  };
  return takeMessages(begin, items, { ...options, settle, batches: prepare ? limits.importBatches.value : 1 });
}

/**
 * Begins to take a batch of messages somewhere. The function that it gives takes it, after those before, and answers for
 * each message in the order given.
 */
export type BeginBatch = (messages: readonly IncomingMessage[]) => Promise<() => Promise<readonly StoreOutcome[]>>;

export interface TakeOptions extends Omit<ImportOptions, 'now' | 'prepare'> {
  /** Work on what was stored, after each batch and after the last. */
  readonly settle?: (isLast: boolean) => Promise<void>;
  /** Begun at once, the one that is being stored among them; one if left out. Of several each is half as large. */
  readonly batches?: number;
}

/** importMail() for messages that go elsewhere, batch by batch. */
export async function takeMessages(
  begin: BeginBatch,
  items: AsyncIterable<SourceItem>,
  { accountId, folderAlias = 'INBOX', signal, onProgress, settle = async () => {}, batches: most = 1 }: TakeOptions,
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
  const store = async (batch: readonly SourceMessage[], begun: ReturnType<BeginBatch>): Promise<void> => {
    const [first, ...others] = batch;
    try {
      const take = await begun;
      for (const [i, outcome] of (await take()).entries()) add(outcome, batch[i]);
    } catch (error) {
      // No message's fault: a full disk, an archive that cannot be written. The next one would fail as well.
      if (error instanceof UserError) throw error;
      if (first && others.length === 0) fail(first.origin, describeStoreError(first, error));
      else for (const message of batch) await store([message], begin([incoming(message)]));
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

  const batchBytes = limits.importBatchBytes.value / Math.min(most, 2);
  /** Those that were begun and are not stored, in order. */
  const unstored: { readonly bytes: number; readonly stored: Promise<void> }[] = [];
  const hasRoom = (): boolean =>
    unstored.length < most && unstored.reduce((sum, { bytes }) => sum + bytes, 0) < limits.importBatchBytes.value;
  /** Begins a batch and stores it after the one before; once the import is to end, only what is being stored is. */
  const take = (batch: readonly SourceMessage[], bytes: number): void => {
    const before = unstored.at(-1)?.stored ?? Promise.resolve();
    const begun = begin(batch.map(incoming));
    // Looked at when its turn comes.
    begun.catch(() => {});
    const stored = (async () => {
      await before;
      if (signal?.aborted) return;
      counts.messages += batch.length;
      await store(batch, begun);
      await settleBatch(false);
      onProgress?.(summary());
    })();
    // Looked at before the next batch, which may be long in coming.
    stored.catch(() => {});
    unstored.push({ bytes, stored });
  };

  try {
    for await (const { messages, bytes } of batches(items, batchBytes, signal, fail)) {
      while (unstored[0] && !hasRoom()) {
        await unstored[0].stored;
        unstored.shift();
      }
      if (signal?.aborted) break;
      take(messages, bytes);
    }
  } finally {
    for (const { stored } of unstored) await stored;
  }
  if (!signal?.aborted) await settleBatch(true);
  return summary();
}

interface Batch {
  readonly messages: readonly SourceMessage[];
  /** Of their raw mails. */
  readonly bytes: number;
}

/** Messages in batches bounded in number and bytes: what is held in memory while one is stored and the next is read. */
async function* batches(
  items: AsyncIterable<SourceItem>,
  mostBytes: number,
  signal: AbortSignal | undefined,
  onProblem: (origin: string, message: string) => void,
): AsyncGenerator<Batch> {
  let messages: SourceMessage[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (signal?.aborted) return;
    if (item.kind === 'problem') {
      onProblem(item.origin, item.message);
      continue;
    }
    messages.push(item);
    bytes += item.raw.length;
    if (messages.length >= limits.importBatchMessages.value || bytes >= mostBytes) {
      yield { messages, bytes };
      messages = [];
      bytes = 0;
    }
  }
  if (messages.length > 0) yield { messages, bytes };
}

/** Where a message goes whose source keeps it in a folder of its own: below the folder that was asked for. */
function folderBelow(folderAlias: string, kept: string | null): string {
  if (kept === null) return folderAlias;
  if (folderAlias.toLowerCase() === 'inbox') return kept;
  return [...`${folderAlias}/${kept}`].slice(0, limits.identifierCharacters.value).join('');
}

const describeStoreError = ({ index }: SourceMessage, error: unknown): string =>
  `message ${index} cannot be stored: ${errorWords(error)}`;
