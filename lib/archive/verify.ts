// Finds every disagreement between raw mails, rows and postings. First each mail is asked for its rows, then each row
// for its mail, then each row for its postings, then each index of words for its mails or files. Writes nothing; what
// seems wrong is looked at twice.

import type { Archive } from './archive.ts';
import {
  changedMail,
  type Disagreement,
  faultyFiles,
  faultyFileWords,
  faultyPostings,
  faultyWords,
  flawedRow,
  missingFolder,
  missingRow,
  notQuarantined,
  surplusRow,
} from './disagreement.ts';
import { auditFiles } from './files/auditFiles.ts';
import { auditFileWords } from './files/auditFileWords.ts';
import { auditPostings, flawedRows } from './flawedRows.ts';
import { listAccounts } from './folders.ts';
import { quarantineKey } from './keys.ts';
import { everyAccount, idNamedBy, type MailRules, type StoredMail, withStoredAccounts } from './mailObject.ts';
import type { AuditEntry, PostingFault, Row } from './ports.ts';
import { folderChanges } from './raiseFolders.ts';
import { countMails, type ReadObject, readMails, readMailsOf } from './readMails.ts';
import { familyOf } from './rowFamily.ts';
import { decodeQuarantine } from './rows.ts';
import { type Settle, secondLook, settleAWhile } from './secondLook.ts';
import { compareMails } from './settleMails.ts';
import { auditWords } from './words/auditWords.ts';
import { mailIndex } from './words/mailWords.ts';

export interface VerifyProgress {
  readonly step: 'mails' | 'rows' | 'words';
  readonly done: number;
  /** Null where nobody can tell. */
  readonly total: number | null;
}

export interface VerifyOptions {
  /** Which accounts a deployment serves; every one if left out. Accounts that hold mail are served anyhow. */
  readonly rules?: MailRules;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
  readonly settle?: Settle;
}

export interface VerifySummary {
  /** Objects that are mails. */
  readonly mails: number;
  /** Rows of attachments. */
  readonly attachments: number;
  readonly disagreements: number;
  readonly seconds: number;
}

/** Gives each disagreement as it is found, and what was looked at in the end. */
export async function* verify(
  archive: Archive,
  options: VerifyOptions = {},
): AsyncGenerator<Disagreement, VerifySummary> {
  const { signal, onProgress, settle = settleAWhile } = options;
  const started = performance.now();
  const rules = await withStoredAccounts(archive.store, options.rules ?? everyAccount);
  const counts = { mails: 0, attachments: 0, disagreements: 0 };
  for await (const found of findings()) {
    counts.disagreements++;
    yield found;
  }
  return { ...counts, seconds: (performance.now() - started) / 1000 };

  async function* findings(): AsyncGenerator<Disagreement> {
    yield* secondLook(suspiciousKeys(), settle, keys => lookAt(keys));
    const { rows, faults } = split(auditPostings(archive), signal);
    let done = 0;
    const onRows = (some: readonly Row[]) => {
      done += some.length;
      counts.attachments += some.filter(row => familyOf(row) === 'attachment').length;
      onProgress?.({ step: 'rows', done, total: null });
    };
    for await (const flawed of flawedRows(archive, rows, settle, onRows)) yield flawedRow(flawed);
    for await (const fault of faults) yield faultyPostings(fault);
    yield* wordFindings();
    if (!signal?.aborted) for await (const finding of auditFiles(archive, settle)) yield faultyFiles(finding);
  }

  async function* wordFindings(): AsyncGenerator<Disagreement> {
    let done = 0;
    const onDocuments = (documents: number) => {
      done += documents;
      onProgress?.({ step: 'words', done, total: null });
    };
    for (const accountId of await listAccounts(archive.store)) {
      if (signal?.aborted) return;
      // What its words were made of is gone as well.
      for await (const finding of auditWords(archive.store, mailIndex(accountId), settle, onDocuments))
        if (finding.kind !== 'missing' || !finding.isRawGone) yield faultyWords(accountId, finding);
    }
    if (signal?.aborted) return;
    for await (const finding of auditFileWords(archive.store, settle, onDocuments)) yield faultyFileWords(finding);
  }

  /** Keys of objects that something seems to be wrong with. */
  async function* suspiciousKeys(): AsyncGenerator<string> {
    const reading = signal ? { signal } : {};
    const count = onProgress ? countMails(archive.blobs, reading) : { total: null };
    let done = 0;
    for await (const objects of readMails(archive.blobs, rules, reading)) {
      const found: Disagreement[] = [];
      for await (const one of compareObjects(archive, objects)) found.push(one);
      yield* keysOf(objects, found);
      counts.mails += objects.filter(({ object }) => object.kind === 'mail').length;
      done += objects.length;
      onProgress?.({ step: 'mails', done, total: count.total });
    }
  }

  async function* lookAt(keys: readonly string[]): AsyncGenerator<Disagreement> {
    for await (const objects of readMailsOf(archive.blobs, rules, keys)) yield* compareObjects(archive, objects);
  }
}

