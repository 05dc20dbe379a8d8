// How fast mails are indexed: their words alone, and whole imports of a Maildir beside notmuch's.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { batchBlocks } from '../../../lib/archive/words/batchBlocks.ts';
import { mailIndex, mailTailRow } from '../../../lib/archive/words/mailWords.ts';
import { type Content, contentOf } from '../../../lib/content/content.ts';
import { limits } from '../../../lib/limits.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { addDocument, newBatchWords } from '../../../lib/words/batchWords.ts';
import type { BenchContext } from '../benchmark.ts';
import { type Indexed, type Indexer, mailglobIndexer, notmuchIndexer } from '../import/indexers.ts';
import { median } from '../measure.ts';
import { isHere } from '../peers.ts';
import type { MadeMail } from './makeMails.ts';
import { rawMail } from './rawMail.ts';
import { accountId } from './wordsArchive.ts';

const ownRounds = 3;
const batchMails = limits.sealedDocuments.value;

/** CPU milliseconds for a mail. */
export interface WordsRate {
  /** From its content to the row of the tail. */
  readonly tail: number;
  /** From that row to the blocks of its batch. */
  readonly sealing: number;
}

const cpuMilliseconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Of mails whose content is read already, in batches as they are sealed; a first round warms up. */
export async function wordsRate(mails: readonly MadeMail[]): Promise<WordsRate> {
  const contents: Content[] = [];
  for (const mail of mails) contents.push(contentOf(await parseMessage(Buffer.from(rawMail(mail)))));
  const rounds: WordsRate[] = [];
  for (let round = 0; round <= ownRounds; round++) {
    let [tail, sealing] = [0, 0];
    for (let at = 0; at < contents.length; at += batchMails) {
      const before = process.cpuUsage();
      const rows = contents.slice(at, at + batchMails).map((content, i) =>
        mailTailRow(
          {
            ...{ accountId, folderAlias: 'INBOX', receivedAt: mails[at + i]?.date ?? 0 },
            storedEmailId: `00000000-5eed-8000-8000-${String(at + i).padStart(12, '0')}`,
          },
          content,
        ),
      );
      tail += cpuMilliseconds(before);
      const written = process.cpuUsage();
      const words = newBatchWords();
      const numbers = rows.map(({ bytes }) => (bytes ? addDocument(words, bytes) : null));
      batchBlocks(mailIndex(accountId), 'batchofbench', { words, numbers });
      sealing += cpuMilliseconds(written);
    }
    if (round > 0) rounds.push({ tail: tail / contents.length, sealing: sealing / contents.length });
  }
  return { tail: median(rounds.map(({ tail }) => tail)), sealing: median(rounds.map(({ sealing }) => sealing)) };
}

export interface ImportRates {
  readonly mails: number;
  readonly mailglob: readonly Indexed[];
  readonly notmuch: readonly Indexed[];
  /** With its index of the last round; null where it is not here. */
  readonly indexer: Indexer | null;
}

/** Imports of a Maildir in turns. What notmuch made stays until `work` is removed. */
export async function importRates(
  context: BenchContext,
  maildir: string,
  count: number,
  work: string,
): Promise<ImportRates> {
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const own = mailglobIndexer(maildir, count, join(work, 'mailglob'));
  const indexer = isHere('notmuch') ? notmuchIndexer(maildir, work) : null;
  const [mailglob, notmuch]: Indexed[][] = [[], []];
  const rounds = context.rounds ?? ownRounds;
  for (let round = 1; round <= rounds; round++) {
    context.progress(`round ${round} of ${rounds}: ${count} mails into mailglob${indexer ? ' and notmuch' : ''}`);
    mailglob?.push(await own.index());
    if (indexer) notmuch?.push(await indexer.index());
  }
  await rm(join(work, 'mailglob'), { recursive: true, force: true });
  return { mails: count, mailglob: mailglob ?? [], notmuch: notmuch ?? [], indexer };
}