/** The two parts of an audit: its rows, and once they are read its faults. */
function split(entries: AsyncIterable<AuditEntry>, signal: AbortSignal | undefined) {
  const iterator = entries[Symbol.asyncIterator]();
  let entry: AuditEntry | undefined;
  const advance = async () => {
    const next = await iterator.next();
    entry = next.done || signal?.aborted ? undefined : next.value;
  };
  async function* rows(): AsyncGenerator<Row> {
    for (await advance(); entry?.kind === 'row'; await advance()) yield entry.row;
  }
  async function* faults(): AsyncGenerator<PostingFault> {
    for (; entry?.kind === 'fault'; await advance()) yield entry.fault;
  }
  return { rows: rows(), faults: faults() };
}

/** What is wrong with the rows of some objects. */
async function* compareObjects(archive: Archive, objects: readonly ReadObject[]): AsyncGenerator<Disagreement> {
  const mails: StoredMail[] = [];
  for (const { info, object } of objects) {
    const named = idNamedBy(info.key);
    if (
      object.kind === 'refused' &&
      named !== null &&
      (object.row.reason === 'empty' || object.row.reason === 'notMail')
    )
      yield changedMail(info.key, named, info.sizeBytes);
    else if (object.kind === 'refused') {
      const [stored] = await archive.store.get([quarantineKey(info.key)]);
      if (!stored || reasonOf(stored) !== object.row.reason) yield notQuarantined(object.row);
    }
    if (object.kind !== 'mail') continue;
    // Its rows are those of the mail it was; what it is now may have none.
    if (named !== null && named !== object.mail.storedEmailId) yield changedMail(info.key, named, info.sizeBytes);
    else mails.push(object.mail);
  }
  if (mails.length > 0) yield* compareRows(archive, mails);
}

/** Keys of the objects that disagreements are about, with those that hold the same messages. */
function keysOf(objects: readonly ReadObject[], found: readonly Disagreement[]): string[] {
  const keys = new Set(found.map(({ blobKey }) => blobKey));
  const ids = new Set(found.map(({ storedEmailId }) => storedEmailId));
  return objects
    .filter(({ info, object }) => keys.has(info.key) || (object.kind === 'mail' && ids.has(object.mail.storedEmailId)))
    .map(({ info }) => info.key);
}

async function* compareRows(archive: Archive, mails: readonly StoredMail[]): AsyncGenerator<Disagreement> {
  const { put, owners, surplus, stale } = await compareMails(archive, mails);
  for (const change of [...owners, ...put]) yield missingRow(change);
  for (const row of [...surplus, ...stale]) yield surplusRow(row);
  for (const { arrival, isNew } of await folderChanges(archive.store, mails)) if (isNew) yield missingFolder(arrival);
}

function reasonOf(row: Row): string | null {
  try {
    return decodeQuarantine(row).reason;
  } catch {
    return null;
  }
}
